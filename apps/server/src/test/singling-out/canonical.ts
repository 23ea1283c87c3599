const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const SHUFFLED: ReadonlySet<string> = new Set(['comments', 'confidential', 'confidential_answers_received'])

/**
 * Normalizes what is seen, without what differs on every read by design: the ids and the order of confidential comments, the order of
 * groups within a month. Ids that existed before are kept; of others, only their timestamp.
 */
export function canonical(seen: unknown, keptIds: ReadonlySet<string>): string {
  const text = JSON.stringify(seen, inOrder)
  return text.replace(UUID, (id, version) => (keptIds.has(id) ? id : version === '7' ? `#${id.slice(0, 13)}` : '#'))
}

function inOrder(key: string, value: unknown): unknown {
  if (key.endsWith('cursor')) return value !== null
  if (!SHUFFLED.has(key) || !Array.isArray(value)) return value
  const items = key === 'comments' ? value.map(({ id: _, ...words }) => words) : value
  return items.map((item) => JSON.stringify(item, inOrder)).sort()
}
