import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatNumber, relativeTime } from '../../platform/locale.ts'
import answerStyles from '../../ui/AnswerWords.module.css'
import { AnswerWords, WrittenParts } from '../../ui/AnswerWords.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { useCounts } from '../../ui/counts.ts'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { useNewness, useSeen } from '../feedback/received-answers/seen.api.ts'
import { ManagerNotes } from '../sharing/ManagerNotes.public.tsx'
import { Distribution } from './Distribution.tsx'
import styles from './dashboard.module.css'

interface Common {
  withSkill?: boolean
  /** Other content is beside it: that it is on the screen does not say that it was read. */
  beside?: boolean
  /** Its actions, below the text. */
  actions?: ReactNode
}

const About = ({ context }: { context: string | null }) => {
  const { t } = useTranslation()
  return context ? (
    <p className="quiet small">
      {t('answer.about')} <bdi>{context}</bdi>
    </p>
  ) : null
}

/** One named answer as its receiver reads it. */
export function AnswerCard({ answer, withSkill = false, beside = false, actions }: Common & { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const isNew = useNewness()(answer)
  const { giver, kind, relation, answered_at, unverified } = answer
  const name = fullName(giver, t('answers.former'))
  const facts = [
    t(`relation.${relation}`),
    relativeTime(answered_at),
    ...(kind === 'offered' ? [t('answers.offered')] : []),
    ...(unverified ? [t('answers.unverified')] : []),
  ]
  return (
    <article
      {...useSeen([answer], beside)}
      className={isNew ? `card stack ${styles.answerCard} ${styles.isNew}` : `card stack ${styles.answerCard}`}
      data-testid="answer-card"
    >
      <header className="row">
        <Avatar person={giver.first_name ? giver : { ...giver, first_name: name }} />
        <div className="grow">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className="line quiet small">{facts.join(' · ')}</span>
        </div>
        {isNew ? <span className="chip">{t('answers.new')}</span> : null}
      </header>
      {withSkill ? <h3 dir="auto">{answer.skill.name}</h3> : null}
      <About context={answer.context} />
      <AnswerWords answer={answer} />
      <ManagerNotes notes={answer.manager_notes} />
      {actions}
    </article>
  )
}

/** The released confidential answers to one skill of one request: no single answer can be identified, so there are no actions. */
export function ConfidentialCard({ group, withSkill = false, beside = false, actions }: Common & { group: ConfidentialAnswers }) {
  const { t } = useTranslation()
  const say = useCounts()
  const isNew = useNewness()(group)
  return (
    <article
      {...useSeen([group], beside)}
      className={isNew ? `card stack ${styles.answerCard} ${styles.isNew}` : `card stack ${styles.answerCard}`}
      data-testid="answer-card"
    >
      <header className="row">
        <div className="grow">
          <strong>{t('answers.confidential', { count: group.n, n: formatNumber(group.n) })}</strong>
          <span className="line quiet small">{formatMonth(group.month, 'long')}</span>
        </div>
        {isNew ? <span className="chip">{t('answers.new')}</span> : null}
      </header>
      {withSkill ? <h3 dir="auto">{group.skill.name}</h3> : null}
      <About context={group.context} />
      <Distribution distribution={group.distribution} />
      {group.not_observed > 0 ? <p className="quiet small">{say.notObserved(group.not_observed)}</p> : null}
      {group.comments.map((comment) => (
        <div className={`${styles.comment} ${answerStyles.answerWords} answer-words`} key={comment.id}>
          <WrittenParts parts={comment} />
        </div>
      ))}
      {actions}
      <TrustLine sealed>{t('trust.shuffled')}</TrustLine>
    </article>
  )
}
