import { IonButton, useIonRouter } from '@ionic/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { ApiError } from '../../platform/errors.ts'
import { knownUser, startOf } from '../../platform/session.ts'
import type { LoginState } from '../../platform/startup.ts'
import { useErrorText } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { EmailField, PasswordField } from '../../ui/Field.tsx'
import { useProblems } from '../../ui/useProblems.ts'
import { ForgottenPassword } from './ForgottenPassword.tsx'
import { Gate } from './Gate.tsx'
import { GateFoot } from './GateFoot.tsx'
import { useLogin } from './session.api.ts'

const EMAIL = 'login-email'
const PASSWORD = 'login-password'

function Refusal({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  const words = useErrorText()
  // An unknown user, a wrong password and a locked account show the same error.
  const refused = error.status === 401 || error.status === 400
  return (
    <div className="notice" role="alert">
      {refused ? t('login.refused') : words(error)}
    </div>
  )
}

interface FormProps {
  email: string
  onEmail: (email: string) => void
  onForgotten: () => void
}

function LoginForm({ email, onEmail, onForgotten }: FormProps) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { next } = (useLocation().state ?? {}) as LoginState
  const [password, setPassword] = useState('')
  const { problems, problemOf, check } = useProblems([
    ...(email.trim() ? [] : [{ id: EMAIL, message: t('login.email_missing') }]),
    ...(password ? [] : [{ id: PASSWORD, message: t('login.password_missing') }]),
  ])
  const login = useLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check() || login.isPending) return
    login.mutate(
      { username: email.trim(), password },
      {
        onSuccess: () => {
          setPassword('')
          router.navigateRoot(startOf(knownUser(), next))
        },
        onError: () => document.getElementById(PASSWORD)?.focus(),
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {login.error && problems.length === 0 ? <Refusal error={login.error} /> : null}
      <EmailField
        id={EMAIL}
        label={t('login.email')}
        error={problemOf(EMAIL)}
        autoComplete="username"
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      <PasswordField
        id={PASSWORD}
        label={t('login.password')}
        error={problemOf(PASSWORD)}
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <IonButton type="submit" expand="block" size="large" disabled={login.isPending}>
        {t(login.isPending ? 'login.submitting' : 'login.submit')}
      </IonButton>
      <div className="row" style={{ justifyContent: 'center' }}>
        <button type="button" className="plain-button" onClick={onForgotten}>
          {t('login.forgotten')}
        </button>
      </div>
    </form>
  )
}

export default function LoginPage() {
  const { t } = useTranslation()
  const { search } = useLocation()
  const [forgotten, setForgotten] = useState(new URLSearchParams(search).has('forgotten'))
  const [email, setEmail] = useState('')
  const farewell = new URLSearchParams(search).has('farewell') && !forgotten
  return (
    <Gate
      title={forgotten ? t('reset.ask_title') : 'Reflet'}
      name={t('login.title')}
      text={t(forgotten ? 'reset.ask_text' : 'login.tagline')}
    >
      {farewell ? (
        <div className="notice notice-calm" role="status">
          <h2>{t('login.farewell_title')}</h2>
          <p>{t('login.farewell_text')}</p>
        </div>
      ) : null}
      {forgotten ? (
        <ForgottenPassword email={email} onEmail={setEmail} onBack={() => setForgotten(false)} />
      ) : (
        <LoginForm email={email} onEmail={setEmail} onForgotten={() => setForgotten(true)} />
      )}
      <GateFoot />
    </Gate>
  )
}
