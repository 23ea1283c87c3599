import type { Try } from '@reflet/contract/growth'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { AnswerWords } from '../../ui/AnswerWords.tsx'
import { triesQuery } from './growth.api.ts'
import styles from './growth.module.css'

/** The answer at which I said what I will try beside the newest one of the same person on the same skill: ratings and words. */
export function Compared({ one }: { one: Try }) {
  const { t } = useTranslation()
  if (!one.after) return null
  const sides = [
    { label: t('growth.before'), answer: one.before },
    { label: t('growth.after'), answer: one.after },
  ]
  return (
    <div className={styles.compared}>
      {sides.map(({ label, answer }) => (
        <section key={answer.id} className={styles.side} aria-label={label}>
          <p className="quiet small">
            <strong>{label}</strong> · {formatDate(answer.answered_at)}
          </p>
          <AnswerWords answer={answer} />
        </section>
      ))}
    </div>
  )
}

/** Of one skill: what I tried between two answers of the same person; nothing until there is such a pair. */
export function BeforeAfter({ skillId }: { skillId: string }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(triesQuery({ skill_id: skillId }))
  const pairs = data?.pages.flatMap((page) => page.tries).filter(({ after }) => after) ?? []
  if (pairs.length === 0) return null
  return (
    <section className="stack" aria-label={t('growth.compare')}>
      <h2>{t('growth.compare')}</h2>
      {pairs.map((one) => (
        <article key={one.id} className={`card stack ${styles.try}`}>
          <header>
            <h3>
              <bdi>{fullName(one.giver, t('answers.former'))}</bdi>
            </h3>
            <p className="quiet small">{t('growth.text')}</p>
          </header>
          <blockquote className={styles.words} dir="auto">
            {one.text}
          </blockquote>
          <Compared one={one} />
        </article>
      ))}
    </section>
  )
}
