import { IonList } from '@ionic/react'
import type { FeedbackEvent } from '@reflet/contract/events'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { ListRow } from '../../../ui/ListRow.tsx'
import { useCountText } from './count-text.ts'

interface Props {
  events: readonly FeedbackEvent[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/** Each with its date, its status, and the number of answers. */
export function EventList({ events, openId, onOpen }: Props) {
  const { t } = useTranslation()
  const countText = useCountText()
  return (
    <IonList className="card group-list" lines="full">
      {events.map((event) => (
        <ListRow key={event.id} button detail isOpen={event.id === openId} onClick={() => onOpen(event.id)}>
          <strong dir="auto">{event.title}</strong>
          <span className="line quiet small">
            {[formatDay(event.takes_place_on), t(event.is_open ? 'events.state.open' : 'events.state.closed')].join(' · ')}
          </span>
          {event.participants === null ? null : <span className="line quiet small">{countText(event.participants)}</span>}
        </ListRow>
      ))}
    </IonList>
  )
}
