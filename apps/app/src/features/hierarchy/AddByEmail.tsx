import { IonButton } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import { type FormEvent, type Ref, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmailField, Field } from '../../ui/Field.tsx'
import styles from './hierarchy.module.css'

interface Props {
  /** Prefix of the fields' ids. */
  id: string
  /** Why this address cannot be added; undefined when it can. */
  refuse: (email: string) => string | undefined
  onAdd: (email: string, firstName: string, lastName: string) => void
  ref?: Ref<PendingAddress>
}

/** What is typed and not added yet. */
export interface PendingAddress {
  /** Adds it. False, with the reason at the field, if it cannot be added. */
  take: () => boolean
}

const EMPTY = { email: '', first: '', last: '' }

/** Adds a person without an account, or who is not found by name. */
export function AddByEmail({ id, refuse, onAdd, ref }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState(EMPTY)
  const [error, setError] = useState<string>()
  const change = (part: Partial<typeof EMPTY>) => setWords((old) => ({ ...old, ...part }))
  const take = () => {
    const email = Email.safeParse(words.email)
    const refusal = email.success ? refuse(email.data) : t('login.email_invalid')
    setError(refusal)
    if (refusal || !email.success) {
      document.getElementById(`${id}-email`)?.focus()
      return false
    }
    onAdd(email.data, words.first.trim(), words.last.trim())
    setWords(EMPTY)
    return true
  }
  const isEmpty = Object.values(words).every((word) => word.trim() === '')
  useImperativeHandle(ref, () => ({ take: () => isEmpty || take() }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (take()) document.getElementById(`${id}-email`)?.focus()
  }
  return (
    <form onSubmit={submit} noValidate>
      <EmailField
        id={`${id}-email`}
        label={t('login.email')}
        error={error}
        value={words.email}
        onChange={({ target }) => change({ email: target.value })}
      />
      <div className={styles.byEmailNames}>
        <Field
          id={`${id}-first`}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          label={t('hierarchy.first_name')}
          value={words.first}
          onChange={({ target }) => change({ first: target.value })}
        />
        <Field
          id={`${id}-last`}
          dir="auto"
          autoComplete="off"
          maxLength={100}
          label={t('hierarchy.last_name')}
          value={words.last}
          onChange={({ target }) => change({ last: target.value })}
        />
      </div>
      <IonButton type="submit" fill="outline">
        {t('hierarchy.add')}
      </IonButton>
    </form>
  )
}
