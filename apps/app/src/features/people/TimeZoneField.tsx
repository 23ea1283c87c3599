import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/locale.ts'
import { Select } from '../../ui/Select.tsx'
import { deviceZone, listedZone, type ZoneGroup, zoneGroups, zoneLabel } from './timeZones.ts'

interface Props {
  id: string
  value: string
  error: string | undefined
  onChange: (timeZone: string) => void
}

/** Naming all zones takes a moment: they follow once the form is shown. */
function useZoneGroups() {
  const locale = useLocale()
  const [groups, setGroups] = useState<readonly ZoneGroup[]>([])
  useEffect(() => {
    const timer = window.setTimeout(() => setGroups(zoneGroups(locale)), 50)
    return () => window.clearTimeout(timer)
  }, [locale])
  return groups
}

/** The device's own list, by region; one press takes the zone where I am. */
export function TimeZoneField({ id, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const groups = useZoneGroups()
  const here = deviceZone()
  const chosen = listedZone(value)
  const listed = groups.some(({ zones }) => zones.some((zone) => zone.id === chosen))
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('edit_profile.time_zone')}
      </label>
      <p className="field-hint" id={`${id}-hint`}>
        {t('edit_profile.time_zone_hint')}
      </p>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <Select
        id={id}
        value={chosen}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {listed ? null : <option value={chosen}>{zoneLabel(locale, chosen)}</option>}
        {groups.map(({ region, zones }) => (
          <optgroup key={region} label={t(`edit_profile.zones.${region}`)}>
            {zones.map((zone) => (
              <option key={zone.id} value={zone.id}>
                {zone.label}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      {listedZone(here) === chosen ? null : (
        <button type="button" className="plain-button" onClick={() => onChange(here)}>
          {t('edit_profile.device_zone', { zone: zoneLabel(locale, here) })}
        </button>
      )}
    </div>
  )
}
