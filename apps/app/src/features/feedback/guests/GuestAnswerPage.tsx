import { useIonRouter } from '@ionic/react'
import type { GuestView } from '@reflet/contract/guest'
import { guestReceiptPage } from '@reflet/contract/guest-pages'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { noteSent } from '../../../platform/just-sent.ts'
import { formatList } from '../../../platform/lists.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { useStepFocus } from '../../../ui/step-focus.ts'
import { useToast } from '../../../ui/toast.ts'
import { AnswerForm } from '../answers/AnswerForm.tsx'
import { DeclineButton } from '../answers/DeclineButton.tsx'
import { SkillStep } from '../answers/SkillStep.tsx'
import { UNDO_MS } from '../answers/undo.ts'
import { RequestHeader } from '../RequestHeader.tsx'
import { Declined } from './Declined.tsx'
import { GuestFrame, useGuestLink } from './GuestFrame.tsx'
import { GuestReceipt } from './GuestReceipt.tsx'
import { guestQuery, useGuestAnswer, useGuestDecline, useGuestReopen } from './guest.api.ts'

/** The page of a guest's mail: the request, one skill after another, without an account. */
export default function GuestAnswerPage() {
  const { t } = useTranslation()
  return (
    <GuestFrame title={t('guest.title')}>
      {(view) => (view.readable_until || isToConfirm(view) ? <GuestReceipt view={view} /> : <Answering view={view} />)}
    </GuestFrame>
  )
}

/** By the mailed link, when nothing is left to answer: what came by a copied one is confirmed or deleted. */
const isToConfirm = ({ link, feedbacks }: GuestView) =>
  link === 'mailed' && feedbacks.some(({ unverified }) => unverified) && !feedbacks.some(({ can }) => can.answer)

function Answering({ view }: { view: GuestView }) {
  const { t } = useTranslation()
  const router = useIonRouter()
  const link = useGuestLink()
  const answer = useGuestAnswer(link)
  const decline = useGuestDecline(link)
  const reopen = useGuestReopen(link)
  const client = useQueryClient()
  const toast = useToast()
  const why = useErrorText()
  const open = view.feedbacks.filter(({ can }) => can.answer)
  const sent = view.feedbacks.filter(({ status }) => status === 'answered').length
  const total = open.length + view.feedbacks.filter(({ status }) => status === 'answered' || status === 'declined').length
  const current = open.find(({ id }) => id === link.feedbackId) ?? open[0]
  const page = useStepFocus(current?.id)
  const name = fullName(view.requester)
  const receipt = () => router.push(guestReceiptPage(link.token, link.feedbackId), 'forward', 'replace')
  if (!current) {
    const answered = sent > 0
    const withdrawn = view.feedbacks.some((one) => one.withdrawn)
    const everything = view.feedbacks.every(({ status }) => status === 'answered')
    const thanks = everything ? 'guest.all_answered' : 'answered.thanks'
    return (
      <EmptyState drawing="mail" title={t(answered ? thanks : withdrawn ? 'guest.delete.done' : 'guest.all_declined')}>
        {answered ? (
          <button type="button" className="plain-button" onClick={receipt}>
            {t('guest.see_answers')}
          </button>
        ) : null}
        <Declined view={view} />
      </EmptyState>
    )
  }
  const onDeclined = (ids: readonly string[], after: GuestView) => {
    client.setQueryData(guestQuery(link).queryKey, after)
    const undo = () => reopen.mutateAsync(ids).then(undefined, (failure) => toast(why(failure)))
    const skills = open.filter(({ id }) => ids.includes(id)).map(({ skill }) => skill.name)
    const text = t('answer.declined', { name, skill: formatList(skills) })
    toast(text, { text: t('answer.undo'), run: () => void undo() }, UNDO_MS)
    if (open.length === ids.length && sent > 0) receipt()
  }
  const last = open.length === 1
  const begun = total > open.length
  return (
    <article className="stack" data-testid="answer-group" ref={page}>
      {begun ? null : (
        <p>
          {t('guest.welcome', { name, company: view.company_name })} <span className="quiet">{t('guest.no_account')}</span>
        </p>
      )}
      <RequestHeader request={view} threshold={view.confidentiality_threshold} folded={begun} />
      <section className="card stack">
        <SkillStep skill={current.skill} n={total - open.length + 1} total={total} sent={sent} />
        <AnswerForm
          key={current.id}
          feedback={current}
          requester={view.requester.first_name}
          askedAt={view.created_at}
          confidential={view.confidential}
          guest={{ token: link.token, feedbackId: current.id }}
          pending={answer.isPending}
          error={answer.error}
          submitLabel={t(last ? 'answer.send' : 'answer.send_next')}
          onSubmit={(words, clear) =>
            answer.mutate(
              { id: current.id, answer: words },
              {
                onSuccess: () => {
                  clear()
                  if (!last) return
                  noteSent(link.token)
                  receipt()
                },
              },
            )
          }
        >
          <DeclineButton
            confidential={view.confidential}
            requester={view.requester.first_name}
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
