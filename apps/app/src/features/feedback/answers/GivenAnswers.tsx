import { IonButton } from '@ionic/react'
import type { GivenFeedback } from '@reflet/contract/answers'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestLink } from '../../../platform/drafts.ts'
import { formatDate } from '../../../platform/locale.ts'
import { AnswerWords } from '../../../ui/AnswerWords.tsx'
import { ThanksWords } from '../../../ui/ThanksWords.tsx'
import { useToast } from '../../../ui/toast.ts'
import type { NewAnswer } from '../feedback.api.ts'
import { AnswerForm } from './AnswerForm.tsx'

interface Props {
  feedbacks: readonly GivenFeedback[]
  requester: string
  askedAt: string
  confidential: boolean
  guest?: GuestLink
  pending: boolean
  error: unknown
  onEdit: (id: string, answer: NewAnswer, done: () => void) => void
  /** Further actions for an editable answer. */
  more?: (feedback: GivenFeedback) => ReactNode
}

const headingOf = (id: string) => `given-${id}`

/** The given answers, editable in place during the edit window. */
export function GivenAnswers({ feedbacks, requester, askedAt, confidential, guest, pending, error, onEdit, more }: Props) {
  const { t } = useTranslation()
  const toast = useToast()
  const [editing, setEditing] = useState<string | null>(null)
  /** The focus moves from the removed form to the skill's name. */
  const close = (id: string) => {
    setEditing(null)
    document.getElementById(headingOf(id))?.focus()
  }
  return feedbacks
    .filter(({ answer }) => answer)
    .map((feedback) => (
      <section className="card stack" key={feedback.id}>
        <h3 dir="auto" id={headingOf(feedback.id)} tabIndex={-1}>
          {feedback.skill.name}
        </h3>
        {editing === feedback.id ? (
          <AnswerForm
            feedback={feedback}
            requester={requester}
            askedAt={askedAt}
            confidential={confidential}
            {...(guest && { guest })}
            pending={pending}
            error={error}
            submitLabel={t('answered.save')}
            onSubmit={(answer, clear) =>
              onEdit(feedback.id, answer, () => {
                clear()
                close(feedback.id)
                toast(t('answered.saved'))
              })
            }
          >
            <IonButton fill="clear" onClick={() => close(feedback.id)}>
              {t('common.cancel')}
            </IonButton>
          </AnswerForm>
        ) : (
          <>
            {feedback.answer ? <AnswerWords answer={feedback.answer} /> : null}
            {feedback.thanks ? <ThanksWords thanks={feedback.thanks} from={requester} /> : null}
            {feedback.can.edit && feedback.editable_until ? (
              <div className="row">
                <IonButton fill="outline" onClick={() => setEditing(feedback.id)}>
                  {t('answered.edit')}
                </IonButton>
                {more?.(feedback)}
                <span className="quiet small">
                  {t('answered.until', { when: formatDate(feedback.editable_until, { dateStyle: 'medium', timeStyle: 'short' }) })}
                </span>
              </div>
            ) : null}
          </>
        )}
      </section>
    ))
}
