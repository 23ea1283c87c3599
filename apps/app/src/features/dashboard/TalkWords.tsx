import { useTranslation } from 'react-i18next'
import { formatMonth } from '../../platform/days.ts'
import { fullName } from '../../platform/full-name.ts'
import { formatDate } from '../../platform/locale.ts'
import answerStyles from '../../ui/AnswerWords.module.css'
import { WrittenParts } from '../../ui/AnswerWords.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import talkStyles from './talk.module.css'
import { toggled, type Words } from './talk.ts'
import { useWords } from './useWords.ts'

/** Giver and date; of a confidential comment only the month is known. */
export function useSource() {
  const { t } = useTranslation()
  return ({ author, when }: Words, withNames = true) => {
    if (!author) return [t('talk.confidential'), formatMonth(when, 'long')].join(' · ')
    const name = withNames ? [fullName(author, t('answers.former'))] : []
    return [...name, t(`relation.${author.relation}`), formatDate(when)].join(' · ')
  }
}

interface Props {
  skillId: string
  ticked: readonly string[]
  onTick: (keys: string[]) => void
}

/** The comments about a skill, each with a checkbox. */
export function TalkWords({ skillId, ticked, onTick }: Props) {
  const { t } = useTranslation()
  const source = useSource()
  const { error, isPending, refetch, words, hasMore, isFetching, fetchMore } = useWords(skillId, ticked)
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (isPending) return <Skeleton rows={2} avatar={false} />
  return (
    <div className="option-list">
      {words.length === 0 ? <p className="quiet small">{t('talk.no_words')}</p> : null}
      {words.map((one) => (
        <label className={`option ${talkStyles.talkChoice}`} data-testid="talk-choice" key={one.key}>
          <input type="checkbox" checked={ticked.includes(one.key)} onChange={() => onTick(toggled(ticked, one.key))} />
          <span className={`${answerStyles.answerWords} answer-words`}>
            <span className="quiet small" dir="auto">
              {source(one)}
            </span>
            <WrittenParts parts={one} />
          </span>
        </label>
      ))}
      {hasMore ? <MoreButton pending={isFetching} onMore={fetchMore} /> : null}
    </div>
  )
}
