import { MAX_CONTEXT, MAX_MESSAGE } from '@reflet/contract/answers'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber } from '../../../platform/locale.ts'
import { useErrorText } from '../../../ui/ErrorNotice.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { STEP_HEADING } from '../../../ui/step-focus.ts'
import { TextAreaField } from '../../../ui/TextAreaField.tsx'
import { TrustLine } from '../../../ui/TrustLine.tsx'
import feedbackStyles from '../feedback.module.css'
import { AdministratorHint } from './AdministratorHint.tsx'
import { type AskDraft, DUE, type Due, dueDate } from './ask.ts'
import { ReadyMessages } from './ReadyMessages.tsx'

type Words = Pick<AskDraft, 'context' | 'message' | 'confidential'>

interface Props {
  /** Prefix of its fields' ids: several pages stay mounted behind each other. */
  id?: string
  /** Without `due` there is no date field. */
  draft: Words & Partial<Pick<AskDraft, 'due'>>
  threshold: number
  /** Confidential, with fewer colleagues than the threshold. */
  tooFew: boolean
  /** The message in that case. */
  tooFewText?: 'ask.words.too_few' | 'recur.too_few'
  /** Why the server refuses these people in a confidential request. */
  refusal?: unknown
  /** Whether the answers are named can no longer be changed. */
  frozen?: boolean
  onChange: (part: Partial<Words & Pick<AskDraft, 'due'>>) => void
}

/** On a small screen the bar could cover what a choice brings up. A message that is already there when the page opens does not scroll it. */
function useIntoView() {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return useCallback((alert: HTMLElement | null) => {
    if (isOpen.current) alert?.scrollIntoView({ block: 'nearest' })
  }, [])
}

/** Context, message, visibility of the answers, and due date. */
export function RequestWords({
  id = 'ask',
  draft,
  threshold,
  tooFew,
  tooFewText = 'ask.words.too_few',
  refusal,
  frozen = false,
  onChange,
}: Props) {
  const { t } = useTranslation()
  const n = formatNumber(threshold)
  const intoView = useIntoView()
  const errorText = useErrorText()
  const problem = tooFew ? t(tooFewText, { count: threshold, n }) : refusal ? errorText(refusal) : null
  return (
    <section className="stack" aria-label={t('ask.words.title')}>
      <h2 {...STEP_HEADING}>{t('ask.words.title')}</h2>
      <Field
        id={`${id}-context`}
        label={t('ask.words.context')}
        hint={t('ask.words.context_hint')}
        maxLength={MAX_CONTEXT}
        dir="auto"
        value={draft.context}
        onChange={({ target }) => onChange({ context: target.value })}
      />
      <TextAreaField
        id={`${id}-message`}
        label={t('ask.words.message')}
        maxLength={MAX_MESSAGE}
        dir="auto"
        value={draft.message}
        onChange={({ target }) => onChange({ message: target.value })}
      />
      <ReadyMessages message={draft.message} onChange={(message) => onChange({ message })} />
      {frozen ? null : (
        <fieldset className={feedbackStyles.choose}>
          <legend className="field-label">{t('ask.words.who_sees')}</legend>
          {([false, true] as const).map((confidential) => (
            <label className="option" key={String(confidential)}>
              <input
                type="radio"
                name={`${id}-confidential`}
                checked={draft.confidential === confidential}
                onChange={() => onChange({ confidential })}
              />
              <span>
                <strong>{t(confidential ? 'ask.words.confidential' : 'ask.words.named')}</strong>
                <span className="quiet small">
                  {confidential ? t('ask.words.confidential_hint', { count: threshold, n }) : t('ask.words.named_hint')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {draft.confidential && !problem ? <AdministratorHint /> : null}
      {problem ? (
        <p className="field-error" role="alert" ref={intoView}>
          {problem}
        </p>
      ) : null}
      {draft.due === undefined ? null : (
        <div>
          <label className="field-label" htmlFor={`${id}-due`}>
            {t('ask.words.due')}
          </label>
          <Select id={`${id}-due`} value={draft.due} onChange={({ target }) => onChange({ due: target.value as Due })}>
            {DUE.map((due) => {
              const date = dueDate(due)
              return (
                <option key={due} value={due}>
                  {t(`ask.due.${due}`)}
                  {date ? ` (${formatDate(date)})` : ''}
                </option>
              )
            })}
          </Select>
        </div>
      )}
      <TrustLine sealed>{t('trust.words')}</TrustLine>
    </section>
  )
}
