import type { Mirror, SkillStatistics } from '@reflet/contract/statistics'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatList } from '../../platform/lists.ts'
import { formatMean, formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import styles from './dashboard.module.css'
import { byGap } from './insights.ts'
import { MirrorChip } from './MirrorChip.tsx'

const SAID = ['hidden_strength', 'blind_spot', 'strength', 'to_develop'] as const satisfies readonly Mirror[]
/** The first two kinds say most; the others are said when there is none of them. */
const FIRST = SAID.slice(0, 2)
/** Skills before all of them are asked for. */
const FEW = 4

/** A skill with both views as evidence. */
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

/** What the comparison of the two views says, in a sentence, with each of its skills as evidence, what differs most first. */
export function Insights({ skills }: { skills: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const found = SAID.map((mirror) => ({ mirror, all: skills.filter((one) => one.mirror === mirror) })).filter(({ all }) => all.length > 0)
  const differing = found.filter(({ mirror }) => FIRST.some((one) => one === mirror))
  const said = differing.length > 0 ? differing : found
  if (said.length === 0) return null
  const sentence = formatList(said.map(({ mirror, all }) => t(`insights.${mirror}`, { count: all.length, n: formatNumber(all.length) })))
  const evidence = byGap(said.flatMap(({ all }) => all))
  return (
    <section className={`card stack ${styles.insights}`} data-testid="insights" aria-labelledby="insights">
      <h2 id="insights">{sentence}</h2>
      <ul>
        {(isWhole ? evidence : evidence.slice(0, FEW)).map((statistics) => (
          <Evidence key={statistics.skill.id} statistics={statistics} />
        ))}
      </ul>
      {!isWhole && evidence.length > FEW ? (
        <button type="button" className="plain-button start" onClick={() => setWhole(true)}>
          {t('answers.filter.clear')}
        </button>
      ) : null}
    </section>
  )
}
