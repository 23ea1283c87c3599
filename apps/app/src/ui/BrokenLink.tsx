import { IonButton } from '@ionic/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoggedIn } from '../platform/current-user.ts'
import { homePath, loginPath } from '../platform/paths.ts'
import { EmptyState } from './EmptyState.tsx'

/** The kinds of links in mails and QR codes. */
export type LinkKind = 'answer' | 'event' | 'coffee' | 'manager'

interface Props {
  kind: LinkKind
  /** Why a formerly valid link is invalid; undefined for an unknown one. */
  ended?: string
  children?: ReactNode
}

/** The page of an invalid link: an explanation, how to get a new one, and the login. */
export function BrokenLink({ kind, ended, children }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  return (
    <div data-testid="broken-link">
      <EmptyState drawing="error" title={t(ended ? 'guest.ended' : 'broken_link.title')} text={ended ?? t('broken_link.text')}>
        <p>{t(`broken_link.renew.${kind}`)}</p>
        {loggedIn ? (
          <IonButton fill="outline" routerLink={homePath} routerDirection="root">
            {t('common.home')}
          </IonButton>
        ) : (
          <>
            <p>{t('broken_link.account')}</p>
            {/* A full page load: a guest's link opens without an existing session. */}
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
