import type { PlannedRound } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { formatDate, formatList } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'

/** Who is asked when, for the next rounds. */
export function Rounds({ rounds }: { rounds: readonly PlannedRound[] }) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-label={t('recur.rounds')}>
      <div>
        <h2>{t('recur.rounds')}</h2>
        <p className="quiet small">{t('recur.rounds_hint')}</p>
      </div>
      <ol className="rounds">
        {rounds.map(({ at, members }) => (
          <li key={at} className="card">
            <strong>
              <time dateTime={at}>{formatDate(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</time>
            </strong>
            <span dir="auto">
              {members.length > 0 ? formatList(members.map((member) => fullName(member, member.email))) : t('recur.nobody_free')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
