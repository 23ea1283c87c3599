import { IonButton } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import { Participant } from '@reflet/contract/events'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../platform/drafts.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { EmailField, Field } from '../../../ui/Field.tsx'
import { STEP_HEADING } from '../../../ui/step-focus.ts'
import { useProblems } from '../../../ui/useProblems.ts'

export interface Names {
  first_name: string
  last_name: string
  email: string
}

export const NO_NAMES: Names = { first_name: '', last_name: '', email: '' }

interface Props {
  names: Draft<Names>
  pending: boolean
  /** Says that this address has answered before. */
  notice: ReactNode
  error: unknown
  onSend: () => void
  onBack: () => void
}

/** The last step of a participant without an account: name and address, then everything is sent. */
export function ParticipantForm({ names, pending, notice, error, onSend, onBack }: Props) {
  const { t } = useTranslation()
  const { first_name, last_name, email } = names.value
  const change = (part: Partial<Names>) => names.set((old) => ({ ...old, ...part }))
  const { shape } = Participant
  const found: FieldProblem[] = []
  if (!shape.first_name.safeParse(first_name).success) found.push({ id: 'participant-first', message: t('event_link.who.first_missing') })
  if (!shape.last_name.safeParse(last_name).success) found.push({ id: 'participant-last', message: t('event_link.who.last_missing') })
  if (!Email.safeParse(email).success) {
    found.push({ id: 'participant-email', message: t(email.trim() ? 'login.email_invalid' : 'event_link.who.email_missing') })
  }
  const { problems, problemOf, check } = useProblems(found)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    if (!pending && check()) onSend()
  }
  return (
    <form className="card stack" onSubmit={submit} noValidate>
      <div>
        <p className="quiet small">{t('event_link.who.step')}</p>
        <h2 {...STEP_HEADING}>{t('event_link.who.title')}</h2>
        <p className="quiet">{t('event_link.who.hint_named')}</p>
      </div>
      {notice}
      <ErrorSummary problems={problems} />
      <Field
        id="participant-first"
        label={t('contacts.first_name')}
        error={problemOf('participant-first')}
        autoComplete="given-name"
        dir="auto"
        maxLength={100}
        value={first_name}
        onChange={({ target }) => change({ first_name: target.value })}
      />
      <Field
        id="participant-last"
        label={t('contacts.last_name')}
        error={problemOf('participant-last')}
        autoComplete="family-name"
        dir="auto"
        maxLength={100}
        value={last_name}
        onChange={({ target }) => change({ last_name: target.value })}
      />
      <EmailField
        id="participant-email"
        label={t('login.email')}
        hint={t('event_link.who.email_hint')}
        error={problemOf('participant-email')}
        autoComplete="email"
        value={email}
        onChange={({ target }) => change({ email: target.value })}
      />
      {error ? <ErrorNotice error={error} /> : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" disabled={pending}>
          {t(pending ? 'answer.sending' : 'answer.send')}
        </IonButton>
        <IonButton fill="clear" disabled={pending} onClick={onBack}>
          {t('event_link.who.back')}
        </IonButton>
      </div>
    </form>
  )
}
