import { IonButton, IonIcon } from '@ionic/react'
import type { FeedbackEvent } from '@reflet/contract/events'
import { useQuery } from '@tanstack/react-query'
import { copyOutline, expandOutline, shareSocialOutline } from 'ionicons/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../platform/clipboard.ts'
import { formatDay } from '../../../platform/days.ts'
import { toApiError } from '../../../platform/errors.ts'
import { fullName } from '../../../platform/full-name.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatDate, formatNumber } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { canShareLinks, shareLink } from '../../../platform/share.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { QrCode } from '../../../ui/QrCode.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import { useCountText } from './count-text.ts'
import { EventEnd } from './EventEnd.tsx'
import { EventPaper } from './EventPaper.tsx'
import { eventQuery } from './events.api.ts'
import styles from './events.module.css'
import { QrStage } from './QrStage.tsx'

/** One event: the number of answers, its QR code and link, and its end. */
export function EventDetail({ id, watched }: { id: string; watched: boolean }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = useQuery(eventQuery(id, watched))
  if (isPending) return <Skeleton avatar={false} />
  if (!data) {
    return toApiError(error).status === 404 ? (
      <EmptyState drawing="error" title={t('events.missing')} />
    ) : (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    )
  }
  return <Shown event={data} />
}

function Shown({ event }: { event: FeedbackEvent }) {
  const { t } = useTranslation()
  const until = formatDate(event.closed_at ?? event.ends_at, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <article className={`stack ${styles.eventDetail}`}>
      <header className="stack">
        <div>
          <h2>
            <bdi>{event.title}</bdi>
          </h2>
          <p className="quiet">
            {formatDay(event.takes_place_on)} · <bdi>{formatList(event.skills.map(({ name }) => name))}</bdi>
          </p>
        </div>
        <p>
          <span className={event.is_open ? 'chip' : `chip ${styles.chipClosed}`}>
            {t(event.is_open ? 'events.state.open' : 'events.state.closed')}
          </span>{' '}
          <span className="quiet small">{t(event.is_open ? 'events.open_until' : 'events.closed_at', { when: until })}</span>
        </p>
      </header>
      <LiveCount event={event} />
      {event.is_open ? <HandRound event={event} /> : null}
      <EventEnd event={event} />
      <TrustLine sealed={event.confidential}>{t(event.confidential ? 'events.trust.confidential' : 'events.trust.named')}</TrustLine>
    </article>
  )
}

/** Polled every few seconds while it is visible; a change is announced to screen readers. */
function LiveCount({ event }: { event: FeedbackEvent }) {
  const { t } = useTranslation()
  const countText = useCountText()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const { participants } = event
  return (
    <section className={`card ${styles.eventCount}`}>
      <p role="status">
        {participants === null ? (
          <span className="quiet">{t('events.count_hidden', { count: threshold, n: formatNumber(threshold) })}</span>
        ) : (
          <strong>{countText(participants)}</strong>
        )}
      </p>
      {participants ? (
        <IonButton fill="clear" size="small" routerLink={to('/dashboard')}>
          {t('events.read')}
        </IonButton>
      ) : null}
    </section>
  )
}

function HandRound({ event }: { event: FeedbackEvent }) {
  const { t } = useTranslation()
  const toast = useToast()
  const user = useUser()
  const [large, setLarge] = useState(false)
  const label = t('events.qr', { title: event.title })
  const copy = async () => toast(t((await copyText(event.link)) ? 'sent.copied' : 'sent.copy_failed'))
  const share = async () => {
    const text = t('events.share_text', { name: user ? fullName(user) : '', title: event.title, interpolation: { escapeValue: false } })
    if (!(await shareLink({ text, url: event.link }))) await copy()
  }
  return (
    <section className={`card stack ${styles.eventShare}`}>
      <button type="button" className={styles.qrButton} aria-label={t('events.show')} onClick={() => setLarge(true)}>
        <QrCode text={event.link} label={label} />
      </button>
      <p className={styles.eventAddress} dir="ltr">
        {event.link}
      </p>
      <div className="form-actions">
        {canShareLinks() ? (
          <IonButton size="large" onClick={() => void share()}>
            <IonIcon slot="start" icon={shareSocialOutline} aria-hidden="true" />
            {t('events.share')}
          </IonButton>
        ) : null}
        <IonButton size="large" fill={canShareLinks() ? 'outline' : 'solid'} onClick={() => void copy()}>
          <IonIcon slot="start" icon={copyOutline} aria-hidden="true" />
          {t('sent.copy')}
        </IonButton>
        <IonButton size="large" fill="outline" onClick={() => setLarge(true)}>
          <IonIcon slot="start" icon={expandOutline} aria-hidden="true" />
          {t('events.show')}
        </IonButton>
      </div>
      <EventPaper event={event} />
      <p className="quiet small">{t('events.unchecked')}</p>
      <QrStage event={event} label={label} isOpen={large} onClose={() => setLarge(false)} />
    </section>
  )
}
