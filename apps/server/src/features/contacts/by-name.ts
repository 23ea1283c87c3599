import { cursorAfter, pageOf } from '../../platform/cursor.ts'

type KeyOf<T> = (item: T) => string

interface Placed<T> {
  readonly item: T
  readonly key: string
  readonly id: string
}

const compare = (a: { key: string; id: string }, b: { key: string; id: string }) =>
  a.key < b.key ? -1 : a.key > b.key ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0

const placed = <T extends { readonly id: string }>(items: readonly T[], keyOf: KeyOf<T>): Placed<T>[] =>
  items.map((item) => ({ item, key: keyOf(item), id: item.id })).sort(compare)

/** In the order of a name's key, and of the ids where names are the same. */
export const byName = <T extends { readonly id: string }>(items: readonly T[], keyOf: KeyOf<T>) =>
  placed(items, keyOf).map(({ item }) => item)

/** A page of a list in that order; what was added or removed meanwhile neither repeats nor hides others. */
export function pageByName<T extends { readonly id: string }>(
  items: readonly T[],
  keyOf: KeyOf<T>,
  cursor: string | undefined,
  size: number,
) {
  const [key, id] = cursorAfter(cursor, 'text', 'id')
  const sorted = placed(items, keyOf)
  const rest = key !== undefined && id ? sorted.filter((one) => compare(one, { key, id }) > 0) : sorted
  const { page, next_cursor } = pageOf(rest, size, (one) => [one.key, one.id])
  return { page: page.map(({ item }) => item), next_cursor }
}
