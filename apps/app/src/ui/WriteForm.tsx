import { IonButton } from '@ionic/react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextAreaField } from './Field.tsx'

interface Props {
  id: string
  label: string
  text: string
  maxLength: number
  pending: boolean
  submitLabel: string
  onSubmit: (text: string) => void
  onCancel: () => void
  /** Between the field and the buttons. */
  children?: ReactNode
}

/** A text in place, to write or change: its field has the focus. An empty text cannot be sent. */
export function WriteForm({ id, label, text, maxLength, pending, submitLabel, onSubmit, onCancel, children }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState(text)
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() && !pending) onSubmit(words.trim())
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextAreaField
        id={id}
        label={label}
        dir="auto"
        maxLength={maxLength}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {children}
      <div className="form-actions">
        <IonButton type="submit" disabled={pending || words.trim() === ''}>
          {pending ? t('common.saving') : submitLabel}
        </IonButton>
        <IonButton fill="clear" onClick={onCancel}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
