import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { chooseLoginLocale } from '../../platform/locale.ts'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import styles from './gate.module.css'
import { ServerLine } from './ServerLine.tsx'

export function GateFoot() {
  const { t } = useTranslation()
  return (
    <div className={styles.gateFoot} data-testid="gate-foot">
      {import.meta.env.MODE === 'native' ? <ServerLine /> : null}
      <LanguageSelect onChange={chooseLoginLocale} />
      <div className={styles.gateLinks}>
        <Link to="/terms">{t('login.terms')}</Link>
        <Link to="/terms?doc=privacy">{t('login.privacy')}</Link>
      </div>
    </div>
  )
}
