import { DAY_MS } from '@reflet/contract/durations'
import { type RecurrencePatch, recurrences } from '@reflet/contract/recurrences'
import { beforeEach, expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { aKey, createUsers, type TestCompany, type TestUser } from './factories.ts'
import { usePeoplePerTest } from './use-company.ts'

/** Someone who asks regularly, four people to ask in turn, both new for each test, and the calls about it. */
export function useRecurrences(app: TestApp, company: TestCompany) {
  const { me } = usePeoplePerTest(app, company, ['me'])
  const pool: TestUser[] = []
  beforeEach(async () => {
    pool.splice(0, pool.length, ...(await createUsers(app, company, 4)))
  })

  /** A date this many days from now, in everyone's time zone. */
  const day = (days: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(app.now().getTime() + days * DAY_MS)
  const plan = (changes: object = {}) => ({
    skill_ids: company.skillIds.slice(0, 2),
    pool: pool.map(({ id }) => ({ user_id: id })),
    every: { unit: 'week' as const, count: 2 },
    per_round: 2,
    starts_on: day(3),
    ends: { rounds: 10 },
    ...changes,
  })
  const body = (changes: object = {}) => ({ ...plan(changes), idempotency_key: aKey(), ...changes })
  const create = (changes: object = {}, who = me) => app.call(who, recurrences.createRecurrence, { body: body(changes) })
  const created = async (changes: object = {}) => {
    const reply = await create(changes)
    expect(reply.status, reply.body.code).toBe(200)
    return reply.body
  }
  const patch = (id: string, changes: Partial<RecurrencePatch>, who = me) =>
    app.call(who, recurrences.updateRecurrence, { params: { id }, body: changes as never })
  const preview = (changes: object = {}, who = me) => {
    const { skill_ids: _, ...rest } = plan(changes)
    return app.call(who, recurrences.previewRecurrence, { body: { ...rest, ...changes } as never })
  }
  const list = async (cursor?: string) => (await app.call(me, recurrences.listRecurrences, { query: cursor ? { cursor } : {} })).body
  const stored = async () => (await list()).recurrences
  const idsOf = (members: readonly { user_id: string | null }[] = []) => members.map(({ user_id }) => user_id)
  const ids = (...places: number[]) => places.map((place) => pool[place]?.id)
  return { me, pool, day, plan, create, created, patch, preview, list, stored, idsOf, ids }
}
