import { IonButton } from '@ionic/react'
import type { HierarchyLinkView } from '@reflet/contract/hierarchy'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ApiError } from '../../platform/errors.ts'
import { publish } from '../../platform/events.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useToast } from '../../ui/toast.ts'
import { managerLinkQuery, useStopMails } from './hierarchy.api.ts'
import './hierarchy.css'

interface Props {
  token: string
  /** The main action, once the link is known to work. */
  footer: ReactNode
  children: (view: HierarchyLinkView) => ReactNode
}

/** What stands around the manager's page: their language, the states of the link, and the way to stop the mails. */
export function ManagerFrame({ token, footer, children }: Props) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({ ...managerLinkQuery(token), enabled: token !== '' })
  // So the mail's “no more of these” leads here.
  const stopping = new URLSearchParams(useLocation().search).has('stop')
  const locale = data?.locale
  useEffect(() => {
    if (locale) publish('localeChangedServer', locale)
  }, [locale])
  const status = error instanceof ApiError ? error.status : 0
  const ended = status === 410 || status === 404
  return (
    <Page title={t('manager.title')} wide footer={data && !ended ? footer : undefined}>
      {isPending ? <Skeleton rows={3} /> : null}
      {ended ? (
        <EmptyState drawing="error" title={t('guest.ended')} text={t('manager.ended')}>
          {status === 410 ? <Stop token={token} /> : null}
        </EmptyState>
      ) : null}
      {error && !data && !ended ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && !ended ? (
        <>
          {stopping && !data.mails_stopped ? (
            <section className="card stack manager-stop">
              <div>
                <h2>{t('manager.stop')}</h2>
                <p className="quiet">{t('manager.stop_text', { company: data.company_name })}</p>
              </div>
              <Stop token={token} />
            </section>
          ) : null}
          {children(data)}
          <div className="guest-foot">
            <p className="quiet small">{t('manager.why', { name: data.employee.first_name, company: data.company_name })}</p>
            {stopping && !data.mails_stopped ? null : <Stop token={token} stopped={data.mails_stopped} />}
            <LanguageSelect id="manager-language" onChange={(next) => publish('localeChangedServer', next)} />
          </div>
        </>
      ) : null}
    </Page>
  )
}

/** Only a press stops the mails: a scanner that opens the link must not. */
function Stop({ token, stopped = false }: { token: string; stopped?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const stop = useStopMails(token)
  if (stopped || stop.isSuccess) return <p role="status">{t('guest.stopped')}</p>
  return (
    <>
      {stop.error ? <ErrorNotice error={stop.error} /> : null}
      <IonButton
        className="start"
        fill="outline"
        disabled={stop.isPending}
        onClick={() => stop.mutate(undefined, { onSuccess: () => toast(t('guest.stopped')) })}
      >
        {t('guest.stop')}
      </IonButton>
    </>
  )
}
