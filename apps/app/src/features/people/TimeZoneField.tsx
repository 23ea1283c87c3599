import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/locale.ts'
import { described, FieldFrame } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { deviceZone, listedZone, type ZoneGroup, zoneGroups, zoneLabel } from './timeZones.ts'

interface Props {
  id: string
  value: string
  error: string | undefined
  onChange: (timeZone: string) => void
}

/** Performance: the names of all zones are computed after the form is shown. */
function useZoneGroups() {
  const locale = useLocale()
  const [groups, setGroups] = useState<readonly ZoneGroup[]>([])
  useEffect(() => {
    const timer = window.setTimeout(() => setGroups(zoneGroups(locale)), 50)
    return () => window.clearTimeout(timer)
  }, [locale])
  return groups
}

/** A native select, by region; a button selects the device's zone. */
export function TimeZoneField({ id, value, error, onChange }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const groups = useZoneGroups()
  const hint = t('edit_profile.time_zone_hint')
  const here = deviceZone()
  const chosen = listedZone(value)
  const listed = groups.some(({ zones }) => zones.some((zone) => zone.id === chosen))
  return (
    <FieldFrame id={id} label={t('edit_profile.time_zone')} hint={hint} error={error}>
      <Select {...described({ id, hint, error })} value={chosen} onChange={({ target }) => onChange(target.value)}>
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
    </FieldFrame>
  )
}
