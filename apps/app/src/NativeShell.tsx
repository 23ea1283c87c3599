import { IonBadge, IonIcon, IonLabel, IonRouterOutlet, IonTabBar, IonTabButton, IonTabs } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { Navigate, Route } from 'react-router-dom'
import { usePendingRecord } from './features/feedback/answers/waiting-answers.api.ts'
import { MENU_ICONS } from './menu-icons.ts'
import { homePath, isOutsideTabs, to } from './platform/paths.ts'
import { menu, routes } from './routes.tsx'
import { Screen, Start } from './Screen.tsx'

function Tabs() {
  const { t } = useTranslation()
  const record = usePendingRecord()
  return (
    <IonTabs>
      <IonRouterOutlet>
        {routes
          .filter(({ path }) => !isOutsideTabs(path))
          .map((route) => (
            <Route key={route.path} path={to(route.path)} element={<Screen route={route} />} />
          ))}
        <Route path="/tabs" element={<Navigate to={homePath} replace />} />
      </IonRouterOutlet>
      <IonTabBar slot="bottom" data-tour="menu">
        {menu.map(({ path, label, badge }) => {
          const count = record && badge ? badge(record) : 0
          return (
            <IonTabButton key={path} tab={path.slice(1)} href={to(path)}>
              <IonIcon icon={MENU_ICONS[label]} aria-hidden="true" />
              <IonLabel>{t(label)}</IonLabel>
              {count > 0 ? <IonBadge color="primary">{count}</IonBadge> : null}
            </IonTabButton>
          )
        })}
      </IonTabBar>
    </IonTabs>
  )
}

/** Tabs under `/tabs/*`; public pages and the onboarding are outside the tabs. */
export default function NativeShell() {
  return (
    <IonRouterOutlet>
      {routes
        .filter(({ path }) => isOutsideTabs(path))
        .map((route) => (
          <Route key={route.path} path={route.path} element={<Screen route={route} />} />
        ))}
      <Route path="/tabs/*" element={<Tabs />} />
      <Route path="/" element={<Start />} />
      <Route path="*" element={<Start />} />
    </IonRouterOutlet>
  )
}
