import { IonButton } from '@ionic/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { useLoggedIn } from '../../../platform/current-user.ts'
import { ApiError } from '../../../platform/errors.ts'
import { publish } from '../../../platform/events.ts'
import { fullName } from '../../../platform/full-name.ts'
import { guestLocale, switchGuestLocale, useLocale } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { BrokenLink } from '../../../ui/BrokenLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { GuestLanguage } from '../../../ui/GuestLanguage.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { EventReceipt } from './EventReceipt.tsx'
import { eventLinkQuery, eventsQuery } from './events.api.ts'
import { JoinEvent } from './JoinEvent.tsx'

/** The page of the event's QR code: colleagues answer with their account, everyone else enters a name. */
export default function EventPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const { search, pathname } = useLocation()
  const locale = useLocale()
  const loggedIn = useLoggedIn()
  const user = useUser()
  useGuestLanguage(loggedIn)
  const { data, error, isPending, refetch } = useQuery({ ...eventLinkQuery(token, locale), enabled: token !== '' })
  const ended = error instanceof ApiError && (error.status === 410 || error.status === 404)
  const broken = error instanceof ApiError && error.status === 400
  const own = useIsMine(token, user !== undefined)
  const answered = pathname.endsWith(token) ? new URLSearchParams(search).get('answered') : null
  const name = data ? fullName(data.organiser) : ''
  return (
    <Page shows={[['guest', 'event', token], ['events']]} title={t('event_link.title')}>
      {loggedIn ? null : <GuestLanguage onChange={switchGuestLocale} />}
      {isPending ? <Skeleton rows={3} /> : null}
      {ended ? <BrokenLink kind="event" ended={t('event_link.ended.text')} /> : null}
      {broken ? <BrokenLink kind="event" /> : null}
      {error && !data && !ended && !broken ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && !ended ? (
        answered !== null ? (
          <EventReceipt token={token} event={data} answered={answered} />
        ) : own ? (
          <EmptyState drawing="ask" title={t('event_link.own.title')} text={t('event_link.own.text')}>
            <IonButton routerLink={to(`/share-event-link?event=${own}`)}>{t('event_link.own.action')}</IonButton>
          </EmptyState>
        ) : data.is_open ? (
          <JoinEvent token={token} event={data} onClosed={() => void refetch()} />
        ) : (
          <EmptyState drawing="mail" title={t('event_link.closed.title')} text={t('event_link.closed.text', { name })} />
        )
      ) : null}
    </Page>
  )
}

/** The language of the device may be that of another person who used it before. */
function useGuestLanguage(loggedIn: boolean) {
  useEffect(() => {
    const locale = loggedIn ? undefined : guestLocale()
    if (locale) publish('localeChangedServer', locale)
  }, [loggedIn])
}

/** The organiser cannot answer: the event's id if it is one of mine. */
function useIsMine(token: string, loggedIn: boolean) {
  const { data } = useInfiniteQuery({ ...eventsQuery, enabled: loggedIn })
  return data?.pages.flatMap(({ events }) => events).find(({ link }) => link.endsWith(`/${token}`))?.id
}
