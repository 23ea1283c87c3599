import { COUNTING_DAYS } from '@reflet/contract/counting'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { useUser } from '../../../platform/session.ts'

/** For administrators, where they choose confidential answers: who counts. Nothing for anyone else. */
export function AdministratorHint() {
  const { t } = useTranslation()
  const me = useUser()
  return me?.role === 'admin' ? <p className="quiet small">{t('ask.words.administrator', { n: formatNumber(COUNTING_DAYS) })}</p> : null
}
