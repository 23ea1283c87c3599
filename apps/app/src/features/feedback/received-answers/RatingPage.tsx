import type { NamedAnswer } from '@reflet/contract/received-answers'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../platform/full-name.ts'
import { relativeTime } from '../../../platform/locale.ts'
import { AnswerWords } from '../../../ui/AnswerWords.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx'
import { NoAnswer } from '../../../ui/NoAnswer.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useQueryParam } from '../../../ui/query-param.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { RatingForm } from './RatingForm.tsx'
import { answerQuery, useAnswerId } from './received-answers.api.ts'

/** Rates an answer, thanks its giver, and says what I will try: the giver reads it. */
export default function RatingPage() {
  const { t } = useTranslation()
  const newest = useAnswerId(useQueryParam('/rating', 'answer'))
  const { id = '' } = newest
  const one = useQuery({ ...answerQuery(id), enabled: id !== '' })
  const { data } = one
  const { error, isLoading, refetch } = id === '' ? newest : one
  return (
    <Page
      shows={[
        ['feedback', 'answer'],
        ['feedback', 'answers'],
      ]}
      title={t('useful.title')}
      back="/dashboard"
      wide
    >
      {error && !data ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {isLoading ? <Skeleton rows={3} /> : null}
      {newest.none ? <NoAnswer /> : null}
      {data ? (
        <div className="panes">
          <ReceivedAnswer answer={data} />
          {data.not_observed ? null : <RatingForm key={data.id} answer={data} />}
        </div>
      ) : null}
    </Page>
  )
}

/** The received answer, as a reminder. */
function ReceivedAnswer({ answer }: { answer: NamedAnswer }) {
  const { t } = useTranslation()
  const name = fullName(answer.giver, t('answers.former'))
  return (
    <article className="card stack">
      <header className="row">
        <Avatar person={answer.giver.first_name ? answer.giver : { ...answer.giver, first_name: name }} />
        <div className="grow">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <span className="line quiet small">{[t(`relation.${answer.relation}`), relativeTime(answer.answered_at)].join(' · ')}</span>
        </div>
      </header>
      <h2 dir="auto">{answer.skill.name}</h2>
      <AnswerWords answer={answer} />
    </article>
  )
}
