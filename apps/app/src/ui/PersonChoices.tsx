import { fullName } from '../platform/people.ts'
import { Avatar } from './Avatar.tsx'

export interface Choosable {
  key: string
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
}

interface Props<Person extends Choosable> {
  people: readonly Person[]
  onChoose: (person: Person) => void
  disabled?: boolean
}

/** People to choose one of: a press is enough. */
export function PersonChoices<Person extends Choosable>({ people, onChoose, disabled }: Props<Person>) {
  if (people.length === 0) return null
  return (
    <div className="option-list">
      {people.map((person) => (
        <button type="button" className="option" key={person.key} disabled={disabled} onClick={() => onChoose(person)}>
          <PersonWords person={person} />
        </button>
      ))}
    </div>
  )
}

/** Face, name and job of somebody, as a row has them. */
export const PersonWords = ({ person }: { person: Omit<Choosable, 'key'> }) => (
  <>
    <Avatar person={person} size={36} />
    <span>
      <strong>
        <bdi>{fullName(person)}</bdi>
      </strong>
      {person.job_title ? (
        <span className="quiet small">
          <bdi>{person.job_title}</bdi>
        </span>
      ) : null}
    </span>
  </>
)
