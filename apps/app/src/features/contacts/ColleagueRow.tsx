import { IonButton, IonIcon } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import type { Colleague } from '@reflet/contract/people'
import type { Relation } from '@reflet/contract/relations'
import { checkmarkCircle } from 'ionicons/icons'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useErrorText } from '../../ui/ErrorNotice.tsx'
import { useManagerQuestion } from '../manager/manager.api.ts'
import { useAddContact, useUpdateContact } from './contacts.api.ts'
import styles from './contacts.module.css'
import { RelationSelect } from './RelationSelect.tsx'

interface Props {
  colleague: Colleague
  /** Their relation in my contacts; undefined if they are no contact. */
  contact: Contact | undefined
}

/** One press adds; the relation then replaces the button, and is saved when it changes. */
export function ColleagueRow({ colleague, contact }: Props) {
  const { t } = useTranslation()
  const words = useErrorText()
  const add = useAddContact()
  const update = useUpdateContact()
  const question = useManagerQuestion()
  const [pressed, setPressed] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const name = fullName(colleague)
  const error = add.error ?? update.error
  const relation = update.isPending || update.isSuccess ? (update.variables?.patch.relation ?? contact?.relation) : contact?.relation

  // The focused button was removed: the focus stays in the row.
  useEffect(() => {
    if (pressed && contact) row.current?.querySelector('select')?.focus()
  }, [pressed, contact])

  const addNow = () => {
    setPressed(true)
    add.mutate({ user_id: colleague.user_id })
  }
  const change = (next: Relation) =>
    contact &&
    void question({
      loses: (id) => id === contact.user_id && next !== 'superior',
      go: () => update.mutate({ id: contact.id, patch: { relation: next } }),
    })
  return (
    <li className="row" ref={row}>
      <Avatar person={colleague} />
      <div className="grow">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="line quiet small">
          <bdi>{colleague.job_title || colleague.email}</bdi>
        </span>
        {error ? (
          <span className="line field-error" role="alert">
            {words(error)}
          </span>
        ) : null}
      </div>
      {contact && relation ? (
        <span className={styles.isContact}>
          <IonIcon icon={checkmarkCircle} color="success" aria-hidden="true" />
          <RelationSelect aria-label={t('contacts.relation_of', { name })} value={relation} onChange={change} colleague />
        </span>
      ) : (
        <IonButton fill="outline" size="small" disabled={add.isPending} onClick={addNow} aria-label={t('contacts.add_person', { name })}>
          {t('contacts.add_now')}
        </IonButton>
      )}
    </li>
  )
}
