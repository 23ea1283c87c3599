const fold = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Whether each word of the query stands somewhere in the texts, without regard to case and accents. */
export const matches = (query: string, ...texts: string[]) => {
  const where = fold(texts.join(' '))
  return fold(query)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
