import { IonButton } from '@ionic/react'
import type { LearningPlatform } from '@reflet/contract/admin-learning'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toApiError } from '../../platform/errors.ts'
import { ErrorNotice, useErrorText } from '../../ui/ErrorNotice.tsx'
import { Field, PasswordField } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { learningQuery, useRemoveLearning, useSetLearning, useTestLearning } from './admin.api.ts'

/** The company's learning platform. */
export function LearningPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(learningQuery)
  return (
    <Page shows={[['admin', 'learning']]} title={t('admin.area.learning')} back="/admin">
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton avatar={false} /> : null}
      {data ? <LearningForm key={JSON.stringify(data)} platform={data} /> : null}
    </Page>
  )
}

function LearningForm({ platform }: { platform: LearningPlatform }) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const [host, setHost] = useState(platform.host ?? '')
  const [instance, setInstance] = useState(platform.instance ?? '')
  const [token, setToken] = useState('')
  const save = useSetLearning()
  const remove = useRemoveLearning()
  const test = useTestLearning()
  const problems = save.error ? toApiError(save.error).fields : {}
  const problemOf = (name: string) => (problems[name] && save.error ? errorText(save.error) : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ host, instance, ...(token && { token }) }, { onSuccess: () => toast(t('admin.saved')) })
  }
  const error = remove.error ?? test.error ?? (Object.keys(problems).length === 0 ? save.error : null)
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field
        id="learning-host"
        dir="ltr"
        label={t('admin.learning.host')}
        hint={t('admin.learning.host_hint')}
        error={problemOf('host')}
        value={host}
        onChange={({ target }) => setHost(target.value)}
      />
      <Field
        id="learning-instance"
        dir="ltr"
        label={t('admin.learning.instance')}
        error={problemOf('instance')}
        value={instance}
        onChange={({ target }) => setInstance(target.value)}
      />
      <PasswordField
        id="learning-token"
        autoComplete="off"
        label={t('admin.learning.token')}
        hint={t('admin.learning.token_hint')}
        error={problemOf('token')}
        value={token}
        onChange={({ target }) => setToken(target.value)}
      />
      {error ? <ErrorNotice error={error} /> : null}
      {test.data ? (
        <p className="notice notice-calm" role="status">
          {t(`admin.learning.result.${test.data.status}`)}
        </p>
      ) : null}
      <div className="form-actions">
        <IonButton type="submit" size="large" expand="block" disabled={save.isPending}>
          {t('common.save')}
        </IonButton>
      </div>
      <IonButton fill="outline" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
        {t('admin.learning.test')}
      </IonButton>
      {platform.host === null ? null : (
        <IonButton
          fill="clear"
          color="danger"
          onClick={() => remove.mutate(undefined, { onSuccess: () => toast(t('admin.learning.removed')) })}
        >
          {t('admin.learning.remove')}
        </IonButton>
      )}
    </form>
  )
}
