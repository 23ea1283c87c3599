import type { NamedAnswer } from '@reflet/contract/received-answers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import { AnswerWords } from '../../ui/AnswerWords.tsx'

type Copied = Pick<
  NamedAnswer,
  'skill' | 'giver' | 'relation' | 'context' | 'rating' | 'not_observed' | 'situation' | 'keep' | 'improve' | 'answered_at' | 'unverified'
>

interface Props {
  answer: Copied
  /** In a list below a person's name. */
  heading: 'h2' | 'h3'
  isNew?: boolean
  children?: ReactNode
}

/** An answer as a manager reads it: text, giver, context. */
export function AnswerCopy({ answer, heading: Heading, isNew = false, children }: Props) {
  const { t } = useTranslation()
  const giver = fullName(answer.giver, t('answers.former'))
  return (
    <article className="card stack" data-testid="answer-copy">
      <header>
        <div className="row">
          <Heading className="grow" dir="auto">
            {answer.skill.name}
          </Heading>
          {isNew ? <span className="chip">{t('answers.new')}</span> : null}
        </div>
        <p className="quiet small">
          <bdi>{giver}</bdi> · {t(`relation.${answer.relation}`)} · {formatDate(answer.answered_at)}
          {answer.unverified ? ` · ${t('answers.unverified')}` : null}
        </p>
      </header>
      {answer.context ? (
        <p className="quiet small">
          {t('answer.about')} <bdi>{answer.context}</bdi>
        </p>
      ) : null}
      <AnswerWords answer={answer} />
      {children}
    </article>
  )
}
