import { IonButton, useIonRouter } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../platform/days.ts'
import { isOffline } from '../../../platform/errors.ts'
import { fullName } from '../../../platform/full-name.ts'
import { feelSuccess } from '../../../platform/haptics.ts'
import { formatList } from '../../../platform/lists.ts'
import { formatDate } from '../../../platform/locale.ts'
import { keepToSend } from '../../../platform/outbox.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { useStepFocus } from '../../../ui/step-focus.ts'
import { useToast } from '../../../ui/toast.ts'
import {
  draftOfAnswer,
  type NewAnswer,
  refreshFeedback,
  useAnswerFeedback,
  useDeclineRequest,
  useReopenRequest,
  useResumeRequest,
} from '../feedback.api.ts'
import { RequestHeader } from '../RequestHeader.tsx'
import { AnswerAs } from './AnswerAs.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { DeclineButton } from './DeclineButton.tsx'
import { LaterButton } from './LaterButton.tsx'
import { LATER_DAY } from './later-days.ts'
import { SkillStep } from './SkillStep.tsx'
import { UNDO_MS } from './undo.ts'

interface Props {
  group: RequestToAnswer
  first: string | null
  /** The answer about the last skill was sent. */
  onSent: () => void
  /** A declined skill of it is pending again. */
  onReopened: () => void
}

/** One request, skill after skill: answer, decline, or postpone. It begins with the feedback of the opened message. */
export function AnswerGroup({ group, first, onSent, onReopened }: Props) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const client = useQueryClient()
  const toast = useToast()
  const why = useErrorText()
  const companys = useUser()?.company.confidentiality_threshold ?? 3
  const answer = useAnswerFeedback()
  const decline = useDeclineRequest(group.id)
  const reopen = useReopenRequest()
  const resume = useResumeRequest()
  // The list gets shorter with each answer: a snapshot of the opened group keeps its order and its count. What is pending again is added.
  const [opened] = useState(() => [...group.feedbacks].sort((a, b) => Number(b.id === first) - Number(a.id === first)))
  const all = [...opened, ...group.feedbacks.filter(({ id }) => opened.every((one) => one.id !== id))]
  const [done, setDone] = useState<readonly string[]>([])
  const [sent, setSent] = useState(0)
  const [relation, setRelation] = useState(group.relation)
  const [later, setLater] = useState<readonly string[]>([])
  const open = all.filter(({ id }) => !done.includes(id))
  const current = open.find(({ id }) => !later.includes(id)) ?? open[0]
  const page = useStepFocus(current?.id)
  if (!current) return null
  const name = group.requester.first_name
  const toList = () => router.push(to('/answer'), 'none', 'replace')

  const next = (ids: readonly string[], said: boolean, waits = false) => {
    setDone((before) => [...before, ...ids])
    if (said && !waits) setSent((before) => before + 1)
    if (open.length > ids.length) return
    // A receipt comes from the server: queued answers are shown in the list. After a decline it would say “sent” of what was declined.
    if (!waits && said) onSent()
    else toList()
  }
  const onDeclined = (ids: readonly string[]) => {
    const undo = () =>
      reopen.mutateAsync({ group: group.id, ids }).then(
        () => {
          setDone((before) => before.filter((id) => !ids.includes(id)))
          toast(t('answer.reopened'))
          onReopened()
        },
        (failure) => toast(why(failure)),
      )
    const skills = all.filter(({ id }) => ids.includes(id)).map(({ skill }) => skill.name)
    const text = t('answer.declined', { name: fullName(group.requester), skill: formatList(skills) })
    next(ids, false)
    void refreshFeedback(client)
    toast(text, { text: t('answer.undo'), run: () => void undo() }, UNDO_MS)
  }
  const onPostponed = (day: string) => {
    const undo = () => resume.mutateAsync(group.id).then(undefined, (failure) => toast(why(failure)))
    const date = formatDay(day, LATER_DAY)
    void refreshFeedback(client)
    toList()
    toast(t('answer.postpone.done', { date }), { text: t('answer.undo'), run: () => void undo() }, UNDO_MS)
  }
  const submit = (written: NewAnswer, clear: () => void) => {
    const words = { ...written, ...(relation && { relation }) }
    answer.mutate(
      { id: current.id, answer: words },
      {
        onSuccess: () => {
          clear()
          feelSuccess()
          next([current.id], true)
        },
        onError: (failure) => {
          if (isOffline(failure)) void wait(words, clear)
        },
      },
    )
  }
  /** Offline: the answer is queued on this device and sent automatically. */
  const wait = async (words: NewAnswer, clear: () => void) => {
    const { id, skill } = current
    const isKept = await keepToSend({
      kind: 'answer',
      id,
      body: words,
      people: [fullName(group.requester)],
      about: [skill.name],
      restores: { path: `/answer?group=${group.id}`, drafts: [{ key: `answer:${id}`, value: draftOfAnswer(words) }] },
    })
    if (!isKept) return
    answer.reset()
    clear()
    toast(t('outbox.kept'))
    next([id], true, true)
  }

  return (
    <article className="stack" data-testid="answer-group" ref={page}>
      {group.later_at ? (
        <Postponed group={group} at={group.later_at} onPostponed={onPostponed} onEnd={() => resume.mutate(group.id)} />
      ) : null}
      <RequestHeader request={group} threshold={group.threshold ?? companys} folded={done.length > 0} />
      <section className="card stack">
        <SkillStep skill={current.skill} n={all.indexOf(current) + 1} total={all.length} sent={sent} tour="answer-form" />
        {relation ? (
          <AnswerAs name={name} relation={relation} {...(group.relations && { relations: group.relations })} onChange={setRelation} />
        ) : null}
        <AnswerForm
          key={current.id}
          feedback={current}
          requester={name}
          askedAt={group.created_at}
          confidential={group.confidential}
          pending={answer.isPending}
          error={answer.error}
          submitLabel={t(open.length > 1 ? 'answer.send_next' : 'answer.send')}
          onSubmit={submit}
        >
          {open.length > 1 ? (
            <IonButton fill="clear" onClick={() => setLater((before) => [...before.filter((id) => id !== current.id), current.id])}>
              {t('answer.skip')}
            </IonButton>
          ) : null}
          {group.later_at ? null : <LaterButton group={group} label={t('answer.later')} onPostponed={onPostponed} />}
          <DeclineButton
            confidential={group.confidential}
            requester={name}
            current={current}
            open={open}
            decline={decline}
            onDeclined={onDeclined}
          />
        </AnswerForm>
      </section>
    </article>
  )
}

interface PostponedProps {
  group: RequestToAnswer
  at: string
  onPostponed: (day: string) => void
  onEnd: () => void
}

/** The day of the reminder, which can be changed or removed. */
function Postponed({ group, at, onPostponed, onEnd }: PostponedProps) {
  const { t } = useTranslation()
  return (
    <div className="notice notice-calm">
      <p>{t('answer.later_on', { date: formatDate(at, LATER_DAY) })}</p>
      <div className="row">
        <LaterButton group={group} label={t('answer.postpone.change')} onPostponed={onPostponed} />
        <IonButton fill="clear" onClick={onEnd}>
          {t('answer.postpone.end')}
        </IonButton>
      </div>
    </div>
  )
}
