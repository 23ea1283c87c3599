import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { to } from '../platform/runtime.ts'
import { EmptyState } from './EmptyState.tsx'

/** Where a page about an answer says that there is none yet. */
export function NoAnswer() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="ask" title={t('useful.empty.title')} text={t('useful.empty.text')}>
      <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
    </EmptyState>
  )
}
