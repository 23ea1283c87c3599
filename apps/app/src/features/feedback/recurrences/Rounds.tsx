import type { PlannedRound } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { formatDate } from '../../../platform/locale.ts'
import { Names } from '../../../ui/Names.tsx'
import styles from './recurrences.module.css'

interface Props {
  rounds: readonly PlannedRound[]
  /** They are those of an earlier plan, until the new ones arrive. */
  busy?: boolean
}

/** The people of the next rounds. */
export function Rounds({ rounds, busy = false }: Props) {
  const { t } = useTranslation()
  return (
    <section className="stack" aria-label={t('recur.rounds')}>
      <div>
        <h2>{t('recur.rounds')}</h2>
        <p className="quiet small">{t('recur.rounds_hint')}</p>
      </div>
      <ol className={styles.rounds} aria-busy={busy}>
        {rounds.map(({ at, members }) => (
          <li key={at} className="card">
            <strong>
              <time dateTime={at}>{formatDate(at, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</time>
            </strong>
            <span>
              {members.length > 0 ? <Names names={members.map((member) => fullName(member, member.email))} /> : t('recur.nobody_free')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
