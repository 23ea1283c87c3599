import { IonIcon } from '@ionic/react'
import { closeOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { keyOf, nameOf, type PersonRef } from './person.api.ts'
import styles from './person-chips.module.css'

type Chosen = Pick<PersonRef, 'user_id' | 'email' | 'first_name' | 'last_name'>

interface Props<Person extends Chosen> {
  people: readonly Person[]
  onRemove: (person: Person) => void
}

/** The selected people, each removable. */
export function PersonChips<Person extends Chosen>({ people, onRemove }: Props<Person>) {
  const { t } = useTranslation()
  if (people.length === 0) return null
  return (
    <ul className="chips" aria-label={t('ask.people.chosen')}>
      {people.map((person) => {
        const name = nameOf(person)
        return (
          <li key={keyOf(person)} className={styles.personChip} data-testid="person-chip">
            <bdi>{name}</bdi>
            <button type="button" aria-label={t('ask.people.remove', { name })} onClick={() => onRemove(person)}>
              <IonIcon icon={closeOutline} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
