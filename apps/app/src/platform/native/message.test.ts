import { expect, test } from 'vitest'
import { pathOfMessage } from './message.ts'

test('a message leads to its page, with its item and feedback id', () => {
  const path = '/answer?group=1&item=request&selectedFeedbackId=f1'
  const details = { item: 'request', selectedFeedbackId: 'f1' }
  expect(pathOfMessage({ link: '/answer?group=1', ...details, 'google.message_id': 'x' }), 'of Firebase').toBe(path)
  expect(pathOfMessage({ aps: { alert: {} }, link: '/answer?group=1', data: details }), 'of Apple').toBe(path)
  expect(pathOfMessage({ link: '/home', data: { item: 'award', selectedFeedbackId: null } })).toBe('/home?item=award')
  expect(pathOfMessage({ link: '/home' })).toBe('/home')
})

test.each([
  undefined,
  null,
  'x',
  {},
  { link: 1 },
  { link: 'https://evil.example/home' },
  { link: '//evil.example/home' },
  { link: '/\\evil.example' },
  { link: 'javascript:alert(1)' },
  { link: '/home', item: 7 },
])('a message that is not ours leads nowhere: %o', (data) => {
  expect(pathOfMessage(data)).toBeNull()
})
