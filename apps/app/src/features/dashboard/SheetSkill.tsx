import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import answerStyles from '../../ui/AnswerWords.module.css'
import { WrittenParts } from '../../ui/AnswerWords.tsx'
import chartStyles from '../../ui/chart.module.css'
import { useCounts } from '../../ui/counts.ts'
import { Distribution } from './Distribution.tsx'
import { formatNewest } from './figures.ts'
import { useSource } from './TalkWords.tsx'
import talkStyles from './talk.module.css'
import { useWords } from './useWords.ts'

interface Quoted {
  skillId: string
  ticked: readonly string[]
  withNames: boolean
}

/** The selected quotes of a skill, in the order in which they were written. */
function Quotes({ skillId, ticked, withNames }: Quoted) {
  const source = useSource()
  const { words } = useWords(skillId, ticked)
  return words
    .filter(({ key }) => ticked.includes(key))
    .map((one) => (
      <blockquote className={`${answerStyles.answerWords} answer-words`} key={one.key}>
        <WrittenParts parts={one} />
        <footer className="quiet small" dir="auto">
          {source(one, withNames)}
        </footer>
      </blockquote>
    ))
}

interface Props {
  statistics: SkillStatistics
  ticked: readonly string[]
  withNames: boolean
}

/** One skill in the document: the distribution of ratings, and the selected quotes. */
export function SheetSkill({ statistics: { skill, score, n, self, distribution, newest_at }, ticked, withNames }: Props) {
  const { t } = useTranslation()
  const { score: scoreText } = useCounts()
  return (
    <section className={ticked.length > 0 ? `${talkStyles.sheetSkill} ${talkStyles.hasWords}` : talkStyles.sheetSkill}>
      <div>
        <h3 dir="auto">{skill.name}</h3>
        <p className="small">
          <span className={chartStyles.othersWord}>{scoreText(score, n)}</span>
          {self ? <span className={chartStyles.selfWord}>{t('dashboard.self', { rating: formatNumber(self.rating) })}</span> : null}
          {n > 0 && newest_at ? <span>{t('dashboard.newest', { date: formatNewest(newest_at) })}</span> : null}
        </p>
      </div>
      {n > 0 ? <Distribution distribution={distribution} /> : null}
      {ticked.length > 0 ? (
        <div className={talkStyles.sheetWords}>
          <Quotes skillId={skill.id} ticked={ticked} withNames={withNames} />
        </div>
      ) : null}
    </section>
  )
}
