import { IonButton } from '@ionic/react'
import type { SecondFactor as Due } from '@reflet/contract/errors'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchCode } from '../../platform/code.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import { canUsePasskeys } from './login-ways.api.ts'
import { type SecondStep, useEnrolment, useSecondStep } from './signing-in.api.ts'

/** For a person who sets the factor up now; not listed by the first screen. */
const TotpSecret = lazy(() => fetchCode(() => import('../../ui/TotpSecret.tsx')))
const RecoveryCodes = lazy(() => fetchCode(() => import('../../ui/RecoveryCodes.tsx')))

const CODE = 'second-factor-code'

interface Props {
  due: Due
  username: string
  /** Logged in, and recovery codes are shown, because the first factor was set up. */
  onCodes: () => void
  onDone: () => void
  onBack: () => void
}

/** A challenge ends, or has too many wrong codes: the login begins again. */
const isOver = (code: string | undefined) => code === 'gone' || code === 'unauthenticated'

interface CodeProps {
  label: string
  hint: string
  isDigits: boolean
  isPending: boolean
  onSubmit: (code: string) => void
}

export function CodeForm({ label, hint, isDigits, isPending, onSubmit }: CodeProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = code.trim().length < 6
    setMissing(missing)
    if (missing) document.getElementById(CODE)?.focus()
    else if (!isPending) onSubmit(code.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field
        id={CODE}
        label={label}
        hint={hint}
        error={isMissing ? t('login.second.code_missing') : undefined}
        autoComplete="one-time-code"
        inputMode={isDigits ? 'numeric' : 'text'}
        autoCapitalize={isDigits ? 'none' : 'characters'}
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        maxLength={40}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <IonButton type="submit" expand="block" size="large" disabled={isPending}>
        {t(isPending ? 'login.second.submitting' : 'login.second.submit')}
      </IonButton>
    </form>
  )
}

/** The second step of a login: with what the person has set up, or by setting it up now. */
export default function SecondFactor({ due, username, onCodes, onDone, onBack }: Props) {
  const { t } = useTranslation()
  const step = useSecondStep()
  const { challenge, factors, passkey } = due
  const [byRecovery, setByRecovery] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, ion-button')?.focus(), [])
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (made: readonly string[] | null) => {
    if (!made) return onDone()
    setCodes(made)
    onCodes()
  }
  const go = (more: Partial<SecondStep>) => step.mutate({ username, challenge, ...more }, { onSuccess: finish })

  if (codes)
    return (
      <Suspense fallback={null}>
        <RecoveryCodes codes={codes} onDone={onDone} />
      </Suspense>
    )

  if (isOver(step.error?.code)) return <Over onBack={onBack} />
  const hasCode = factors.includes('totp') || byRecovery
  return (
    <div ref={frame} className="stack">
      {step.error ? <ErrorNotice error={step.error} /> : null}
      {factors.length === 0 ? <Enrol due={due} step={go} isPending={step.isPending} onOver={onBack} /> : null}
      {factors.length > 0 && hasCode ? (
        <CodeForm
          key={String(byRecovery)}
          label={t(byRecovery ? 'login.second.recovery_code' : 'login.second.code')}
          hint={t(byRecovery ? 'login.second.recovery_hint' : 'login.second.code_hint')}
          isDigits={!byRecovery}
          isPending={step.isPending}
          onSubmit={(code) => go({ code })}
        />
      ) : null}
      {passkey && canUsePasskeys() ? (
        <IonButton
          expand="block"
          size="large"
          fill={hasCode ? 'outline' : 'solid'}
          disabled={step.isPending}
          onClick={() => go({ passkey: passkey as Record<string, unknown> })}
        >
          {t('login.second.use_passkey')}
        </IonButton>
      ) : null}
      <div className="row" style={{ justifyContent: 'center' }}>
        {factors.includes('recovery_code') ? (
          <button type="button" className="plain-button" onClick={() => setByRecovery(!byRecovery)}>
            {t(byRecovery ? 'login.second.no_recovery' : 'login.second.use_recovery')}
          </button>
        ) : null}
        <button type="button" className="plain-button" onClick={onBack}>
          {t('reset.back_to_login')}
        </button>
      </div>
    </div>
  )
}

function Over({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <div className="notice" role="alert">
        {t('login.second.over')}
      </div>
      <IonButton expand="block" size="large" onClick={onBack}>
        {t('reset.back_to_login')}
      </IonButton>
    </div>
  )
}

interface EnrolProps {
  due: Due
  step: (more: Partial<SecondStep>) => void
  isPending: boolean
  onOver: () => void
}

/** The company demands a second factor: the person chooses which, and sets it up before the first page. */
function Enrol({ due: { challenge }, step, isPending, onOver }: EnrolProps) {
  const { t } = useTranslation()
  const enrolment = useEnrolment()
  const begin = (factor: 'totp' | 'passkey') =>
    enrolment.mutate(
      { challenge, factor },
      { onSuccess: ({ passkey }) => passkey && step({ passkey, isNew: true }), onError: ({ message }) => /gone/.test(message) && onOver() },
    )
  const totp = enrolment.data?.totp
  if (totp)
    return (
      <>
        <Suspense fallback={null}>
          <TotpSecret {...totp} />
        </Suspense>
        <CodeForm
          label={t('login.second.code')}
          hint={t('login.second.code_hint')}
          isDigits
          isPending={isPending}
          onSubmit={(code) => step({ code })}
        />
      </>
    )
  return (
    <>
      {enrolment.error ? <ErrorNotice error={enrolment.error} /> : null}
      {canUsePasskeys() ? (
        <IonButton expand="block" size="large" disabled={isPending || enrolment.isPending} onClick={() => begin('passkey')}>
          {t('login.enrol.passkey')}
        </IonButton>
      ) : null}
      <IonButton
        expand="block"
        size="large"
        fill={canUsePasskeys() ? 'outline' : 'solid'}
        disabled={isPending || enrolment.isPending}
        onClick={() => begin('totp')}
      >
        {t('login.enrol.app')}
      </IonButton>
    </>
  )
}
