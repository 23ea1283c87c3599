import { IonButton, useIonRouter } from '@ionic/react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../platform/errors.ts'
import { chooseServer } from '../../platform/native/server.ts'
import { loginPath } from '../../platform/paths.ts'
import { apiHost } from '../../platform/server.ts'
import { prepareLogin } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { Field } from '../../ui/Field.tsx'
import { useProblems } from '../../ui/useProblems.ts'
import { Gate } from './Gate.tsx'
import { GateFoot } from './GateFoot.tsx'

const ADDRESS = 'server-address'

/** Which company's server the native app talks to: asked at its first start, unless it was built for one. */
export default function ServerPage() {
  const { t } = useTranslation()
  const router = useIonRouter()
  const [address, setAddress] = useState(() => apiHost().replace(/^https:\/\//, ''))
  const choice = useMutation<void, ApiError, string>({ mutationFn: chooseServer })
  const { problems, problemOf, check } = useProblems(address.trim() ? [] : [{ id: ADDRESS, message: t('server.missing') }])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check() || choice.isPending) return
    choice.mutate(address, {
      onSuccess: () => {
        prepareLogin()
        router.navigateRoot(loginPath)
      },
      onError: () => document.getElementById(ADDRESS)?.focus(),
    })
  }
  return (
    <Gate title={t('server.title')} name={t('server.title')} text={t('server.text')}>
      <form onSubmit={submit} noValidate>
        <ErrorSummary problems={problems} />
        {choice.error && problems.length === 0 ? <ErrorNotice error={choice.error} /> : null}
        <Field
          id={ADDRESS}
          label={t('server.address')}
          hint={t('server.hint')}
          error={problemOf(ADDRESS)}
          type="url"
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir="ltr"
          maxLength={200}
          placeholder="reflet.example.com"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <IonButton type="submit" expand="block" size="large" disabled={choice.isPending}>
          {t(choice.isPending ? 'server.checking' : 'server.submit')}
        </IonButton>
      </form>
      <GateFoot />
    </Gate>
  )
}
