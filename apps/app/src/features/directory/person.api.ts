import type { Locale } from '@reflet/contract/common'
import { withoutWebAddress } from '@reflet/contract/plain'
import type { Relation } from '@reflet/contract/relations'
import { fullName } from '../../platform/full-name.ts'

/** A person: a colleague, identified by their account, or an external person, identified by their address. */
export interface PersonRef {
  /** null: an external person. */
  user_id: string | null
  /** null where the address is not shown. */
  email: string | null
  first_name: string
  last_name: string
  job_title: string
  avatar_url: string | null
}

/** A person with an account. */
export interface ColleagueRef extends PersonRef {
  user_id: string
}

/** A person in a list of people: with their workload and their relation to me. */
export interface KnownPerson extends PersonRef {
  email: string
  open_requests: number
  /** null: a colleague who is no contact of mine. */
  relation: Relation | null
  /** Of an external person: has unsubscribed. */
  mails_stopped?: boolean | undefined
}

type Identified = Pick<PersonRef, 'user_id'> & Partial<Pick<PersonRef, 'email'>>
type Named = Pick<PersonRef, 'first_name' | 'last_name'> & Partial<Pick<PersonRef, 'email'>>

const UNKNOWN: PersonRef = { user_id: null, email: null, first_name: '', last_name: '', job_title: '', avatar_url: null }

/** The fields of a reference, without the rest: this is what a draft stores. */
export function refOf(person: Partial<PersonRef>): PersonRef {
  const { user_id, email, first_name, last_name, job_title, avatar_url } = { ...UNKNOWN, ...person }
  return { user_id, email, first_name, last_name, job_title, avatar_url }
}

/** People with an account, except the one with the id `own`. */
export const toColleagues = (people: readonly Partial<PersonRef>[], own?: string): ColleagueRef[] =>
  people.flatMap((person) => (person.user_id && person.user_id !== own ? [{ ...refOf(person), user_id: person.user_id }] : []))

/** The user id, or the address of an external person. */
export const keyOf = ({ user_id, email }: Identified) => user_id ?? email?.toLowerCase() ?? ''

/** The same account, or the same address: a typed address may be a colleague's. */
export const isSame = (a: Identified, b: Identified) =>
  (a.user_id !== null && a.user_id === b.user_id) || (Boolean(a.email) && a.email?.toLowerCase() === b.email?.toLowerCase())

/** The full name, else the address. */
export const nameOf = (person: Named) => fullName(person, person.email ?? '')

/** For the avatar: the first letter of the address replaces the initials of a person without a name. */
export const faceOf = <Person extends Named>(person: Person): Person =>
  person.first_name || person.last_name ? person : { ...person, first_name: nameOf(person) }

/** Deduplicated, in the first list that contains them. */
export function withoutDoubles<Person extends Identified>(lists: readonly (readonly Person[])[]): Person[][] {
  const ids = new Set<string>()
  const isNew = ({ user_id, email }: Person) => {
    const own = [user_id, email?.toLowerCase()].filter((id) => typeof id === 'string')
    const known = own.some((id) => ids.has(id))
    for (const id of own) ids.add(id)
    return !known
  }
  return lists.map((list) => list.filter(isNew))
}

interface Reached extends Pick<KnownPerson, 'user_id' | 'email' | 'first_name' | 'last_name'> {
  /** Of an external person: the language of their mails. */
  locale?: Locale | undefined
}

/** A recipient of a request. Without the web address of a stored name: the server refuses such names. */
export function recipientOf({ user_id, email, first_name: first, last_name: last, locale }: Reached) {
  const [first_name, last_name] = [withoutWebAddress(first), withoutWebAddress(last)]
  return user_id ? { user_id } : { email, ...(first_name && { first_name }), ...(last_name && { last_name }), ...(locale && { locale }) }
}
