/** Letters that do not come apart into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ى: 'ي', ة: 'ه' }

/** Lower case without accents, so that "elodie" finds "Élodie" and "احمد" finds "أحمد". */
export const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)

/** The distinct folded words of some texts; anything but letters and digits separates. At most 64 characters each. */
export const wordsOf = (...texts: string[]) => [
  ...new Set(texts.flatMap((text) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, 64).join(''))),
]
