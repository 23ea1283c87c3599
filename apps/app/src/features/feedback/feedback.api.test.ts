import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refreshFeedback } from './feedback.api.ts'

test('a change of feedback invalidates lists, the record, statistics and news, and nothing else', async () => {
  const client = new QueryClient()
  const keys = [['feedback', 'sent'], ['feedback', 'received', 'pending'], ['user'], ['statistics', 12], ['news'], ['contacts']]
  for (const key of keys) client.setQueryData(key, {})
  await refreshFeedback(client)
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, true, true, false])
})
