import { IonItem, IonLabel, IonList } from '@ionic/react'
import type { NewsItem } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { relativeTime } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { to } from '../../platform/runtime.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { catalogueQuery } from '../skills/skills.api.ts'

const KINDS = ['answer_received', 'confidential_ready', 'request_received', 'request_declined'] as const
type Kind = (typeof KINDS)[number]
const isKnown = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)

/** Where a piece of news leads. */
function pathOf(item: NewsItem): string {
  if (item.kind === 'request_received') return '/answer'
  if (item.kind === 'request_declined' && item.request_id) return `/request-confirmation/${item.request_id}`
  return item.skill_id ? `/skill-statistics/${item.skill_id}` : '/dashboard'
}

/** What happened around me, newest first, unread marked. */
export function Newsfeed({ items }: { items: readonly NewsItem[] }) {
  const { t } = useTranslation()
  const { data } = useQuery(catalogueQuery)
  if (items.length === 0) return <EmptyState drawing="mirror" title={t('home.quiet')} text={t('home.quiet_text')} />
  return (
    <IonList className="card group-list" lines="full">
      {items.map((item) => {
        const name = item.actor ? fullName(item.actor, t('home.someone')) : t('home.someone')
        const skill = data?.skills.find(({ id }) => id === item.skill_id)?.name ?? ''
        const kind = isKnown(item.kind) ? item.kind : 'other'
        return (
          <IonItem key={item.id} routerLink={to(pathOf(item))} detail={false} className={item.is_read ? '' : 'is-new'}>
            <span slot="start">
              <Avatar person={item.actor ?? { first_name: 'R', last_name: '' }} />
            </span>
            <IonLabel className="ion-text-wrap">
              <span className="line">
                {item.is_read ? null : <span className="visually-hidden">{t('answers.new')}: </span>}
                {t(skill ? `news.${kind}.with_skill` : `news.${kind}.plain`, { name, skill })}
              </span>
              {item.created_at ? <span className="line quiet small">{relativeTime(item.created_at)}</span> : null}
            </IonLabel>
            {item.is_read ? null : <span slot="end" className="dot" aria-hidden="true" />}
          </IonItem>
        )
      })}
    </IonList>
  )
}
