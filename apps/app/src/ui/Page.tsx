import {
  IonBackButton,
  IonButtons,
  IonContent,
  IonFooter,
  IonHeader,
  IonMenuButton,
  IonTitle,
  IonToolbar,
  useIonViewDidEnter,
} from '@ionic/react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useLoggedIn } from '../platform/identity.ts'
import { isNative, to } from '../platform/runtime.ts'
import { usePageElement } from './page-element.ts'
import { type Shows, useRefresh } from './Refresh.tsx'

interface Props {
  title: string
  children?: ReactNode
  /** Where “back” leads when there is no history, as `/dashboard`. Without it the page is a root and shows the menu. */
  back?: string
  /** Buttons at the end of the title bar. */
  actions?: ReactNode
  /** The primary action: within thumb reach on a phone. */
  footer?: ReactNode
  /** What it shows of the server, for pull to refresh. */
  shows: Shows
  /** Room for `<div className="panes">`: list and detail stand side by side from 1,200 px on. */
  wide?: boolean
}

/** Pages stay mounted behind each other: only the visible one names the window. */
export function useDocumentTitle(title: string) {
  const page = usePageElement()
  const { pathname, search } = useLocation()
  const name = () => {
    const element = page.current
    if (element && !element.closest('.ion-page-hidden')) document.title = `${title} · Reflet`
  }
  useIonViewDidEnter(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may show this page again
  useEffect(() => {
    const timer = window.setTimeout(name, 50)
    return () => window.clearTimeout(timer)
  }, [title, pathname, search])
}

export function Page({ title, children, back, actions, footer, shows, wide = false }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  useDocumentTitle(title)
  const { refresher, failure } = useRefresh(shows)
  const width = wide ? 'page-body page-wide' : 'page-body'
  return (
    <>
      <IonHeader className="ion-no-border">
        <IonToolbar className={wide ? 'toolbar-wide' : ''}>
          <IonButtons slot="start">
            {back ? <IonBackButton defaultHref={to(back)} text="" aria-label={t('common.back')} /> : null}
            {!back && loggedIn && !isNative ? <IonMenuButton menu="main-menu" aria-label={t('menu.open')} data-tour="menu" /> : null}
          </IonButtons>
          <IonTitle role="heading" aria-level={1}>
            <span className="page-title">{title}</span>
          </IonTitle>
          {actions ? <IonButtons slot="end">{actions}</IonButtons> : null}
        </IonToolbar>
      </IonHeader>
      <IonContent>
        {refresher}
        <div className={width}>
          {failure}
          {children}
        </div>
      </IonContent>
      {footer ? (
        <IonFooter className="ion-no-border">
          <div className="page-footer">
            <div className={width}>{footer}</div>
          </div>
        </IonFooter>
      ) : null}
    </>
  )
}
