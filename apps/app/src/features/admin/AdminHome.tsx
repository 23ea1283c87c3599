import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import {
  barChartOutline,
  cloudUploadOutline,
  keyOutline,
  listOutline,
  optionsOutline,
  peopleOutline,
  playCircleOutline,
  ribbonOutline,
  schoolOutline,
  trophyOutline,
} from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'

const AREAS = [
  { name: 'people', path: '/admin/people', icon: peopleOutline },
  { name: 'import', path: '/admin/people/import', icon: cloudUploadOutline },
  { name: 'skills', path: '/admin/skills', icon: ribbonOutline },
  { name: 'awards', path: '/admin/awards', icon: trophyOutline },
  { name: 'videos', path: '/admin/videos', icon: playCircleOutline },
  { name: 'policies', path: '/admin/policies', icon: optionsOutline },
  { name: 'sign_in', path: '/admin/sign-in', icon: keyOutline },
  { name: 'usage', path: '/admin/usage', icon: barChartOutline },
  { name: 'audit', path: '/admin/audit', icon: listOutline },
  { name: 'learning', path: '/admin/learning', icon: schoolOutline },
] as const

function Area({ name }: { name: (typeof AREAS)[number]['name'] }) {
  const { t } = useTranslation()
  return (
    <IonLabel className="ion-text-wrap">
      {t(`admin.area.${name}`)}
      <span className="line quiet small">{t(`admin.about.${name}`)}</span>
    </IonLabel>
  )
}

/** The areas of the administration. */
export function AdminHome({ refused = false }: { refused?: boolean }) {
  const { t } = useTranslation()
  return (
    <Page shows={[]} title={t('admin.title')}>
      {refused ? (
        <EmptyState drawing="ask" title={t('errors.forbidden')} />
      ) : (
        <div className="stack">
          <IonList className="card group-list" lines="full">
            {AREAS.map(({ name, path, icon }) => (
              <IonItem key={name} routerLink={to(path)}>
                <IonIcon slot="start" icon={icon} aria-hidden="true" />
                <Area name={name} />
              </IonItem>
            ))}
          </IonList>
          <TrustLine>{t('admin.trust')}</TrustLine>
        </div>
      )}
    </Page>
  )
}
