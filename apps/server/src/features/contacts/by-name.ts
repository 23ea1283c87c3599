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

/** Sorted by the name's key, then by id. */
export const byName = <T extends { readonly id: string }>(items: readonly T[], keyOf: KeyOf<T>) =>
  placed(items, keyOf).map(({ item }) => item)

/** A page of a list in that order (keyset pagination): concurrent inserts and deletes neither repeat nor hide entries. */
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
