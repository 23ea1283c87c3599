import { IonList } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../ui/Avatar.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { faceOf, nameOf } from '../directory/person.api.ts'
import styles from './contacts.module.css'

interface Props {
  contacts: readonly Contact[]
  /** The one that is open beside the list. */
  openId: string | undefined
  onOpen: (id: string) => void
}

export function ContactList({ contacts, openId, onOpen }: Props) {
  const { t } = useTranslation()
  if (contacts.length === 0) return null
  return (
    <IonList className="card group-list" lines="full">
      {contacts.map((contact) => (
        <ListRow
          key={contact.id}
          button
          detail={openId === undefined}
          isOpen={contact.id === openId}
          start={<Avatar person={faceOf(contact)} />}
          onClick={() => onOpen(contact.id)}
        >
          <strong>
            <bdi>{nameOf(contact)}</bdi>
          </strong>
          <span className="line quiet small">
            <bdi>{contact.job_title || contact.email}</bdi>
          </span>
          {contact.mails_stopped ? <span className="line small">{t('ask.people.mails_stopped')}</span> : null}
          <span className={contact.user_id ? `chip ${styles.contactRelation}` : `chip ${styles.contactRelation} ${styles.chipOutside}`}>
            {t(`relation.${contact.relation}`)}
          </span>
        </ListRow>
      ))}
    </IonList>
  )
}
