import { MAX_PER_ROUND, MAX_ROUNDS } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { dayFromNow } from '../../../platform/days.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import feedbackStyles from '../feedback.module.css'
import { type PlanDraft, perRoundOf, RHYTHMS, ROUNDS } from './recurrence.ts'
import { usePlanWords } from './words.ts'

interface Props {
  plan: PlanDraft
  /** A saved one keeps its start date. */
  saved: boolean
  onChange: (part: Partial<PlanDraft>) => void
}

const byValue = (numbers: readonly number[], value: number) => [...new Set([...numbers, value])].sort((a, b) => a - b)

/** Interval, number of people per round, start and end. */
export function Rhythm({ plan, saved, onChange }: Props) {
  const { t } = useTranslation()
  const words = usePlanWords()
  const rhythms = RHYTHMS.some(({ unit, count }) => unit === plan.every.unit && count === plan.every.count)
    ? RHYTHMS
    : [...RHYTHMS, plan.every]
  const most = Math.max(1, Math.min(plan.people.length, MAX_PER_ROUND))
  const counts = Array.from({ length: most }, (_, place) => place + 1)
  return (
    <section className="stack" aria-label={t('recur.rhythm_title')}>
      <h2>{t('recur.rhythm_title')}</h2>
      <div>
        <label className="field-label" htmlFor="recur-every">
          {t('recur.rhythm')}
        </label>
        <Select
          id="recur-every"
          value={rhythms.findIndex(({ unit, count }) => unit === plan.every.unit && count === plan.every.count)}
          onChange={({ target }) => onChange({ every: rhythms[Number(target.value)] ?? plan.every })}
        >
          {rhythms.map((every, place) => (
            <option key={`${every.unit}${every.count}`} value={place}>
              {words.every(every)}
            </option>
          ))}
        </Select>
      </div>
      <div>
        <label className="field-label" htmlFor="recur-per-round">
          {t('recur.per_round')}
        </label>
        <p className="field-hint">{t('recur.per_round_hint')}</p>
        <Select id="recur-per-round" value={perRoundOf(plan)} onChange={({ target }) => onChange({ perRound: Number(target.value) })}>
          {counts.map((count) => (
            <option key={count} value={count}>
              {words.perRound(count)}
            </option>
          ))}
        </Select>
      </div>
      {saved ? null : (
        <Field
          id="recur-starts"
          type="date"
          label={t('recur.starts')}
          hint={t('recur.starts_hint')}
          min={dayFromNow(0)}
          value={plan.startsOn}
          onChange={({ target }) => onChange({ startsOn: target.value })}
        />
      )}
      <fieldset className={feedbackStyles.choose}>
        <legend className="field-label">{t('recur.until')}</legend>
        {(['rounds', 'date'] as const).map((by) => (
          <label className="option" key={by}>
            <input type="radio" name="recur-ends" checked={plan.endsBy === by} onChange={() => onChange({ endsBy: by })} />
            <span>
              <strong>{t(`recur.ends_by.${by}`)}</strong>
            </span>
          </label>
        ))}
        {plan.endsBy === 'rounds' ? (
          <Select
            aria-label={t('recur.ends_by.rounds')}
            value={plan.rounds}
            onChange={({ target }) => onChange({ rounds: Number(target.value) })}
          >
            {byValue(ROUNDS, plan.rounds)
              .filter((rounds) => rounds <= MAX_ROUNDS)
              .map((rounds) => (
                <option key={rounds} value={rounds}>
                  {t('recur.ends_rounds', { count: rounds, n: formatNumber(rounds) })}
                </option>
              ))}
          </Select>
        ) : (
          <input
            type="date"
            className="field-input"
            aria-label={t('recur.ends_by.date')}
            min={plan.startsOn}
            value={plan.endsOn}
            onChange={({ target }) => onChange({ endsOn: target.value })}
          />
        )}
      </fieldset>
    </section>
  )
}
