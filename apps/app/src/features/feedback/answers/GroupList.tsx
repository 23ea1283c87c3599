import { IonItem, IonLabel, IonList } from '@ionic/react'
import type { OwnGroup } from '@reflet/contract/groups'
import { useTranslation } from 'react-i18next'
import { formatDate, formatList, relativeTime } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { Avatar } from '../../../ui/Avatar.tsx'

interface Props {
  groups: readonly OwnGroup[]
  openId: string | undefined
  onOpen: (group: OwnGroup) => void
}

/** Requests by who asked: the skills, what it is about, and since when. */
export function GroupList({ groups, openId, onOpen }: Props) {
  const { t } = useTranslation()
  if (groups.length === 0) return null
  return (
    <IonList className="card group-list" lines="full">
      {groups.map((group) => (
        <IonItem
          key={group.id}
          data-tour="answer-group"
          button
          detail={openId === undefined}
          className={group.id === openId ? 'is-open' : ''}
          aria-current={group.id === openId ? 'true' : undefined}
          onClick={() => onOpen(group)}
        >
          <span slot="start">
            <Avatar person={group.requester} />
          </span>
          <IonLabel className="ion-text-wrap">
            <strong>
              <bdi>{fullName(group.requester)}</bdi>
            </strong>
            <span className="line" dir="auto">
              {formatList(group.feedbacks.map(({ skill }) => skill.name))}
            </span>
            <span className="line quiet small">
              {group.kind === 'offered' ? `${t('offer.given')} · ` : ''}
              {relativeTime(group.created_at)}
              {group.due_at ? ` · ${t('answer.due', { date: formatDate(group.due_at) })}` : ''}
            </span>
          </IonLabel>
        </IonItem>
      ))}
    </IonList>
  )
}
