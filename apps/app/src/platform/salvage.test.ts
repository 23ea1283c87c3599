import { newsfeed } from '@reflet/contract/newsfeed'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { salvage } from './salvage.ts'

const Item = z.object({
  id: z.string(),
  kind: z.enum(['a', 'b']),
  tone: z.nullable(z.enum(['calm', 'loud'])),
  size: z.optional(z.enum(['s', 'm'])),
  marks: z.array(z.enum(['x', 'y'])),
})
const Page = z.object({ items: z.array(Item), next: z.nullable(z.string()) })

const good = { id: '1', kind: 'a', tone: 'calm', size: 's', marks: ['x'] }
const page = (...items: object[]) => ({ items, next: null })

test('an unknown value becomes null or absent where the contract allows it', () => {
  expect(salvage(Page, page({ ...good, tone: 'later', size: 'xl' }))).toEqual(page({ id: '1', kind: 'a', tone: null, marks: ['x'] }))
})

test('an unknown value in a list of values is left out', () => {
  expect(salvage(Page, page({ ...good, marks: ['z', 'y', 'w'] }))).toEqual(page({ ...good, marks: ['y'] }))
})

test('an item of an unknown kind, or without a required field, is left out; the others stay in their order', () => {
  const { kind: _kind, ...lacking } = good
  const items = [{ ...good, kind: 'c' }, { ...good, kind: 'd' }, { ...good, id: '2' }, lacking, 'text', null, { ...good, id: '3' }]
  expect(salvage(Page, page(...(items as object[])))).toEqual(page({ ...good, id: '2' }, { ...good, id: '3' }))
})

test('unknown fields are no problem, and the response itself is not changed', () => {
  const response = page({ ...good, kind: 'c', more: 1 }, { ...good, more: 1 })
  const before = structuredClone(response)
  expect(salvage(Page, response)).toEqual(page(good))
  expect(response).toEqual(before)
})

test.each([[null], ['text'], [[]], [{}], [{ items: 'none' }], [{ items: [good] }]])(
  'a response of another kind is none: %j',
  (response) => {
    expect(salvage(z.object({ items: z.array(Item), next: z.string() }), response)).toBeUndefined()
  },
)

test('a field that a strict object does not know is left out, also in a union', () => {
  const Ends = z.union([z.strictObject({ kind: z.literal('on'), day: z.string() }), z.strictObject({ kind: z.literal('never') })])
  const Plan = z.object({ plans: z.array(z.object({ ends: Ends, own: z.strictObject({ id: z.string() }) })) })
  const plans = [{ ends: { kind: 'on', day: '2026-01-01', zone: 'x' }, own: { id: '1', more: 2, most: 3 } }]
  expect(salvage(Plan, { plans })).toEqual({ plans: [{ ends: { kind: 'on', day: '2026-01-01' }, own: { id: '1' } }] })
  expect(salvage(Plan, { plans: [{ ends: { kind: 'later' }, own: { id: '1' } }] })).toEqual({ plans: [] })
})

test('a hundred bad items are left out', () => {
  const items = Array.from({ length: 100 }, (_, id) => ({ ...good, id: String(id), kind: id % 2 ? 'a' : 'z' }))
  expect((salvage(Page, page(...items)) as { items: unknown[] }).items).toHaveLength(50)
})

test('a newsfeed with a kind of news of a later version shows the others', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const response = { newsfeed: [{ id: '1', kind: 'of_later', at }, { kind: 'answered' }], unread: 2, next_cursor: null }
  expect(newsfeed.listNews.response.safeParse(response).success).toBe(false)
  expect(salvage(newsfeed.listNews.response, response)).toEqual({ newsfeed: [], unread: 2, next_cursor: null })
})
