import type { NewsItem } from '@reflet/contract/people'
import { expect, test } from 'vitest'
import { keyOf, pathOf } from './news.ts'

const item = (kind: string, ids: Partial<NewsItem> = {}) =>
  ({ kind, skill_id: null, request_id: null, feedback_id: null, award_id: null, coffee_id: null, recurrence_id: null, ...ids }) as NewsItem

test.each([
  ['answer_received', { skill_id: 's', feedback_id: 'f' }, '/skill-statistics/s'],
  ['feedback_offered', { skill_id: 's', feedback_id: 'f' }, '/skill-statistics/s'],
  ['answer_thanked', { skill_id: 's', feedback_id: 'f' }, '/answer-confirmation/f'],
  ['request_received', { request_id: 'q', skill_id: 's' }, '/answer?request=q'],
  ['answer_shared', { feedback_id: 'f' }, '/my-team'],
  ['answer_noted', { skill_id: 's', feedback_id: 'f' }, '/share-answer?answer=f'],
  ['try_due', { skill_id: 's', feedback_id: 'f' }, '/growth'],
  ['award_received', { award_id: 'a' }, '/award?id=a'],
  ['coffee_proposed', { coffee_id: 'c' }, '/coffee-request?id=c'],
  ['coffee_cancelled', { coffee_id: 'c', skill_id: 's' }, '/coffee-request?id=c'],
  ['round_sent', { recurrence_id: 'r', request_id: 'q' }, '/recurrent-feedbacks?id=r'],
  ['round_skipped', {}, '/recurrent-feedbacks'],
  ['request_declined', { request_id: 'q', skill_id: 's' }, '/request-confirmation/q'],
  ['of a newer server', { skill_id: 's' }, '/skill-statistics/s'],
  ['of a newer server', {}, '/dashboard'],
])('%s leads to what it is about', (kind, ids, path) => expect(pathOf(item(kind, ids))).toBe(path))

test('an unknown kind is a plain news item', () => {
  expect(keyOf('of a newer server', true)).toBe('news.other.with_skill')
  expect(keyOf('award_received', true)).toBe('news.award_received')
  expect(keyOf('answer_shared', false)).toBe('news.answer_shared.plain')
})
