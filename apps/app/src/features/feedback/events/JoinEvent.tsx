import { IonButton, useIonRouter } from '@ionic/react'
import type { EventLinkView } from '@reflet/contract/events'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { fingerprint, useDraft } from '../../../platform/drafts.ts'
import { toApiError } from '../../../platform/errors.ts'
import { fullName } from '../../../platform/full-name.ts'
import { formatNumber } from '../../../platform/locale.ts'
import { useUser } from '../../../platform/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SkillHeading } from '../../../ui/SkillHeading.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import { useToast } from '../../../ui/toast.ts'
import { AnswerForm } from '../answers/AnswerForm.tsx'
import type { NewAnswer } from '../feedback.api.ts'
import feedbackStyles from '../feedback.module.css'
import { type Participant, useJoinEvent } from './events.api.ts'
import { type Names, NO_NAMES, ParticipantForm } from './ParticipantForm.tsx'

interface Props {
  token: string
  event: EventLinkView
  /** The event ended meanwhile: it must be fetched again. */
  onClosed: () => void
}

/** The answers so far; sent together at the end, so that a guest has one link to edit all of them. */
interface Said {
  at: number
  answers: Record<string, NewAnswer>
  /** Idempotency key of exactly this content, so that a lost response can be retried. */
  sent?: { content: string; key: string }
}

/** Name and address, then one skill after the other. Everything is stored on this device until it is sent. */
export function JoinEvent({ token, event, onClosed }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const colleague = user?.company.name === event.company_name
  const [asGuest, setAsGuest] = useState(!colleague)
  const [notYours, setNotYours] = useState(false)
  const [knows, setKnows] = useState(false)
  const names = useDraft<Names>('event-names', NO_NAMES, { token })
  if (!names.ready) return <Skeleton avatar={false} />
  const employee = colleague && !asGuest
  const nameless = !employee && event.confidential
  const participant = employee || nameless ? null : names.value
  return (
    <article className="stack answer-group">
      <EventHeader event={event} />
      {notYours ? <p className="notice notice-calm">{t('event_link.not_yours')}</p> : null}
      {employee && user ? (
        <p className="row">
          <span>{t('event_link.as', { name: fullName(user) })}</span>
        </p>
      ) : null}
      {nameless ? <p className="quiet">{t('event_link.nameless')}</p> : null}
      {!employee && !nameless && !knows ? (
        <ParticipantForm names={names} onDone={() => setKnows(true)} />
      ) : (
        <Answering
          token={token}
          event={event}
          asGuest={!employee}
          participant={participant}
          onWho={() => setKnows(false)}
          onClosed={onClosed}
          onNotYours={() => {
            setAsGuest(true)
            setNotYours(true)
          }}
          onSent={names.clear}
        />
      )}
    </article>
  )
}

function EventHeader({ event }: { event: EventLinkView }) {
  const { t } = useTranslation()
  const name = fullName(event.organiser)
  const { confidentiality_threshold: count } = event
  return (
    <header className={`${feedbackStyles.requestHeader} request-header stack`}>
      <div className="row">
        <Avatar person={event.organiser} size={52} />
        <div className="grow">
          <h2>
            <bdi>{event.title}</bdi>
          </h2>
          <p className="quiet small">{t('event_link.date', { date: formatDay(event.takes_place_on) })}</p>
        </div>
      </div>
      <p>{t('event_link.welcome', { name, company: event.company_name })}</p>
      <TrustLine sealed={event.confidential}>
        {event.confidential
          ? t('event_link.trust_confidential', { count, n: formatNumber(count), name: event.organiser.first_name })
          : t('trust.named', { name: event.organiser.first_name })}
      </TrustLine>
    </header>
  )
}

interface AnsweringProps extends Props {
  asGuest: boolean
  /** The guest's name and address; not asked at a confidential event. */
  participant: Names | null
  onWho: () => void
  onNotYours: () => void
  onSent: () => void
}

