import { checkmarkCircle } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { SkillHeading } from '../../../ui/SkillHeading.tsx'
import styles from './skill-step.module.css'

interface Props {
  skill: { name: string; description: string }
  /** The step of this skill, from 1. */
  n: number
  total: number
  /** How many answers of these skills were sent. */
  sent?: number
  tour?: string
}

/** Heading of one skill of several: the progress, and what was sent so far as a live region. */
export const SkillStep = ({ skill, n, total, sent = 0, tour }: Props) => (
  <SkillHeading skill={skill} tour={tour}>
    <p className={styles.sent} data-testid="sent-so-far" role="status">
      <SentSoFar sent={total > 1 ? sent : 0} total={total} />
    </p>
    {total > 1 ? <StepLine n={n} total={total} /> : null}
  </SkillHeading>
)

function SentSoFar({ sent, total }: { sent: number; total: number }) {
  const { t } = useTranslation()
  if (sent === 0) return null
  return (
    <>
      <Icon icon={checkmarkCircle} size="1.25rem" />
      {t('answer.sent_of', { n: formatNumber(sent), total: formatNumber(total) })}
    </>
  )
}

function StepLine({ n, total }: { n: number; total: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.step}>
      <p className="quiet small">{t('answer.step', { n: formatNumber(n), total: formatNumber(total) })}</p>
      <span className={styles.bars} aria-hidden="true">
        {Array.from({ length: total }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no other key
          <i key={at} className={at < n ? styles.isReached : undefined} />
        ))}
      </span>
    </div>
  )
}
