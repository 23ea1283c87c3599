import { IonContent, IonIcon, IonItem, IonLabel, IonList, IonMenu, IonMenuToggle } from '@ionic/react'
import { searchOutline } from 'ionicons/icons'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Confirming } from './Confirming.tsx'
import { usePendingRecord } from './features/feedback/answers/pending.api.ts'
import { currentOf, type MenuGroup, type MenuItem, useMenu, useMenuCount } from './menu.ts'
import { Shortcuts } from './palette/Shortcuts.tsx'
import { useAddress } from './platform/address.ts'
import { isMac, SEARCH_KEYS, showPanel } from './platform/shortcuts.ts'
import styles from './SideMenu.module.css'
import { Avatar } from './ui/Avatar.tsx'
import { CountBadge } from './ui/CountBadge.tsx'
import { Icon } from './ui/Icon.tsx'
import { Logo } from './ui/Logo.tsx'
import { StableNavigation } from './ui/StableNavigation.tsx'

function Entry({ item }: { item: MenuItem }) {
  const { t } = useTranslation()
  const current = useAddress(({ pathname }) => currentOf(item, pathname))
  return (
    <IonMenuToggle autoHide={false}>
      <IonItem
        className={`${styles.menuItem} ${current ? styles.menuItemHere : ''}`}
        routerLink={item.path}
        routerDirection="root"
        detail={false}
        lines="none"
        aria-current={current ?? 'false'}
      >
        <IonIcon slot="start" icon={item.icon} aria-hidden="true" />
        <IonLabel>{t(`menu.${item.name}`)}</IonLabel>
        <CountBadge slot="end" {...useMenuCount(item)} />
      </IonItem>
    </IonMenuToggle>
  )
}

function Group({ name, items }: MenuGroup) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <>
      <p className={styles.menuGroup} id={id}>
        {t(`menu.group.${name}`)}
      </p>
      <IonList lines="none" aria-labelledby={id}>
        {items.map((item) => (
          <Entry key={item.path} item={item} />
        ))}
      </IonList>
    </>
  )
}

/**
 * Scrolls the current entry into view after each navigation. The observer reports when the list is laid out: at its start, when Ionic has
 * rendered its items, and when the menu of a phone opens.
 */
function useCurrentInView() {
  const list = useRef<HTMLElement>(null)
  const path = useAddress(({ pathname }) => pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation changes the current entry
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      element.querySelector('[aria-current]:not([aria-current="false"])')?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [path])
  return list
}

function Menu() {
  const { t } = useTranslation()
  const record = usePendingRecord()
  const { areas, groups } = useMenu()
  const list = useCurrentInView()
  return (
    <IonMenu contentId="main" menuId="main-menu" type="overlay" className={styles.menu}>
      <IonContent>
        <div className={styles.menuBrand}>
          <Logo size={28} />
          <span>Reflet</span>
        </div>
        <button
          type="button"
          className={styles.menuSearch}
          data-testid="menu-search"
          aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
          onClick={() => showPanel('search')}
        >
          <Icon icon={searchOutline} size="18px" />
          <span>{t('palette.open')}</span>
          <kbd dir="ltr">{SEARCH_KEYS.join(' ')}</kbd>
        </button>
        <nav ref={list} aria-label={t('menu.label')} data-tour="menu">
          <StableNavigation>
            <IonList lines="none">
              {areas.map((item) => (
                <Entry key={item.path} item={item} />
              ))}
            </IonList>
            {groups.map((group) => (
              <Group key={group.name} {...group} />
            ))}
          </StableNavigation>
        </nav>
      </IonContent>
      {record ? (
        <div className={styles.menuMe} data-testid="menu-me">
          <Avatar person={record.user} size={36} />
          <div>
            <strong>{`${record.user.first_name} ${record.user.last_name}`}</strong>
            <span>{record.user.company.name}</span>
          </div>
        </div>
      ) : null}
    </IonMenu>
  )
}

/** The menu, and the shortcuts that exist where it does. */
export default function SideMenu() {
  return (
    <>
      <Menu />
      <Shortcuts />
      <Confirming />
    </>
  )
}
