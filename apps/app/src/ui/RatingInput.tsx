import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { feelChoice } from '../platform/haptics.ts'
import { formatNumber } from '../platform/locale.ts'
import { FieldError } from './Field.tsx'
import styles from './RatingInput.module.css'

export interface RatingValue {
  rating: number | null
  not_observed: boolean
}

interface Props {
  /** undefined while nothing is selected. */
  value: RatingValue | undefined
  onChange: (value: RatingValue) => void
  legend: string
  /** Hides the legend where a title has the same text. */
  legendHidden?: boolean
  /** Self-evaluations have no “I haven't seen it”. */
  withoutNotObserved?: boolean
  /** On demand: one example of each rating. */
  withExamples?: boolean
  error?: string | undefined
}

const SCALE = [1, 2, 3, 4, 5] as const

/** Five native radio buttons and “I haven't seen it”: keyboard, screen readers and mirroring work natively. */
export function RatingInput({ value, onChange, legend, legendHidden, withoutNotObserved, withExamples, error }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className={styles.rating} data-testid="rating" id={`${id}-group`} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <FieldError id={id} error={error} />
      <div className={styles.ratingScale}>
        {SCALE.map((rating) => (
          <label className={styles.ratingChoice} data-testid="rating-choice" key={rating}>
            <input
              type="radio"
              name={id}
              value={rating}
              checked={value?.rating === rating}
              onChange={() => {
                feelChoice()
                onChange({ rating, not_observed: false })
              }}
            />
            <span className={styles.ratingMark} aria-hidden="true">
              {formatNumber(rating)}
            </span>
            <span className={styles.ratingWords}>
              <strong>{t(`rating.${rating}.label`)}</strong>
              <span>{t(`rating.${rating}.anchor`)}</span>
            </span>
          </label>
        ))}
        {withoutNotObserved ? null : (
          <label className={`${styles.ratingChoice} ${styles.ratingNone}`} data-testid="rating-choice">
            <input
              type="radio"
              name={id}
              value="not_observed"
              checked={value?.not_observed === true}
              onChange={() => onChange({ rating: null, not_observed: true })}
            />
            <span className={styles.ratingMark} aria-hidden="true">
              –
            </span>
            <span className={styles.ratingWords}>
              <strong>{t('rating.not_observed.label')}</strong>
              <span>{t('rating.not_observed.anchor')}</span>
            </span>
          </label>
        )}
      </div>
      {withExamples ? <Examples /> : null}
    </fieldset>
  )
}

function Examples() {
  const { t } = useTranslation()
  return (
    <details className={styles.examples}>
      <summary className="plain-button">{t('rating.examples')}</summary>
      <dl>
        {SCALE.map((rating) => (
          <div key={rating}>
            <dt>
              <span aria-hidden="true">{formatNumber(rating)} · </span>
              {t(`rating.${rating}.label`)}
            </dt>
            <dd>{t(`rating.${rating}.example`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
