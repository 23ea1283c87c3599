import { IonRouterLink } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { chooseLocale } from '../../platform/locale.ts'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'

export function GateFoot() {
  const { t } = useTranslation()
  return (
    <div className="gate-foot">
      <LanguageSelect onChange={chooseLocale} />
      <div className="gate-links">
        <IonRouterLink routerLink="/terms">{t('login.terms')}</IonRouterLink>
        <IonRouterLink routerLink="/terms?doc=privacy">{t('login.privacy')}</IonRouterLink>
      </div>
    </div>
  )
}
