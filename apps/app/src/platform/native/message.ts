import { PushedData } from '@reflet/contract/push'

/**
 * The page of a push message, with its item and feedback id (specification, section 4). null for a message of another sender: only a path of
 * this app is opened, never an address.
 */
export function pathOfMessage(data: unknown): string | null {
  const message = PushedData.safeParse(data)
  if (!message.success) return null
  const { link } = message.data
  const { item, selectedFeedbackId } = message.data.data ?? message.data
  if (!/^\/(?![/\\])/.test(link)) return null
  const { pathname, searchParams } = new URL(link, 'https://localhost')
  if (item) searchParams.set('item', item)
  if (selectedFeedbackId) searchParams.set('selectedFeedbackId', selectedFeedbackId)
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}
