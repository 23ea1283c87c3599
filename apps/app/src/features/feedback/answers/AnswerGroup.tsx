import { IonButton, useIonRouter } from '@ionic/react'
import type { RequestToAnswer } from '@reflet/contract/answers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffline } from '../../../platform/errors.ts'
import { fullName } from '../../../platform/full-name.ts'
import { to } from '../../../platform/paths.ts'
import { useUser } from '../../../platform/session.ts'
import { useStepFocus } from '../../../ui/step-focus.ts'
import { useToast } from '../../../ui/toast.ts'
import { type NewAnswer, useAnswerFeedback, useDeclineFeedback } from '../feedback.api.ts'
import { RequestHeader } from '../RequestHeader.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { DeclineButton } from './DeclineButton.tsx'
import { SkillStep } from './SkillStep.tsx'
import { keepWaiting } from './waiting-answers.api.ts'

/** One request, skill after skill: answer, decline, or postpone. It begins with the feedback of the opened message. */
export function AnswerGroup({ group, first }: { group: RequestToAnswer; first: string | null }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const toast = useToast()
  const threshold = useUser()?.company.confidentiality_threshold ?? 3
  const answer = useAnswerFeedback()
  const decline = useDeclineFeedback()
  // The list gets shorter with each answer: a snapshot of the opened group keeps its order and its count.
  const [all] = useState(() => [...group.feedbacks].sort((a, b) => Number(b.id === first) - Number(a.id === first)))
  const [done, setDone] = useState<readonly string[]>([])
  const [sent, setSent] = useState(0)
  const [later, setLater] = useState<readonly string[]>([])
  const open = all.filter(({ id }) => !done.includes(id))
  const current = open.find(({ id }) => !later.includes(id)) ?? open[0]
  const page = useStepFocus(current?.id)
  if (!current) return null
  const name = group.requester.first_name

  const next = (id: string, said: boolean, waits = false) => {
    setDone((before) => [...before, id])
    if (said && !waits) setSent((before) => before + 1)
    if (open.length > 1) return
    // A receipt comes from the server: queued answers are shown in the list.
    if (waits) router.push(to('/answer'), 'none', 'replace')
    else if (said || done.length > 0) router.push(to(`/answer-confirmation/${group.id}`), 'forward', 'replace')
    else {
      toast(t('answer.declined'))
      router.push(to('/answer'), 'none', 'replace')
    }
  }
  const submit = (words: NewAnswer, clear: () => void) =>
    answer.mutate(
      { id: current.id, answer: words },
      {
        onSuccess: () => {
          clear()
          next(current.id, true)
        },
        onError: (failure) => {
          if (isOffline(failure)) void wait(words, clear)
        },
      },
    )
  /** Offline: the answer is queued on this device and sent automatically. */
  const wait = async (words: NewAnswer, clear: () => void) => {
    const { id, skill } = current
    const item = { id, answer: words, requester: fullName(group.requester), skill: skill.name, group_id: group.id, problem: null }
    if (!(await keepWaiting({ ...item, written_at: new Date().toISOString() }))) return
    answer.reset()
    clear()
    toast(t('answer.waiting.kept'))
    next(id, true, true)
  }

  return (
    <article className="stack answer-group" ref={page}>
      <RequestHeader request={group} threshold={threshold} folded={done.length > 0} />
      <section className="card stack">
        <SkillStep skill={current.skill} n={all.indexOf(current) + 1} total={all.length} sent={sent} tour="answer-form" />
        <AnswerForm
          key={current.id}
          feedback={current}
          requester={name}
          askedAt={group.created_at}
          confidential={group.confidential}
          pending={answer.isPending}
          error={answer.error ?? decline.error}
          submitLabel={t(open.length > 1 ? 'answer.send_next' : 'answer.send')}
          onSubmit={submit}
        >
          <DeclineButton
            confidential={group.confidential}
            requester={name}
            disabled={decline.isPending}
            onDecline={(reason) => decline.mutate({ id: current.id, reason }, { onSuccess: () => next(current.id, false) })}
          />
          {open.length > 1 ? (
            <IonButton fill="clear" onClick={() => setLater((before) => [...before.filter((id) => id !== current.id), current.id])}>
              {t('answer.skip')}
            </IonButton>
          ) : (
            <IonButton
              fill="clear"
              onClick={() => {
                toast(t('answer.kept'))
                router.push(to('/home'), 'root')
              }}
            >
              {t('answer.later')}
            </IonButton>
          )}
        </AnswerForm>
      </section>
    </article>
  )
}
