import type { NamedAnswer } from '@reflet/contract/received-answers'
import { useTranslation } from 'react-i18next'
import { isolated } from '../../platform/direction.ts'
import { fullName } from '../../platform/full-name.ts'
import { useCounts } from '../../ui/counts.ts'
import { Names } from '../../ui/Names.tsx'
import { useNewness, useSeen } from '../feedback/received-answers/seen.api.ts'

/** “I haven’t seen it” without a word: there is nothing to read or to rate. */
export const isNotObserved = ({ not_observed, situation, keep, improve }: NamedAnswer) => not_observed && !(situation || keep || improve)

/** Answers “I haven’t seen it” in one line: how many, and by whom. */
export function NotObserved({ answers, withSkill, beside }: { answers: readonly NamedAnswer[]; withSkill: boolean; beside: boolean }) {
  const { t } = useTranslation()
  const say = useCounts()
  const isNew = useNewness()
  const nameOf = ({ giver, skill }: NamedAnswer) => {
    const name = fullName(giver, t('answers.former'))
    return withSkill ? `${isolated(name)} (${isolated(skill.name)})` : name
  }
  return (
    <p {...useSeen(answers, beside)} data-testid="not-observed">
      {say.notObserved(answers.length)} {answers.some(isNew) ? <span className="chip">{t('answers.new')}</span> : null}
      <span className="line quiet small">
        <Names names={answers.map(nameOf)} />
      </span>
    </p>
  )
}
