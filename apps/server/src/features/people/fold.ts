/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ى: 'ي', ة: 'ه' }

/** Lower case without accents, so that "elodie" finds "Élodie" and "احمد" finds "أحمد". */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)

const cut = (text: string, letters: number) => [...text].slice(0, letters).join('')

/** So many letters of a word tell it from others. */
const LETTERS_OF_WORD = 24

/** The distinct folded words of some texts, cut to what tells them apart; anything but letters and digits separates. */
export const wordsOf = (...texts: string[]) => [
  ...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => cut(word, LETTERS_OF_WORD))),
]

/** Where a person stands in a list by name: by last, then by first name, whatever the accents and capitals. */
export const nameKey = (lastName: string, firstName: string) => `${cut(fold(lastName), 64)}\t${cut(fold(firstName), 64)}`

interface Findable {
  readonly company_id: string
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly job_title: string
}

/**
 * What a person is found by: every beginning of every word of name, e-mail and job, and the empty one. The people of a beginning
 * stand in the order of their names, so that finding the first of them costs the same in a company of any size.
 */
export function searchWords(person: Findable) {
  const words = wordsOf(person.first_name, person.last_name, person.email.split('@')[0] ?? '', person.job_title)
  const beginnings = words.flatMap((word) => [...word].map((_, n) => cut(word, n + 1)))
  const name = nameKey(person.last_name, person.first_name)
  return [...new Set(['', ...beginnings])].map((word) => ({ company_id: person.company_id, word, name, user_id: person.id }))
}
