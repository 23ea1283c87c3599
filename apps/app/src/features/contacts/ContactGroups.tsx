import { IonIcon, IonItem, IonLabel, IonList } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { peopleOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatList } from '../../platform/lists.ts'
import { formatNumber } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { groupsQuery } from './contacts.api.ts'
import styles from './contacts.module.css'

/** My groups by name, with their members. */
export function ContactGroups() {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(groupsQuery)
  const groups = data?.pages.flatMap((page) => page.groups) ?? []
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton avatar={false} />
  if (groups.length === 0) {
    return <EmptyState drawing="answer" title={t('contacts.groups_empty')} text={t('contacts.groups_empty_text')} />
  }
  return (
    <div className="stack">
      <IonList className={styles.groupCards} data-testid="group-cards" lines="none">
        {groups.map((group) => (
          <IonItem key={group.id} className="card" routerLink={to(`/group/${group.id}`)} detail>
            <IonIcon slot="start" icon={peopleOutline} color="primary" aria-hidden="true" />
            <IonLabel className="ion-text-wrap">
              <strong>
                <bdi>{group.name}</bdi>
              </strong>
              <span className="line quiet small">
                {t('contacts.members', { count: group.contacts.length, n: formatNumber(group.contacts.length) })}
              </span>
              <span className="line quiet small">{formatList(group.contacts.map((contact) => fullName(contact, contact.email)))}</span>
            </IonLabel>
          </IonItem>
        ))}
      </IonList>
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
    </div>
  )
}
