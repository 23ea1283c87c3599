import type { NamedAnswer } from '@reflet/contract/feedback'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { AnswerWords } from '../../ui/AnswerWords.tsx'

type Copied = Pick<
  NamedAnswer,
  'skill' | 'giver' | 'relation' | 'context' | 'rating' | 'not_observed' | 'situation' | 'keep' | 'improve' | 'answered_at' | 'unverified'
>

interface Props {
  answer: Copied
  /** Below a person's name it is one of several. */
  heading: 'h2' | 'h3'
  children?: ReactNode
}

/** An answer as a manager reads it: what was said, by whom, about what. */
export function AnswerCopy({ answer, heading: Heading, children }: Props) {
  const { t } = useTranslation()
  const giver = fullName(answer.giver, t('answers.former'))
  return (
    <article className="card stack answer-copy">
      <header>
        <Heading dir="auto">{answer.skill.name}</Heading>
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
