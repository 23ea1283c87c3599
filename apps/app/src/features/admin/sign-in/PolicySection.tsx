import { IonButton } from '@ionic/react'
import { PASSWORD_LOGIN, SECOND_FACTOR, type SignInSettings } from '@reflet/contract/admin-sign-in'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../platform/locale.ts'
import { useConfirm } from '../../../ui/confirm.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { useToast } from '../../../ui/toast.ts'
import { RadioRows } from './RadioRows.tsx'
import { useUpdateSignIn } from './sign-in.api.ts'

/** The company's code, as the operator's commands take it. */
const codeOf = ({ addresses }: SignInSettings) => /\/saml\/([^/]+)\//.exec(addresses.saml_acs)?.[1] ?? ''

/** Who may log in with a password, and who needs a second factor then. */
export function PolicySection({ settings }: { settings: SignInSettings }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const [passwords, setPasswords] = useState(settings.password_login)
  const [factor, setFactor] = useState(settings.second_factor)
  const update = useUpdateSignIn()
  const hasProvider = settings.saml !== null || settings.oidc !== null
  const { emergency_until } = settings
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const save = () => update.mutate({ password_login: passwords, second_factor: factor }, { onSuccess: () => toast(t('admin.saved')) })
    const isStricter = PASSWORD_LOGIN.indexOf(passwords) > PASSWORD_LOGIN.indexOf(settings.password_login)
    if (!isStricter || passwords === 'everyone') return save()
    confirm({
      header: t(`admin.sign_in.restrict.title_${passwords}`),
      message: t(`admin.sign_in.restrict.text_${passwords}`, { command: `reflet company emergency ${codeOf(settings)}` }),
      action: t('admin.sign_in.restrict.do'),
      onConfirm: save,
    })
  }
  return (
    <section className="card stack" aria-labelledby="sign-in-rules">
      <h2 id="sign-in-rules">{t('admin.sign_in.rules')}</h2>
      {emergency_until ? (
        <p className="notice notice-gentle">
          {t('admin.sign_in.emergency', { date: formatDate(emergency_until, { dateStyle: 'medium', timeStyle: 'short' }) })}
        </p>
      ) : null}
      <form className="stack" onSubmit={submit} noValidate>
        <RadioRows
          legend={t('admin.sign_in.password_login')}
          reason={hasProvider ? undefined : t('admin.sign_in.password.needs_provider')}
          options={PASSWORD_LOGIN.map((value) => ({
            value,
            label: t(`admin.sign_in.password.${value}`),
            about: t(`admin.sign_in.password.${value}_about`),
            disabled: value !== 'everyone' && !hasProvider,
          }))}
          chosen={passwords}
          onChoose={setPasswords}
        />
        <RadioRows
          legend={t('admin.sign_in.second_factor')}
          options={SECOND_FACTOR.map((value) => ({
            value,
            label: t(`admin.sign_in.factor.${value}`),
            about: t(`admin.sign_in.factor.${value}_about`),
          }))}
          chosen={factor}
          onChoose={setFactor}
        />
        {update.error ? <ErrorNotice error={update.error} /> : null}
        <div className="form-actions">
          <IonButton type="submit" disabled={update.isPending}>
            {t(update.isPending ? 'common.saving' : 'common.save')}
          </IonButton>
        </div>
      </form>
    </section>
  )
}
