import type { NewsItem } from '@reflet/contract/people'
import { pathOf } from './news.ts'

/** News kinds of which one person causes several at once, one per skill or answer. */
export const GROUPED = ['answer_received', 'request_declined', 'feedback_offered', 'answer_thanked', 'answer_shared'] as const
export type GroupedKind = (typeof GROUPED)[number]

export interface NewsGroup {
  /** Its newest item. */
  first: NewsItem
  /** Newest first. */
  items: readonly NewsItem[]
}

const isGrouped = (kind: string): kind is GroupedKind => (GROUPED as readonly string[]).includes(kind)

/** The kind of a group that is shown in one line with its number of items; null for a single item. */
export const groupedKind = ({ first, items }: NewsGroup): GroupedKind | null =>
  items.length > 1 && isGrouped(first.kind) ? first.kind : null

/** Same person, same kind, and the same request or, without one, the same day. Confidential items have neither actor nor date: they stay single. */
function keyOf({ kind, actor, request_id, created_at }: NewsItem): string | null {
  if (!isGrouped(kind) || !actor || !created_at) return null
  return [kind, actor.first_name, actor.last_name, request_id ?? new Date(created_at).toDateString()].join('\n')
}

/**
 * News items by person and cause, in the order of the newest item of each: a page that is loaded later adds to a group and moves none. An
 * item without the person's id cannot tell namesakes apart, so a second item about the same skill begins another group.
 */
export function groupNews(items: readonly NewsItem[]): NewsGroup[] {
  const groups: { first: NewsItem; items: NewsItem[] }[] = []
  const open = new Map<string, { first: NewsItem; items: NewsItem[] }[]>()
  for (const item of items) {
    const key = keyOf(item)
    const alike = key === null ? [] : (open.get(key) ?? [])
    const group = alike.find((one) => one.items.every(({ skill_id }) => skill_id !== item.skill_id))
    if (group) {
      group.items.push(item)
      continue
    }
    const single = { first: item, items: [item] }
    groups.push(single)
    if (key !== null) open.set(key, [...alike, single])
  }
  return groups
}

/** The link of a group: several new answers open in the reader, one after another; read ones of several skills on the dashboard. */
export function pathOfGroup(group: NewsGroup): string {
  const kind = groupedKind(group)
  const isNew = group.items.some(({ is_read }) => !is_read)
  if (kind === 'answer_received' || kind === 'feedback_offered') return isNew ? '/new-answers' : '/dashboard'
  return pathOf(group.first)
}
