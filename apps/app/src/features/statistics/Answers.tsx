import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/feedback'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatNumber, relativeTime } from '../../platform/locale.ts'
import { fullName } from '../../platform/people.ts'
import { AnswerWords, WrittenParts } from '../../ui/AnswerWords.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { answersQuery } from '../feedback/feedback.api.ts'
import { Distribution } from './Distribution.tsx'

interface Props {
  skillId?: string
  /** Ids that were unread when this page opened: they keep their mark while it is looked at. */
  fresh?: readonly string[]
  /** What stands here when there is nothing to read. */
  empty?: ReactNode
}

/** Every answer that I may read, newest first; confidential ones in groups that show nobody. */
export function Answers({ skillId, fresh = [], empty }: Props) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(answersQuery(skillId))
  const named = data?.pages.flatMap((page) => page.answers) ?? []
  const confidential = data?.pages[0]?.confidential ?? []
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton />
  if (named.length + confidential.length === 0) return empty ?? <p className="quiet">{t('answers.none')}</p>
  return (
    <div className="stack">
      {named.map((answer) => (
        <Named key={answer.id} answer={answer} isNew={!answer.is_read || fresh.includes(answer.id)} withSkill={!skillId} />
      ))}
      {hasNextPage ? <MoreButton pending={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      {confidential.map((group) => (
        <Confidential key={`${group.skill.id}-${group.month}-${group.comments[0]?.id ?? group.n}`} group={group} withSkill={!skillId} />
      ))}
    </div>
  )
}

function Named({ answer, isNew, withSkill }: { answer: NamedAnswer; isNew: boolean; withSkill: boolean }) {
  const { t } = useTranslation()
  const name = fullName(answer.giver, t('answers.former'))
  return (
    <article className="card stack answer-card">
      <header className="row">
        <Avatar person={answer.giver.first_name ? answer.giver : { ...answer.giver, first_name: name }} />
        <div className="grow">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className="line quiet small">{[t(`relation.${answer.relation}`), relativeTime(answer.answered_at)].join(' · ')}</span>
        </div>
        {isNew ? <span className="chip">{t('answers.new')}</span> : null}
      </header>
      {withSkill ? <h3 dir="auto">{answer.skill.name}</h3> : null}
      {answer.context ? (
        <p className="quiet small">
          {t('answer.about')} <bdi>{answer.context}</bdi>
        </p>
      ) : null}
      <AnswerWords answer={answer} />
    </article>
  )
}

function Confidential({ group, withSkill }: { group: ConfidentialAnswers; withSkill: boolean }) {
  const { t } = useTranslation()
  return (
    <article className="card stack answer-card">
      <header>
        <strong>{t('answers.confidential', { count: group.n, n: formatNumber(group.n) })}</strong>
        <span className="line quiet small">{formatDate(`${group.month}-15T12:00:00Z`, { month: 'long', year: 'numeric' })}</span>
      </header>
      {withSkill ? <h3 dir="auto">{group.skill.name}</h3> : null}
      {group.context ? (
        <p className="quiet small">
          {t('answer.about')} <bdi>{group.context}</bdi>
        </p>
      ) : null}
      <Distribution distribution={group.distribution} />
      {group.comments.map((comment) => (
        <div className="comment answer-words" key={comment.id}>
          <WrittenParts parts={comment} />
        </div>
      ))}
      <TrustLine sealed>{t('trust.shuffled')}</TrustLine>
    </article>
  )
}
