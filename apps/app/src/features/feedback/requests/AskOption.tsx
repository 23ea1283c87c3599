import { BUSY_FROM } from '@reflet/contract/people'
import { useTranslation } from 'react-i18next'
import { useCounts } from '../../../ui/counts.ts'
import { PersonOption } from '../../directory/PersonOption.public.tsx'
import { isSame } from '../../directory/person.api.ts'
import { type Asked, addPeople, asAsked } from './ask.ts'

/** The selected people, and functions to change them. */
export interface Choice {
  has: (person: Asked) => boolean
  full: boolean
  toggle: (person: Asked) => void
  /** Adds all of them, or removes all when all are selected. */
  toggleAll: (people: readonly Asked[]) => void
}

/** `onLeftOut` receives those above the limit. */
export function choiceOf(
  people: readonly Asked[],
  max: number,
  onChange: (people: Asked[]) => void,
  onLeftOut: (people: Asked[]) => void,
): Choice {
  const has = (person: Asked) => people.some((one) => isSame(one, person))
  const toggleAll = (group: readonly Asked[]) => {
    const remaining = people.filter((one) => !group.some((person) => isSame(one, person)))
    const next = group.every(has) ? { people: remaining, leftOut: [] } : addPeople(people, group, max)
    onLeftOut(next.leftOut)
    onChange(next.people)
  }
  return { has, full: people.length >= max, toggle: (person) => toggleAll([person]), toggleAll }
}

interface Props {
  person: Omit<Asked, 'locale'>
  /** Details: job, relation, reason of the suggestion. */
  detail: string
  choice: Choice
}

/** A selectable person, with a note when they are busy. */
export function AskOption({ person, detail, choice }: Props) {
  const { t } = useTranslation()
  const say = useCounts()
  const asked = asAsked(person)
  const checked = choice.has(asked)
  const { open_requests: open, mails_stopped } = asked
  return (
    <PersonOption person={asked} detail={detail} checked={checked} disabled={!checked && choice.full} onChange={() => choice.toggle(asked)}>
      {mails_stopped ? <span className="busy small">{t('ask.people.mails_stopped')}</span> : null}
      {open >= BUSY_FROM ? <span className="busy small">{say.load(open)}</span> : null}
    </PersonOption>
  )
}
