import { useTranslation } from 'react-i18next'
import { formatNumber } from '../platform/locale.ts'
import styles from './AnswerWords.module.css'

interface Answer {
  rating: number | null
  not_observed: boolean
  situation: string | null
  keep: string | null
  improve: string | null
}

const PARTS = ['situation', 'keep', 'improve'] as const

/** An answer on a skill: the rating in words, then the written parts. */
export function AnswerWords({ answer }: { answer: Answer }) {
  const { t } = useTranslation()
  return (
    <div className={`${styles.answerWords} answer-words`}>
      <p className={styles.answerRating}>
        {answer.rating === null ? (
          t('rating.not_observed.label')
        ) : (
          <>
            <span className={styles.ratingDot} aria-hidden="true">
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

/** The written parts only. */
export function WrittenParts({ parts }: { parts: Pick<Answer, 'situation' | 'keep' | 'improve'> }) {
  const { t } = useTranslation()
  const written = PARTS.filter((part) => parts[part])
  if (written.length === 0) return null
  return (
    <dl>
      {written.map((part) => (
        <div key={part}>
          <dt>{t(`answer.${part}.label`)}</dt>
          <dd dir="auto">{parts[part]}</dd>
        </div>
      ))}
    </dl>
  )
}
