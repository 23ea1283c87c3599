import { IonButton } from '@ionic/react'
import { type GivenFeedback, MAX_COMMENT, needsComment } from '@reflet/contract/answers'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuestLink } from '../../../platform/drafts.ts'
import { useDraft } from '../../../platform/drafts.ts'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { ErrorSummary, type FieldProblem } from '../../../ui/ErrorSummary.tsx'
import { TextAreaField } from '../../../ui/Field.tsx'
import { RatingInput } from '../../../ui/RatingInput.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
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
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const words = draft.value
  const id = (part: string) => `answer-${feedback.id}-${part}`
  const problem = (part: string) => problems.find((one) => one.id === id(part))?.message
  if (!draft.ready) return <Skeleton rows={3} avatar={false} />

  const facts = factsOf(words, feedback, askedAt)

  const problemsOf = (now: Words): FieldProblem[] => [
    ...(now.rating === null && !now.not_observed ? [{ id: id('rating'), message: t('answer.choose_rating') }] : []),
    ...(needsComment(now) ? [{ id: id('situation'), message: t('errors.comment_required') }] : []),
  ]
  const change = (part: Partial<Words>) => {
    draft.set((old) => ({ ...old, ...part }))
    const left = problemsOf({ ...words, ...part })
    // What is corrected is no longer an error; a new one is said when it is sent.
    const stays = problems.filter((one) => left.some((other) => other.id === one.id))
    if (stays.length < problems.length) setProblems(stays)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const found = problemsOf(words)
    setProblems(found)
    if (found.length === 0) onSubmit(words.not_observed ? { ...EMPTY, not_observed: true } : words, draft.clear)
  }

  return (
    <form className={`stack ${feedbackStyles.answerForm} answer-form`} onSubmit={submit} noValidate>
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
          error={problem('rating')}
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
              error={problem(part)}
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
      <div className={`${feedbackStyles.sendBar} send-bar`}>
        {words.not_observed ? null : <SlimQuality facts={facts} confidential={confidential} />}
        <IonButton type="submit" size="large" expand="block" disabled={pending}>
          {pending ? t('answer.sending') : submitLabel}
        </IonButton>
      </div>
      {children ? <div className="form-actions">{children}</div> : null}
    </form>
  )
}
