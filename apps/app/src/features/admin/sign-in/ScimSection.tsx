import { IonButton, IonToggle } from '@ionic/react'
import type { NewScimToken, ScimToken } from '@reflet/contract/admin-scim'
import { useQuery } from '@tanstack/react-query'
import { trashOutline } from 'ionicons/icons'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, relativeTime } from '../../../platform/locale.ts'
import { useConfirm } from '../../../ui/confirm.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useProblems } from '../../../ui/useProblems.ts'
import adminStyles from '../admin.module.css'
import { CopyLines } from './CopyLines.tsx'
import { scimTokensQuery, useCreateScimToken, useDeleteScimToken } from './sign-in.api.ts'
import styles from './sign-in.module.css'

/** Tokens by which the company's directory creates, changes and deactivates people. */
export function ScimSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(scimTokensQuery)
  return (
    <section className="card stack" aria-labelledby="sign-in-scim">
      <h2 id="sign-in-scim">{t('admin.sign_in.scim.title')}</h2>
      <p className="quiet">{t('admin.sign_in.scim.about')}</p>
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton avatar={false} rows={2} /> : null}
      {data ? (
        <>
          <CopyLines lines={[{ label: t('admin.sign_in.scim.address'), value: data.base_url }]} />
          {data.tokens.length > 0 ? <Tokens tokens={data.tokens} /> : null}
          <NewToken />
        </>
      ) : null}
    </section>
  )
}

function Tokens({ tokens }: { tokens: readonly ScimToken[] }) {
  const { t } = useTranslation()
  const toast = useToast()
  const confirm = useConfirm()
  const remove = useDeleteScimToken()
  const ask = ({ id, name }: ScimToken) =>
    confirm({
      header: t('admin.sign_in.scim.remove_title', { name }),
      message: t('admin.sign_in.scim.remove_text'),
      action: t('admin.sign_in.scim.remove'),
      onConfirm: () => remove.mutate(id, { onSuccess: () => toast(t('admin.sign_in.scim.removed')) }),
    })
  return (
    <>
      {remove.error ? <ErrorNotice error={remove.error} /> : null}
      <ul className={`${styles.tokens} people`} aria-label={t('admin.sign_in.scim.tokens')}>
        {tokens.map((token) => (
          <li key={token.id} className="row">
            <span className="grow">
              <strong>
                <bdi>{token.name}</bdi>
              </strong>
              <span className="line quiet small">
                {t('admin.sign_in.scim.created', { date: formatDate(token.created_at) })}
                {' · '}
                {token.used_at ? t('admin.sign_in.scim.used', { date: relativeTime(token.used_at) }) : t('admin.sign_in.scim.unused')}
              </span>
              {token.invite ? <span className="line quiet small">{t('admin.sign_in.scim.invites')}</span> : null}
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={t('admin.sign_in.scim.delete_this', { name: token.name })}
              disabled={remove.isPending}
              onClick={() => ask(token)}
            >
              <Icon icon={trashOutline} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Creates a token; it is shown until the person says that they have it. */
function NewToken() {
  const { t } = useTranslation()
  const create = useCreateScimToken()
  const [name, setName] = useState('')
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<NewScimToken>()
  const { problemOf, check } = useProblems(name.trim() ? [] : [{ id: 'scim-name', message: t('admin.sign_in.scim.name_missing') }])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!check()) return document.getElementById('scim-name')?.focus()
    const done = (token: NewScimToken) => {
      setMade(token)
      setName('')
      setInviting(false)
    }
    create.mutate({ name, invite: isInviting }, { onSuccess: done })
  }
  // What had the focus is gone.
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (made) shown.current?.focus()
  }, [made])
  if (made)
    return (
      <div className="stack">
        <div className="notice notice-gentle" role="status" tabIndex={-1} ref={shown}>
          <p>
            <strong>{t('admin.sign_in.scim.made', { name: made.name })}</strong>
          </p>
          <p>{t('admin.sign_in.scim.once')}</p>
        </div>
        <CopyLines lines={[{ label: t('admin.sign_in.scim.token'), value: made.token }]} />
        <IonButton
          className="start"
          fill="outline"
          onClick={() => {
            setMade(undefined)
            create.reset()
          }}
        >
          {t('admin.sign_in.scim.have_it')}
        </IonButton>
      </div>
    )
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Field
        id="scim-name"
        maxLength={100}
        autoComplete="off"
        label={t('admin.sign_in.scim.name')}
        hint={t('admin.sign_in.scim.name_hint')}
        error={problemOf('scim-name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div>
        <IonToggle
          className={`${adminStyles.toggle}`}
          checked={isInviting}
          onIonChange={({ detail }) => setInviting(detail.checked)}
          justify="space-between"
          aria-describedby="scim-invite-about"
        >
          {t('admin.sign_in.scim.invite')}
        </IonToggle>
        <p className={`${styles.about} quiet small`} id="scim-invite-about">
          {t('admin.sign_in.scim.invite_about')}
        </p>
      </div>
      {create.error ? <ErrorNotice error={create.error} /> : null}
      <IonButton className="start" type="submit" fill="outline" disabled={create.isPending}>
        {t(create.isPending ? 'common.saving' : 'admin.sign_in.scim.create')}
      </IonButton>
    </form>
  )
}
