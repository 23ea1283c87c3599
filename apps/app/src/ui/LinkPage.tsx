import { IonButton } from '@ionic/react'
import type { Locale } from '@reflet/contract/common'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { ApiError } from '../platform/errors.ts'
import { publish } from '../platform/events.ts'
import { guestLocale, showLocale, switchGuestLocale } from '../platform/locale.ts'
import { BrokenLink, type LinkKind } from './BrokenLink.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'
import { GuestLanguage } from './GuestLanguage.tsx'
import pageStyles from './Page.module.css'
import { Page } from './Page.tsx'
import type { Shows } from './Refresh.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useToast } from './toast.ts'

/** Unsubscribes or resubscribes; null on a page that was not opened from a mail. */
export type ChooseMails = UseMutationResult<unknown, Error, { stopped: boolean }> | null

interface LinkView {
  locale: Locale
  locale_is_chosen: boolean
  company_name: string
  mails_stopped: boolean
}

interface Props<View extends LinkView> {
  title: string
  kind: LinkKind
  shows: Shows
  /** The content of the link. */
  view: UseQueryResult<View>
  /** The message of an invalid link. */
  ended: string
  /** Why the guest got the mail. */
  why: (view: View) => string
  mails: ChooseMails
  /** The effect of unsubscribing. */
  stopText: (view: View) => string
  /** False for a person with an account, who chooses mails and language there. */
  isGuest?: (view: View) => boolean
  /** Called when a guest changes the language, for later mails. */
  onLocale?: (locale: Locale) => void
  /** Unsent text stays readable below the message that the link has expired. */
  keepsWords?: boolean
  wide?: boolean
  /** The primary action, once the link is known to be valid. */
  footer?: ReactNode
  children: (view: View) => ReactNode
}

/**
 * The page of a mail's link, without login: in the guest's language, with the states of the link and the unsubscribe button. The mail's
 * unsubscribe link (`?stop`) leads here too: then it asks for confirmation first.
 */
export function LinkPage<View extends LinkView>({
  title,
  kind,
  shows,
  view,
  ended,
  mails,
  keepsWords,
  wide,
  footer,
  children,
  ...says
}: Props<View>) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = view
  const asked = new URLSearchParams(useLocation().search).has('stop')
  const isGuest = data !== undefined && (says.isGuest?.(data) ?? true)
  const locale = data && (isGuest ? guestLocale(data) : data.locale)
  useEffect(() => {
    if (locale) publish('localeChangedServer', locale)
  }, [locale])
  const switchTo = async (chosen: Locale) => {
    if (!isGuest) return showLocale(chosen)
    await switchGuestLocale(chosen)
    says.onLocale?.(chosen)
  }
  const status = error instanceof ApiError ? error.status : 0
  const hasEnded = status === 410 || status === 404
  // A truncated or changed URL is invalid.
  const isBroken = status === 400
  const shown = hasEnded && !keepsWords ? undefined : data
  const asksFirst = asked && isGuest && mails !== null && !data.mails_stopped
  return (
    <Page shows={shows} title={title} wide={wide ?? false} footer={shown && footer}>
      <GuestLanguage onChange={switchTo} />
      {isPending ? <Skeleton rows={3} /> : null}
      {hasEnded ? (
        <BrokenLink kind={kind} ended={ended}>
          {status === 410 && mails ? <StopMails mails={mails} /> : null}
        </BrokenLink>
      ) : null}
      {isBroken ? <BrokenLink kind={kind} /> : null}
      {error && !data && !hasEnded && !isBroken ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {shown ? (
        <div className="stack">
          {asksFirst ? (
            <section className="card stack">
              <div>
                <h2>{t('guest.stop_title')}</h2>
                <p className="quiet">{says.stopText(shown)}</p>
              </div>
              {mails ? <StopMails mails={mails} /> : null}
            </section>
          ) : null}
          {isGuest && !mails && asked && !shown.mails_stopped ? <p className="notice notice-calm">{t('guest.stop_elsewhere')}</p> : null}
          {children(shown)}
          <div className={pageStyles.guestFoot}>
            <p className="quiet small">{says.why(shown)}</p>
            {isGuest && !asksFirst && mails ? <StopMails mails={mails} stopped={shown.mails_stopped} /> : null}
            {isGuest && !mails && shown.mails_stopped ? <p>{t('guest.stopped')}</p> : null}
          </div>
        </div>
      ) : null}
    </Page>
  )
}

/** Only a press unsubscribes: a scanner that opens the link must not. Another press resubscribes. */
function StopMails({ mails, stopped = false }: { mails: NonNullable<ChooseMails>; stopped?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const isStopped = mails.isSuccess ? mails.variables.stopped : stopped
  const choose = (next: boolean) => mails.mutate({ stopped: next }, { onSuccess: () => toast(t(next ? 'guest.stopped' : 'guest.resumed')) })
  return (
    <>
      {mails.error ? <ErrorNotice error={mails.error} /> : null}
      {isStopped || mails.isSuccess ? <p role="status">{t(isStopped ? 'guest.stopped' : 'guest.resumed')}</p> : null}
      <IonButton className="start" fill="outline" disabled={mails.isPending} onClick={() => choose(!isStopped)}>
        {t(isStopped ? 'guest.resume' : 'guest.stop')}
      </IonButton>
    </>
  )
}
