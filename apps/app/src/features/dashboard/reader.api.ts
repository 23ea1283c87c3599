import { feedback } from '@reflet/contract/feedback'
import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { NOT_KEPT } from '../../platform/query.ts'

/** What the reader shows, one after another: a named answer, or a group of confidential ones. */
export type ReaderItem = NamedAnswer | ConfidentialAnswers

export const isNamed = (item: ReaderItem): item is NamedAnswer => 'giver' in item

/** Limits: pages of new answers that are fetched, and answers that are shown when none is new. */
const MOST_PAGES = 5
const NEWEST = 5

const firstPage = (onlyNew: boolean, signal: AbortSignal) =>
  call(feedback.listAnswers, { query: onlyNew ? { new: 'true' } : {} }, { signal })

async function readNew(signal: AbortSignal): Promise<ReaderItem[]> {
  const first = await firstPage(true, signal)
  const named = [...first.answers]
  let cursor = first.next_cursor
  for (let page = 1; cursor && page < MOST_PAGES; page++) {
    const next = await call(feedback.listAnswers, { query: { new: 'true', cursor } }, { signal })
    named.push(...next.answers)
    cursor = next.next_cursor
  }
  return [...named.reverse(), ...first.confidential]
}

/**
 * A snapshot: the new answers, oldest first, then the confidential groups, which have no exact time. Without any, the newest answers.
 * Never refetched while it is read: the list must not change under the reader.
 */
export const readerQuery = queryOptions({
  queryKey: ['reader'],
  queryFn: async ({ signal }) => {
    const items = await readNew(signal)
    if (items.length > 0) return { items, onlyNew: true }
    const { answers, confidential } = await firstPage(false, signal)
    return { items: [...answers.slice(0, NEWEST), ...confidential.slice(0, Math.max(0, NEWEST - answers.length))], onlyNew: false }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: NOT_KEPT,
})
