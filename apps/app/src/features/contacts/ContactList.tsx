import { IonItem, IonLabel, IonList } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { faceOf } from './face.ts'

interface Props {
  contacts: readonly Contact[]
  /** The one that stands open beside the list. */
  openId: string | undefined
  onOpen: (id: string) => void
}

export function ContactList({ contacts, openId, onOpen }: Props) {
  const { t } = useTranslation()
  if (contacts.length === 0) return null
  return (
    <IonList className="card group-list" lines="full">
      {contacts.map((contact) => (
        <IonItem
          key={contact.id}
          button
          detail={openId === undefined}
          className={contact.id === openId ? 'is-open' : ''}
          aria-current={contact.id === openId ? 'true' : undefined}
          onClick={() => onOpen(contact.id)}
        >
          <span slot="start">
            <Avatar person={faceOf(contact)} />
          </span>
          <IonLabel className="ion-text-wrap">
            <strong>
              <bdi>{fullName(contact, contact.email)}</bdi>
            </strong>
            <span className="line quiet small">
              <bdi>{contact.job_title || contact.email}</bdi>
            </span>
            {contact.mails_stopped ? <span className="line small">{t('ask.people.mails_stopped')}</span> : null}
            <span className={`chip ${contact.user_id ? '' : 'chip-outside'}`}>{t(`relation.${contact.relation}`)}</span>
          </IonLabel>
        </IonItem>
      ))}
    </IonList>
  )
}
