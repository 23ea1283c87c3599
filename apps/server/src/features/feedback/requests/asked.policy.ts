import { ACCOUNTS_TOO_NEW } from '@reflet/contract/counting'
import { lacksColleagues } from '@reflet/contract/feedback'
import { Problem } from '../../../platform/errors.ts'

/** A person who is asked. */
export interface AskedPerson {
  /** Null for an external person. */
  readonly user_id: string | null
  /** A colleague who counts towards the threshold of this asker's confidential request: see `needsSettled`. */
  readonly counts: boolean
}

const counting = (people: readonly AskedPerson[]) => people.filter(({ counts }) => counts).length

/** How many of those asked are colleagues and external people, and how many count: frozen in a confidential request when it is sent. */
export const askedOf = (people: readonly AskedPerson[]) => {
  const colleagues = people.filter(({ user_id }) => user_id !== null).length
  const count = counting(people)
  return {
    asked_colleagues: colleagues,
    asked_outsiders: people.length - colleagues,
    asked_counting: count < colleagues ? count : null,
  }
}

/**
 * Checks that answers to a confidential request can ever be released.
 * @param field where the people were chosen
 * @throws confidential_needs_more_people, with `accounts_too_new` when there would be enough if all of their accounts counted
 */
export function checkEnough(people: readonly AskedPerson[], threshold: number, field: 'recipients' | 'pool'): void {
  if (lacksColleagues(people, true, threshold)) throw new Problem('confidential_needs_more_people')
  if (counting(people) < threshold) throw tooNew(field)
}

/** The refusal where the accounts of too few colleagues count. */
export const tooNew = (field: string) => new Problem('confidential_needs_more_people', { fields: { [field]: ACCOUNTS_TOO_NEW } })
