import { IonButton } from '@ionic/react'
import { PASSWORD_MAX } from '@reflet/contract/session'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNative } from '../../platform/build-target.ts'
import { currentUserId, useUserId } from '../../platform/current-user.ts'
import { settle } from '../../platform/errors.ts'
import { signOn } from '../../platform/startup.ts'
import { useStore } from '../../platform/store.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { Sheet, useSheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { goToSignOn } from '../session/signing-in.api.ts'
import { securityQuery, useReauthenticate } from './security.api.ts'

const PASSWORD = 'step-up-password'

interface Props {
  /** The last call that waits: a further one after the dialog opens it again. */
  asked: unknown
  onDone: (isConfirmed: boolean) => void
}

/** The dialog of a call that needs a recent sign-in: the call runs again when the person has confirmed. */
export function StepUp({ asked, onDone }: Props) {
  const { t } = useTranslation()
  const { open, close, ...sheet } = useSheet()
  const isConfirmed = useRef(false)
  const userId = useUserId()
  const [who] = useState(userId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened by a call; closed when the session has ended
  useEffect(() => (userId === who ? open() : close()), [userId, asked])
  const onDismissed = () => {
    sheet.onDismissed()
    onDone(isConfirmed.current)
    isConfirmed.current = false
  }
  const confirm = () => {
    isConfirmed.current = true
    close()
  }
  // On native the company's sign-in comes back to this page, which stays.
  const returning = useStore(signOn)
  const isBack = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it has ended
  useEffect(() => {
    if (isBack.current && !returning && currentUserId() === who) confirm()
    isBack.current = returning !== null
  }, [returning])
  return (
    <Sheet state={{ ...sheet, open, close, onDismissed }} title={t('security.step_up.title')}>
      {sheet.isOpen ? <Confirm onDone={confirm} /> : null}
    </Sheet>
  )
}

function Confirm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(securityQuery)
  const reauthenticate = useReauthenticate()
  const [password, setPassword] = useState('')
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} avatar={false} />
  const hasPassword = data.has_password && data.password_allowed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password && !reauthenticate.isPending) reauthenticate.mutate({ password }, { onSuccess: onDone })
  }
  return (
    <>
      <p>{t('security.step_up.text')}</p>
      {reauthenticate.error ? <ErrorNotice error={reauthenticate.error} /> : null}
      {hasPassword ? (
        <form onSubmit={submit} noValidate className="stack">
          <PasswordField
            id={PASSWORD}
            label={t('login.password')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <IonButton type="submit" expand="block" size="large" disabled={!password || reauthenticate.isPending}>
            {t('security.step_up.submit')}
          </IonButton>
        </form>
      ) : null}
      {data.passkeys.length > 0 ? (
        <IonButton
          expand="block"
          size="large"
          fill={hasPassword ? 'outline' : 'solid'}
          disabled={reauthenticate.isPending}
          onClick={() => reauthenticate.mutate('passkey', { onSuccess: onDone })}
        >
          {t('login.second.use_passkey')}
        </IonButton>
      ) : null}
      {data.single_sign_on && data.passkeys.length === 0 && !hasPassword ? (
        <SignOnAgain link={data.single_sign_on} onDone={onDone} />
      ) : null}
    </>
  )
}

/** The company's provider confirms who it is: in another tab, so that this page keeps what was typed; on native above the app. */
function SignOnAgain({ link, onDone }: { link: string; onDone: () => void }) {
  const { t } = useTranslation()
  const [isBegun, setBegun] = useState(false)
  const begin = isNative
    ? { onClick: () => void settle(goToSignOn(link)) }
    : { href: link, target: '_blank', onClick: () => setBegun(true) }
  return (
    <>
      <p className="quiet">{t('security.step_up.sign_on_text')}</p>
      <IonButton expand="block" size="large" fill={isBegun ? 'outline' : 'solid'} {...begin}>
        {t('login.sign_on')}
      </IonButton>
      {isBegun ? (
        <IonButton expand="block" size="large" onClick={onDone}>
          {t('security.step_up.signed_on')}
        </IonButton>
      ) : null}
    </>
  )
}
