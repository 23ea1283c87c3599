import type { NewsItem } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { groupedKind, groupNews, pathOfGroup } from './news-groups.ts'

const YUKI = { first_name: 'Yuki', last_name: 'Sato' }
let made = 0
const item = (part: Partial<NewsItem>): NewsItem => ({
  id: `n${made++}`,
  kind: 'answer_received',
  is_read: true,
  created_at: '2026-06-15T10:00:00.000Z',
  actor: YUKI,
  skill_id: 's1',
  request_id: 'r1',
  feedback_id: null,
  award_id: null,
  coffee_id: null,
  recurrence_id: null,
  ...part,
})
const sizes = (items: NewsItem[]) => groupNews(items).map(({ items: of }) => of.length)

test('the skills that one person answered on one request are one group, also with other news between them', () => {
  const other = item({ actor: { first_name: 'Amir', last_name: '' } })
  const items = [item({ skill_id: 's1' }), other, item({ skill_id: 's2' }), item({ skill_id: 's3' })]
  const [group, single] = groupNews(items)
  expect(group?.items.map(({ skill_id }) => skill_id)).toEqual(['s1', 's2', 's3'])
  expect(single?.items).toEqual([other])
})

const HIDDEN = { kind: 'confidential_ready', actor: null, created_at: null }
const NEWER = { kind: 'of a newer server' }
const THANKED = { kind: 'answer_thanked', request_id: null }
test.each<[string, Partial<NewsItem>, Partial<NewsItem>, number[]]>([
  ['another request', {}, { request_id: 'r2' }, [1, 1]],
  ['another person', {}, { actor: { ...YUKI, last_name: 'Abe' } }, [1, 1]],
  ['another kind', {}, { kind: 'answer_thanked' }, [1, 1]],
  ['the same day without a request', THANKED, THANKED, [2]],
  ['another day without a request', THANKED, { ...THANKED, created_at: '2026-06-12T10:00:00.000Z' }, [1, 1]],
  ['confidential', HIDDEN, HIDDEN, [1, 1]],
  ['of an unknown kind', NEWER, NEWER, [1, 1]],
])('which items are a group: %s', (_what, one, other, expected) => {
  expect(sizes([item({ skill_id: 's1', ...one }), item({ skill_id: 's2', ...other })])).toEqual(expected)
})

test('two people of one name who answered on the same skill stay two groups', () => {
  expect(sizes([item({ skill_id: 's1' }), item({ skill_id: 's1' }), item({ skill_id: 's2' })])).toEqual([2, 1])
})

test('a later page adds to a group and moves no row', () => {
  const first = [item({ skill_id: 's1' }), item({ kind: 'award_received', award_id: 'a' })]
  const before = groupNews(first).map(({ first: { id } }) => id)
  expect(groupNews([...first, item({ skill_id: 's2' })]).map(({ first: { id } }) => id)).toEqual(before)
})

test.each([
  ['answer_received', '/new-answers'],
  ['request_declined', '/request-confirmation/r1'],
  ['answer_shared', '/my-team'],
] as const)('a group of %s leads to %s, a single one to what it is about', (kind, path) => {
  const [group] = groupNews([item({ kind, skill_id: 's1', is_read: false }), item({ kind, skill_id: 's2' })])
  expect(group && [groupedKind(group), pathOfGroup(group)]).toEqual([kind, path])
  const [read] = groupNews([item({ kind, skill_id: 's1' }), item({ kind, skill_id: 's2' })])
  expect(read && pathOfGroup(read), 'once it is read').toBe(path === '/new-answers' ? '/dashboard' : path)
  const [single] = groupNews([item({ kind })])
  expect(single && groupedKind(single)).toBeNull()
})
