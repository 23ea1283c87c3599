import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { recurrences } from '@reflet/contract/recurrences'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { placeInHierarchy } from '../../../test/contacts.ts'
import type { TestUser } from '../../../test/factories.ts'
import {
  answerAll,
  app,
  askedIn,
  change,
  company,
  create,
  day,
  FORTNIGHT,
  idsOf,
  me,
  news,
  nextRound,
  only,
  pool,
  prepareRounds,
  requests,
  send,
  session,
} from '../../../test/rounds.ts'
import { stopMailsTo } from '../../../test/stop-links.ts'

prepareRounds()

describe('a round', () => {
  test('is a request like any other: answered, listed, notified', async () => {
    const words = { context: 'Weekly meeting', message: 'Thank you!' }
    const made = await create(words)
    expect(await send(), 'not before its time').toBe(0)
    expect(await nextRound()).toBe(1)
    const [request, ...more] = await requests()
    expect(more).toEqual([])
    expect(request).toMatchObject({ kind: 'recurring', ...words, confidential: false, due_at: null })
    expect(request?.skills).toHaveLength(2)
    expect(request?.feedbacks).toHaveLength(4)
    expect(askedIn(request)).toEqual(idsOf(0, 1))
    expect(Date.parse(request?.expires_at ?? '') - Date.parse(request?.created_at ?? '')).toBe(30 * DAY_MS)
    expect(await news()).toMatchObject([{ kind: 'round_sent', request_id: request?.id, recurrence_id: made.id }])
    const [first] = pool as [TestUser]
    expect(await news(first)).toMatchObject([{ kind: 'request_received', request_id: request?.id }])
    expect((await app.mails()).map(({ to }) => (Array.isArray(to) ? '' : to?.text)).sort()).toEqual([pool[0]?.email, pool[1]?.email].sort())
    await answerAll(first)
    const { answers } = (await app.call(await session(me), feedback.listAnswers)).body
    expect(answers.map(({ kind }) => kind)).toEqual(['recurring', 'recurring'])
    expect(await only()).toMatchObject({ rounds_sent: 1, last_round_at: request?.created_at })
  })

  test('asks the next in turn, as the preview showed', async () => {
    const made = await create({ per_round: 3 })
    const foreseen = made.next_rounds.map(({ members }) => members.map(({ user_id }) => user_id).sort())
    for (let i = 0; i < 3; i++) {
      await nextRound()
      for (const one of pool) await answerAll(one)
    }
    expect((await requests()).map(askedIn)).toEqual(foreseen)
    expect(foreseen).toEqual([idsOf(0, 1, 2), idsOf(0, 1, 3), idsOf(0, 2, 3)])
    const asked = (await only()).pool.map(({ asked_at }) => asked_at?.slice(0, 10))
    expect(new Set(asked).size).toBe(2)
  })

  test('is sent at 9:00 in its owner’s time zone', async () => {
    await app.database.db.execute(sql`update users set time_zone = 'America/Los_Angeles' where id = ${me.id}`)
    await create({ starts_on: '2027-03-05', every: { unit: 'month', count: 1 } })
    await nextRound()
    expect((await requests())[0]?.created_at).toMatch(/^2027-03-05T17:00:0/)
    expect((await only()).next_rounds[0]?.at, 'summer time has begun').toBe('2027-04-05T16:00:00.000Z')
  })

  test('takes the relation of each from the owner’s lists', async () => {
    const [superior, unknown] = pool as [TestUser, TestUser]
    const client = 'client@partner.example'
    await placeInHierarchy(app, me, { user: superior }, 'superior')
    // Of two entries for one colleague the one by id counts.
    await placeInHierarchy(app, me, { email: superior.email }, 'equal')
    await placeInHierarchy(app, me, { email: client }, 'lower')
    const emails = [client, 'other@partner.example'].map((email) => ({ email }))
    await create({ pool: [...[superior, unknown].map(({ id }) => ({ user_id: id })), ...emails], per_round: 4 })
    await nextRound()
    const found = await rows(
      app.database.db,
      { who: t.text, relation: t.text },
      sql`select coalesce(p.user_id::text, g.email) as who, p.relation from recipients p
        join requests r on r.id = p.request_id and r.requester_id = ${me.id} left join guests g on g.id = p.guest_id`,
    )
    expect(Object.fromEntries(found.map(({ who, relation }) => [who, relation]))).toEqual({
      [superior.id]: 'superior',
      [unknown.id]: 'coworker',
      [client]: 'lower',
      'other@partner.example': 'outside',
    })
  })

  test('asks no more external people than the daily limit allows; the others keep their turn', async () => {
    const outsiders = ['a', 'b', 'c'].map((name) => ({ email: `${name}-${company.id}@partner.example` }))
    const [a, b, c] = outsiders.map(({ email }) => email)
    const [colleague] = idsOf(0)
    await app.database.db.execute(
      sql`update companies set outside_per_person = 2, outside_per_company = 3 where company_id = ${company.id}`,
    )
    await create({ pool: [...outsiders, { user_id: pool[0]?.id }], per_round: 4 })
    await nextRound()
    await nextRound()
    expect((await requests()).map(askedIn)).toEqual([[a, b, colleague].sort(), [a, c, colleague].sort()])

    // The company's limit is shared: two owners whose rounds are in one batch.
    const other = pool[1] as TestUser
    await app.database.db.execute(sql`update recurrences set next_at = null`)
    for (const who of [me, other]) await create({ pool: outsiders, per_round: 3 }, who)
    app.advance(2 * DAY_MS)
    await send()
    const both = [(await requests()).at(-1), (await requests(other)).at(-1)].map((request) => askedIn(request).length)
    expect(both.sort()).toEqual([1, 2])
    const counted = await rows(
      app.database.db,
      { mails: t.int },
      sql`select mails from outside_mails where company_id = ${company.id} and day = ${day(0)}::date and sender_id is null`,
    )
    expect(counted).toEqual([{ mails: 3 }])
  })

  test('sends external people a link of their own, unless they unsubscribed', async () => {
    const gus = { email: 'gus@partner.example', first_name: 'Gus', locale: 'de' }
    await create({ pool: [gus, { email: 'other@partner.example' }], per_round: 2 })
    await app.mails()
    await nextRound()
    const mails = await app.mails()
    const mail = mails.find(({ to }) => !Array.isArray(to) && to?.text === 'gus@partner.example')
    const [, token = '', feedbackId = ''] = /guest-answer\/([\w-]+)\/([\w-]+)/.exec(mail?.text ?? '') ?? []
    const view = await app.call(null, guest.getGuestView, { params: { token, feedbackId } })
    expect(view.body).toMatchObject({ guest: { first_name: 'Gus' }, locale: 'de' })
    await stopMailsTo(app, company.id, 'gus@partner.example')
    expect((await only()).next_rounds[0]?.members.map(({ email }) => email)).toEqual(['other@partner.example'])
    await nextRound()
    expect(askedIn((await requests())[1])).toEqual(['other@partner.example'])
    const guests = await rows(
      app.database.db,
      { first_name: t.text, locale: t.text, email: t.text },
      sql`select distinct p.first_name, p.locale, g.email from recipients p join guests g on g.company_id = p.company_id and g.id = p.guest_id
        where p.company_id = ${company.id} order by g.email`,
    )
    expect(guests).toEqual([gus, { first_name: '', locale: 'en', email: 'other@partner.example' }])
  })

  test('neither asks deactivated people, nor is sent for a deactivated owner', async () => {
    const [gone] = pool as [TestUser]
    const deactivate = (who: TestUser, at: Date | null) =>
      app.database.db.execute(sql`update users set deactivated_at = ${at} where id = ${who.id}`)
    await create()
    await deactivate(gone, app.now())
    await nextRound()
    expect(askedIn((await requests())[0])).toEqual(idsOf(1, 2))
    await deactivate(me, app.now())
    app.advance(5 * FORTNIGHT)
    expect(await send()).toBe(0)
    await deactivate(me, null)
    expect(await send(), 'one round makes up for all').toBe(1)
    expect(await send()).toBe(0)
  })

  test('leaves out a retired skill', async () => {
    await create()
    await app.database.db.execute(sql`update skills set retired_at = now() where id = ${company.skillIds[0]}`)
    await nextRound()
    expect((await requests())[0]?.skills.map(({ id }) => id)).toEqual([company.skillIds[1]])
    await app.database.db.execute(sql`update skills set retired_at = now() where id = ${company.skillIds[1]}`)
    expect(await nextRound()).toBe(0)
    expect((await news()).map(({ kind }) => kind)).toEqual(['round_skipped', 'round_sent'])
  })

  test('is skipped when too few people are free for confidential answers to be ever released', async () => {
    await create({ confidential: true, per_round: 3 })
    await nextRound()
    const [request] = await requests()
    expect(request).toMatchObject({ confidential: true })
    expect(askedIn(request)).toEqual(idsOf(0, 1, 2))
    await app.database.db.execute(sql`update users set deactivated_at = now() where id in (${pool[0]?.id}, ${pool[1]?.id})`)
    expect(await nextRound()).toBe(0)
    expect((await news()).map(({ kind }) => kind)).toEqual(['round_skipped', 'round_sent'])
    expect(await requests()).toHaveLength(1)
  })
})

