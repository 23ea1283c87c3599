import { useTranslation } from 'react-i18next'
import { formatNumber } from '../platform/locale.ts'

interface Answer {
  rating: number | null
  not_observed: boolean
  situation: string | null
  keep: string | null
  improve: string | null
}

const PARTS = ['situation', 'keep', 'improve'] as const

/** What somebody said of a skill: the rating in words, then only the parts that were written. */
export function AnswerWords({ answer }: { answer: Answer }) {
  const { t } = useTranslation()
  return (
    <div className="answer-words">
      <p className="answer-rating">
        {answer.rating === null ? (
          t('rating.not_observed.label')
        ) : (
          <>
            <span className="rating-dot" aria-hidden="true">
              {formatNumber(answer.rating)}
            </span>
            {t(`rating.${answer.rating as 1 | 2 | 3 | 4 | 5}.label`)}
          </>
        )}
      </p>
      <WrittenParts parts={answer} />
    </div>
  )
}

/** The written parts alone, for where ratings stand elsewhere. */
export function WrittenParts({ parts }: { parts: Pick<Answer, 'situation' | 'keep' | 'improve'> }) {
  const { t } = useTranslation()
  const written = PARTS.filter((part) => parts[part])
  if (written.length === 0) return null
  return (
    <dl>
      {written.map((part) => (
        <div key={part}>
          <dt>{t(`answer.${part}.short`)}</dt>
          <dd dir="auto">{parts[part]}</dd>
        </div>
      ))}
    </dl>
  )
}
