/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ى: 'ي', ة: 'ه' }

/** More combining marks than a letter of any language has (UAX 15, stream-safe text). */
const FURTHER_MARKS = /(\p{M}{30})\p{M}+/gu

/** Normalization in linear time: it sorts the combining marks of a letter, which costs the square of their number. Marks after the 30th are dropped. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD') => text.replace(FURTHER_MARKS, '$1').normalize(form)

/** Lower case without accents, so that "elodie" finds "Élodie" and "احمد" finds "أحمد". Search on both sides compares folded texts. */
export const fold = (text: string) =>
  normalized(text.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıىة]/g, (letter) => LETTERS[letter] ?? letter)