describe('schedule of rounds', () => {
  test('dates missed by the worker are caught up by one round, the last one, too', async () => {
    await create({ ends: { date: day(8 * 14) } })
    app.advance(4 * FORTNIGHT)
    expect([await send(), await send()]).toEqual([1, 0])
    const { next_rounds, rounds_sent } = await only()
    expect(rounds_sent).toBe(1)
    expect(Date.parse(next_rounds[0]?.at ?? '')).toBeGreaterThan(app.now().getTime())
    app.advance(9 * FORTNIGHT)
    expect([await send(), await send()], 'the last one, too').toEqual([1, 0])
    expect((await only()).state).toBe('ended')
  })

  test('dates missed while paused are not caught up', async () => {
    const { id } = await create()
    await nextRound()
    await change(id, { paused: true })
    app.advance(5 * FORTNIGHT)
    expect(await send()).toBe(0)
    const resumed = await change(id, { paused: false })
    expect(await send()).toBe(0)
    const [next] = resumed.next_rounds
    const ahead = Date.parse(next?.at ?? '') - app.now().getTime()
    expect(ahead).toBeGreaterThan(0)
    expect(ahead).toBeLessThanOrEqual(FORTNIGHT + 2 * DAY_MS)
    expect(await nextRound()).toBe(1)
  })

  test('ends with the last round', async () => {
    await create({ ends: { rounds: 2 } })
    expect([await nextRound(), (await only()).state, await nextRound(), (await only()).state]).toEqual([1, 'active', 1, 'ended'])
    app.advance(10 * FORTNIGHT)
    expect(await send()).toBe(0)
    expect(await only()).toMatchObject({ rounds_sent: 2, next_rounds: [] })
  })

  test('after stopping, sent requests can still be answered', async () => {
    const { id } = await create()
    await nextRound()
    await app.call(await session(me), recurrences.deleteRecurrence, { params: { id } })
    await answerAll(pool[0] as TestUser)
    expect((await requests())[0]?.counts.answered).toBe(1)
    app.advance(10 * FORTNIGHT)
    expect(await send()).toBe(0)
  })
})
