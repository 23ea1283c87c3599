import { IonList } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useTranslation } from 'react-i18next'
import { useDraftKeys } from '../../../platform/drafts.ts'
import { fullName } from '../../../platform/full-name.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatDate, relativeTime } from '../../../platform/locale.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import { LATER_DAY } from './later-days.ts'

interface Props {
  groups: readonly RequestToAnswer[]
  openId: string | undefined
  onOpen: (group: RequestToAnswer) => void
}

const isPending = ({ feedbacks }: RequestToAnswer) => feedbacks.some(({ can }) => can.answer)

/** Requests by requester: the skills, the context, and what is due or postponed. */
export function GroupList({ groups, openId, onOpen }: Props) {
  const { t } = useTranslation()
  const drafts = useDraftKeys('answer:')
  if (groups.length === 0) return null
  /** What is answered or declined was not so at this time: the words say what it was. */
  const timeOf = (group: RequestToAnswer) =>
    isPending(group) || group.kind === 'offered'
      ? relativeTime(group.created_at)
      : t('answer.declined_one.asked', { date: formatDate(group.created_at, { dateStyle: 'long' }) })
  return (
    <IonList className="card group-list" lines="full">
      {groups.map((group) => (
        <ListRow
          key={group.id}
          data-tour="answer-group"
          button
          detail={openId === undefined}
          isOpen={group.id === openId}
          start={<Avatar person={group.requester} />}
          onClick={() => onOpen(group)}
        >
          <strong>
            <bdi>{fullName(group.requester)}</bdi>
          </strong>
          {group.feedbacks.some(({ id, can }) => can.answer && drafts.has(id)) ? (
            <>
              {' '}
              <span className="chip">{t('answer.draft')}</span>
            </>
          ) : null}
          <span className="line" dir="auto">
            {formatList(group.feedbacks.map(({ skill }) => skill.name))}
          </span>
          <span className="line quiet small">
            {group.kind === 'offered' ? `${t('offer.given')} · ` : ''}
            {timeOf(group)}
            {group.due_at && isPending(group) ? ` · ${t('answer.due', { date: formatDate(group.due_at) })}` : ''}
          </span>
          {group.later_at ? (
            <span className="line quiet small">{t('answer.later_on', { date: formatDate(group.later_at, LATER_DAY) })}</span>
          ) : null}
        </ListRow>
      ))}
    </IonList>
  )
}
