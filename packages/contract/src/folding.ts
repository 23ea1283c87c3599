import { normalized } from './plain.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ى: 'ي', ة: 'ه' }

/** Lower case without accents, so that "elodie" finds "Élodie" and "احمد" finds "أحمد". Search on both sides compares folded texts. */
export const fold = (text: string) =>
  normalized(text.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)
