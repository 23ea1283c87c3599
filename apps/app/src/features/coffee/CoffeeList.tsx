import { IonList } from '@ionic/react'
import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { relativeTime } from '../../platform/locale.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { CoffeeStatus } from './CoffeeStatus.tsx'
import { otherOf } from './coffee.ts'
import { useZone, wordsOf } from './zone.ts'

interface Props {
  meetings: readonly CoffeeMeeting[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/** Each with the other person, and its time or status. */
export function CoffeeList({ meetings, openId, onOpen }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <IonList className="card group-list" lines="full">
      {meetings.map((meeting) => {
        const { id, slot, created_at } = meeting
        return (
          <ListRow key={id} button detail isOpen={id === openId} start={<Avatar person={otherOf(meeting)} />} onClick={() => onOpen(id)}>
            <strong>
              <bdi>{fullName(otherOf(meeting), t('answers.former'))}</bdi>
            </strong>
            <span className="line quiet small">{slot ? wordsOf(slot, zone).there : relativeTime(created_at)}</span>
            <CoffeeStatus meeting={meeting} />
          </ListRow>
        )
      })}
    </IonList>
  )
}
