import { IonButton } from '@ionic/react'
import { MAX_MESSAGE } from '@reflet/contract/answers'
import { UNDO_SECONDS } from '@reflet/contract/feedback'
import { TRY_OUTCOMES, type Try } from '@reflet/contract/growth'
import { BUSY_FROM } from '@reflet/contract/people'
import { MAX_THANKS } from '@reflet/contract/received-answers'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../platform/direction.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { to } from '../../platform/paths.ts'
import { useCounts } from '../../ui/counts.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { useToast } from '../../ui/toast.ts'
import { WriteForm } from '../../ui/WriteForm.tsx'
import { useCancelRequest } from '../feedback/feedback.api.ts'
import { Compared } from './BeforeAfter.public.tsx'
import { type TryChange, useAskAgain, useUpdateTry } from './growth.api.ts'
import styles from './growth.module.css'

interface Props {
  one: Try
  heading?: 'h2' | 'h3'
}

/** What I try: its words, "Did it help?" when it is due, asking the same person again, and the answer since. */
export function TryCard({ one, heading: Heading = 'h3' }: Props) {
  const { t } = useTranslation()
  const toast = useToast()
  const update = useUpdateTry()
  const [editing, setEditing] = useState(false)
  const card = useRef<HTMLElement>(null)
  const { id, skill, giver, text, status, outcome, outcome_at, is_due } = one
  const giverName = fullName(giver, t('growth.former'))
  /** The pressed button goes away: the focus stays on the card. */
  const change = (what: TryChange, done?: () => void) =>
    update.mutate(
      { id, change: what },
      {
        onSuccess: (changed) => {
          done?.()
          setEditing(false)
          toast(changed.outcome && 'outcome' in what && changed.status === 'trying' ? t('growth.later') : t('growth.saved'))
          card.current?.focus()
        },
      },
    )
  return (
    <article className={`card stack ${styles.try}`} data-testid="try-card" ref={card} tabIndex={-1}>
      <header>
        <div className="row">
          <Heading className="grow" dir="auto">
            {skill.name}
          </Heading>
          {status === 'trying' ? null : <span className="chip">{t(`growth.status.${status}`)}</span>}
        </div>
        <p className="quiet small">{t('growth.from', { name: isolated(giverName), date: isolated(formatDate(one.before.answered_at)) })}</p>
      </header>
      {editing ? (
        <WriteForm
          id={`try-${id}`}
          label={t('growth.text')}
          text={text}
          maxLength={MAX_THANKS}
          pending={update.isPending}
          submitLabel={t('common.save')}
          onSubmit={(words, done) => change({ text: words }, done)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <blockquote className={styles.words} dir="auto">
          {text}
        </blockquote>
      )}
      {is_due ? (
        <fieldset className={styles.question}>
          <legend>
            <strong>{t('growth.question')}</strong>
          </legend>
          <div className="row">
            {TRY_OUTCOMES.map((choice) => (
              <IonButton key={choice} fill="outline" disabled={update.isPending} onClick={() => change({ outcome: choice })}>
                {t(`growth.outcome.${choice}`)}
              </IonButton>
            ))}
          </div>
        </fieldset>
      ) : null}
      {outcome && outcome_at && !is_due ? <p>{t(`growth.said.${outcome}`, { date: formatDate(outcome_at) })}</p> : null}
      {one.after ? <Compared one={one} /> : null}
      <AskAgain one={one} />
      {update.error ? <ErrorNotice error={update.error} /> : null}
      {editing ? null : (
        <footer className={styles.actions}>
          {status === 'trying' ? (
            <>
              {is_due ? null : <Action one={one} label={t('growth.done')} onPress={() => change({ status: 'done' })} />}
              <Action one={one} label={t('growth.edit')} onPress={() => setEditing(true)} />
              <Action one={one} label={t('growth.drop')} onPress={() => change({ status: 'dropped' })} />
            </>
          ) : (
            <Action one={one} label={t('growth.reopen')} onPress={() => change({ status: 'trying' })} />
          )}
        </footer>
      )}
    </article>
  )
}

const Action = ({ one, label, onPress }: { one: Try; label: string; onPress: () => void }) => (
  <IonButton fill="clear" size="small" onClick={onPress}>
    {label}
    <span className="visually-hidden">: {one.skill.name}</span>
  </IonButton>
)

/** Asks the same person about the same skill again, in one tap that can be undone; while that waits, when it was sent. */
function AskAgain({ one }: { one: Try }) {
  const { t } = useTranslation()
  const say = useCounts()
  const toast = useToast()
  const ask = useAskAgain()
  const cancel = useCancelRequest()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { waiting, open_requests: open } = one
  const name = one.giver.first_name || t('useful.guest')
  if (waiting) {
    return (
      <p className="quiet small" role="status">
        {t('growth.waiting', { name: isolated(name), date: isolated(formatDate(waiting.sent_at)) })}{' '}
        <IonButton className="start" fill="clear" size="small" routerLink={to(`/request-confirmation/${waiting.request_id}`)}>
          {t('growth.see_request')}
        </IonButton>
      </p>
    )
  }
  if (!one.can.ask_again) return null
  const undo = (id: string) => cancel.mutate(id, { onSuccess: () => toast(t('growth.undone')) })
  const send = () =>
    ask.mutate(
      {
        id: one.id,
        key,
        message: t('growth.again_message', { text: one.text, interpolation: { escapeValue: false } }).slice(0, MAX_MESSAGE),
      },
      {
        onSuccess: (sent) => {
          setKey(crypto.randomUUID())
          toast(t('growth.asked', { name }), { text: t('growth.undo'), run: () => undo(sent.id) }, UNDO_SECONDS * 1000)
        },
      },
    )
  return (
    <div className={styles.again}>
      <IonButton className="start" fill="outline" disabled={ask.isPending} onClick={send}>
        {t('growth.again', { name })}
      </IonButton>
      <p className="quiet small">{t('growth.again_why', { name, skill: one.skill.name })}</p>
      {open >= BUSY_FROM ? <p className="busy small">{say.load(open)}</p> : null}
      {ask.error ? <ErrorNotice error={ask.error} onRetry={send} /> : null}
    </div>
  )
}
