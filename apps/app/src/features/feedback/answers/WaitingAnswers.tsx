import { IonButton, useIonRouter } from '@ionic/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { putDraft } from '../../../platform/drafts.ts'
import { ApiError } from '../../../platform/errors.ts'
import { formatNumber, relativeTime } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { useStore } from '../../../platform/store.ts'
import { AnswerWords } from '../../../ui/AnswerWords.tsx'
import { useConfirm } from '../../../ui/confirm.ts'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { answersSent, forgetWaiting, sendWaiting, type WaitingAnswer, waitingAnswers } from './waiting-answers.api.ts'

/** Queued answers on this device, and refused ones: no text is lost. */
export function WaitingAnswers() {
  const { t } = useTranslation()
  const items = useStore(waitingAnswers)
  const sent = useStore(answersSent)
  const [sending, setSending] = useState(false)
  const open = items.filter(({ problem }) => problem === null)
  const late = items.filter(({ problem }) => problem !== null)
  const sendNow = () => {
    setSending(true)
    void sendWaiting().finally(() => setSending(false))
  }
  return (
    <>
      <p className={sent > 0 ? 'notice notice-calm' : 'visually-hidden'} role="status">
        {sent > 0 ? t('answer.waiting.sent', { count: sent, n: formatNumber(sent) }) : ''}
      </p>
      {open.length > 0 ? (
        <section className="stack" aria-label={t('answer.waiting.title')}>
          <div>
            <h2>{t('answer.waiting.title')}</h2>
            <p className="quiet">{t('answer.waiting.text')}</p>
          </div>
          {open.map((item) => (
            <Waiting key={item.id} item={item} />
          ))}
          <IonButton fill="outline" className="start" disabled={sending} onClick={sendNow}>
            {t(sending ? 'ask.sending' : 'answer.waiting.try')}
          </IonButton>
        </section>
      ) : null}
      {late.length > 0 ? (
        <section className="stack" aria-label={t('answer.waiting.late')}>
          <div>
            <h2>{t('answer.waiting.late')}</h2>
            <p className="quiet">{t('answer.waiting.late_text')}</p>
          </div>
          {late.map((item) => (
            <Late key={item.id} item={item} />
          ))}
        </section>
      ) : null}
    </>
  )
}

function Head({ item }: { item: WaitingAnswer }) {
  const { t } = useTranslation()
  return (
    <div>
      <h3 dir="auto">{item.skill}</h3>
      <p className="quiet small">
        {t('answer.waiting.for', { name: item.requester })} · {relativeTime(item.written_at)}
      </p>
    </div>
  )
}

const wordsOf = ({ answer }: WaitingAnswer) => ({
  rating: answer.rating,
  not_observed: answer.not_observed ?? false,
  situation: answer.situation?.trim() || null,
  keep: answer.keep?.trim() || null,
  improve: answer.improve?.trim() || null,
})

function Waiting({ item }: { item: WaitingAnswer }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const { rating, not_observed, situation, keep, improve } = wordsOf(item)
  /** Restores the answer into the form, as a draft. */
  const edit = async () => {
    const words = { rating, not_observed, situation: situation ?? '', keep: keep ?? '', improve: improve ?? '' }
    await putDraft(`answer:${item.id}`, words)
    await forgetWaiting(item.id)
    router.push(to(`/answer?group=${item.group_id}`), 'none')
  }
  return (
    <article className="card stack">
      <Head item={item} />
      <AnswerWords answer={wordsOf(item)} />
      <IonButton fill="clear" className="start" onClick={() => void edit()}>
        {t('answer.waiting.edit')}
      </IonButton>
    </article>
  )
}

function Late({ item }: { item: WaitingAnswer }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const why = useErrorText()
  const discard = () =>
    ask({
      header: t('answer.waiting.discard_confirm'),
      action: t('answer.waiting.discard'),
      onConfirm: () => void forgetWaiting(item.id),
    })
  return (
    <article className="card stack">
      <Head item={item} />
      <p className="notice notice-gentle">{why(new ApiError(409, item.problem ?? 'internal'))}</p>
      <AnswerWords answer={wordsOf(item)} />
      <IonButton fill="clear" color="danger" className="start" onClick={discard}>
        {t('answer.waiting.discard')}
      </IonButton>
    </article>
  )
}
