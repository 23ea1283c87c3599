import { IonButton } from '@ionic/react'
import { PASSWORD_MAX } from '@reflet/contract/session'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/errors.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { Sheet, useSheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { securityQuery, useReauthenticate } from './security.api.ts'

const PASSWORD = 'step-up-password'

/** Whether a refusal asks for a recent sign-in: the dialog of `useStepUp` then runs the action again. */
export const needsStepUp = (error: ApiError) => error.code === 'reauthentication_required'

/**
 * For what needs a recent sign-in (docs/PRODUCT.md, "Signing in"): `onRefused(error, again)` opens the dialog when the server asks for one, and
 * runs `again` once the person has confirmed; any other error is left to the caller.
 */
export function useStepUp(): { dialog: ReactNode; onRefused: (error: ApiError, again: () => void) => void } {
  const sheet = useSheet()
  const { t } = useTranslation()
  const next = useRef<() => void>(() => undefined)
  return {
    onRefused: (error, again) => {
      if (!needsStepUp(error)) return
      next.current = again
      sheet.open()
    },
    dialog: (
      <Sheet state={sheet} title={t('security.step_up.title')}>
        {sheet.isOpen ? <Confirm onDone={() => sheet.close(next.current)} /> : null}
      </Sheet>
    ),
  }
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
        <>
          <p className="quiet">{t('security.step_up.sign_on_text')}</p>
          <IonButton expand="block" size="large" href={data.single_sign_on}>
            {t('login.sign_on')}
          </IonButton>
        </>
      ) : null}
    </>
  )
}
