import { IonButton } from '@ionic/react'
import type { EventLinkView } from '@reflet/contract/events'
import { guestAnswerPage, guestReceiptPage } from '@reflet/contract/guest-pages'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { copyText } from '../../../platform/clipboard.ts'
import { useJustSent } from '../../../platform/just-sent.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { addressOf } from '../../../platform/share.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useToast } from '../../../ui/toast.ts'

interface Props {
  token: string
  event: EventLinkView
  /** `me`, or the two parts of a guest's link: it is in this page's URL, so that a reload keeps it. */
  answered: string
}

/** Thanks, and a link to edit the answer for a day. */
export function EventReceipt({ token, event, answered }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const partly = new URLSearchParams(useLocation().search).has('partly')
  const celebrates = useJustSent(token)
  const receipt = useRef<HTMLDivElement>(null)
  // It replaces the form in the same page, whose focus is lost.
  useEffect(() => {
    if (!celebrates) return
    receipt.current?.scrollIntoView({ block: 'start' })
    receipt.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [celebrates])
  const [guestToken, feedbackId] = answered.split('.')
  return (
    <div className="stack" ref={receipt}>
      <EmptyState
        drawing="mail"
        title={t('answered.thanks')}
        text={t('event_link.receipt.text', { name: event.organiser.first_name })}
        celebrates={celebrates}
      >
        {feedbackId || !user ? null : (
          <IonButton fill="outline" routerLink={to('/answer')}>
            {t('event_link.receipt.mine')}
          </IonButton>
        )}
      </EmptyState>
      {partly ? <p className="notice notice-calm">{t('event_link.receipt.partly')}</p> : null}
      {guestToken && feedbackId ? <KeepLink token={guestToken} feedbackId={feedbackId} /> : null}
      {feedbackId ? (
        <IonButton fill="clear" routerLink={`/event/${token}`} routerDirection="none">
          {t('event_link.receipt.another')}
        </IonButton>
      ) : null}
    </div>
  )
}

/** This link is never mailed: the typed address is not verified. */
function KeepLink({ token, feedbackId }: { token: string; feedbackId: string }) {
  const { t } = useTranslation()
  const toast = useToast()
  const copy = async () => {
    const link = addressOf(guestAnswerPage(token, feedbackId))
    toast(t((await copyText(link)) ? 'sent.copied' : 'sent.copy_failed'))
  }
  return (
    <section className="card stack">
      <div>
        <h2>{t('event_link.receipt.keep')}</h2>
        <p className="quiet">{t('event_link.receipt.keep_text')}</p>
      </div>
      <div className="form-actions">
        <IonButton onClick={() => void copy()}>{t('sent.copy')}</IonButton>
        <IonButton fill="outline" routerLink={guestReceiptPage(token, feedbackId)}>
          {t('event_link.receipt.see')}
        </IonButton>
      </div>
    </section>
  )
}
