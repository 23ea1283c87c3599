import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { faceOf, keyOf, nameOf, type PersonRef } from './person.api.ts'

type Shown = Pick<PersonRef, 'first_name' | 'last_name' | 'job_title' | 'avatar_url'> & Partial<PersonRef>

interface WordsProps {
  person: Shown
  /** The second line; default: the job. */
  detail?: ReactNode
  /** Further lines. */
  children?: ReactNode
}

/** Avatar, name and details of a person, for a row. */
export const PersonWords = ({ person, detail = person.job_title, children }: WordsProps) => (
  <>
    <Avatar person={faceOf(person)} size={36} />
    <span>
      <strong>
        <bdi>{nameOf(person)}</bdi>
      </strong>
      {detail ? (
        <span className="quiet small">
          <bdi>{detail}</bdi>
        </span>
      ) : null}
      {children}
    </span>
  </>
)

interface OptionProps extends WordsProps {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

/** A person to tick, where several may be chosen. */
export const PersonOption = ({ checked, disabled, onChange, ...words }: OptionProps) => (
  <label className="option">
    <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
    <PersonWords {...words} />
  </label>
)

interface ChoicesProps<Person> {
  people: readonly Person[]
  detailOf?: ((person: Person) => string) | undefined
  disabled?: boolean | undefined
  onChoose: (person: Person) => void
}

/** People to choose one of: a press is enough. */
export function PersonChoices<Person extends PersonRef>({ people, detailOf, disabled, onChoose }: ChoicesProps<Person>) {
  if (people.length === 0) return null
  return (
    <div className="option-list">
      {people.map((person) => (
        <button type="button" className="option" key={keyOf(person)} disabled={disabled} onClick={() => onChoose(person)}>
          <PersonWords person={person} detail={detailOf?.(person)} />
        </button>
      ))}
    </div>
  )
}
