import { IonButton, IonIcon } from '@ionic/react'
import { COFFEE_MINUTES, MAX_PLACE, MAX_SLOTS } from '@reflet/contract/coffee'
import { closeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import type { FieldProblem } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './coffee.module.css'
import { asMinutes, type Plan } from './coffee.ts'
import { dayIn, lastDay, proposedSlots, type Slot, slotProblems } from './slots.ts'
import { deviceZone } from './zone.ts'

interface Props {
  plan: Plan
  zone: string
  problems: readonly FieldProblem[]
  onChange: (part: Partial<Plan>) => void
}

/** Validation errors of the times, each shown at its field. */
export function usePlanProblems(zone: string) {
  const { t } = useTranslation()
  const words = {
    missing: t('coffee.form.missing'),
    twice: t('coffee.form.twice'),
    slot_in_past: t('errors.slot_in_past'),
    slot_too_far: t('errors.slot_too_far'),
  }
  return ({ slots }: Plan): FieldProblem[] =>
    slotProblems(slots, zone, new Date()).flatMap((problem, place) =>
      problem ? [{ id: `coffee-date-${place}`, message: words[problem] }] : [],
    )
}

/** Up to three times, the length, and the place. */
export function PlanFields({ plan, zone, problems, onChange }: Props) {
  const { t } = useTranslation()
  const { slots, minutes, place } = plan
  const put = (place: number, part: Partial<Slot>) =>
    onChange({ slots: slots.map((slot, index) => (index === place ? { ...slot, ...part } : slot)) })
  const add = () => {
    const [another] = proposedSlots(zone, new Date(), MAX_SLOTS + 1).filter(({ date }) => !slots.some((slot) => slot.date === date))
    if (another) onChange({ slots: [...slots, another] })
  }
  return (
    <section className="stack" aria-labelledby="coffee-when">
      <div>
        <h2 id="coffee-when">{t('coffee.form.when')}</h2>
        <p className="quiet">{zone === deviceZone() ? t('coffee.form.when_hint') : t('coffee.form.when_zone', { zone })}</p>
      </div>
      {slots.map((slot, index) => (
        <SlotFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a time has no other key
          key={index}
          place={index}
          slot={slot}
          zone={zone}
          error={problems.find(({ id }) => id === `coffee-date-${index}`)?.message}
          onChange={(part) => put(index, part)}
          onRemove={slots.length > 1 ? () => onChange({ slots: slots.filter((_, other) => other !== index) }) : undefined}
        />
      ))}
      {slots.length < MAX_SLOTS ? (
        <IonButton className="start" fill="clear" onClick={add}>
          {t('coffee.form.add')}
        </IonButton>
      ) : null}
      <div className={styles.coffeePair}>
        <div className="field">
          <label className="field-label" htmlFor="coffee-minutes">
            {t('coffee.form.minutes')}
          </label>
          <Select id="coffee-minutes" value={minutes} onChange={({ target }) => onChange({ minutes: asMinutes(Number(target.value)) })}>
            {COFFEE_MINUTES.map((one) => (
              <option key={one} value={one}>
                {formatNumber(one, { style: 'unit', unit: 'minute', unitDisplay: 'long' })}
              </option>
            ))}
          </Select>
        </div>
        <Field
          id="coffee-place"
          label={t('coffee.form.place')}
          dir="auto"
          maxLength={MAX_PLACE}
          placeholder={t('coffee.form.place_example')}
          value={place}
          onChange={({ target }) => onChange({ place: target.value })}
        />
      </div>
    </section>
  )
}

interface SlotProps {
  place: number
  slot: Slot
  zone: string
  error: string | undefined
  onChange: (part: Partial<Slot>) => void
  /** Undefined for a single one. */
  onRemove: (() => void) | undefined
}

function SlotFields({ place, slot, zone, error, onChange, onRemove }: SlotProps) {
  const { t } = useTranslation()
  const now = new Date()
  const n = formatNumber(place + 1)
  return (
    <fieldset className={styles.coffeeSlot}>
      <legend className="visually-hidden">{t('coffee.form.slot', { n })}</legend>
      <Field
        id={`coffee-date-${place}`}
        type="date"
        label={t('coffee.form.date')}
        error={error}
        min={dayIn(zone, now)}
        max={lastDay(zone, now)}
        value={slot.date}
        onChange={({ target }) => onChange({ date: target.value })}
      />
      <Field
        id={`coffee-time-${place}`}
        type="time"
        label={t('coffee.form.time')}
        value={slot.time}
        onChange={({ target }) => onChange({ time: target.value })}
      />
      {onRemove ? (
        <button type="button" className="icon-button" aria-label={t('coffee.form.remove', { n })} onClick={onRemove}>
          <IonIcon icon={closeOutline} aria-hidden="true" />
        </button>
      ) : null}
    </fieldset>
  )
}
