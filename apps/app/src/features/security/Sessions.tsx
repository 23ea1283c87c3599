import { IonButton } from '@ionic/react'
import type { Session } from '@reflet/contract/security'
import { useQuery } from '@tanstack/react-query'
import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { relativeTime } from '../../platform/locale.ts'
import { useConfirm } from '../../ui/confirm.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './security.api.ts'
import styles from './security.module.css'

const METHODS: Readonly<Record<string, ParseKeys>> = {
  password: 'security.sessions.method.password',
  passkey: 'security.sessions.method.passkey',
  saml: 'security.sessions.method.company',
  oidc: 'security.sessions.method.company',
}

/** Where I am signed in: end one of them, or all others. */
export function Sessions() {
  const { t } = useTranslation()
  const ask = useConfirm()
  const toast = useToast()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const one = useEndSession()
  const others = useEndOtherSessions()
  const ended = { onSuccess: () => toast(t('security.sessions.ended')) }
  const end = (id: string) => one.mutate(id, ended)
  const endOthers = () => others.mutate(undefined, ended)
  const confirmOthers = () =>
    ask({
      header: t('security.sessions.others_title'),
      message: t('security.sessions.others_text'),
      action: t('security.sessions.end_others'),
      onConfirm: endOthers,
    })
  const failure = one.error ?? others.error
  return (
    <section className="stack">
      <div>
        <h2>{t('security.sessions.title')}</h2>
        <p className="quiet">{t('security.sessions.text')}</p>
      </div>
      <div className="card stack">
        {failure ? <ErrorNotice error={failure} /> : null}
        {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
        {!error && !data ? <Skeleton rows={2} avatar={false} /> : null}
        {data ? (
          <ul className={styles.list}>
            {data.map((session) => (
              <Row key={session.id} session={session} onEnd={() => end(session.id)} />
            ))}
          </ul>
        ) : null}
        {data && data.length > 1 ? (
          <div>
            <IonButton fill="outline" disabled={others.isPending} onClick={confirmOthers}>
              {t('security.sessions.end_others')}
            </IonButton>
          </div>
        ) : null}
      </div>
    </section>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation()
  const { browser, system, network, method, used_at, current } = session
  const device = [browser, system].filter(Boolean).join(' · ') || t('security.sessions.unknown')
  const how = METHODS[method]
  return (
    <li>
      <span className={styles.words}>
        <strong>
          <bdi>{device}</bdi>
        </strong>
        {current ? (
          <span>
            <span className="chip">{t('security.sessions.current')}</span>
          </span>
        ) : (
          <span className="quiet small">{t('security.sessions.used', { when: relativeTime(used_at) })}</span>
        )}
        <span className="quiet small">
          {how ? `${t(how)} · ` : ''}
          <bdi dir="ltr">{network}</bdi>
        </span>
      </span>
      {current ? null : (
        <button type="button" className="plain-button" aria-label={t('security.sessions.end_named', { device })} onClick={onEnd}>
          {t('security.sessions.end')}
        </button>
      )}
    </li>
  )
}
