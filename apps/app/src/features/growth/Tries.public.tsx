import { IonButton } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { triesQuery } from './growth.api.ts'
import { TryCard } from './TryCard.public.tsx'

/** Shown on another page. */
const SHOWN = 2

/** "What I am trying" as a section of the dashboard: the due ones first; nothing until I said what I will try. */
export function Tries() {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(triesQuery({ status: 'trying' }))
  const tries = data?.pages.flatMap((page) => page.tries) ?? []
  if (tries.length === 0) return null
  return (
    <section className="stack" aria-label={t('growth.title')}>
      <h2>{t('growth.title')}</h2>
      {tries.slice(0, SHOWN).map((one) => (
        <TryCard key={one.id} one={one} />
      ))}
      <IonButton className="start" fill="clear" routerLink={to('/growth')}>
        {t('growth.all')}
        <span className="visually-hidden">: {t('growth.title')}</span>
      </IonButton>
      <TrustLine>{t('growth.trust')}</TrustLine>
    </section>
  )
}
