import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useUserRecord } from '../../platform/session.ts'
import styles from './dashboard.module.css'

/** How many answers were not seen yet, and the way to the reader. */
export function FreshNotice() {
  const { t } = useTranslation()
  const count = useUserRecord()?.feedbacks.new_answers ?? 0
  if (count === 0) return null
  return (
    <div className={`notice notice-calm ${styles.fresh}`} role="status">
      <p>{t('dashboard.fresh', { count, n: formatNumber(count) })}</p>
      <Link className="plain-button" to={to('/new-answers')}>
        {t('home.read.action')}
      </Link>
    </div>
  )
}
