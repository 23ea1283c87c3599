import { IonIcon } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { trashOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Field } from '../../ui/Field.tsx'
import { RelationOptions } from '../../ui/RelationOptions.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './onboarding.module.css'

/** Unsaved changes. */
export interface Edit {
  relation?: Relation
  first_name?: string
  last_name?: string
  removed?: true
}

interface Props {
  contact: Contact
  edit: Edit | undefined
  onEdit: (edit: Edit) => void
}

/** A colleague has their own name; for an external person I enter it. */
export function ContactEditor({ contact, edit, onEdit }: Props) {
  const { t } = useTranslation()
  const shown = { ...contact, ...edit }
  const outsider = contact.user_id === null
  const name = fullName(shown, contact.email)
  const about = outsider ? contact.email : contact.job_title
  return (
    <li className={`card ${styles.contactEditor}`} data-testid="contact-editor">
      <div className={styles.contactHead}>
        <Avatar person={name === contact.email ? { ...shown, first_name: name } : shown} />
        <p className="grow">
          <strong className="line">
            <bdi>{name}</bdi>
          </strong>
          {about === name ? null : (
            <span className="line quiet small">
              <bdi>{about}</bdi>
            </span>
          )}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label={t('ask.people.remove', { name })}
          onClick={() => onEdit({ removed: true })}
        >
          <IonIcon icon={trashOutline} aria-hidden="true" />
        </button>
      </div>
      {outsider ? (
        <div className={styles.contactNames}>
          <Field
            id={`first-${contact.id}`}
            label={t('onboarding.contacts.first_name')}
            maxLength={100}
            value={shown.first_name}
            onChange={({ target }) => onEdit({ first_name: target.value })}
          />
          <Field
            id={`last-${contact.id}`}
            label={t('onboarding.contacts.last_name')}
            maxLength={100}
            value={shown.last_name}
            onChange={({ target }) => onEdit({ last_name: target.value })}
          />
        </div>
      ) : null}
      <Select
        aria-label={t('onboarding.contacts.relation', { name })}
        value={shown.relation}
        onChange={({ target }) => onEdit({ relation: target.value as Relation })}
      >
        <RelationOptions relations={RELATIONS.filter((relation) => outsider || relation !== 'outside' || contact.relation === 'outside')} />
      </Select>
    </li>
  )
}
