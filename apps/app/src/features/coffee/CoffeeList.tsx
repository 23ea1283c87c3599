import { IonItem, IonLabel, IonList } from '@ionic/react'
import type { CoffeeMeeting } from '@reflet/contract/coffee'
import { useTranslation } from 'react-i18next'
import { relativeTime } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CoffeeStatus } from './CoffeeStatus.tsx'
import { otherOf } from './coffee.ts'
import { useZone, wordsOf } from './zone.ts'

interface Props {
  meetings: readonly CoffeeMeeting[]
  openId: string | undefined
  onOpen: (id: string) => void
}

/** Each with the other person, when it is or how it stands. */
export function CoffeeList({ meetings, openId, onOpen }: Props) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <IonList className="card group-list" lines="full">
      {meetings.map((meeting) => {
        const { id, slot, created_at } = meeting
        return (
          <IonItem
            key={id}
            button
            detail
            className={id === openId ? 'is-open' : ''}
            aria-current={id === openId ? 'true' : undefined}
            onClick={() => onOpen(id)}
          >
            <span slot="start">
              <Avatar person={otherOf(meeting)} />
            </span>
            <IonLabel className="ion-text-wrap">
              <strong>
                <bdi>{fullName(otherOf(meeting), t('answers.former'))}</bdi>
              </strong>
              <span className="line quiet small">{slot ? wordsOf(slot, zone).told : relativeTime(created_at)}</span>
              <CoffeeStatus meeting={meeting} />
            </IonLabel>
          </IonItem>
        )
      })}
    </IonList>
  )
}
