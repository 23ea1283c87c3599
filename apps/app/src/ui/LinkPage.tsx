import { IonButton } from '@ionic/react'
import type { Locale } from '@reflet/contract/common'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ApiError } from '../platform/errors.ts'
import { publish } from '../platform/events.ts'
import { showLocale } from '../platform/locale.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { Page } from './Page.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useToast } from './toast.ts'

type Stop = UseMutationResult<unknown, Error, void>

interface LinkView {
  locale: Locale
  company_name: string
  mails_stopped: boolean
}

interface Props<View extends LinkView> {
  title: string
  /** What the link shows. */
  view: UseQueryResult<View>
  /** Said when the link leads nowhere any more. */
  ended: string
  /** Why they were written to. */
  why: (view: View) => string
  stop: Stop
  /** What stopping the mails means. */
  stopText: (view: View) => string
  /** False for whoever has an account, and chooses there. */
  mayStop?: (view: View) => boolean
  /** What was being written stays readable below the word that the link has ended. */
  keepsWords?: boolean
  wide?: boolean
  /** The main action, once the link is known to work. */
  footer?: ReactNode
  children: (view: View) => ReactNode
}

/**
 * The page of a mail's link, for somebody without login: in their language, with the states of the link and the way to
 * stop the mails. The mail's own “no more of these” (`?stop`) leads here too: then stopping is asked first.
 */
export function LinkPage<View extends LinkView>({ title, view, ended, stop, keepsWords, wide, footer, children, ...says }: Props<View>) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = view
  const asked = new URLSearchParams(useLocation().search).has('stop')
  const locale = data?.locale
  useEffect(() => {
    if (locale) publish('localeChangedServer', locale)
  }, [locale])
  const status = error instanceof ApiError ? error.status : 0
  const hasEnded = status === 410 || status === 404
  const shown = hasEnded && !keepsWords ? undefined : data
  const mayStop = data !== undefined && (says.mayStop?.(data) ?? true)
  const asksFirst = asked && mayStop && !data.mails_stopped
  return (
    <Page title={title} wide={wide ?? false} footer={shown && footer}>
      {isPending ? <Skeleton rows={3} /> : null}
      {hasEnded ? (
        <EmptyState drawing="error" title={t('guest.ended')} text={ended}>
          {status === 410 ? <StopMails stop={stop} /> : null}
        </EmptyState>
      ) : null}
      {error && !data && !hasEnded ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {shown ? (
        <div className="stack">
          {asksFirst ? (
            <section className="card stack">
              <div>
                <h2>{t('guest.stop_title')}</h2>
                <p className="quiet">{says.stopText(shown)}</p>
              </div>
              <StopMails stop={stop} />
            </section>
          ) : null}
          {children(shown)}
          <div className="guest-foot">
            <p className="quiet small">{says.why(shown)}</p>
            {mayStop && !asksFirst ? <StopMails stop={stop} stopped={shown.mails_stopped} /> : null}
            <LanguageSelect id="link-language" onChange={showLocale} />
          </div>
        </div>
      ) : null}
    </Page>
  )
}

/** Only a press stops the mails: a scanner that opens the link must not. */
function StopMails({ stop, stopped = false }: { stop: Stop; stopped?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
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
