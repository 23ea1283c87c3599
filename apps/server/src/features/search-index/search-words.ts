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
