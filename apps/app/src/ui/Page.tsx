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
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onNavigated } from '../platform/address.ts'
import { isNative } from '../platform/build-target.ts'
import { useLoggedIn } from '../platform/current-user.ts'
import { to } from '../platform/paths.ts'
import { ConnectionLine } from './ConnectionLine.tsx'
import styles from './Page.module.css'
import { usePageElement } from './page-element.ts'
import { type Shows, useRefresh } from './Refresh.tsx'

interface Props {
  title: string
  children?: ReactNode
  /** The target of “back” without history, such as `/dashboard`. Without it the page is a root and shows the menu. */
  back?: string
  /** Buttons at the end of the title bar. */
  actions?: ReactNode
  /** The primary action: within thumb reach on a phone. */
  footer?: ReactNode
  /** Its query keys, for pull to refresh. */
  shows: Shows
  /** Wide layout for `<div className="panes">`: list and detail are side by side from 1,200 px on. */
  wide?: boolean
}

/** Pages stay mounted behind each other: only the visible one sets the window's title. */
export function useDocumentTitle(title: string) {
  const page = usePageElement()
  const name = () => {
    const element = page.current
    if (element && !element.closest('.ion-page-hidden')) document.title = `${title} · Reflet`
  }
  useIonViewDidEnter(name)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation may show this page again
  useEffect(() => {
    let timer = window.setTimeout(name, 50)
    const end = onNavigated(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(name, 50)
    })
    return () => {
      end()
      window.clearTimeout(timer)
    }
  }, [title])
}

/** Ionic shows a page some frames after React has rendered it; a page that is never shown renders its content after this time. */
const LONGEST_WAIT_MS = 3000

/**
 * Whether the content is rendered: after the frame that shows the title. Ionic's transition waits until every component of the entering
 * page is loaded, so a page with all its content would be shown much later. The first page replaces the static shell of index.html, which
 * shows a title already: it is rendered at once.
 */
function useContentAfterTitle() {
  const page = usePageElement()
  const [isDue, setDue] = useState(() => document.getElementById('shell') !== null)
  useEffect(() => {
    if (isDue) return
    const started = performance.now()
    let frame = requestAnimationFrame(function look() {
      if (page.current?.closest('.ion-page-invisible') && performance.now() - started < LONGEST_WAIT_MS) frame = requestAnimationFrame(look)
      else frame = requestAnimationFrame(() => startTransition(() => setDue(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [isDue, page])
  return isDue
}

export function Page({ title, children, back, actions, footer, shows, wide = false }: Props) {
  const { t } = useTranslation()
  const loggedIn = useLoggedIn()
  useDocumentTitle(title)
  const { refresher, failure } = useRefresh(shows)
  const hasContent = useContentAfterTitle()
  const width = wide ? `${styles.pageBody} ${styles.pageWide}` : (styles.pageBody ?? '')
  return (
    <>
      <IonHeader className="ion-no-border">
        <IonToolbar className={wide ? styles.toolbarWide : ''}>
          {/* Ionic reads the labels once, when it is created: with the key it is created anew in another language. */}
          <IonButtons slot="start">
            {back ? <IonBackButton key={t('common.back')} defaultHref={to(back)} text="" aria-label={t('common.back')} /> : null}
            {!back && loggedIn && !isNative ? (
              <IonMenuButton key={t('menu.open')} menu="main-menu" aria-label={t('menu.open')} data-tour="menu" />
            ) : null}
          </IonButtons>
          <IonTitle role="heading" aria-level={1}>
            <span className={styles.pageTitle}>{title}</span>
          </IonTitle>
          {actions ? <IonButtons slot="end">{actions}</IonButtons> : null}
        </IonToolbar>
      </IonHeader>
      <IonContent className={wide ? styles.contentWide : ''}>
        {hasContent ? refresher : null}
        <div className={width} data-testid="page-body" aria-busy={!hasContent}>
          {hasContent ? <ConnectionLine shows={shows} /> : null}
          {hasContent ? failure : null}
          {hasContent ? children : null}
        </div>
      </IonContent>
      {footer && hasContent ? (
        <IonFooter className="ion-no-border">
          <div className={styles.pageFooter}>
            <div className={width}>{footer}</div>
          </div>
        </IonFooter>
      ) : null}
    </>
  )
}
