import type { Recurrence } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../../platform/lists.ts'
import { formatDate } from '../../../platform/locale.ts'
import styles from './recurrences.module.css'
import { usePlanWords } from './words.ts'

interface Props {
  recurrences: readonly Recurrence[]
  /** The one that is open beside the list. */
  openId: string | undefined
  onOpen: (id: string) => void
}

export const RecurrenceList = ({ recurrences, openId, onOpen }: Props) => (
  <ul className={styles.recurrenceList} data-testid="recurrence-list">
    {recurrences.map((one) => (
      <li key={one.id}>
        <button type="button" className="option" aria-current={openId === one.id ? 'true' : undefined} onClick={() => onOpen(one.id)}>
          <span>
            <strong dir="auto">{formatList(one.skills.map(({ name }) => name))}</strong>
            <Line recurrence={one} />
          </span>
        </button>
      </li>
    ))}
  </ul>
)

function Line({ recurrence }: { recurrence: Recurrence }) {
  const { t } = useTranslation()
  const words = usePlanWords()
  const next = recurrence.next_rounds[0]
  const when = next ? t('recur.next_on', { date: formatDate(next.at) }) : t(`recur.state.${recurrence.state}`)
  return <span className="quiet small">{`${words.every(recurrence.every)} · ${when}`}</span>
}
