/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ى: 'ي', ة: 'ه' }

/** Lower case without accents, so that "elodie" finds "Élodie" and "احمد" finds "أحمد". */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)

const cut = (text: string, letters = 64) => [...text].slice(0, letters).join('')

/** The distinct folded words of some texts; anything but letters and digits separates. At most 64 characters each. */
export const wordsOf = (...texts: string[]) => [
  ...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => cut(word))),
]

/** Where a person stands in a list by name: by last, then by first name, whatever the accents and capitals. */
export const nameKey = (lastName: string, firstName: string) => `${cut(fold(lastName))}\t${cut(fold(firstName))}`

/**
 * Beginnings of up to so many letters are kept as words of their own: the people of one stand in the order of their names, so
 * that a common beginning costs the same in a company of any size. Longer ones are found as a range of words.
 */
export const SHORT = 4

interface Findable {
  readonly company_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly job_title: string
}

/** What a person is found by: each word of name, e-mail and job, its short beginnings, and the empty one that begins everybody's. */
export function searchWords(person: Findable) {
  const words = wordsOf(person.first_name, person.last_name, person.email.split('@')[0] ?? '', person.job_title)
  const beginnings = words.flatMap((word) => Array.from({ length: SHORT }, (_, n) => cut(word, n + 1)))
  const name = nameKey(person.last_name, person.first_name)
  return [...new Set(['', ...beginnings, ...words])].map((word) => ({ company_id: person.company_id, word, name, user_id: person.id }))
}
