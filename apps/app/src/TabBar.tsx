import { useIonRouter } from '@ionic/react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { currentOf, type Tab, tabs, useMenuCount } from './menu.ts'
import { useAddress } from './platform/address.ts'
import { isNative } from './platform/build-target.ts'
import styles from './TabBar.module.css'
import { CountBadge } from './ui/CountBadge.tsx'
import { Icon } from './ui/Icon.tsx'
import { StableNavigation } from './ui/StableNavigation.tsx'

const TEXT_FIELD =
  'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="file"])'
/** A smaller difference is a browser's own bar. */
const KEYBOARD_PX = 150
/** Race: a press takes the focus from the field before its click; the page must not move under the finger between the two. */
const RETURN_MS = 300

/** `tabs-away` on the document while the on-screen keyboard is open: the bar would be pushed over the field. */
function useAwayFromKeyboard() {
  useEffect(() => {
    const touch = window.matchMedia('(pointer: coarse)')
    const { classList } = document.documentElement
    const viewport = window.visualViewport
    let timer = 0
    const isOpen = () =>
      (touch.matches && document.activeElement?.matches(TEXT_FIELD)) ||
      (viewport !== null && window.innerHeight - viewport.height > KEYBOARD_PX)
    const look = () => {
      window.clearTimeout(timer)
      if (isOpen()) classList.add('tabs-away')
      else timer = window.setTimeout(() => classList.toggle('tabs-away', Boolean(isOpen())), RETURN_MS)
    }
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    viewport?.addEventListener('resize', look)
    return () => {
      window.clearTimeout(timer)
      classList.remove('tabs-away')
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
      viewport?.removeEventListener('resize', look)
    }
  }, [])
}

/** Scrolls the visible page to its beginning. */
function scrollToTop() {
  const content = document.querySelector<HTMLIonContentElement>('.ion-page:not(.ion-page-hidden, .ion-page-invisible) > ion-content')
  void content?.scrollToTop(window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250)
}

interface LinkProps {
  tab: Tab
  href: string
  current: 'page' | 'true' | null
  /** On a press without a modifier key. */
  onOpen: () => void
}

/** One area of a tab bar. A press on the current page scrolls it to its beginning. */
export function AreaLink({ tab, href, current, onOpen }: LinkProps) {
  const { t } = useTranslation()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (current === 'page') scrollToTop()
    else onOpen()
  }
  return (
    <a className={current ? `${styles.tab} ${styles.here}` : styles.tab} href={href} aria-current={current ?? undefined} onClick={open}>
      <span className={styles.icon}>
        <Icon icon={tab.icon} />
      </span>
      <span className={styles.label}>{t(`menu.tab.${tab.name}`)}</span>
      <CountBadge {...useMenuCount(tab)} />
    </a>
  )
}

/** The bar itself, which leaves while the on-screen keyboard is open. */
export function Bar({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  useAwayFromKeyboard()
  return (
    <nav className={`${styles.tabs} tab-bar`} aria-label={t('menu.tabs')} data-tour={isNative ? 'menu' : undefined}>
      <div className={styles.row}>{children}</div>
    </nav>
  )
}

function Area({ tab }: { tab: Tab }) {
  const router = useIonRouter()
  const current = useAddress(({ pathname }) => currentOf(tab, pathname))
  return <AreaLink tab={tab} href={tab.path} current={current} onOpen={() => router.push(tab.path, 'root')} />
}

/** The areas at the bottom of a phone's browser, as the tabs of the native app. */
export default function TabBar() {
  return (
    <Bar>
      <StableNavigation>
        {tabs.map((tab) => (
          <Area key={tab.path} tab={tab} />
        ))}
      </StableNavigation>
    </Bar>
  )
}
