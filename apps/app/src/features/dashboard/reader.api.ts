import { feedback } from '@reflet/contract/feedback'
import type { ConfidentialAnswers, NamedAnswer } from '@reflet/contract/received-answers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../platform/client.ts'
import { NOT_KEPT } from '../../platform/query.ts'
import { isNotObserved } from './NotObserved.tsx'

type Received = NamedAnswer | ConfidentialAnswers
/** Answers “I haven’t seen it”, all on one page. */
interface NotSeen {
  id: 'not-observed'
  answers: readonly NamedAnswer[]
}
/** What the reader shows, one after another: a named answer, a group of confidential ones, or the answers without anything to read. */
export type ReaderItem = Received | NotSeen

export const isNamed = (item: ReaderItem): item is NamedAnswer => 'giver' in item
export const isUnobserved = (item: ReaderItem): item is NotSeen => 'answers' in item

/** Who has not seen it has given nothing that could be useful. */
export const isRatable = (item: ReaderItem): item is NamedAnswer => isNamed(item) && !item.not_observed

/** How many answers an item is, as the counts of new answers count them. */
const sizeOf = (item: ReaderItem) => (isNamed(item) ? 1 : isUnobserved(item) ? item.answers.length : item.unseen || item.n)

/** Which answers an item is: the numbers of its first and its last, of all. */
export function rangeOf(items: readonly ReaderItem[], place: number) {
  const sizes = items.map(sizeOf)
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)
  const before = sum(sizes.slice(0, place))
  return { from: before + 1, to: before + (sizes[place] ?? 0), total: sum(sizes) }
}

/** The answers of an item, to mark them as seen. */
export const answersIn = (item: ReaderItem): readonly Received[] => (isUnobserved(item) ? item.answers : [item])

/** Limits: pages of new answers that are fetched, and answers that are shown when none is new. */
const MOST_PAGES = 5
const NEWEST = 5

const pageOf = (query: { new?: 'true'; cursor?: string }, signal: AbortSignal | undefined) =>
  call(feedback.listAnswers, { query }, signal && { signal })

/** The new answers, as many pages as the reader shows. */
export async function readNew(signal?: AbortSignal): Promise<Received[]> {
  const first = await pageOf({ new: 'true' }, signal)
  const named = [...first.answers]
  let cursor = first.next_cursor
  for (let page = 1; cursor && page < MOST_PAGES; page++) {
    const next = await pageOf({ new: 'true', cursor }, signal)
    named.push(...next.answers)
    cursor = next.next_cursor
  }
  return [...named.reverse(), ...first.confidential]
}

function toItems(received: readonly Received[]): ReaderItem[] {
  const notObserved = received.filter((one) => isNamed(one) && isNotObserved(one)) as NamedAnswer[]
  const others = received.filter((one) => !isNamed(one) || !isNotObserved(one))
  return notObserved.length > 0 ? [...others, { id: 'not-observed', answers: notObserved }] : others
}

/**
 * A snapshot: the new answers, oldest first, then the confidential groups, which have no exact time, and last those without anything to read. Without any, the newest answers.
 * Never refetched while it is read: the list must not change under the reader.
 */
export const readerQuery = queryOptions({
  queryKey: ['reader'],
  queryFn: async ({ signal }) => {
    const unseen = await readNew(signal)
    if (unseen.length > 0) return { items: toItems(unseen), onlyNew: true }
    const { answers, confidential } = await pageOf({}, signal)
    const newest = [...answers.slice(0, NEWEST), ...confidential.slice(0, Math.max(0, NEWEST - answers.length))]
    return { items: toItems(newest), onlyNew: false }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: NOT_KEPT,
})
