import { IonButton } from '@ionic/react'
import { BUSY_FROM } from '@reflet/contract/people'
import type { Recurrence } from '@reflet/contract/recurrences'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatNumber, relativeTime } from '../../../platform/locale.ts'
import { to } from '../../../platform/paths.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { useConfirm } from '../../../ui/confirm.ts'
import { useCounts } from '../../../ui/counts.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import feedbackStyles from '../feedback.module.css'
import { Rounds } from './Rounds.tsx'
import { useStopRecurrence, useUpdateRecurrence } from './recurrences.api.ts'
import styles from './recurrences.module.css'
import { usePlanWords } from './words.ts'

/** One recurring request: its plan, the coming rounds, and actions to pause, change or stop it. */
export function RecurrenceDetail({ recurrence }: { recurrence: Recurrence }) {
  const { t } = useTranslation()
  const ask = useConfirm()
  const toast = useToast()
  const words = usePlanWords()
  const update = useUpdateRecurrence()
  const stop = useStopRecurrence()
  const { id, state, skills, rounds_sent, next_rounds, confidential } = recurrence
  const ended = state === 'ended'
  const setPaused = (paused: boolean) =>
    update.mutate({ id, body: { paused } }, { onSuccess: () => toast(t(paused ? 'recur.paused' : 'recur.resumed')) })
  const confirmStop = () =>
    ask({
      header: t('recur.stop_confirm'),
      message: t('recur.stop_text'),
      action: t('recur.stop'),
      onConfirm: () => stop.mutate(id, { onSuccess: () => toast(t('recur.stopped')) }),
    })
  const busy = update.isPending || stop.isPending
  return (
    <div className={`stack ${styles.recurrence}`}>
      <section className="card stack">
        <div className="row">
          <h2 dir="auto">{formatList(skills.map(({ name }) => name))}</h2>
          <span className="chip">{t(`recur.state.${state}`)}</span>
        </div>
        <dl className={styles.plan}>
          <dt>{t('recur.rhythm')}</dt>
          <dd>{words.every(recurrence.every)}</dd>
          <dt>{t('recur.per_round')}</dt>
          <dd>{words.perRound(recurrence.per_round)}</dd>
          <dt>{t('recur.until')}</dt>
          <dd>{words.ends(recurrence.ends)}</dd>
          <dt>{t('recur.sent')}</dt>
          <dd>{t('recur.sent_value', { count: rounds_sent, n: formatNumber(rounds_sent) })}</dd>
        </dl>
        {recurrence.context ? <p dir="auto">{recurrence.context}</p> : null}
        {recurrence.message ? (
          <blockquote className={feedbackStyles.message} dir="auto">
            {recurrence.message}
          </blockquote>
        ) : null}
        <TrustLine sealed={confidential}>{t(confidential ? 'sent.confidential' : 'sent.named')}</TrustLine>
        {update.error ? <ErrorNotice error={update.error} /> : null}
        {stop.error ? <ErrorNotice error={stop.error} onRetry={() => stop.mutate(id)} /> : null}
        {ended ? null : (
          <div className="form-actions">
            <IonButton fill="outline" disabled={busy} onClick={() => setPaused(state === 'active')}>
              {t(state === 'active' ? 'recur.pause' : 'recur.resume')}
            </IonButton>
            <IonButton fill="outline" disabled={busy} routerLink={to(`/recurrent-feedbacks/plan/${id}`)}>
              {t('recur.change')}
            </IonButton>
            <IonButton fill="clear" color="danger" disabled={busy} onClick={confirmStop}>
              {t('recur.stop')}
            </IonButton>
          </div>
        )}
      </section>
      {next_rounds.length > 0 ? <Rounds rounds={next_rounds} /> : null}
      <Pool pool={recurrence.pool} />
    </div>
  )
}

function Pool({ pool }: { pool: Recurrence['pool'] }) {
  const { t } = useTranslation()
  const say = useCounts()
  return (
    <section className="stack" aria-label={t('recur.pool')}>
      <h2>{t('recur.pool')}</h2>
      <ul className="people card">
        {pool.map((member) => {
          const name = fullName(member, member.email)
          return (
            <li key={member.id} className="row">
              <Avatar person={member.first_name || member.last_name ? member : { ...member, first_name: name }} size={36} />
              <span className="grow">
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <span className="line quiet small">
                  {member.asked_at ? t('recur.asked', { when: relativeTime(member.asked_at) }) : t('recur.not_asked')}
                </span>
                {member.open_requests >= BUSY_FROM ? (
                  <span className="busy small line">{t('recur.busy', { load: say.load(member.open_requests) })}</span>
                ) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
