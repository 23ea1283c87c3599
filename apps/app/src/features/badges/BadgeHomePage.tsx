import { IonButton, IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import type { Badge } from '@reflet/contract/badges'
import { useQuery } from '@tanstack/react-query'
import { gitNetworkOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { WITH_YEAR } from '../../platform/days.ts'
import { formatDate, formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useBadgesOnly } from '../../ui/badges.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { hierarchyQuery } from '../hierarchy/hierarchy.api.ts'
import { useTour } from '../tours/tours.api.ts'
import { badgesQuery, earnableOf, onTheWay, type PublishedBadge, publishedOf } from './badges.api.ts'
import styles from './badges.module.css'
import { Conditions, Met, nextOf } from './Conditions.tsx'
import { Medal } from './Medal.tsx'

/** My badges: published, ready to publish, and on their way with what is missing. */
export default function BadgeHomePage() {
  const { t } = useTranslation()
  const open = useBadgesOnly()
  const { data, error, isPending, refetch } = useQuery({ ...badgesQuery, enabled: open })
  const { data: lists } = useQuery({ ...hierarchyQuery, enabled: open })
  const earnable = earnableOf(data ?? [])
  useTour('badge', data !== undefined)
  const footer =
    earnable.length > 0 ? (
      <IonButton size="large" expand="block" routerLink={to('/badge-publish-new')}>
        {t('badges.publish_all', { count: earnable.length, n: formatNumber(earnable.length) })}
      </IonButton>
    ) : undefined
  return (
    <Page shows={[['badges'], ['hierarchy']]} title={t('badges.title')} back="/home" wide footer={footer}>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton rows={4} avatar={false} /> : null}
      {data ? (
        <div className="stack">
          {data.length === 0 ? <Empty /> : null}
          <Published badges={publishedOf(data)} />
          <Earnable badges={earnable} />
          {lists?.hierarchical.length === 0 ? <FillLists /> : null}
          <Progress badges={onTheWay(data)} />
          {lists && lists.hierarchical.length > 0 ? <Relations /> : null}
          <TrustLine sealed>{t('badges.trust')}</TrustLine>
        </div>
      ) : null}
    </Page>
  )
}

function Empty() {
  const { t } = useTranslation()
  return (
    <EmptyState drawing="ask" title={t('badges.empty.title')} text={t('badges.empty.text')}>
      <IonButton routerLink={to('/skills')}>{t('badges.empty.action')}</IonButton>
    </EmptyState>
  )
}

function Published({ badges }: { badges: readonly PublishedBadge[] }) {
  const { t } = useTranslation()
  if (badges.length === 0) return null
  return (
    <section className="stack" aria-labelledby="badges-published">
      <h2 id="badges-published">{t('badges.published')}</h2>
      <ul className={styles.shelf}>
        {badges.map(({ id, skill, category, issued_at }) => (
          <li key={id} data-tour="badge-published">
            <IonItem className={`card ${styles.shelved}`} routerLink={to(`/badge?id=${id}`)} detail={false} lines="none">
              <IonLabel className="ion-text-wrap">
                <Medal category={category} skill={skill.name} issuedAt={issued_at} size={112} decorative />
                <strong dir="auto">{skill.name}</strong>
                <span className="line quiet small">{t('badges.one.issued', { date: formatDate(issued_at, WITH_YEAR) })}</span>
              </IonLabel>
            </IonItem>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Earnable({ badges }: { badges: readonly Badge[] }) {
  const { t } = useTranslation()
  if (badges.length === 0) return null
  return (
    <section className="stack" aria-labelledby="badges-earnable">
      <div>
        <h2 id="badges-earnable">{t('badges.earnable')}</h2>
        <p className="quiet">{t('badges.earnable_text')}</p>
      </div>
      <IonList className="card group-list" lines="full">
        {badges.map(({ skill, category, conditions }) => (
          <IonItem key={skill.id} routerLink={to(`/badge-publish-new?skill=${skill.id}`)} detail data-tour="badge-earnable">
            <span slot="start">
              <Medal category={category} skill={skill.name} size={56} decorative />
            </span>
            <IonLabel className="ion-text-wrap">
              <strong dir="auto">{skill.name}</strong>
              <Met conditions={conditions} />
            </IonLabel>
          </IonItem>
        ))}
      </IonList>
    </section>
  )
}

function Progress({ badges }: { badges: readonly Badge[] }) {
  const { t } = useTranslation()
  if (badges.length === 0) return null
  return (
    <section className="stack" aria-labelledby="badges-progress">
      <h2 id="badges-progress">{t('badges.progress')}</h2>
      <div className={styles.ways}>
        {badges.map((badge) => (
          <OnItsWay key={badge.skill.id} badge={badge} />
        ))}
      </div>
    </section>
  )
}

function OnItsWay({ badge: { skill, conditions } }: { badge: Badge }) {
  const { t } = useTranslation()
  const next = nextOf(conditions)
  return (
    <article className="card stack" data-tour="badge-progress">
      <div>
        <h3 dir="auto">{skill.name}</h3>
        <Met conditions={conditions} />
      </div>
      <Conditions conditions={conditions} />
      {next ? <p className="quiet">{t(`badges.next.${next}`)}</p> : null}
      {next === 'mean' ? (
        <IonButton fill="outline" className="start" routerLink={to(`/skill-statistics/${skill.id}`)}>
          {t('badges.read')}
        </IonButton>
      ) : (
        <IonButton fill="outline" className="start" routerLink={to(`/badge-contacts?skill=${skill.id}`)}>
          {t('badges.ask')}
        </IonButton>
      )}
    </article>
  )
}

/** Without the lists no rating has a relation. */
function FillLists() {
  const { t } = useTranslation()
  return (
    <section className="card stack" data-tour="badge-relations">
      <div>
        <h2>{t('badges.lists.title')}</h2>
        <p className="quiet">{t('badges.lists.text')}</p>
      </div>
      <div className="form-actions">
        <IonButton routerLink={to('/badge-hierarchical-list')}>{t('badges.lists.action')}</IonButton>
        <IonButton fill="clear" routerLink={to('/badge-add-manager')}>
          {t('badges.lists.manager')}
        </IonButton>
      </div>
    </section>
  )
}

function Relations() {
  const { t } = useTranslation()
  return (
    <IonList className="card group-list" lines="none" data-tour="badge-relations">
      <IonItem routerLink={to('/badge-hierarchical-list')} detail>
        <IonIcon slot="start" icon={gitNetworkOutline} aria-hidden="true" />
        <IonLabel className="ion-text-wrap">{t('menu.hierarchy')}</IonLabel>
      </IonItem>
    </IonList>
  )
}
