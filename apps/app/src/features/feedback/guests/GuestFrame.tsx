import { IonButton } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { GuestLink } from '../../../platform/drafts.ts'
import { ApiError } from '../../../platform/errors.ts'
import { publish } from '../../../platform/events.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { LanguageSelect } from '../../../ui/LanguageSelect.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/toast.ts'
import { guestQuery, useGuestStop } from './guest.api.ts'
import '../feedback.css'

/** The link of this page. */
export function useGuestLink(): GuestLink {
  const { token = '', feedbackId = '' } = useParams()
  return { token, feedbackId }
}

/** What stands around both pages of a guest: their language, the states of the link, and the way to stop the mails. */
export function GuestFrame({ title, children }: { title: string; children: (view: GuestView) => ReactNode }) {
  const { t } = useTranslation()
  const link = useGuestLink()
  const { data, error, isPending, refetch } = useQuery({ ...guestQuery(link), enabled: link.token !== '' })
  const locale = data?.locale
  useEffect(() => {
    if (locale) publish('localeChangedServer', locale)
  }, [locale])
  const ended = error instanceof ApiError && (error.status === 410 || error.status === 404)
  return (
    <Page title={title}>
      {isPending ? <Skeleton rows={3} /> : null}
      {ended ? (
        <EmptyState drawing="error" title={t('guest.ended')} text={t('guest.ended_text')}>
          <Stop link={link} />
        </EmptyState>
      ) : null}
      {error && !data && !ended ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          {children(data)}
          <div className="guest-foot">
            <p className="quiet small">{t('guest.why', { name: data.requester.first_name, company: data.company_name })}</p>
            <Stop link={link} stopped={data.mails_stopped} />
            <LanguageSelect id="guest-language" onChange={(next) => publish('localeChangedServer', next)} />
          </div>
        </>
      ) : null}
    </Page>
  )
}

/** Only a press stops the mails: a scanner that opens the link must not. */
function Stop({ link, stopped = false }: { link: GuestLink; stopped?: boolean }) {
  const { t } = useTranslation()
  const toast = useToast()
  const stop = useGuestStop(link)
  if (stopped || stop.data?.mails_stopped) return <p role="status">{t('guest.stopped')}</p>
  return (
    <>
      {stop.error ? <ErrorNotice error={stop.error} /> : null}
      <IonButton
        fill="clear"
        size="small"
        disabled={stop.isPending}
        onClick={() => stop.mutate(undefined, { onSuccess: () => toast(t('guest.stopped')) })}
      >
        {t('guest.stop')}
      </IonButton>
    </>
  )
}
