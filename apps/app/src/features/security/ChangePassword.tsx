import { IonButton } from '@ionic/react'
import { PASSWORD_MAX, PASSWORD_MIN } from '@reflet/contract/session'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/errors.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { usePasswordReason } from '../../ui/password-reason.ts'
import { useToast } from '../../ui/toast.ts'
import { useProblems } from '../../ui/useProblems.ts'
import { useChangePassword } from './security.api.ts'

const CURRENT = 'current-password'
const NEXT = 'next-password'

const isOf = (error: ApiError | null, code: string) => error?.code === code

/** The form opens on request: a password manager must not fill it in on each visit. */
export function ChangePassword() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="stack" id="password">
      <div>
        <h2>{t('security.password.title')}</h2>
        <p className="quiet">{t('security.password.text')}</p>
      </div>
      <div className="card">
        {isOpen ? (
          <Form onClose={() => setOpen(false)} />
        ) : (
          <IonButton fill="outline" onClick={() => setOpen(true)}>
            {t('security.password.change')}
          </IonButton>
        )}
      </div>
    </section>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const toast = useToast()
  const reasonOf = usePasswordReason()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useChangePassword()
  const { problems, problemOf, check } = useProblems([
    ...(current ? [] : [{ id: CURRENT, message: t('security.password.current_missing') }]),
    ...([...next].length >= PASSWORD_MIN ? [] : [{ id: NEXT, message: t('reset.too_short') }]),
  ])
  const wrong = isOf(change.error, 'wrong_password') ? t('errors.wrong_password') : undefined
  const weak = isOf(change.error, 'password_too_weak') ? reasonOf(change.error) : undefined

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !check()) return
    change.mutate(
      { current, new: next },
      {
        onSuccess: () => {
          toast(t('security.password.changed'))
          onClose()
        },
        onError: ({ code }) => document.getElementById(code === 'wrong_password' ? CURRENT : NEXT)?.focus(),
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {change.error && !wrong && !weak && problems.length === 0 ? <ErrorNotice error={change.error} /> : null}
      <PasswordField
        id={CURRENT}
        label={t('security.password.current')}
        error={problemOf(CURRENT) ?? wrong}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
      <PasswordField
        id={NEXT}
        label={t('reset.password')}
        hint={t('reset.hint')}
        error={problemOf(NEXT) ?? weak}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={next}
        onChange={({ target }) => setNext(target.value)}
      />
      <div className="form-actions">
        <IonButton type="submit" disabled={change.isPending}>
          {t(change.isPending ? 'reset.submitting' : 'reset.submit')}
        </IonButton>
        <IonButton fill="clear" onClick={onClose}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
