import { IonBadge, IonIcon, IonLabel, IonRouterOutlet, IonTabBar, IonTabButton, IonTabs } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { matchPath, Navigate, Route, useLocation } from 'react-router-dom'
import { usePendingRecord } from './features/feedback/answers/waiting-answers.api.ts'
import { MenuGroups } from './MenuGroups.tsx'
import { tabs } from './menu.ts'
import { NativeWatch } from './NativeWatch.tsx'
import { formatNumber } from './platform/locale.ts'
import { homePath, isOutsideTabs, to } from './platform/paths.ts'
import { routes } from './routes.tsx'
import { Screen, Start } from './Screen.tsx'
import { OtherPages } from './ui/other-pages.ts'

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
        <Route path="/tabs/*" element={<Navigate to={homePath} replace />} />
      </IonRouterOutlet>
      <IonTabBar slot="bottom" data-tour="menu" aria-label={t('menu.tabs')}>
        {tabs.map(({ path, name, icon, badge }) => {
          const count = record && badge ? badge(record) : 0
          return (
            <IonTabButton key={path} tab={path.slice(1)} href={to(path)}>
              <IonIcon icon={icon} aria-hidden="true" />
              <IonLabel>{t(`menu.tab.${name}`)}</IonLabel>
              {count > 0 ? (
                <IonBadge color="primary">
                  <span aria-hidden="true">{formatNumber(count)}</span>
                  <span className="visually-hidden">{t('menu.waiting', { count, n: formatNumber(count) })}</span>
                </IonBadge>
              ) : null}
            </IonTabButton>
          )
        })}
      </IonTabBar>
    </IonTabs>
  )
}

/** A path of the browser, as in a link of a message or of the newsfeed: the same page in the tabs. Anything else is the start. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  const isPage = routes.some(({ path }) => !isOutsideTabs(path) && matchPath(path, pathname))
  return isPage ? <Navigate to={to(pathname) + search} replace /> : <Start />
}

/** Tabs under `/tabs/*`; public pages and the onboarding are outside the tabs. */
export default function NativeShell() {
  return (
    <OtherPages value={MenuGroups}>
      <NativeWatch />
      <IonRouterOutlet>
        {routes
          .filter(({ path }) => isOutsideTabs(path))
          .map((route) => (
            <Route key={route.path} path={route.path} element={<Screen route={route} />} />
          ))}
        <Route path="/tabs/*" element={<Tabs />} />
        <Route path="/" element={<Start />} />
        <Route path="*" element={<Elsewhere />} />
      </IonRouterOutlet>
    </OtherPages>
  )
}
