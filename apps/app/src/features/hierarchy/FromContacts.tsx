import { IonButton } from '@ionic/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { contactsQuery } from '../contacts/contacts.api.ts'
import { asPlaced, mayStand, type Placed, place } from './board.ts'
import styles from './hierarchy.module.css'

/** Initializes empty lists from my contacts and their relations. */
export function FromContacts({ onFill }: { onFill: (people: Placed[]) => void }) {
  const { t } = useTranslation()
  const { data } = useInfiniteQuery(contactsQuery())
  const contacts = data?.pages[0]?.contacts ?? []
  if (contacts.length === 0) return null
  const placed = contacts.reduce<Placed[]>(
    (people, contact) =>
      mayStand(people, contact, contact.relation) ? place(people, asPlaced({ ...contact, relation: null }), contact.relation) : people,
    [],
  )
  return (
    <div className={`card row ${styles.fromContacts}`}>
      <p className="grow">{t('hierarchy.from_contacts')}</p>
      <IonButton fill="outline" onClick={() => onFill(placed)}>
        {t('hierarchy.fill', { count: placed.length, n: formatNumber(placed.length) })}
      </IonButton>
    </div>
  )
}
