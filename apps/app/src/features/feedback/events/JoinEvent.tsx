import { IonButton, useIonRouter } from '@ionic/react'
import type { EventLinkView } from '@reflet/contract/events'
import type { GiverRelation } from '@reflet/contract/relations'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fingerprint, type MailLink, useDraft } from '../../../platform/drafts.ts'
import { toApiError } from '../../../platform/errors.ts'
import { fullName } from '../../../platform/full-name.ts'
import { noteSent } from '../../../platform/just-sent.ts'
import { useUser } from '../../../platform/session.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useStepFocus } from '../../../ui/step-focus.ts'
import { useToast } from '../../../ui/toast.ts'
import { AnswerAs } from '../answers/AnswerAs.tsx'
import { AnswerForm } from '../answers/AnswerForm.tsx'
import { SkillStep } from '../answers/SkillStep.tsx'
import type { NewAnswer } from '../feedback.api.ts'
import { EventHeader } from './EventHeader.tsx'
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
  /** The step: the index of a skill, or after the last one the participant's name. */
  at: number
  answers: Record<string, NewAnswer>
  /** Idempotency key of exactly this content, so that a lost response can be retried. */
  sent?: { content: string; key: string }
}

/** One skill after the other, then the guest's name and address. Everything is stored on this device until it is sent. */
export function JoinEvent({ token, event, onClosed }: Props) {
  const { t, i18n } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const user = useUser()
  const join = useJoinEvent(token)
  const colleague = user?.company.name === event.company_name
  const [asGuest, setAsGuest] = useState(!colleague)
  const [notYours, setNotYours] = useState(false)
  const [relation, setRelation] = useState<GiverRelation>('coworker')
  const names = useDraft<Names>('event-names', NO_NAMES, { token })
  // A logged-in person may be of another company: their text is kept.
  const link = user ? undefined : { token }
  const said = useDraft<Said>(`event-answers:${fingerprint(token)}`, { at: 0, answers: {} }, link)
  const { skills, confidential } = event
  const employee = colleague && !asGuest
  /** A guest of a named event enters a name, as the last step. */
  const named = !employee && !confidential
  const at = Math.min(said.value.at, named ? skills.length : skills.length - 1)
  const ready = names.ready && said.ready
  const page = useStepFocus(ready ? at : undefined)
  if (!ready) return <Skeleton avatar={false} />

  const go = (step: number) => said.set((old) => ({ ...old, at: step }))
  const back = () => {
    join.reset()
    go(at - 1)
  }
  const send = (answers: Said['answers'], clear?: () => void) => {
    const given = skills.flatMap(({ id }) => (answers[id] ? [{ ...answers[id], skill_id: id }] : []))
    const locale = i18n.language as Participant['locale']
    const who = named ? { participant: { ...names.value, locale } } : { locale }
    const content = fingerprint(JSON.stringify([who, given]))
    const sent = said.value.sent?.content === content ? said.value.sent : { content, key: crypto.randomUUID() }
    said.set((old) => ({ ...old, sent }))
    join.mutate(
      { guest: employee ? null : { ...who, idempotency_key: sent.key }, relation: confidential ? undefined : relation, answers: given },
      {
        onSuccess: ({ answered, guest_link }) => {
          clear?.()
          said.clear({ at: 0, answers: {} })
          names.clear()
          noteSent(token)
          const receipt = guest_link?.split('/').slice(-2).join('.') ?? 'me'
          const partly = answered.length < given.length ? '&partly=1' : ''
          router.push(`/event/${token}?answered=${receipt}${partly}`, 'none', 'replace')
        },
        onError: (error) => {
          const { code, status } = toApiError(error)
          if (code === 'event_closed' || code === 'gone') onClosed()
          if (!employee || status !== 404) return
          setAsGuest(true)
          setNotYours(true)
          if (!confidential) go(skills.length)
        },
      },
    )
  }
  /** Keeps the answer to a skill; null skips it. */
  const keep = (skillId: string, answer: NewAnswer | null, clear?: () => void) => {
    const { [skillId]: _, ...others } = said.value.answers
    const answers = answer ? { ...others, [skillId]: answer } : others
    const last = at === skills.length - 1
    if (last && Object.keys(answers).length === 0) return toast(t('event_link.nothing'))
    said.set((old) => ({ ...old, at: last && !named ? at : at + 1, answers }))
    if (last && !named) send(answers, clear)
    else clear?.()
  }
  const skill = skills[at]
  const code = toApiError(join.error ?? undefined).code
  const already = join.error && code === 'already_answered' ? <AlreadyAnswered /> : null
  const error = already ? null : join.error
  return (
    <article className="stack" data-testid="answer-group" ref={page}>
      <EventHeader event={event} folded={at > 0} />
      {notYours ? <p className="notice notice-calm">{t('event_link.not_yours')}</p> : null}
      {employee && user ? <p>{t('event_link.as', { name: fullName(user) })}</p> : null}
      {employee && !confidential ? <AnswerAs name={event.organiser.first_name} relation={relation} onChange={setRelation} /> : null}
      {!employee && at === 0 ? <p className="quiet">{t(named ? 'event_link.name_last' : 'event_link.nameless')}</p> : null}
      {skill ? (
        <Skill
          event={event}
          at={at}
          kept={said.value.answers[skill.id]}
          formId={`${fingerprint(token)}-${skill.id}`}
          link={link}
          sends={at === skills.length - 1 && !named}
          pending={join.isPending}
          notice={already}
          error={error}
          onKeep={(answer, clear) => keep(skill.id, answer, clear)}
          onBack={back}
        />
      ) : (
        <ParticipantForm
          names={names}
          pending={join.isPending}
          notice={already}
          error={error}
          onSend={() => send(said.value.answers)}
          onBack={back}
        />
      )}
    </article>
  )
}

function AlreadyAnswered() {
  const { t } = useTranslation()
  return (
    <div className="notice notice-calm" role="alert">
      <h3>{t('event_link.already.title')}</h3>
      <p>{t('event_link.already.text')}</p>
    </div>
  )
}

interface SkillProps {
  event: EventLinkView
  at: number
  kept: NewAnswer | undefined
  formId: string
  link: MailLink | undefined
  /** All answers are sent with this one. */
  sends: boolean
  pending: boolean
  notice: ReactNode
  error: unknown
  onKeep: (answer: NewAnswer | null, clear?: () => void) => void
  onBack: () => void
}

function Skill({ event, at, kept, formId, link, sends, pending, notice, error, onKeep, onBack }: SkillProps) {
  const { t } = useTranslation()
  const { skills, organiser, confidential } = event
  const skill = skills[at]
  if (!skill) return null
  return (
    <section className="card stack">
      <SkillStep skill={skill} n={at + 1} total={skills.length} />
      {notice}
      <AnswerForm
        key={skill.id}
        feedback={{ id: formId, answer: kept ? asGiven(kept) : null, thanks: null }}
        requester={organiser.first_name}
        confidential={confidential}
        {...(link && { guest: { ...link, feedbackId: skill.id } })}
        pending={pending}
        error={error}
        submitLabel={t(sends ? 'answer.send' : 'event_link.next')}
        onSubmit={onKeep}
      >
        {skills.length > 1 ? (
          <IonButton fill="clear" disabled={pending} onClick={() => onKeep(null)}>
            {t(sends ? 'event_link.skip_send' : 'event_link.skip')}
          </IonButton>
        ) : null}
        {at > 0 ? (
          <IonButton fill="clear" disabled={pending} onClick={onBack}>
            {t('event_link.back')}
          </IonButton>
        ) : null}
      </AnswerForm>
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