function Answering({ token, event, asGuest, participant, onWho, onClosed, onNotYours, onSent }: AnsweringProps) {
  const { t, i18n } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const join = useJoinEvent(token)
  // A logged-in person may be of another company: their text is kept.
  const link = useUser() ? undefined : { token }
  const said = useDraft<Said>(`event-answers:${fingerprint(token)}`, { at: 0, answers: {} }, link)
  const { skills, organiser, confidential } = event
  const index = Math.min(said.value.at, skills.length - 1)
  const skill = skills[index]
  if (!said.ready || !skill) return <Skeleton avatar={false} />
  const last = index === skills.length - 1

  const send = (answers: Said['answers'], clear?: () => void) => {
    const given = skills.flatMap(({ id }) => (answers[id] ? [{ ...answers[id], skill_id: id }] : []))
    if (given.length === 0) return toast(t('event_link.nothing'))
    const locale = i18n.language as Participant['locale']
    const who = participant ? { participant: { ...participant, locale } } : { locale }
    const content = fingerprint(JSON.stringify([who, given]))
    const sent = said.value.sent?.content === content ? said.value.sent : { content, key: crypto.randomUUID() }
    said.set((old) => ({ ...old, sent }))
    join.mutate(
      { guest: asGuest ? { ...who, idempotency_key: sent.key } : null, answers: given },
      {
        onSuccess: ({ answered, guest_link }) => {
          clear?.()
          said.clear({ at: 0, answers: {} })
          onSent()
          const receipt = guest_link?.split('/').slice(-2).join('.') ?? 'me'
          const partly = answered.length < given.length ? '&partly=1' : ''
          router.push(`/event/${token}?answered=${receipt}${partly}`, 'none', 'replace')
        },
        onError: (error) => {
          const { code, status } = toApiError(error)
          if (code === 'event_closed' || code === 'gone') onClosed()
          if (!asGuest && status === 404) onNotYours()
        },
      },
    )
  }
  const keep = (answer: NewAnswer | null, clear?: () => void) => {
    const { [skill.id]: _, ...others } = said.value.answers
    const answers = answer ? { ...others, [skill.id]: answer } : others
    said.set((old) => ({ ...old, at: last ? index : index + 1, answers }))
    if (last) send(answers, clear)
    else clear?.()
  }
  const go = (at: number) => said.set((old) => ({ ...old, at }))
  const kept = said.value.answers[skill.id]
  const already = toApiError(join.error ?? undefined).code === 'already_answered'
  return (
    <section className="card stack">
      <SkillHeading skill={skill}>
        {skills.length > 1 ? (
          <p className="quiet small" aria-live="polite">
            {t('answer.step', { n: formatNumber(index + 1), total: formatNumber(skills.length) })}
          </p>
        ) : null}
      </SkillHeading>
      {join.error && already ? (
        <div className="notice notice-calm" role="alert">
          <h3>{t('event_link.already.title')}</h3>
          <p>{t('event_link.already.text')}</p>
        </div>
      ) : null}
      <AnswerForm
        key={skill.id}
        feedback={{ id: `${fingerprint(token)}-${skill.id}`, answer: kept ? asGiven(kept) : null, thanks: null }}
        requester={organiser.first_name}
        confidential={confidential}
        {...(link && { guest: { token, feedbackId: skill.id } })}
        pending={join.isPending}
        error={already ? null : join.error}
        submitLabel={t(last ? 'answer.send' : 'event_link.next')}
        onSubmit={keep}
      >
        {skills.length > 1 ? (
          <IonButton fill="clear" disabled={join.isPending} onClick={() => keep(null)}>
            {t(last ? 'event_link.skip_send' : 'event_link.skip')}
          </IonButton>
        ) : null}
        {index > 0 ? (
          <IonButton fill="clear" disabled={join.isPending} onClick={() => go(index - 1)}>
            {t('event_link.back')}
          </IonButton>
        ) : null}
      </AnswerForm>
      {participant ? (
        <p className="row small">
          <span className="quiet">
            <bdi>{fullName(participant)}</bdi> · <bdi dir="ltr">{participant.email}</bdi>
          </span>
          <button type="button" className="plain-button" onClick={onWho}>
            {t('event_link.who.change')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

/** A stored answer, in the form's format. */
const asGiven = ({ rating, not_observed = false, situation, keep, improve }: NewAnswer) => ({
  rating,
  not_observed,
  situation: situation ?? null,
  keep: keep ?? null,
  improve: improve ?? null,
  answered_at: '',
})
