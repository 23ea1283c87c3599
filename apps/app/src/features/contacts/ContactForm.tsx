import { IonButton, useIonRouter } from '@ionic/react'
import type { Contact } from '@reflet/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { to } from '../../platform/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { bringToAsk, bringToOffer } from '../directory/handover.api.ts'
import { faceOf } from '../directory/person.api.ts'
import { managerQuery, useManagerQuestion } from '../manager/manager.api.ts'
import { useDeleteContact, useUpdateContact } from './contacts.api.ts'
import styles from './contacts.module.css'
import { RelationSelect } from './RelationSelect.tsx'

interface Props {
  contact: Contact
  onRemoved: () => void
  onSaved?: () => void
}

/** One contact: the relation, an external person's names, and the actions to ask or remove them. */
export function ContactForm({ contact, onRemoved, onSaved }: Props) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const confirm = useConfirm()
  const [relation, setRelation] = useState(contact.relation)
  const [names, setNames] = useState({ first_name: contact.first_name, last_name: contact.last_name })
  const update = useUpdateContact()
  const remove = useDeleteContact()
  const question = useManagerQuestion()
  const { data: mine } = useQuery(managerQuery)
  const outsider = contact.user_id === null
  const name = fullName(contact, contact.email)
  const renamed = names.first_name !== contact.first_name || names.last_name !== contact.last_name
  const changed = relation !== contact.relation || renamed

  const save = () =>
    update.mutate(
      { id: contact.id, patch: { relation, ...(outsider && names) } },
      {
        onSuccess: () => {
          toast(t('contacts.saved'))
          onSaved?.()
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed) void question({ loses: (id) => id === contact.user_id && relation !== 'superior', go: save })
  }
  const removeNow = () =>
    remove.mutate(contact, {
      onSuccess: () => {
        toast(t('contacts.removed', { name }))
        onRemoved()
      },
    })
  const confirmRemove = () =>
    confirm({
      header: t('contacts.remove_title', { name }),
      message: t('contacts.remove_text'),
      action: t('contacts.remove'),
      onConfirm: removeNow,
    })
  const askRemove = () => void question({ loses: (id) => id === contact.user_id, go: removeNow, otherwise: confirmRemove })
  const ask = () => {
    bringToAsk([contact])
    onSaved?.()
    router.push(to('/my-skills'), 'forward')
  }
  const coffee = () => {
    onSaved?.()
    router.push(to(`/coffee-request?contact=${contact.id}`), 'forward')
  }
  const offer = () => {
    bringToOffer(contact)
    onSaved?.()
    router.push(to('/offer-feedback'), 'forward')
  }
  return (
    <form className={`stack ${styles.contactForm}`} data-testid="contact-form" onSubmit={submit} noValidate>
      <div className={`row ${styles.contactWho}`}>
        <Avatar person={faceOf(contact)} size={56} />
        <div className="grow">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {contact.job_title ? (
            <p>
              <bdi>{contact.job_title}</bdi>
            </p>
          ) : null}
          <p className="quiet">
            <bdi>{contact.email}</bdi>
          </p>
          {mine?.manager && mine.manager.id === contact.user_id ? <span className="chip">{t('my_manager.title')}</span> : null}
        </div>
      </div>
      {outsider ? (
        <div className={styles.fieldPair}>
          <Field
            id="contact-first-name"
            label={t('contacts.first_name')}
            maxLength={100}
            dir="auto"
            value={names.first_name}
            onChange={({ target }) => setNames({ ...names, first_name: target.value })}
          />
          <Field
            id="contact-last-name"
            label={t('contacts.last_name')}
            maxLength={100}
            dir="auto"
            value={names.last_name}
            onChange={({ target }) => setNames({ ...names, last_name: target.value })}
          />
        </div>
      ) : null}
      <div>
        <label className="field-label" htmlFor="contact-relation">
          {t('contacts.relation')}
        </label>
        <RelationSelect id="contact-relation" value={relation} onChange={setRelation} colleague={!outsider} />
      </div>
      {update.error ? <ErrorNotice error={update.error} onRetry={save} /> : null}
      {remove.error ? <ErrorNotice error={remove.error} onRetry={removeNow} /> : null}
      {changed ? (
        <div className="form-actions">
          <IonButton type="submit" disabled={update.isPending}>
            {t('common.save')}
          </IonButton>
        </div>
      ) : null}
      <div className="form-actions">
        <IonButton fill="outline" onClick={ask}>
          {t('home.ask')}
        </IonButton>
        {outsider ? null : (
          <IonButton fill="outline" onClick={offer}>
            {t('offer.title')}
          </IonButton>
        )}
        <IonButton fill="outline" onClick={coffee}>
          {t('coffee.open')}
        </IonButton>
      </div>
      <TrustLine>{t('contacts.trust')}</TrustLine>
      <IonButton className="start" fill="clear" color="danger" disabled={remove.isPending} onClick={askRemove}>
        {t('contacts.remove')}
      </IonButton>
    </form>
  )
}
