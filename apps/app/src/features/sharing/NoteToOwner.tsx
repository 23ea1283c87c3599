import { IonButton, IonIcon } from '@ionic/react'
import { MAX_NOTE, type SharedAnswer } from '@reflet/contract/sharing'
import { heartOutline } from 'ionicons/icons'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../platform/direction.ts'
import { formatDate } from '../../platform/locale.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useToast } from '../../ui/toast.ts'
import { WriteForm } from '../../ui/WriteForm.tsx'
import { useNoteShared } from './sharing.api.ts'
import styles from './sharing.module.css'

/** As a manager: thank the owner of a shared answer with one tap, or write them a private note. */
export function NoteToOwner({ answer }: { answer: SharedAnswer }) {
  const { t } = useTranslation()
  const toast = useToast()
  const save = useNoteShared()
  const [writing, setWriting] = useState(false)
  const said = useRef<HTMLDivElement>(null)
  const { owner, my_note: mine } = answer
  const name = owner.first_name
  const about = `${name}, ${answer.skill.name}`
  const send = (note: string | null, done?: () => void) =>
    save.mutate(
      { id: answer.id, note },
      {
        onSuccess: () => {
          done?.()
          setWriting(false)
          toast(t('shared.note.sent', { name }))
          said.current?.focus()
        },
      },
    )
  return (
    <div className={styles.reply} data-testid="note-to-owner" ref={said} tabIndex={-1}>
      {mine ? (
        <div className={styles.note}>
          <p className="quiet small">
            {t(mine.note ? 'shared.note.mine' : 'shared.note.thanked', { name: isolated(name), date: isolated(formatDate(mine.noted_at)) })}
          </p>
          {mine.note ? <p dir="auto">{mine.note}</p> : null}
        </div>
      ) : null}
      {writing ? (
        <WriteForm
          id={`note-${answer.id}`}
          label={t('shared.note.label', { name })}
          text={mine?.note ?? ''}
          maxLength={MAX_NOTE}
          pending={save.isPending}
          submitLabel={t('shared.note.send')}
          onSubmit={send}
          onCancel={() => setWriting(false)}
        >
          <TrustLine>{t('shared.note.trust', { name })}</TrustLine>
        </WriteForm>
      ) : (
        <div className="row">
          {mine ? null : (
            <IonButton fill="outline" disabled={save.isPending} onClick={() => send(null)}>
              <IonIcon slot="start" icon={heartOutline} aria-hidden="true" />
              {t('shared.note.thank')}
              <span className="visually-hidden">: {about}</span>
            </IonButton>
          )}
          <IonButton fill="clear" onClick={() => setWriting(true)}>
            {t(mine?.note ? 'shared.note.change' : 'shared.note.write')}
            <span className="visually-hidden">: {about}</span>
          </IonButton>
        </div>
      )}
      {save.error ? <ErrorNotice error={save.error} /> : null}
    </div>
  )
}
