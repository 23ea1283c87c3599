import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../platform/locale.ts'

export interface RatingValue {
  rating: number | null
  not_observed: boolean
}

interface Props {
  /** undefined while nothing is chosen. */
  value: RatingValue | undefined
  onChange: (value: RatingValue) => void
  legend: string
  /** Hides the legend where a title says the same. */
  legendHidden?: boolean
  /** Self-evaluations have no “I haven't seen it”. */
  withoutNotObserved?: boolean
  error?: string | undefined
}

const SCALE = [1, 2, 3, 4, 5] as const

/** Five native radio buttons and “I haven't seen it”: arrow keys, screen readers and mirroring come with them. */
export function RatingInput({ value, onChange, legend, legendHidden, withoutNotObserved, error }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className="rating" id={`${id}-group`} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <div className="rating-scale">
        {SCALE.map((rating) => (
          <label className="rating-choice" key={rating}>
            <input
              type="radio"
              name={id}
              value={rating}
              checked={value?.rating === rating}
              onChange={() => onChange({ rating, not_observed: false })}
            />
            <span className="rating-mark" aria-hidden="true">
              {formatNumber(rating)}
            </span>
            <span className="rating-words">
              <strong>{t(`rating.${rating}.label`)}</strong>
              <span>{t(`rating.${rating}.anchor`)}</span>
            </span>
          </label>
        ))}
        {withoutNotObserved ? null : (
          <label className="rating-choice rating-none">
            <input
              type="radio"
              name={id}
              value="not_observed"
              checked={value?.not_observed === true}
              onChange={() => onChange({ rating: null, not_observed: true })}
            />
            <span className="rating-mark" aria-hidden="true">
              –
            </span>
            <span className="rating-words">
              <strong>{t('rating.not_observed.label')}</strong>
              <span>{t('rating.not_observed.anchor')}</span>
            </span>
          </label>
        )}
      </div>
    </fieldset>
  )
}
