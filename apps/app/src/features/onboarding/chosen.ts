import { Email } from '@reflet/contract/common'
import type { ContactInput } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/groups'
import type { Colleague, Suggestion } from '@reflet/contract/people'

/** Somebody who was chosen and is not saved yet. */
export interface Chosen {
  email: string
  user_id: string | null
  first_name: string
  last_name: string
  avatar_url: string | null
  relation: Relation
}

export const ofColleague = ({ email, user_id, first_name, last_name, avatar_url }: Colleague): Chosen => ({
  ...{ email, user_id, first_name, last_name, avatar_url },
  relation: 'coworker',
})

export const ofSuggestion = ({ email, user_id, first_name, last_name, avatar_url, relation }: Suggestion): Chosen => ({
  ...{ email, user_id, first_name, last_name, avatar_url },
  relation: relation ?? (user_id ? 'coworker' : 'outside'),
})

export const ofAddress = (email: string): Chosen => ({
  ...{ email, user_id: null, first_name: '', last_name: '', avatar_url: null },
  relation: 'outside',
})

/** An address as the server keeps it; undefined while what is typed is none. */
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
