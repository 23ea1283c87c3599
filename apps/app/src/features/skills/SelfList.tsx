import { isSelfEvaluationDue } from '@reflet/contract/skills'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { relativeTime } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import { SameButton } from './SameButton.tsx'
import type { Ratings } from './skills.api.ts'
import styles from './skills.module.css'

interface Props {
  skills: readonly SkillStatistics[]
  ratings: Ratings
  /** The skill that is open beside the list. */
  openId: string | undefined
  onOpen: (skillId: string) => void
  onRate: (skillId: string, rating: number | undefined) => void
}

/** My skills with their last self-evaluation, and a button to confirm it. */
export const SelfList = ({ skills, ratings, openId, onOpen, onRate }: Props) => (
  <ul className={styles.selfList} data-testid="self-list">
    {skills.map((statistics) => {
      const { skill, self } = statistics
      return (
        <li key={skill.id}>
          <button type="button" className="option" aria-current={openId === skill.id ? 'true' : undefined} onClick={() => onOpen(skill.id)}>
            <span>
              <strong dir="auto">{skill.name}</strong>
              <State statistics={statistics} rating={ratings[skill.id]} />
            </span>
          </button>
          {self ? (
            <SameButton
              skill={skill.name}
              pressed={ratings[skill.id] === self.rating}
              onPress={(same) => onRate(skill.id, same ? self.rating : undefined)}
            />
          ) : null}
        </li>
      )
    })}
  </ul>
)

function State({ statistics: { self }, rating }: { statistics: SkillStatistics; rating: number | undefined }) {
  const { t } = useTranslation()
  const label = (value: number) => t(`rating.${value as 1 | 2 | 3 | 4 | 5}.label`)
  if (rating !== undefined)
    return <span className={`${chartStyles.selfWord} ${styles.selfNow} small`}>{t('self.now', { rating: label(rating) })}</span>
  if (!self) return <span className="quiet small">{t('self.never')}</span>
  return (
    <span
      className={isSelfEvaluationDue(self.created_at, Date.now()) ? `${styles.selfDue} small` : 'quiet small'}
    >{`${label(self.rating)} · ${relativeTime(self.created_at)}`}</span>
  )
}
