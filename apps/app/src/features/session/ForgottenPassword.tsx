import { IonButton } from '@ionic/react'
import { Email } from '@reflet/contract/common'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { EmailField } from '../../ui/Field.tsx'
import { useForgottenPassword } from './password.api.ts'

interface Props {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
}

/** The same message for every address: no user enumeration. */
export default function ForgottenPassword({ email, onEmail, onBack }: Props) {
  const { t } = useTranslation()
  const forgotten = useForgottenPassword()
  const [problem, setProblem] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const valid = Email.safeParse(email).success
    setProblem(valid ? undefined : t(email.trim() ? 'login.email_invalid' : 'login.email_missing'))
    if (!valid) document.getElementById('forgotten-email')?.focus()
    else if (!forgotten.isPending) forgotten.mutate(email.trim())
  }

  const back = (
    <div className="row" style={{ justifyContent: 'center' }}>
      <button type="button" className="plain-button" onClick={onBack}>
        {t('reset.back_to_login')}
      </button>
    </div>
  )

  if (forgotten.isSuccess) {
    return (
      <div>
        <div className="notice notice-calm" role="status">
          <h2>{t('reset.sent_title')}</h2>
          <p>{t('reset.sent_text', { email: `\u2068${forgotten.variables}\u2069` })}</p>
        </div>
        {back}
      </div>
    )
  }
  return (
    <form onSubmit={submit} noValidate>
      {forgotten.error ? <ErrorNotice error={forgotten.error} /> : null}
      <EmailField
        id="forgotten-email"
        label={t('login.email')}
        error={problem}
        autoComplete="username"
        value={email}
        onChange={({ target }) => onEmail(target.value)}
      />
      <IonButton type="submit" expand="block" size="large" disabled={forgotten.isPending}>
        {t(forgotten.isPending ? 'reset.ask_submitting' : 'reset.ask_submit')}
      </IonButton>
      {back}
    </form>
  )
}
