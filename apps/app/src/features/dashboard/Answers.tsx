import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { RELATIONS, type Relation } from '@reflet/contract/relations'
import { memo, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia, WIDE } from '../../platform/media.ts'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { RelationOptions } from '../../ui/RelationOptions.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TrustLine } from '../../ui/TrustLine.tsx'
import { seenHere } from '../feedback/received-answers/seen.api.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerCard, ConfidentialCard } from './AnswerCard.tsx'
import { isNotObserved, NotObserved } from './NotObserved.tsx'
import { useAnswers } from './useAnswers.ts'

const NONE: ReadonlySet<string> = new Set()

const SHOWN = ['all', 'new', ...RELATIONS] as const
type Shown = (typeof SHOWN)[number]

interface Props {
  skillId?: string | undefined
  /** The empty state when there is no answer at all. */
  empty?: ReactNode
}

function ShownSelect({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('answers.filter.label')}
      value={shown}
      onChange={({ currentTarget }) => onChange(SHOWN.find((one) => one === currentTarget.value) ?? 'all')}
    >
      <option value="all">{t('answers.filter.all')}</option>
      <option value="new">{t('answers.filter.new')}</option>
      <optgroup label={t('answers.filter.relation')}>
        <RelationOptions />
      </optgroup>
    </Select>
  )
}

const isRelation = (shown: Shown): shown is Relation => shown !== 'all' && shown !== 'new'

/** The filter and the list below it. New answers come first. Memoized: a navigation renders the page around it. */
export const Answers = memo(function Answers({ skillId, empty }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>('all')
  const [seenBefore, setSeenBefore] = useState<ReadonlySet<string>>(NONE)
  const filter = { ...(skillId && { skill_id: skillId }), ...(isRelation(shown) && { relation: shown }) }
  const answers = useAnswers(filter)
  const onlyNew = shown === 'new'
  const isNew = (answer: NamedAnswer | ConfidentialAnswers) => (answer.new || seenHere().has(answer.id)) && !seenBefore.has(answer.id)
  const show = (next: Shown) => {
    // What is seen while the filter is on keeps its place.
    setSeenBefore(next === 'new' ? seenHere() : NONE)
    setShown(next)
  }
  const beside = useMedia(WIDE)
  const { written: named = [], notObserved = [] } = Object.groupBy(onlyNew ? answers.named.filter(isNew) : answers.named, (answer) =>
    isNotObserved(answer) ? 'notObserved' : 'written',
  )
  const newGroups = answers.confidential.filter(isNew)
  const others = onlyNew ? [] : answers.confidential.filter((group) => !isNew(group))
  // Newest first: after a page that ends with a read answer there is no unread one.
  const last = answers.named.at(-1)
  const moreNamed = answers.moreNamed.has && (!onlyNew || (last !== undefined && isNew(last)))
  const nothing = named.length + notObserved.length + newGroups.length + others.length === 0
  const groupCard = (group: ConfidentialAnswers) => <ConfidentialCard key={group.id} group={group} withSkill={!skillId} beside={beside} />
  if (answers.error) return <ErrorNotice error={answers.error} onRetry={() => void answers.refetch()} />
  if (!answers.isPending && nothing && shown === 'all') return empty ?? <p className="quiet">{t('answers.none')}</p>
  return (
    <div className="stack">
      <ShownSelect shown={shown} onChange={show} />
      {isRelation(shown) ? <TrustLine sealed>{t('answers.filter.named_only')}</TrustLine> : null}
      {answers.isPending ? <Skeleton /> : null}
      {!answers.isPending && nothing ? <p className="quiet">{t(onlyNew ? 'answers.none_new' : 'answers.none_here')}</p> : null}
      {newGroups.map(groupCard)}
      {named.map((answer) => (
        <AnswerCard key={answer.id} answer={answer} withSkill={!skillId} beside={beside} actions={<AnswerActions answer={answer} />} />
      ))}
      {notObserved.length > 0 ? <NotObserved answers={notObserved} withSkill={!skillId} beside={beside} /> : null}
      {moreNamed ? <MoreButton pending={answers.moreNamed.pending} onMore={answers.moreNamed.fetch} /> : null}
      {others.map(groupCard)}
      {!onlyNew && answers.moreConfidential.has ? (
        <MoreButton
          label={t('answers.more_confidential')}
          pending={answers.moreConfidential.pending}
          onMore={answers.moreConfidential.fetch}
        />
      ) : null}
    </div>
  )
})
