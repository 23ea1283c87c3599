import { IonButton, IonToggle } from '@ionic/react'
import type { AdminPerson } from '@reflet/contract/admin-people'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../platform/errors.ts'
import { fullName } from '../../platform/full-name.ts'
import { useLocale } from '../../platform/locale.ts'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { EmailField, Field, FieldFrame } from '../../ui/Field.tsx'
import { LanguageOptions } from '../../ui/LanguageOptions.tsx'
import { Select } from '../../ui/Select.tsx'
import { useToast } from '../../ui/toast.ts'
import { findByEmail, useCreatePerson, useUpdatePerson } from './admin.api.ts'
import styles from './admin.module.css'
import { PersonActions } from './PersonActions.tsx'
import { changesOf, type PersonValues, TEXTS, valuesOf } from './person-fields.ts'
import { UnconfirmedName } from './UnconfirmedName.tsx'

interface Props {
  /** undefined: a new one. */
  person: AdminPerson | undefined
  onDone: () => void
}

/** One person: the fields, and what can be done with the account. */
export function PersonForm({ person, onDone }: Props) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const locale = useLocale()
  const before = person ? valuesOf(person, locale) : null
  const [values, setValues] = useState(() => valuesOf(person, locale))
  const [isInviting, setInviting] = useState(true)
  const [unknownManager, setUnknownManager] = useState(false)
  const create = useCreatePerson()
  const update = useUpdatePerson()
  const { error, isPending } = person ? update : create
  const fields = error ? toApiError(error).fields : {}
  const set = (change: Partial<PersonValues>) => setValues({ ...values, ...change })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const manager = values.manager.trim()
    const manager_id = manager ? await findByEmail(manager) : null
    setUnknownManager(manager_id === undefined)
    if (manager_id === undefined) return
    const changes = { ...changesOf(before, values), ...(values.manager === before?.manager ? {} : { manager_id }) }
    const saved = (text: string) => {
      toast(text)
      onDone()
    }
    if (person)
      update.mutate(
        { id: person.id, body: changes },
        {
          onSuccess: ({ new_email }) =>
            saved(new_email && 'email' in changes ? t('admin.people.new_email_asked', { email: new_email }) : t('admin.saved')),
        },
      )
    else
      create.mutate({ ...changes, invite: isInviting } as Parameters<typeof create.mutate>[0], {
        onSuccess: (made) => saved(t('admin.people.created', { name: fullName(made, made.email) })),
      })
  }
  const problemOf = (name: string) => {
    if (name === 'manager')
      return unknownManager ? t('admin.people.manager_unknown') : fields.manager_id && error ? errorText(error) : undefined
    return fields[name] && error ? errorText(error) : undefined
  }
  const emailHint = person?.new_email
    ? t('admin.people.new_email_text', { email: person.new_email })
    : person?.status === 'active'
      ? t('admin.people.email_hint')
      : undefined
  const isShown = Object.keys(fields).some((name) => name in values || name === 'manager_id')
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {person ? <UnconfirmedName person={person} /> : null}
      {TEXTS.map((name) => {
        const Control = name === 'email' || name === 'manager' ? EmailField : Field
        return (
          <Control
            key={name}
            id={`person-${name}`}
            label={t(name === 'department' ? 'admin.people.department' : `admin.people.${name}`)}
            hint={name === 'email' ? emailHint : undefined}
            error={problemOf(name)}
            value={values[name]}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        )
      })}
      <FieldFrame id="person-locale" label={t('admin.people.locale')}>
        <Select id="person-locale" value={values.locale} onChange={({ target }) => set({ locale: target.value as PersonValues['locale'] })}>
          <LanguageOptions />
        </Select>
      </FieldFrame>
      <FieldFrame id="person-role" label={t('admin.people.role')}>
        <Select id="person-role" value={values.role} onChange={({ target }) => set({ role: target.value as PersonValues['role'] })}>
          <option value="employee">{t('admin.people.role_employee')}</option>
          <option value="admin">{t('admin.people.role_admin')}</option>
        </Select>
      </FieldFrame>
      {person ? null : (
        <IonToggle
          className={`${styles.toggle}`}
          checked={isInviting}
          onIonChange={({ detail }) => setInviting(detail.checked)}
          justify="space-between"
        >
          {t('admin.people.invite_now')}
        </IonToggle>
      )}
      {error && !isShown ? <ErrorNotice error={error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" expand="block" disabled={isPending}>
          {person ? t('common.save') : t('admin.people.create')}
        </IonButton>
      </div>
      {person ? <PersonActions person={person} onDone={onDone} /> : null}
    </form>
  )
}
