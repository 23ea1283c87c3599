import { fold } from '@reflet/contract/folding'

/** Whether each word of the query is in the texts, ignoring case and accents. */
export const matches = (query: string, ...texts: string[]) => {
  const where = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
