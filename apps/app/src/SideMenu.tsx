import { IonContent, IonIcon, IonItem, IonLabel, IonList, IonMenu, IonMenuToggle } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { usePendingRecord } from './features/feedback/answers/waiting-answers.api.ts'
import { MENU_ICONS } from './menu-icons.ts'
import { useAddress } from './platform/address.ts'
import { formatNumber } from './platform/locale.ts'
import { to } from './platform/paths.ts'
import { type MenuItem, menu } from './routes.tsx'
import styles from './SideMenu.module.css'
import { Avatar } from './ui/Avatar.tsx'
import { CountBadge } from './ui/CountBadge.tsx'
import { Logo } from './ui/Logo.tsx'
import { StableNavigation } from './ui/StableNavigation.tsx'

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

function Entry({ item, count }: { item: MenuItem; count: number }) {
  const { t } = useTranslation()
  const here = useAddress(({ pathname }) => isAt(pathname, to(item.path)))
  return (
    <IonMenuToggle autoHide={false}>
      <IonItem
        className={here ? `${styles.menuItem} menu-item ${styles.menuItemHere}` : `${styles.menuItem} menu-item`}
        routerLink={to(item.path)}
        routerDirection="root"
        detail={false}
        lines="none"
        aria-current={here ? 'page' : undefined}
      >
        <IonIcon slot="start" icon={MENU_ICONS[item.label]} aria-hidden="true" />
        <IonLabel>{t(item.label)}</IonLabel>
        <CountBadge slot="end" count={count} label={t('menu.waiting', { count, n: formatNumber(count) })} />
      </IonItem>
    </IonMenuToggle>
  )
}

export default function SideMenu() {
  const { t } = useTranslation()
  const record = usePendingRecord()
  return (
    <IonMenu contentId="main" menuId="main-menu" type="overlay" className={styles.menu}>
      <IonContent>
        <div className={styles.menuBrand}>
          <Logo size={28} />
          <span>Reflet</span>
        </div>
        <nav aria-label={t('menu.label')} data-tour="menu">
          <IonList lines="none">
            <StableNavigation>
              {menu.map((item) => (
                <Entry key={item.path} item={item} count={record && item.badge ? item.badge(record) : 0} />
              ))}
            </StableNavigation>
          </IonList>
        </nav>
      </IonContent>
      {record ? (
        <div className={`${styles.menuMe} menu-me`}>
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
