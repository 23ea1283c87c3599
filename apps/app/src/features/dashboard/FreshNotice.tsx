import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { to } from '../../platform/paths.ts'
import { useUserRecord } from '../../platform/session.ts'
import { newAnswersOf, useCounts } from '../../ui/counts.ts'
import { useErrorText } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { markSeen } from '../feedback/received-answers/seen.api.ts'
import styles from './dashboard.module.css'
import { readNew } from './reader.api.ts'

/** How many answers were not seen yet, the way to the reader, and a button for who reads them in the list. */
export function FreshNotice() {
  const { t } = useTranslation()
  const say = useCounts()
  const record = useUserRecord()
  const count = record ? newAnswersOf(record) : 0
  const toast = useToast()
  const words = useErrorText()
  const seeAll = useMutation({
    mutationFn: () => readNew(),
    onSuccess: markSeen,
    onError: (failure) => toast(words(failure)),
  })
  if (count === 0) return null
  return (
    <div className={`notice notice-calm ${styles.fresh}`} role="status">
      <p>{say.newAnswers(count)}</p>
      <Link className="plain-button" to={to('/new-answers')}>
        {t('home.read.action')}
      </Link>
      <button type="button" className="plain-button" disabled={seeAll.isPending} onClick={() => seeAll.mutate()}>
        {t('home.read_all')}
      </button>
    </div>
  )
}
