import { fold } from '@reflet/contract/folding'

const cut = (text: string, letters: number) => [...text].slice(0, letters).join('')

/** Indexed words are cut to this many letters. */
const LETTERS_OF_WORD = 24

/** The distinct case-folded words of some texts, cut to the indexed length; separated by anything but letters and digits. */
export const wordsOf = (...texts: string[]) => [
  ...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => cut(word, LETTERS_OF_WORD))),
]

/** Sort key of a person in a list by name: last name, then first name, ignoring accents and case. */
export const nameKey = (lastName: string, firstName: string) => `${cut(fold(lastName), 64)}\t${cut(fold(firstName), 64)}`

export interface Findable {
  readonly company_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly job_title: string
}

/**
 * Prefix index of a person: every prefix of every word of name, e-mail and job, and the empty one. The people of a prefix are sorted by
 * name, so that finding the first ones costs the same in a company of any size.
 */
export function searchWords(person: Findable) {
  const words = wordsOf(person.first_name, person.last_name, person.email.split('@')[0] ?? '', person.job_title)
  const beginnings = words.flatMap((word) => [...word].map((_, n) => cut(word, n + 1)))
  const name = nameKey(person.last_name, person.first_name)
  return [...new Set(['', ...beginnings])].map((word) => ({ company_id: person.company_id, word, name, user_id: person.id }))
}
