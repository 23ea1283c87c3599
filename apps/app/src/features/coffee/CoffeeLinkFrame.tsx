import { IonButton } from '@ionic/react'
import type { CoffeeLinkView } from '@reflet/contract/coffee'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ApiError } from '../../platform/errors.ts'
import { publish } from '../../platform/events.ts'
import { fullName } from '../../platform/people.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { coffeeLinkQuery, useStopCoffeeMails } from './coffee.api.ts'

/** What stands around the page of a proposal: its reader's language, the states of the link, and the way to stop the mails. */
export function CoffeeLinkFrame({ token, children }: { token: string; children: (view: CoffeeLinkView) => ReactNode }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery({ ...coffeeLinkQuery(token), enabled: token !== '' })
  // So the mail's “no more of these” leads here.
  const stopping = new URLSearchParams(useLocation().search).has('stop')
  const locale = data?.locale
  useEffect(() => {
    if (locale) publish('localeChangedServer', locale)
  }, [locale])
  const status = error instanceof ApiError ? error.status : 0
  const ended = status === 410 || status === 404
  const asks = stopping && data?.is_guest && !data.mails_stopped
  return (
    <Page title={t('coffee.one')}>
      {isPending ? <Skeleton rows={3} /> : null}
      {ended ? (
        <EmptyState drawing="error" title={t('guest.ended')} text={t('coffee.link.ended')}>
          {status === 410 ? <Stop token={token} stopped={false} /> : null}
        </EmptyState>
      ) : null}
      {error && !data && !ended ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && !ended ? (
        <div className="stack">
          {asks ? (
            <section className="card stack">
              <div>
                <h2>{t('manager.stop')}</h2>
                <p className="quiet">{t('coffee.link.stop_text', { company: data.company_name })}</p>
              </div>
              <Stop token={token} stopped={false} />
            </section>
          ) : null}
          {children(data)}
          <div className="guest-foot">
            <p className="quiet small">
              {t('coffee.link.why', { name: fullName(data.organiser, t('answers.former')), company: data.company_name })}
            </p>
            {data.is_guest && !asks ? <Stop token={token} stopped={data.mails_stopped} /> : null}
            <LanguageSelect id="coffee-language" onChange={(next) => publish('localeChangedServer', next)} />
          </div>
        </div>
      ) : null}
    </Page>
  )
}

/** Only a press stops the mails: a scanner that opens the link must not. */
function Stop({ token, stopped }: { token: string; stopped: boolean }) {
  const { t } = useTranslation()
  const stop = useStopCoffeeMails(token)
  if (stopped || stop.isSuccess) return <p role="status">{t('guest.stopped')}</p>
  return (
    <>
      {stop.error ? <ErrorNotice error={stop.error} /> : null}
      <IonButton className="start" fill="outline" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {t('guest.stop')}
      </IonButton>
    </>
  )
}
