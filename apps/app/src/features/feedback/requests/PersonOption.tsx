import { BUSY_FROM } from '@reflet/contract/people'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../platform/locale.ts'
import { fullName } from '../../../platform/people.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { type Asked, addPeople } from './ask.ts'

/** Who is chosen, and how that changes. */
export interface Choice {
  has: (person: Asked) => boolean
  full: boolean
  toggle: (person: Asked) => void
  /** Adds all of them, or takes all of them out when all are in. */
  toggleAll: (people: readonly Asked[]) => void
}

/** `onLeftOut` hears who found no room. */
export function choiceOf(
  people: readonly Asked[],
  max: number,
  onChange: (people: Asked[]) => void,
  onLeftOut: (people: Asked[]) => void,
): Choice {
  const has = ({ key, email }: Asked) => people.some((one) => one.key === key || one.email === email)
  const without = (gone: readonly Asked[]) => people.filter((one) => !gone.some(({ key, email }) => key === one.key || email === one.email))
  const change = (next: Asked[], leftOut: Asked[] = []) => {
    onLeftOut(leftOut)
    onChange(next)
  }
  const add = (more: readonly Asked[]) => {
    const added = addPeople(people, more, max)
    change(added.people, added.leftOut)
  }
  return {
    has,
    full: people.length >= max,
    toggle: (person) => (has(person) ? change(without([person])) : add([person])),
    toggleAll: (group) => (group.every(has) ? change(without(group)) : add(group)),
  }
}

interface Props {
  person: Asked
  /** What else is worth knowing: job, relation, why they are suggested. */
  detail: string
  choice: Choice
}

/** Somebody to tick, with a word when much waits for them already. */
export function PersonOption({ person, detail, choice }: Props) {
  const { t } = useTranslation()
  const checked = choice.has(person)
  const name = fullName(person, person.email)
  return (
    <label className="option">
      <input type="checkbox" checked={checked} disabled={!checked && choice.full} onChange={() => choice.toggle(person)} />
      <Avatar person={person.first_name || person.last_name ? person : { ...person, first_name: name }} size={36} />
      <span>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {detail ? (
          <span className="quiet small">
            <bdi>{detail}</bdi>
          </span>
        ) : null}
        {person.mails_stopped ? <span className="busy small">{t('ask.people.mails_stopped')}</span> : null}
        {person.open_requests >= BUSY_FROM ? (
          <span className="busy small">{t('ask.people.busy', { count: person.open_requests, n: formatNumber(person.open_requests) })}</span>
        ) : null}
      </span>
    </label>
  )
}
