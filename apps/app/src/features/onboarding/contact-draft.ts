import { Email } from '@reflet/contract/common'
import type { ContactInput } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { type KnownPerson, type PersonRef, refOf } from '../directory/person.api.ts'

/** A selected person who is not saved yet. */
export interface Chosen extends Omit<PersonRef, 'job_title'> {
  email: string
  relation: Relation
}

/** Default relations: a colleague is a coworker, an external person is external, until the next step. */
export const asChosen = ({ email, user_id, first_name, last_name, avatar_url, relation }: Omit<KnownPerson, 'open_requests'>): Chosen => ({
  ...{ email, user_id, first_name, last_name, avatar_url },
  relation: relation ?? (user_id ? 'coworker' : 'outside'),
})

export const ofAddress = (email: string): Chosen => asChosen({ ...refOf({}), email, relation: 'outside' })

/** What is in the search field, and the relation for an address in it. */
export interface Pending {
  typed: string
  relation: Relation
}
export const NO_PENDING: Pending = { typed: '', relation: 'outside' }

/** The list with the pending address; undefined when the typed text looks like an address and is none. */
export function withPending(chosen: readonly Chosen[], known: readonly string[], { typed, relation }: Pending): Chosen[] | undefined {
  const email = addressIn(typed)
  if (!email) return typed.includes('@') ? undefined : [...chosen]
  const isNew = !known.includes(email) && !chosen.some((person) => person.email === email)
  return isNew ? [...chosen, { ...ofAddress(email), relation }] : [...chosen]
}

/** The address as the server stores it; undefined while it is invalid. */
export const addressIn = (typed: string) => Email.safeParse(typed).data

export const asContact = ({ user_id, email, first_name, last_name, relation }: Chosen): ContactInput =>
  user_id
    ? { user_id, relation }
    : {
        email,
        relation,
        ...(first_name.trim() && { first_name: first_name.trim() }),
        ...(last_name.trim() && { last_name: last_name.trim() }),
      }
