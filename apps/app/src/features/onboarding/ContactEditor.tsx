import { IonIcon } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { RELATIONS, type Relation } from '@reflet/contract/groups'
import { trashOutline } from 'ionicons/icons'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/people.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

/** What is changed and not saved yet. */
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

/** A colleague has their own name; for an outsider it is mine to give. */
export function ContactEditor({ contact, edit, onEdit }: Props) {
  const { t } = useTranslation()
  const shown = { ...contact, ...edit }
  const outsider = contact.user_id === null
  const name = fullName(shown, contact.email)
  const about = outsider ? contact.email : contact.job_title
  return (
    <li className="card contact-editor">
      <div className="contact-head">
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
        <div className="contact-names">
          <Field
            id={`first-${contact.id}`}
            label={t('edit_profile.first_name')}
            maxLength={100}
            value={shown.first_name}
            onChange={({ target }) => onEdit({ first_name: target.value })}
          />
          <Field
            id={`last-${contact.id}`}
            label={t('edit_profile.last_name')}
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
        {RELATIONS.filter((relation) => outsider || relation !== 'outside' || contact.relation === 'outside').map((relation) => (
          <option key={relation} value={relation}>
            {t(`relation.${relation}`)}
          </option>
        ))}
      </Select>
    </li>
  )
}
