import { IonButton } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { to } from '../platform/paths.ts'
import { EmptyState } from './EmptyState.tsx'

/** The empty state of a page about an answer. */
export function NoAnswer() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="ask" title={t('useful.empty.title')} text={t('useful.empty.text')}>
      <IonButton routerLink={to('/my-skills')}>{t('home.ask')}</IonButton>
    </EmptyState>
  )
}
