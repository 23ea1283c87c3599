import { IonButton } from '@ionic/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../platform/locale.ts'
import { outbox, outboxSent, sendOutbox } from '../../platform/outbox.ts'
import { to } from '../../platform/paths.ts'
import { useStore } from '../../platform/store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Refused, Waiting } from './Entry.tsx'

/** What was written offline, in the order in which it is sent, and what was refused: no text is lost. */
export default function WaitingPage() {
  const { t } = useTranslation()
  const items = useStore(outbox)
  const sent = useStore(outboxSent)
  const [sending, setSending] = useState(false)
  const waiting = items.filter(({ problem }) => problem === null)
  const refused = items.filter(({ problem }) => problem !== null)
  const sendNow = () => {
    setSending(true)
    void sendOutbox().finally(() => setSending(false))
  }
  return (
    <Page shows={[]} title={t('outbox.title')} back="/home">
      <div className="stack">
        <p className={sent > 0 ? 'notice notice-calm' : 'visually-hidden'} role="status">
          {sent > 0 ? t('outbox.sent', { count: sent, n: formatNumber(sent) }) : ''}
        </p>
        {items.length === 0 ? (
          <EmptyState drawing="mail" title={t('outbox.empty')}>
            <IonButton routerLink={to('/home')}>{t('common.home')}</IonButton>
          </EmptyState>
        ) : null}
        {waiting.length > 0 ? (
          <section className="stack" aria-label={t('outbox.title')}>
            <p className="quiet">{t('outbox.text')}</p>
            {waiting.map((item) => (
              <Waiting key={item.id} item={item} />
            ))}
            <IonButton fill="outline" className="start" disabled={sending} onClick={sendNow}>
              {t(sending ? 'ask.sending' : 'outbox.try')}
            </IonButton>
          </section>
        ) : null}
        {refused.length > 0 ? (
          <section className="stack" aria-label={t('outbox.refused')}>
            <div>
              <h2>{t('outbox.refused')}</h2>
              <p className="quiet">{t('outbox.refused_text')}</p>
            </div>
            {refused.map((item) => (
              <Refused key={item.id} item={item} />
            ))}
          </section>
        ) : null}
      </div>
    </Page>
  )
}
