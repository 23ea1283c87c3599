import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { Radar } from './Radar.tsx'
import styles from './radar.module.css'
import { FEWEST_AXES, radarAxes } from './radar.ts'
import { SkillList } from './SkillList.tsx'

interface Props {
  skills: readonly SkillStatistics[]
  picked: string | undefined
  onPick: (skill: SkillStatistics['skill']) => void
}

/** The radar chart, whose axes filter the words, and every skill below it; those on the radar have the number of their axis. */
export function RadarView({ skills, picked, onPick }: Props) {
  const { t } = useTranslation()
  const axes = radarAxes(skills)
  const drawn = axes.length >= FEWEST_AXES
  const left = skills.length - axes.length
  return (
    <div className={`${styles.radarBox} stack`}>
      {drawn ? (
        <div className={`card ${styles.radarCard}`}>
          <Radar skills={axes} picked={picked} onPick={onPick} />
          <p className="quiet small">{t('radar.press')}</p>
        </div>
      ) : (
        <p className="card quiet">{t('radar.needs', { n: formatNumber(FEWEST_AXES) })}</p>
      )}
      {drawn && left > 0 ? <p className="quiet small">{t('radar.chosen', { count: axes.length, n: formatNumber(axes.length) })}</p> : null}
      <SkillList skills={skills} axes={drawn ? axes : []} />
    </div>
  )
}
