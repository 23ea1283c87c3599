import { IonButton } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import type { Relation } from '@reflet/contract/relations'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../platform/drafts.ts'
import { fullName } from '../../platform/full-name.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { EmailField, Field } from '../../ui/Field.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useAddContact } from './contacts.api.ts'
import styles from './contacts.module.css'
import { RelationSelect } from './RelationSelect.tsx'

const ADDRESS = 'outsider-email'
const EMPTY = { email: '', first_name: '', last_name: '', relation: 'outside' as Relation }

/** Adds an external person, by address and name. */
export function AddOutsider() {
  const { t } = useTranslation()
  const draft = useDraft('add-outsider', EMPTY)
  const add = useAddContact()
  const [checked, setChecked] = useState(false)
  const { email, first_name, last_name, relation } = draft.value
  const change = (part: Partial<typeof EMPTY>) => draft.set((old) => ({ ...old, ...part }))
  const valid = Email.safeParse(email).success
  const save = () =>
    add.mutate(
      { email, first_name, last_name, ...(relation !== 'outside' && { relation }) },
      {
        onSuccess: () => {
          setChecked(false)
          draft.clear(EMPTY)
          document.getElementById(ADDRESS)?.focus()
        },
      },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (valid) save()
    else document.getElementById(ADDRESS)?.focus()
  }
  const [kept] = add.data?.contacts ?? []
  return (
    <form
      className={`card ${styles.contactForm}`}
      data-testid="contact-form"
      onSubmit={submit}
      noValidate
      aria-label={t('contacts.by.address')}
    >
      <h2>{t('contacts.outside_title')}</h2>
      <div role="status">
        {kept ? (
          <p className="notice notice-calm">
            {t(kept.user_id ? 'contacts.added_colleague' : 'contacts.added', { name: fullName(kept, kept.email) })}
          </p>
        ) : null}
      </div>
      <EmailField
        id={ADDRESS}
        label={t('login.email')}
        error={checked && !valid ? t(email.trim() ? 'login.email_invalid' : 'contacts.email_missing') : undefined}
        value={email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <div className={styles.fieldPair}>
        <Field
          id="outsider-first-name"
          label={t('contacts.first_name')}
          dir="auto"
          maxLength={100}
          value={first_name}
          onChange={({ target }) => change({ first_name: target.value })}
        />
        <Field
          id="outsider-last-name"
          label={t('contacts.last_name')}
          dir="auto"
          maxLength={100}
          value={last_name}
          onChange={({ target }) => change({ last_name: target.value })}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor="outsider-relation">
          {t('contacts.relation')}
        </label>
        <RelationSelect id="outsider-relation" value={relation} onChange={(next) => change({ relation: next })} colleague={false} />
      </div>
      {add.error ? <ErrorNotice error={add.error} onRetry={save} /> : null}
      <IonButton type="submit" size="large" expand="block" disabled={add.isPending}>
        {t('contacts.add_now')}
      </IonButton>
      <TrustLine>{t('contacts.outside_trust')}</TrustLine>
    </form>
  )
}
