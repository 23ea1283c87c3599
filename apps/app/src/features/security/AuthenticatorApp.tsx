import { IonButton } from '@ionic/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Field } from '../../ui/Field.tsx'
import RecoveryCodes from '../../ui/RecoveryCodes.tsx'
import TotpSecret from '../../ui/TotpSecret.tsx'
import { useToast } from '../../ui/toast.ts'
import { useBeginTotp, useConfirmTotp, useDeleteTotp } from './security.api.ts'

const CODE = 'totp-code'

/** Time-based codes of an app: set up, replaced or removed. */
export function AuthenticatorApp({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const toast = useToast()
  const begin = useBeginTotp()
  const remove = useDeleteTotp()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const start = () => begin.mutate(undefined)
  const drop = () => remove.mutate(undefined, { onSuccess: () => toast(t('security.totp.removed')) })
  const confirm = () =>
    ask({
      header: t('security.totp.remove_title'),
      message: t('security.totp.remove_text'),
      action: t('security.passkeys.remove'),
      onConfirm: drop,
    })
  const failure = begin.error ?? remove.error
  const isDone = (made: readonly string[] | null) => {
    begin.reset()
    setCodes(made)
    toast(t('security.totp.stored'))
  }
  return (
    <section className="stack">
      <div>
        <h2>{t('security.totp.title')}</h2>
        <p className="quiet">{t('security.totp.text')}</p>
      </div>
      <div className="card stack">
        {failure ? <ErrorNotice error={failure} /> : null}
        {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
        {!codes && begin.data ? <Setup secret={begin.data} onDone={isDone} onCancel={() => begin.reset()} /> : null}
        {!codes && !begin.data ? (
          <>
            {isOn ? <p role="status">{t('security.totp.on')}</p> : null}
            <div className="form-actions">
              <IonButton fill="outline" disabled={begin.isPending} onClick={start}>
                {t(isOn ? 'security.totp.replace' : 'security.totp.set_up')}
              </IonButton>
              {isOn ? (
                <IonButton fill="clear" color="danger" disabled={remove.isPending} onClick={confirm}>
                  {t('security.passkeys.remove')}
                </IonButton>
              ) : null}
            </div>
          </>
        ) : null}
      </div>
    </section>
  )
}

interface SetupProps {
  secret: { secret: string; uri: string }
  onDone: (codes: readonly string[] | null) => void
  onCancel: () => void
}

function Setup({ secret, onDone, onCancel }: SetupProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const confirm = useConfirmTotp()
  const send = () =>
    confirm.mutate(code.trim(), {
      onSuccess: onDone,
      onError: (error) => {
        if (error.code === 'gone') onCancel()
        document.getElementById(CODE)?.focus()
      },
    })
  const isShort = code.trim().length < 6
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isShort) document.getElementById(CODE)?.focus()
    else if (!confirm.isPending) send()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TotpSecret {...secret} />
      {confirm.error ? <ErrorNotice error={confirm.error} /> : null}
      <Field
        id={CODE}
        label={t('login.second.code')}
        hint={t('login.second.code_hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        maxLength={10}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <div className="form-actions">
        <IonButton type="submit" disabled={confirm.isPending}>
          {t('security.totp.confirm')}
        </IonButton>
        <IonButton fill="clear" onClick={onCancel}>
          {t('common.cancel')}
        </IonButton>
      </div>
    </form>
  )
}
