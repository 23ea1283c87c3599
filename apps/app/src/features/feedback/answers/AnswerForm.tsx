import { IonButton } from '@ionic/react'
import { type GivenFeedback, MAX_COMMENT, needsComment } from '@reflet/contract/answers'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestLink } from '../../../platform/drafts.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { RatingInput } from '../../../ui/RatingInput.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { useProblems } from '../../../ui/useProblems.ts'
import type { NewAnswer } from '../feedback.api.ts'
import feedbackStyles from '../feedback.module.css'
import { QualityMeter, SlimQuality } from './QualityMeter.tsx'
import { factsOf } from './quality-facts.ts'

interface Words {
  rating: number | null
  not_observed: boolean
  situation: string
  keep: string
  improve: string
}

const EMPTY: Words = { rating: null, not_observed: false, situation: '', keep: '', improve: '' }
const PARTS = ['situation', 'keep', 'improve'] as const

interface Props {
  feedback: Pick<GivenFeedback, 'id' | 'answer' | 'thanks'>
  /** The requester; named in the questions. */
  requester: string
  /** When it was requested; undefined for unrequested feedback. */
  askedAt?: string | undefined
  confidential: boolean
  guest?: GuestLink
  pending: boolean
  error: unknown
  submitLabel: string
  onSubmit: (answer: NewAnswer, done: () => void) => void
  /** Secondary actions: later, decline. */
  children?: ReactNode
}

/** Only the form's fields: the contract refuses all others. */
function wordsOf({ answer }: Pick<GivenFeedback, 'answer'>): Words {
  if (!answer) return EMPTY
  const { rating, not_observed, situation, keep, improve } = answer
  return { rating, not_observed, situation: situation ?? '', keep: keep ?? '', improve: improve ?? '' }
}

/** One skill: the rating, and three open questions. Stored on this device while typing. */
export function AnswerForm(props: Props) {
  const { feedback, requester, askedAt, confidential, guest, pending, error, submitLabel, onSubmit, children } = props
  const { t } = useTranslation()
  const draft = useDraft<Words>(`answer:${feedback.id}`, wordsOf(feedback), guest)
  const words = draft.value
  const id = (part: string) => `answer-${feedback.id}-${part}`
  const found: FieldProblem[] = [
    ...(words.rating === null && !words.not_observed ? [{ id: id('rating'), message: t('answer.choose_rating') }] : []),
    ...(needsComment(words) ? [{ id: id('situation'), message: t('errors.comment_required') }] : []),
  ]
  const { problems, problemOf, check } = useProblems(found)
  if (!draft.ready) return <Skeleton rows={3} avatar={false} />

  const facts = factsOf(words, feedback, askedAt)

  const change = (part: Partial<Words>) => draft.set((old) => ({ ...old, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    if (check()) onSubmit(words.not_observed ? { ...EMPTY, not_observed: true } : words, draft.clear)
  }

  return (
    <form className={`stack ${feedbackStyles.answerForm}`} data-testid="answer-form" onSubmit={submit} noValidate>
      <ErrorSummary problems={problems} />
      {draft.restored ? (
        <p className="quiet small" role="status">
          {t('answer.restored')}
        </p>
      ) : null}
      <div id={id('rating')} tabIndex={-1}>
        <RatingInput
          legend={t('answer.how_often', { name: requester })}
          value={words.rating === null && !words.not_observed ? undefined : words}
          onChange={change}
          error={problemOf(id('rating'))}
          withExamples
        />
      </div>
      {/* What was typed before stays in the draft, for another rating. */}
      {words.not_observed ? null : (
        <>
          {PARTS.map((part) => (
            <TextAreaField
              key={part}
              id={id(part)}
              label={t(`answer.${part}.label`)}
              hint={t(`answer.${part}.hint`)}
              error={problemOf(id(part))}
              dir="auto"
              maxLength={MAX_COMMENT}
              value={words[part]}
              onChange={({ target }) => change({ [part]: target.value })}
            />
          ))}
          <QualityMeter facts={facts} reader={requester} confidential={confidential} />
        </>
      )}
      {error ? <ErrorNotice error={error} /> : null}
      <div className={feedbackStyles.sendBar} data-testid="send-bar">
        {words.not_observed ? null : <SlimQuality facts={facts} confidential={confidential} />}
        <IonButton type="submit" size="large" expand="block" disabled={pending}>
          {pending ? t('answer.sending') : submitLabel}
        </IonButton>
      </div>
      {children ? <div className="form-actions">{children}</div> : null}
    </form>
  )
}
