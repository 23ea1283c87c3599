import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { BUSY_FROM } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import {
  answerAll,
  app,
  askAs,
  askedIn,
  company,
  create,
  FORTNIGHT,
  idsOf,
  me,
  news,
  nextRound,
  only,
  openOf,
  pool,
  prepareRounds,
  requests,
  send,
  session,
} from '../../../test/rounds.ts'

prepareRounds()

describe('busy people', () => {
  const makeBusy = async (who: TestUser, times = BUSY_FROM) => {
    const from = await createUser(app, company)
    for (let i = 0; i < times; i++) await askAs(from, [{ user_id: who.id }])
  }

  test('keep their turn until they have answered', async () => {
    const [busy, , , last] = pool as [TestUser, TestUser, TestUser, TestUser]
    await makeBusy(busy)
    await makeBusy(last, BUSY_FROM - 1)
    await create({ per_round: 3 })
    await nextRound()
    expect(askedIn((await requests())[0])).toEqual(idsOf(1, 2, 3))
    for (const one of pool) await answerAll(one)
    await nextRound()
    expect(askedIn((await requests())[1])).toEqual(idsOf(0, 1, 2))
  })

  test('when all are busy, the round is skipped and its owner notified', async () => {
    for (const one of pool) await makeBusy(one)
    const made = await create({ ends: { rounds: 2 } })
    expect(made.next_rounds[0]?.members).toEqual([])
    expect(await nextRound()).toBe(0)
    expect(await requests()).toEqual([])
    expect(await news()).toMatchObject([{ kind: 'round_skipped', recurrence_id: made.id, request_id: null }])
    const after = await only()
    expect(after).toMatchObject({ state: 'active', rounds_sent: 0, last_round_at: null })
    expect(Date.parse(after.next_rounds[0]?.at ?? '') - Date.parse(made.next_rounds[0]?.at ?? '')).toBeGreaterThan(10 * DAY_MS)
  })

  test('never exceed the load limit by rounds, however many are sent concurrently', async () => {
    const owners = await createUsers(app, company, 12)
    for (const owner of owners) await create({ pool: pool.slice(0, 2).map(({ id }) => ({ user_id: id })), per_round: 1 }, owner)
    app.advance(5 * DAY_MS)
    await Promise.all([send(), send(), send()])
    expect(await Promise.all(pool.slice(0, 2).map(openOf))).toEqual([BUSY_FROM, BUSY_FROM])
    const kinds = (await Promise.all(owners.map(news))).flat().map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'round_sent')).toHaveLength(2 * BUSY_FROM)
    expect(kinds.filter((kind) => kind === 'round_skipped')).toHaveLength(12 - 2 * BUSY_FROM)
  })

  test('external people, too, who are one person in many pools', async () => {
    const owners = await createUsers(app, company, 6)
    for (const owner of owners) await create({ pool: [{ email: 'gus@partner.example' }], per_round: 1 }, owner)
    app.advance(5 * DAY_MS)
    expect(await send()).toBe(BUSY_FROM)
    expect(await rows(app.database.db, { id: t.uuid }, sql`select id from guests where company_id = ${company.id}`)).toHaveLength(1)
    app.advance(FORTNIGHT)
    expect(await send(), 'nothing was answered').toBe(0)
  })

  test('skipping a person does not reveal whether they answered something confidential', async () => {
    const recipients = pool.slice(0, 3).map(({ id }) => ({ user_id: id }))
    for (let i = 0; i < BUSY_FROM; i++) await askAs(me, recipients, true)
    const made = await create({ per_round: 4 })
    expect(made.next_rounds[0]?.members.map(({ user_id }) => user_id)).toEqual(idsOf(3))
    await answerAll(pool[0] as TestUser)
    expect((await only()).next_rounds).toEqual(made.next_rounds)
    await nextRound()
    expect(askedIn((await requests()).at(-1))).toEqual(idsOf(3))
    app.advance(30 * DAY_MS)
    expect((await only()).next_rounds[1]?.members, 'what has expired does not count').toHaveLength(4)
  })
})

describe('concurrent workers', () => {
  test('send each round once, also many batches', async () => {
    const owners = await createUsers(app, company, 50)
    const others = await createUsers(app, company, 50)
    for (const [n, owner] of owners.entries()) await create({ pool: [{ user_id: others[n]?.id }], per_round: 1 }, owner)
    app.advance(5 * DAY_MS)
    const sent = await Promise.all([send(), send()])
    expect(sent[0] + sent[1]).toBe(50)
    expect(await Promise.all(others.map(openOf))).toEqual(others.map(() => 1))
  })

  test('do not confuse the idempotency key of a person’s own request with a round’s', async () => {
    const made = await create()
    const theirs = { skill_ids: company.skillIds.slice(0, 1), recipients: [{ user_id: pool[3]?.id as string }] }
    for (const idempotency_key of [made.id, `${made.id}:1`]) {
      await app.call(await session(me), feedback.createRequest, { body: { ...theirs, idempotency_key } })
    }
    expect(await nextRound()).toBe(1)
  })
})
