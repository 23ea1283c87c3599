import { IonButton } from '@ionic/react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../platform/drafts.ts'
import { TextAreaField } from './TextAreaField.tsx'

interface Props {
  id: string
  label: string
  text: string
  maxLength: number
  pending: boolean
  submitLabel: string
  /** Saves; `done` deletes the draft. */
  onSubmit: (text: string, done: () => void) => void
  onCancel: () => void
  /** Between the field and the buttons. */
  children?: ReactNode
}

/**
 * A text in place, to write or change: its field has the focus, and what is typed is stored on this device under `id`. An empty text cannot
 * be sent.
 */
export function WriteForm({ id, label, text, maxLength, pending, submitLabel, onSubmit, onCancel, children }: Props) {
  const { t } = useTranslation()
  const { value: words, set, clear, ready } = useDraft(id, text)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!ready) return
    document.getElementById(id)?.focus()
    // Its buttons too, above the bar of a phone.
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [id, ready])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() && !pending) onSubmit(words.trim(), clear)
  }
  return (
    <form className="stack" ref={form} onSubmit={submit} noValidate>
      <TextAreaField id={id} label={label} dir="auto" maxLength={maxLength} value={words} onChange={({ target }) => set(target.value)} />
      {children}
      <div className="form-actions">
        <IonButton type="submit" disabled={pending || words.trim() === ''}>
          {pending ? t('common.saving') : submitLabel}
        </IonButton>
        <IonButton
          fill="clear"
          onClick={() => {
            clear()
            onCancel()
          }}
        >
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
