import { IonButton, useIonRouter } from '@ionic/react'
import { PASSWORD_MAX, PASSWORD_MIN } from '@reflet/contract/session'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { ApiError } from '../../platform/errors.ts'
import { knownUser, startOf } from '../../platform/session.ts'
import { Drawing, type DrawingName } from '../../ui/Drawing.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { usePasswordReason } from '../../ui/password-reason.ts'
import { Gate } from './Gate.tsx'
import styles from './gate.module.css'
import { useResetPassword } from './password.api.ts'

const PASSWORD = 'new-password'

const isGone = (error: ApiError | null) => error?.code === 'gone' || error?.code === 'not_found'
/** An error of the password itself belongs to its field; any other to the whole form. */
const isWeak = (error: ApiError | null) => error?.code === 'password_too_weak'

function PasswordForm({ token, onDone, onGone }: { token: string; onDone: () => void; onGone: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [short, setShort] = useState(false)
  const reset = useResetPassword(token)
  const router = useIonRouter()
  const reasonOf = usePasswordReason()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tooShort = [...password].length < PASSWORD_MIN
    setShort(tooShort)
    if (tooShort) document.getElementById(PASSWORD)?.focus()
    else if (!reset.isPending) {
      reset.mutate(password, {
        // The link was proof enough: no one types the same password again.
        onSuccess: (isLoggedIn) => (isLoggedIn ? router.navigateRoot(startOf(knownUser())) : onDone()),
        onError: (error) => isGone(error) && onGone(),
      })
    }
  }

  const weak = isWeak(reset.error) ? reasonOf(reset.error) : undefined
  return (
    <form onSubmit={submit} noValidate>
      {reset.error && !weak ? <ErrorNotice error={reset.error} /> : null}
      <PasswordField
        id={PASSWORD}
        label={t('reset.password')}
        hint={t('reset.hint')}
        error={short ? t('reset.too_short') : weak}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <IonButton type="submit" expand="block" size="large" disabled={reset.isPending}>
        {t(reset.isPending ? 'reset.submitting' : 'reset.submit')}
      </IonButton>
    </form>
  )
}

interface EndProps {
  drawing: DrawingName
  action: string
  href: string
}

const End = ({ drawing, action, href }: EndProps) => (
  <>
    <div className={styles.gateDrawing}>
      <Drawing name={drawing} />
    </div>
    <IonButton expand="block" size="large" routerLink={href} routerDirection="root">
      {action}
    </IonButton>
  </>
)

export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const [state, setState] = useState<'open' | 'done' | 'gone'>(token ? 'open' : 'gone')
  const [title, text] = (
    {
      open: [t('reset.title'), t('reset.text')],
      done: [t('reset.done_title'), t('reset.done_text')],
      gone: [t('reset.gone_title'), t('reset.gone_text')],
    } as const
  )[state]
  return (
    <Gate title={title} name={t('reset.title')} text={text}>
      {state === 'open' ? <PasswordForm token={token} onDone={() => setState('done')} onGone={() => setState('gone')} /> : null}
      {state === 'done' ? <End drawing="mirror" action={t('reset.done_action')} href="/login" /> : null}
      {state === 'gone' ? (
        <div data-testid="broken-link">
          <End drawing="mail" action={t('reset.gone_action')} href="/login?forgotten" />
          <IonButton expand="block" fill="clear" routerLink="/login" routerDirection="root">
            {t('login.submit')}
          </IonButton>
        </div>
      ) : null}
    </Gate>
  )
}
