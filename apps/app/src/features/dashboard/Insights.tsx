import type { Mirror, SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatList } from '../../platform/lists.ts'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import styles from './dashboard.module.css'
import { formatMean } from './figures.ts'
import { gapOf } from './insights.ts'
import { MirrorChip } from './MirrorChip.tsx'

const SAID = ['hidden_strength', 'blind_spot', 'strength', 'to_develop'] as const satisfies readonly Mirror[]
/** The first two kinds say most; the others are said when there is none of them. */
const FIRST = SAID.slice(0, 2)

/** The skill whose two views differ most, with both as evidence. */
function Evidence({ statistics: { skill, score, self, n, mirror } }: { statistics: SkillStatistics }) {
  const { t } = useTranslation()
  const figures = { self: formatNumber(self?.rating ?? 0), score: formatMean(score), count: n, n: formatNumber(n) }
  return (
    <li>
      <Link className={`plain-button ${styles.evidence}`} to={to(`/skill-statistics/${skill.id}`)}>
        <span className={styles.skillCardHead}>
          <strong dir="auto">{skill.name}</strong>
          <MirrorChip mirror={mirror} />
        </span>
        <span className="line quiet small">{t('insights.evidence', figures)}</span>
      </Link>
    </li>
  )
}

/** What the comparison of the two views says, in a sentence, with one skill of each kind as evidence. */
export function Insights({ skills }: { skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  const found = SAID.map((mirror) => ({ mirror, all: skills.filter((one) => one.mirror === mirror) })).filter(({ all }) => all.length > 0)
  const differing = found.filter(({ mirror }) => FIRST.some((one) => one === mirror))
  const said = differing.length > 0 ? differing : found
  if (said.length === 0) return null
  const sentence = formatList(said.map(({ mirror, all }) => t(`insights.${mirror}`, { count: all.length, n: formatNumber(all.length) })))
  return (
    <section className={`card stack ${styles.insights}`} data-testid="insights" aria-labelledby="insights">
      <h2 id="insights">{sentence}</h2>
      <ul>
        {said.map(({ mirror, all }) => {
          const [most] = [...all].sort((a, b) => gapOf(b) - gapOf(a))
          return most ? <Evidence key={mirror} statistics={most} /> : null
        })}
      </ul>
    </section>
  )
}
