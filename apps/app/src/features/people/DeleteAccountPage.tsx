import { IonButton, useIonRouter } from '@ionic/react'
import type { User } from '@reflet/contract/people'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginPath, to } from '../../platform/paths.ts'
import { userQuery } from '../../platform/session.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { EmailField } from '../../ui/Field.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { badgesQuery, publishedOf } from '../badges/badges.api.ts'
import { useDeleteAccount } from './account.api.ts'
import { ExportPanel } from './ExportPanel.tsx'
import styles from './profile.module.css'

const GOES = ['identity', 'received', 'network', 'open', 'sessions'] as const

/** What is deleted and what is kept, in plain words. */
function Consequences() {
  const { t } = useTranslation()
  return (
    <div className={`card ${styles.consequences}`}>
      <section>
        <h2>{t('delete_account.goes')}</h2>
        <ul>
          {GOES.map((what) => (
            <li key={what}>{t(`delete_account.gone.${what}`)}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t('delete_account.stays')}</h2>
        <ul>
          <li>{t('delete_account.kept', { former: t('answers.former') })}</li>
        </ul>
      </section>
    </div>
  )
}

interface Kept {
  unwanted: readonly string[]
  onChange: (unwanted: readonly string[]) => void
}

/** Published badges outlive the account, unless their owner deletes them, too. */
function KeptBadges({ unwanted, onChange }: Kept) {
  const { t } = useTranslation()
  const id = useId()
  const { data, error, refetch } = useQuery(badgesQuery)
  const published = publishedOf(data ?? [])
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (published.length === 0) return null
  return (
    <fieldset className={styles.keptBadges} aria-describedby={id}>
      <legend>{t('delete_account.badges')}</legend>
      <p className="field-hint" id={id}>
        {t('delete_account.badges_text')}
      </p>
      {published.map((badge) => (
        <label className="option" key={badge.id}>
          <input
            type="checkbox"
            checked={!unwanted.includes(badge.id)}
            onChange={({ target }) => onChange(target.checked ? unwanted.filter((one) => one !== badge.id) : [...unwanted, badge.id])}
          />
          <span>
            <strong dir="auto">{badge.skill.name}</strong>
            <span className="quiet small">{t('badges.one.as', { name: badge.shown_name })}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const same = (typed: string, email: string) => typed.trim().toLowerCase() === email.toLowerCase()

/** The own address is the same in every language and on every keyboard, and is not typed by accident. */
function Confirmation({ user }: { user: User }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const [typed, setTyped] = useState('')
  const [unwanted, setUnwanted] = useState<readonly string[]>([])
  const remove = useDeleteAccount(() => router.navigateRoot(`${loginPath}?farewell`))
  const sure = same(typed, user.email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sure && !remove.isPending) remove.mutate(unwanted)
  }

  return (
    <form className="card" onSubmit={submit} noValidate>
      {user.company.badges_active ? <KeptBadges unwanted={unwanted} onChange={setUnwanted} /> : null}
      <EmailField
        id="delete-email"
        label={t('delete_account.confirm')}
        hint={t('delete_account.address', { email: `\u2068${user.email}\u2069` })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="stack">
        {remove.error ? <ErrorNotice error={remove.error} /> : null}
        <div className="form-actions">
          <IonButton type="submit" size="large" color="danger" disabled={!sure || remove.isPending}>
            {t(remove.isPending ? 'delete_account.submitting' : 'delete_account.submit')}
          </IonButton>
          <IonButton fill="clear" routerLink={to('/profile')} routerDirection="back">
            {t('delete_account.keep')}
          </IonButton>
        </div>
      </div>
    </form>
  )
}

export default function DeleteAccountPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(userQuery)
  return (
    <Page shows={[['user']]} title={t('delete_account.title')} back="/profile">
      <div className={styles.profile}>
        <p>{t('delete_account.lead')}</p>
        <Consequences />
        <section className="stack">
          <div>
            <h2>{t('delete_account.export')}</h2>
            <p className="quiet">{t('export.text')}</p>
          </div>
          <ExportPanel />
        </section>
        {data ? <Confirmation user={data.user} /> : null}
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={1} avatar={false} /> : null}
      </div>
    </Page>
  )
}
