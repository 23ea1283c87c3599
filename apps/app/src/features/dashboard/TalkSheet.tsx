import type { User } from '@reflet/contract/people'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { useTranslation } from 'react-i18next'
import { WITH_YEAR } from '../../platform/days.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate, formatMean, formatNumber } from '../../platform/locale.ts'
import chartStyles from '../../ui/chart.module.css'
import styles from './dashboard.module.css'
import { usePeriod } from './period.ts'
import { Radar } from './Radar.tsx'
import radarStyles from './radar.module.css'
import { FEWEST_AXES, radarAxes } from './radar.ts'
import { SheetSkill } from './SheetSkill.tsx'
import talkStyles from './talk.module.css'
import { NOTES, startOf, type Talk } from './talk.ts'

interface Props {
  user: User
  skills: readonly SkillStatistics[]
  talk: Talk
}

function Head({ user }: { user: User }) {
  const { t } = useTranslation()
  const months = usePeriod()
  const now = Date.now()
  const period = { from: formatDate(startOf(months, now), WITH_YEAR), until: formatDate(now, WITH_YEAR) }
  return (
    <header className={talkStyles.sheetHead}>
      <div>
        <h2>{t('talk.title')}</h2>
        <p className={talkStyles.sheetName}>
          <bdi>{fullName(user)}</bdi>
        </p>
        <p className="quiet">
          {[user.job_title, user.company.name].filter(Boolean).map((word, index) => (
            <span key={word}>
              {index > 0 ? ' · ' : null}
              <bdi>{word}</bdi>
            </span>
          ))}
        </p>
      </div>
      <dl>
        <div>
          <dt>{t('period.label')}</dt>
          <dd>{t('talk.period', period)}</dd>
        </div>
        <div>
          <dt>{t('talk.date')}</dt>
          <dd>{formatDate(now, WITH_YEAR)}</dd>
        </div>
      </dl>
    </header>
  )
}

function Figures({ skills, axes }: { skills: readonly SkillStatistics[]; axes: readonly SkillStatistics[] }) {
  const { t } = useTranslation()
  return (
    <table className={talkStyles.sheetTable} aria-label={t('radar.caption')}>
      <thead>
        <tr>
          <th scope="col">{t('skill.title')}</th>
          <th scope="col">{t('talk.others')}</th>
          <th scope="col" aria-label={t('talk.n')}>
            <span className={talkStyles.sheetCount}>{t('talk.n')}</span>
            <span className={talkStyles.sheetN}>n</span>
          </th>
          <th scope="col">{t('talk.self')}</th>
          <th scope="col">{t('dashboard.view.mirror')}</th>
        </tr>
      </thead>
      <tbody>
        {skills.map((one) => (
          <tr key={one.skill.id}>
            <th scope="row" dir="auto">
              {axes.includes(one) ? (
                <span
                  className={`${radarStyles.axisNumber} ${talkStyles.sheetAxis}`}
                  aria-hidden="true"
                  data-number={formatNumber(axes.indexOf(one) + 1)}
                />
              ) : null}
              {one.skill.name}
              <span className={talkStyles.sheetMirror} aria-hidden="true">
                {t(`mirror.${one.mirror}.label`)}
              </span>
            </th>
            <td className={talkStyles.sheetOthers}>{formatMean(one.score)}</td>
            <td>{formatNumber(one.n)}</td>
            <td className={talkStyles.sheetSelf}>{one.self ? formatNumber(one.self.rating) : '–'}</td>
            <td>{t(`mirror.${one.mirror}.label`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Space for handwriting. */
const BlankLines = () => (
  <div className={talkStyles.sheetLines} aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)

/** The printed document for the annual review: two pages of A4, black on white in both colour schemes. */
export function TalkSheet({ user, skills, talk }: Props) {
  const { t } = useTranslation()
  const axes = radarAxes(skills)
  const drawn = axes.length >= FEWEST_AXES
  const wordsOn = ({ skill }: SkillStatistics) => talk.words[skill.id] ?? []
  // Skills with quotes are full width: they come first, so that the narrow ones fill pairs without a gap.
  const inOrder = [...skills].sort((a, b) => Math.sign(wordsOn(b).length) - Math.sign(wordsOn(a).length))
  return (
    <article className={talkStyles.talkSheet} aria-label={t('talk.title')}>
      <Head user={user} />
      <div className={styles.legend}>
        <span className={chartStyles.othersWord}>{t('dashboard.legend.others')}</span>
        <span className={chartStyles.selfWord}>{t('dashboard.legend.self')}</span>
      </div>
      {drawn ? <Radar skills={axes} silent /> : null}
      <Figures skills={skills} axes={drawn ? axes : []} />
      <p className="quiet small">
        {t('talk.scale')} {t('talk.foot')}
      </p>
      <div className={talkStyles.sheetSkills}>
        {inOrder.map((one) => (
          <SheetSkill key={one.skill.id} statistics={one} ticked={wordsOn(one)} withNames={talk.with_names} />
        ))}
      </div>
      {NOTES.map((note) => (
        <section className={talkStyles.sheetNote} key={note}>
          <h3>{t(`talk.notes.${note}`)}</h3>
          {talk.notes[note].trim() ? <p dir="auto">{talk.notes[note]}</p> : <BlankLines />}
        </section>
      ))}
    </article>
  )
}
