import { IonButton } from '@ionic/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoggedIn } from '../platform/identity.ts'
import { homePath, loginPath } from '../platform/runtime.ts'
import { EmptyState } from './EmptyState.tsx'

/** What the links that we mail, or that a code holds, are for. */
export type LinkKind = 'answer' | 'event' | 'coffee' | 'manager'

interface Props {
  kind: LinkKind
  /** Why a link that worked does so no longer; without it the address was never one of ours. */
  ended?: string
  children?: ReactNode
}

/** A link that leads nowhere: what happened, how to get a new one, and the login. */
export function BrokenLink({ kind, ended, children }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  return (
    <div className="broken-link">
      <EmptyState drawing="error" title={t(ended ? 'guest.ended' : 'broken_link.title')} text={ended ?? t('broken_link.text')}>
        <p>{t(`broken_link.renew.${kind}`)}</p>
        {loggedIn ? (
          <IonButton fill="outline" routerLink={homePath} routerDirection="root">
            {t('common.home')}
          </IonButton>
        ) : (
          <>
            <p>{t('broken_link.account')}</p>
            {/* A new load: a guest's link opens without reading a session that may be there. */}
            <IonButton fill="outline" href={loginPath}>
              {t('login.submit')}
            </IonButton>
          </>
        )}
        {children}
      </EmptyState>
    </div>
  )
}
