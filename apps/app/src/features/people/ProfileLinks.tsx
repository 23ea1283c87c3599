import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import {
  cafeOutline,
  createOutline,
  documentTextOutline,
  eyeOutline,
  gitNetworkOutline,
  peopleOutline,
  personOutline,
  playCircleOutline,
  ribbonOutline,
  scaleOutline,
  shieldCheckmarkOutline,
  sparklesOutline,
  trophyOutline,
} from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { to } from '../../platform/paths.ts'
import { sharedCountQuery } from '../sharing/sharing.api.ts'
import styles from './profile.module.css'

const LINKS = [
  { name: 'edit', path: '/edit-profile', icon: createOutline },
  { name: 'skills', path: '/skills', icon: ribbonOutline },
  { name: 'self_evaluation', path: '/self-evaluation', icon: scaleOutline },
  { name: 'quality', path: '/quality-index', icon: sparklesOutline },
  { name: 'contacts', path: '/contacts', icon: peopleOutline },
  { name: 'manager', path: '/my-manager', icon: personOutline },
  { name: 'shared', path: '/shared-with-me', icon: eyeOutline },
  { name: 'awards', path: '/award-list', icon: trophyOutline },
  { name: 'coffee', path: '/coffee-request', icon: cafeOutline },
  { name: 'videos', path: '/video-player', icon: playCircleOutline },
  { name: 'hierarchy', path: '/badge-hierarchical-list', icon: gitNetworkOutline },
] as const

/** Links to my other pages. The hierarchy only with badges, shared answers only while there are any. */
export function MyPages({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data } = useQuery(sharedCountQuery)
  const shown: Partial<Record<(typeof LINKS)[number]['name'], boolean>> = {
    hierarchy: user.company.badges_active,
    shared: (data?.n ?? 0) > 0,
  }
  const links = LINKS.filter(({ name }) => shown[name] ?? true)
  return (
    <nav aria-label={t('profile.links')}>
      <IonList className={`card ${styles.profileList}`} lines="full">
        {links.map(({ name, path, icon }) => (
          <IonItem key={name} routerLink={to(path)}>
            <IonIcon slot="start" icon={icon} flipRtl={name === 'edit'} aria-hidden="true" />
            <IonLabel>{t(`profile.link.${name}`)}</IonLabel>
          </IonItem>
        ))}
      </IonList>
    </nav>
  )
}

export function About() {
  const { t } = useTranslation()
  return (
    <section className="stack">
      <h2>{t('profile.about')}</h2>
      <IonList className={`card ${styles.profileList}`} lines="full">
        <IonItem routerLink="/terms">
          <IonIcon slot="start" icon={documentTextOutline} aria-hidden="true" />
          <IonLabel>{t('profile.terms')}</IonLabel>
        </IonItem>
        <IonItem routerLink="/terms?doc=privacy">
          <IonIcon slot="start" icon={shieldCheckmarkOutline} aria-hidden="true" />
          <IonLabel>{t('profile.privacy')}</IonLabel>
        </IonItem>
      </IonList>
    </section>
  )
}
