import { IonButton } from '@ionic/react'
import { MAX_THANKS } from '@reflet/contract/received-answers'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextAreaField } from '../../ui/Field.tsx'

interface Props {
  id: string
  text: string
  pending: boolean
  onSave: (text: string) => void
  onCancel: () => void
}

/** The words of a try, to change. */
export function EditTry({ id, text, pending, onSave, onCancel }: Props) {
  const { t } = useTranslation()
  const [words, setWords] = useState(text)
  const field = `try-${id}`
  useEffect(() => document.getElementById(field)?.focus(), [field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() && !pending) onSave(words.trim())
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <TextAreaField
        id={field}
        label={t('growth.text')}
        dir="auto"
        maxLength={MAX_THANKS}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="form-actions">
        <IonButton type="submit" disabled={pending || words.trim() === ''}>
          {pending ? t('common.saving') : t('common.save')}
        </IonButton>
        <IonButton fill="clear" onClick={onCancel}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
