import { IonContent, IonIcon, IonItem, IonLabel, IonList, IonMenu, IonMenuToggle } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { formatNumber } from './platform/locale.ts'
import { to } from './platform/runtime.ts'
import { usePendingRecord } from './platform/waiting-answers.ts'
import { type MenuItem, menu } from './routes.tsx'
import { Avatar } from './ui/Avatar.tsx'
import { CountBadge } from './ui/CountBadge.tsx'
import { Logo } from './ui/Logo.tsx'

const isAt = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

function Entry({ item, count }: { item: MenuItem; count: number }) {
  const { t } = useTranslation()
  const here = isAt(useLocation().pathname, to(item.path))
  return (
    <IonMenuToggle autoHide={false}>
      <IonItem
        className={here ? 'menu-item menu-item-here' : 'menu-item'}
        routerLink={to(item.path)}
        routerDirection="root"
        detail={false}
        lines="none"
        aria-current={here ? 'page' : undefined}
      >
        <IonIcon slot="start" icon={item.icon} aria-hidden="true" />
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
    <IonMenu contentId="main" menuId="main-menu" type="overlay" className="menu">
      <IonContent>
        <div className="menu-brand">
          <Logo size={28} />
          <span>Reflet</span>
        </div>
        <nav aria-label={t('menu.label')} data-tour="menu">
          <IonList lines="none">
            {menu.map((item) => (
              <Entry key={item.path} item={item} count={record && item.badge ? item.badge(record) : 0} />
            ))}
          </IonList>
        </nav>
      </IonContent>
      {record ? (
        <div className="menu-me">
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
