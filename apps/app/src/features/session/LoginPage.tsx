import { IonButton, useIonRouter } from '@ionic/react'
import type { SecondFactor as SecondFactorDue } from '@reflet/contract/errors'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { fetchCode } from '../../platform/code.ts'
import type { ApiError } from '../../platform/errors.ts'
import { knownUser, startOf } from '../../platform/session.ts'
import type { LoginState } from '../../platform/startup.ts'
import { useErrorText } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { EmailField, PasswordField } from '../../ui/Field.tsx'
import { useProblems } from '../../ui/useProblems.ts'
import { Gate } from './Gate.tsx'
import { GateFoot } from './GateFoot.tsx'
import styles from './gate.module.css'
import { canUsePasskeys, usePasskeyLogin } from './login-ways.api.ts'
import { rememberedSignOn } from './remembered-sign-on.ts'
import { useLogin } from './session.api.ts'

/** Most logins need none of these. */
const CompanySignOn = lazy(() => fetchCode(() => import('./CompanySignOn.tsx')))
const ForgottenPassword = lazy(() => fetchCode(() => import('./ForgottenPassword.tsx')))
const SecondFactor = lazy(() => fetchCode(() => import('./SecondFactor.tsx')))
const RefusedSignOn = lazy(() => fetchCode(() => import('./RefusedSignOn.tsx')))

const EMAIL = 'login-email'
const PASSWORD = 'login-password'

function Refusal({ error, text }: { error: ApiError; text: string }) {
  const words = useErrorText()
  // An unknown user, a wrong password and a locked account show the same error.
  const refused = error.code !== 'session_not_kept' && (error.status === 401 || error.status === 400)
  if (error.secondFactor) return null
  return (
    <div className="notice" role="alert">
      {refused ? text : words(error)}
    </div>
  )
}

interface FormProps {
  email: string
  onEmail: (email: string) => void
  onForgotten: () => void
  onSignOn: () => void
  onSecond: (due: SecondFactorDue) => void
  onDone: () => void
}

function LoginForm({ email, onEmail, onForgotten, onSignOn, onSecond, onDone }: FormProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const { problems, problemOf, check } = useProblems([
    ...(email.trim() ? [] : [{ id: EMAIL, message: t('login.email_missing') }]),
    ...(password ? [] : [{ id: PASSWORD, message: t('login.password_missing') }]),
  ])
  const login = useLogin()
  const passkey = usePasskeyLogin()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check() || login.isPending) return
    passkey.reset()
    login.mutate(
      { username: email.trim(), password },
      {
        onSuccess: () => {
          setPassword('')
          onDone()
        },
        onError: ({ secondFactor }) => (secondFactor ? onSecond(secondFactor) : document.getElementById(PASSWORD)?.focus()),
      },
    )
  }
  const byPasskey = () => {
    login.reset()
    passkey.mutate(undefined, { onSuccess: onDone })
  }

  return (
    <form onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {login.error && problems.length === 0 ? <Refusal error={login.error} text={t('login.refused')} /> : null}
      {passkey.error && passkey.error.code !== 'passkey_cancelled' ? (
        <Refusal error={passkey.error} text={t('login.passkey_refused')} />
      ) : null}
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
      <div className={`row ${styles.ways}`}>
        <button type="button" className="plain-button" onClick={onForgotten}>
          {t('login.forgotten')}
        </button>
        <button type="button" className="plain-button" onClick={onSignOn}>
          {t('login.sign_on')}
        </button>
        {canUsePasskeys() ? (
          <button type="button" className="plain-button" disabled={passkey.isPending} onClick={byPasskey}>
            {t('login.passkey')}
          </button>
        ) : null}
      </div>
    </form>
  )
}

type View = 'password' | 'forgotten' | 'sign_on' | 'second' | 'recovery'

export default function LoginPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { search, state } = useLocation()
  const { next } = (state ?? {}) as LoginState
  const query = new URLSearchParams(search)
  const [view, setView] = useState<View>(query.has('forgotten') ? 'forgotten' : rememberedSignOn() ? 'sign_on' : 'password')
  const [email, setEmail] = useState('')
  const [due, setDue] = useState<SecondFactorDue>()
  const enter = () => router.navigateRoot(startOf(knownUser(), next))
  const back = () => setView('password')
  const texts = {
    password: ['Reflet', t('login.tagline')],
    forgotten: [t('reset.ask_title'), t('reset.ask_text')],
    sign_on: [t('login.sign_on_title'), t('login.sign_on_text')],
    second: due?.factors.length
      ? [t('login.second.title'), t(due.factors.includes('totp') ? 'login.second.text_totp' : 'login.second.text_passkey')]
      : [t('login.enrol.title'), t('login.enrol.text')],
    recovery: [t('security.recovery.title'), t('security.recovery.text')],
  } as const
  const [title, text] = texts[view]
  return (
    <Gate title={title ?? ''} name={t('login.title')} text={text ?? ''}>
      {query.has('farewell') && view === 'password' ? (
        <div className="notice notice-calm" role="status">
          <h2>{t('login.farewell_title')}</h2>
          <p>{t('login.farewell_text')}</p>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {query.get('sso') === 'refused' ? <RefusedSignOn /> : null}
        {view === 'forgotten' ? <ForgottenPassword email={email} onEmail={setEmail} onBack={back} /> : null}
        {view === 'sign_on' ? <CompanySignOn onBack={back} /> : null}
        {(view === 'second' || view === 'recovery') && due ? (
          <SecondFactor due={due} username={email.trim()} onBack={back} onCodes={() => setView('recovery')} onDone={enter} />
        ) : null}
      </Suspense>
      {view === 'password' ? (
        <LoginForm
          email={email}
          onEmail={setEmail}
          onForgotten={() => setView('forgotten')}
          onSignOn={() => setView('sign_on')}
          onSecond={(challenge) => {
            setDue(challenge)
            setView('second')
          }}
          onDone={enter}
        />
      ) : null}
      <GateFoot />
    </Gate>
  )
}
