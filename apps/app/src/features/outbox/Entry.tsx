import { IonButton, useIonRouter } from '@ionic/react'
import { useTranslation } from 'react-i18next'
import { hasDraft, putDraft } from '../../platform/drafts.ts'
import { ApiError } from '../../platform/errors.ts'
import { formatList } from '../../platform/lists.ts'
import { relativeTime } from '../../platform/locale.ts'
import { forgetToSend, type Outgoing, takeBack } from '../../platform/outbox.ts'
import { to } from '../../platform/paths.ts'
import { AnswerWords } from '../../ui/AnswerWords.tsx'
import { useConfirm } from '../../ui/confirm.ts'
import { useErrorText } from '../../ui/ErrorNotice.tsx'

/** Written before it could be sent, as its call has it. */
interface Written {
  rating?: number | null
  not_observed?: boolean
  situation?: string | null
  keep?: string | null
  improve?: string | null
  context?: string | null
  message?: string | null
}

const tidy = (text: string | null | undefined) => text?.trim() || null

function Words({ item: { kind, body } }: { item: Outgoing }) {
  const { rating = null, not_observed = false, situation, keep, improve, context, message } = body as Written
  if (kind === 'answer' || kind === 'offer')
    return <AnswerWords answer={{ rating, not_observed, situation: tidy(situation), keep: tidy(keep), improve: tidy(improve) }} />
  return [context, message].map((text) =>
    tidy(text) ? (
      <p key={text} dir="auto">
        {text}
      </p>
    ) : null,
  )
}

function Head({ item: { kind, people, about, written_at }, level: Title }: { item: Outgoing; level: 'h2' | 'h3' }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="quiet small">{t(`outbox.kind.${kind}`)}</p>
      <Title dir="auto">{formatList(about)}</Title>
      <p className="quiet small">
        {t('outbox.for', { name: formatList(people) })} · {relativeTime(Math.min(Date.parse(written_at), Date.now()))}
      </p>
    </div>
  )
}

/** What the server has under this key already is not changed by it: the form gets a new one, so that its text can be sent beside the other. */
function restoredOf({ problem, body, restores }: Outgoing): Outgoing['restores'] {
  const key = (body as { idempotency_key?: string }).idempotency_key
  if (problem !== 'idempotency_key_reused' || !key) return restores
  return JSON.parse(JSON.stringify(restores).replaceAll(key, crypto.randomUUID())) as Outgoing['restores']
}

/** Restores it into its form; a draft that is there is replaced on confirmation only. */
function useEdit(item: Outgoing) {
  const { path, drafts } = restoredOf(item)
  const { t } = useTranslation()
  const ask = useConfirm()
  const router = useIonRouter()
  // A full device stores nothing: then it stays here.
  const put = async () => (await Promise.all(drafts.map(({ key, value }) => putDraft(key, value)))).every(Boolean)
  const restore = async () => {
    if (await takeBack(item.id, put)) router.push(to(path), 'none')
  }
  return async () => {
    const taken = await Promise.all(drafts.map(({ key }) => hasDraft(key)))
    if (!taken.includes(true)) return restore()
    ask({
      header: t('outbox.replace'),
      message: t('outbox.replace_text'),
      action: t('outbox.replace_yes'),
      onConfirm: () => void restore(),
    })
  }
}

export function Waiting({ item }: { item: Outgoing }) {
  const { t } = useTranslation()
  const edit = useEdit(item)
  return (
    <article className="card stack">
      <Head item={item} level="h2" />
      <Words item={item} />
      <IonButton fill="clear" className="start" onClick={() => void edit()}>
        {t('outbox.edit')}
      </IonButton>
    </article>
  )
}

/** An answer whose request has ended has no form any more. */
const hasForm = ({ kind }: Outgoing) => kind !== 'answer'

export function Refused({ item }: { item: Outgoing }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const why = useErrorText()
  const edit = useEdit(item)
  const discard = () =>
    ask({ header: t('outbox.discard_confirm'), action: t('outbox.discard'), onConfirm: () => void forgetToSend(item.id) })
  return (
    <article className="card stack">
      <Head item={item} level="h3" />
      <p className="notice notice-gentle">{why(new ApiError(409, item.problem ?? 'internal'))}</p>
      <Words item={item} />
      <div className="row">
        {hasForm(item) ? (
          <IonButton fill="clear" onClick={() => void edit()}>
            {t('outbox.edit')}
          </IonButton>
        ) : null}
        <IonButton fill="clear" color="danger" onClick={discard}>
          {t('outbox.discard')}
        </IonButton>
      </div>
    </article>
  )
}
