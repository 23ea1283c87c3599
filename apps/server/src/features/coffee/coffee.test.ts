import { coffee } from '@reflet/contract/coffee'
import { DAY_MS } from '@reflet/contract/durations'
import type { Input } from '@reflet/contract/endpoint'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask, mailedParams } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { expireCoffee } from './schedules.commands.ts'

const app = useTestApp()
const { company, camille, amir } = useCompany(app, { camille: {}, amir: { locale: 'ar' } })

// The limit on mails has its own test.
beforeEach(() => app.advance(61_000))

type Body = Input<typeof coffee.createCoffee>['body']
const inDays = (...days: number[]) => days.map((day) => new Date(app.now().getTime() + day * DAY_MS).toISOString())
const propose = (who: TestUser, invitee: Body['invitee'], more: Partial<Body> = {}) =>
  app.call(who, coffee.createCoffee, { body: { invitee, slots: inDays(1, 2, 3), idempotency_key: aKey(), ...more } })
const one = (id: string) => ({ params: { id } })
const accept = (who: TestUser, id: string, slot: string) => app.call(who, coffee.acceptCoffee, { ...one(id), body: { slot } })
const reschedule = (who: TestUser, id: string, slots: string[], more: { place?: string | null; minutes?: 60 } = {}) =>
  app.call(who, coffee.rescheduleCoffee, { ...one(id), body: { slots, ...more } })
const newsOf = async (who: TestUser, id: string) =>
  (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ coffee_id }) => coffee_id === id).map(({ kind }) => kind)

const readBy = async (who: TestUser, id: string) =>
  (await app.call(who, newsfeed.listNews)).body.newsfeed.filter(({ coffee_id }) => coffee_id === id).map(({ is_read }) => is_read)

/** An answer that `receiver` got, named by default. */
async function answered(receiver: TestUser, givers: (TestUser | { email: string })[], confidential = false) {
  const sent = await ask(app, receiver, givers, { confidential })
  for (const item of sent.feedbacks) {
    const giver = givers.find((one) => 'id' in one && one.id === item.recipient.user_id) as TestUser | undefined
    const { token, feedbackId } = mailedParams(app, item)
    if (giver) await answer(app, giver, item.id)
    else await app.call(null, guest.guestAnswer, { params: { token, feedbackId }, body: anAnswer() })
  }
  return sent.feedbacks.map(({ id }) => id)
}

describe('who can be invited', () => {
  test('the giver of a named answer, colleague or guest, with the skill it was about', async () => {
    const [fromAmir, fromGuest] = (await answered(camille, [amir, { email: 'giver@partner.example' }])) as [string, string]
    const asked = await propose(camille, { feedback_id: fromAmir })
    expect(asked.body).toMatchObject({ invitee: { id: amir.id, first_name: 'Amir' }, is_mine: true, status: 'pending' })
    expect(asked.body.skill_name).toBeTruthy()
    const seen = (await app.call(amir, coffee.getCoffee, one(asked.body.id))).body
    expect(seen).toMatchObject({ is_mine: false, organiser: { id: camille.id } })
    const guests = () => rows(app.database.db, { id: t.uuid }, sql`select id from guests where email = 'giver@partner.example'`)
    const before = await guests()
    expect((await propose(camille, { feedback_id: fromGuest })).body.invitee.id).toBeNull()
    expect(await guests(), 'the guest whom we know').toEqual(before)
  })

  test('never the giver of a confidential answer, of another person’s answer, or a former colleague', async () => {
    const [one, two, three, leaver] = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const [secret] = (await answered(camille, [one, two, three], true)) as [string]
    const [others] = (await answered(amir, [one])) as [string]
    const [former] = (await answered(camille, [leaver])) as [string]
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${leaver.id}`)
    for (const feedback_id of [secret, others, former]) expectProblem(await propose(camille, { feedback_id }), 404, 'not_found')
    expectProblem(await propose(camille, { user_id: leaver.id }), 404, 'not_found')
    const stranger = await createUser(app, await createCompany(app))
    expectProblem(await propose(camille, { user_id: stranger.id }), 404, 'not_found')
  })

  test('the address of a colleague means that colleague; inviting oneself is refused', async () => {
    expect((await propose(camille, { email: amir.email.toUpperCase() })).body.invitee.id).toBe(amir.id)
    for (const invitee of [{ user_id: camille.id }, { email: camille.email }])
      expectProblem(await propose(camille, invitee), 422, 'cannot_ask_yourself')
    const { body } = await propose(camille, { email: 'new@partner.example', first_name: 'Nadia' })
    expect(body.invitee).toMatchObject({ id: null, first_name: 'Nadia' })
  })
})

describe('the proposal', () => {
  test('has times in the future, at most 90 days ahead, without duplicates', async () => {
    const invitee = { user_id: amir.id }
    expectProblem(await propose(camille, invitee, { slots: inDays(1, -0.01) }), 422, 'slot_in_past')
    expectProblem(await propose(camille, invitee, { slots: inDays(90.1) }), 422, 'slot_too_far')
    const [slot] = inDays(1) as [string]
    const elsewhere = `${new Date(Date.parse(slot) + 7_200_000).toISOString().slice(0, -1)}+02:00`
    expect((await propose(camille, invitee, { slots: [slot, elsewhere] })).status).toBe(400)
    expect((await propose(camille, invitee, { slots: inDays(1, 2, 3, 4) })).status).toBe(400)
  })

  test('is created once per key, also concurrently', async () => {
    const body = { slots: inDays(1), place: 'Zxqplace', message: 'Zxqwords', idempotency_key: aKey() }
    const both = await Promise.all([propose(camille, { user_id: amir.id }, body), propose(camille, { user_id: amir.id }, body)])
    expect(both[0].body.id).toBe(both[1].body.id)
    expect(both[0].body).toMatchObject({ place: 'Zxqplace', message: 'Zxqwords', minutes: 30 })
    expectProblem(await propose(camille, { user_id: amir.id }, { ...body, minutes: 60 }), 409, 'idempotency_key_reused')
    expect(await newsOf(amir, both[0].body.id)).toEqual(['coffee_proposed'])
  })

  test('is limited with its moves to ten a minute: each sends a mail', async () => {
    const [me, other] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const statuses: number[] = []
    const { body, status } = await propose(me, { user_id: other.id })
    for (let day = 4; day < 8; day++) statuses.push((await reschedule(me, body.id, inDays(day))).status)
    for (let number = 0; number < 6; number++) statuses.push((await propose(me, { user_id: other.id })).status)
    statuses.push((await reschedule(me, body.id, inDays(9))).status)
    expect([status, ...statuses]).toEqual([...Array(10).fill(200), 429, 429])
  })

  test('is listed by page, newest first', async () => {
    const [me, other] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const ids: string[] = []
    for (let number = 0; number < 22; number++) {
      app.advance(61_000)
      ids.push((await propose(me, { user_id: other.id })).body.id)
    }
    const first = (await app.call(other, coffee.listCoffee)).body
    const second = (await app.call(other, coffee.listCoffee, { query: { cursor: first.next_cursor as string } })).body
    expect([...first.coffee_requests, ...second.coffee_requests].map(({ id }) => id)).toEqual(ids.reverse())
    expect(second.next_cursor).toBeNull()
  })
})

describe('decisions', () => {
  test('each role has its own: the invited accepts or declines, the organiser cancels or moves', async () => {
    const { body } = await propose(camille, { user_id: amir.id })
    expect(body.can).toEqual({ accept: false, decline: false, cancel: true, reschedule: true })
    const seen = (await app.call(amir, coffee.getCoffee, one(body.id))).body
    expect(seen.can).toEqual({ accept: true, decline: true, cancel: false, reschedule: false })
    const slot = body.slots[0] as string
    expectProblem(await accept(camille, body.id, slot), 404, 'not_found')
    expectProblem(await app.call(camille, coffee.declineCoffee, one(body.id)), 404, 'not_found')
    expectProblem(await app.call(amir, coffee.cancelCoffee, one(body.id)), 404, 'not_found')
    expectProblem(await reschedule(amir, body.id, inDays(5)), 404, 'not_found')
  })

  test('accepting chooses one of the times, once; the organiser is notified', async () => {
    const { body } = await propose(camille, { user_id: amir.id })
    const [first, second] = body.slots as [string, string]
    expectProblem(await accept(amir, body.id, inDays(4)[0] as string), 422, 'slot_unknown')
    expect(await readBy(amir, body.id)).toEqual([false])
    expect((await accept(amir, body.id, first)).body).toMatchObject({ status: 'accepted', slot: first })
    expect(await readBy(amir, body.id), 'what is decided').toEqual([true])
    expect(await readBy(camille, body.id)).toEqual([false])
    expect((await accept(amir, body.id, first)).status, 'again').toBe(200)
    expectProblem(await accept(amir, body.id, second), 409, 'coffee_closed')
    expect(await newsOf(camille, body.id)).toEqual(['coffee_accepted'])
  })

  test('of two concurrent decisions only one succeeds', async () => {
    const { body } = await propose(camille, { user_id: amir.id })
    const [first, second] = body.slots as [string, string]
    const replies = await Promise.all([
      accept(amir, body.id, first),
      accept(amir, body.id, second),
      app.call(camille, coffee.cancelCoffee, one(body.id)),
      app.call(amir, coffee.declineCoffee, one(body.id)),
    ])
    const { status, slot } = (await app.call(camille, coffee.getCoffee, one(body.id))).body
    expect(['cancelled', 'declined']).toContain(status)
    expect(slot).toBeNull()
    expect(replies.filter((reply) => reply.status === 200).length).toBeLessThan(4)
    for (const reply of replies) expect([200, 409]).toContain(reply.status)
  })

  test('a past time cannot be chosen; when all are past, the proposal has expired', async () => {
    const { body } = await propose(camille, { user_id: amir.id }, { slots: inDays(0.1, 1) })
    const [soon, later] = body.slots as [string, string]
    app.advance(0.2 * DAY_MS)
    expectProblem(await accept(amir, body.id, soon), 422, 'slot_in_past')
    app.advance(DAY_MS)
    expectProblem(await accept(amir, body.id, later), 409, 'coffee_closed')
    expect((await app.call(amir, coffee.getCoffee, one(body.id))).body).toMatchObject({ status: 'expired', can: { decline: false } })
    await expireCoffee(app.platform)
    expect(await rows(app.database.db, { status: t.text }, sql`select status from coffee_requests where id = ${body.id}`)).toEqual([
      { status: 'expired' },
    ])
    expect((await reschedule(camille, body.id, inDays(1))).body).toMatchObject({ status: 'pending', can: { cancel: true } })
  })

  test('what took place cannot be changed; what was declined stays so', async () => {
    const [past, declined, cancelled] = await Promise.all(
      [1, 2, 3].map(() => propose(camille, { user_id: amir.id }).then(({ body }) => body)),
    )
    if (!past || !declined || !cancelled) throw new Error('not proposed')
    await accept(amir, past.id, past.slots[0] as string)
    for (const time of ['first', 'again']) {
      expect((await app.call(amir, coffee.declineCoffee, one(declined.id))).status, time).toBe(200)
      expect((await app.call(camille, coffee.cancelCoffee, one(cancelled.id))).status, time).toBe(200)
    }
    expect(await newsOf(camille, declined.id)).toEqual(['coffee_declined'])
    expect(await newsOf(amir, cancelled.id), 'the unread proposal is out of date').toEqual(['coffee_cancelled'])
    for (const { id } of [declined, cancelled]) {
      expectProblem(await accept(amir, id, inDays(1)[0] as string), 409, 'coffee_closed')
      expectProblem(await reschedule(camille, id, inDays(1)), 409, 'coffee_closed')
    }
    app.advance(1.1 * DAY_MS)
    expectProblem(await app.call(amir, coffee.declineCoffee, one(past.id)), 409, 'coffee_closed')
    expectProblem(await app.call(camille, coffee.cancelCoffee, one(past.id)), 409, 'coffee_closed')
    expectProblem(await reschedule(camille, past.id, inDays(1)), 409, 'coffee_closed')
  })

  test('an invitation of a former colleague can only be declined', async () => {
    const leaver = await createUser(app, company)
    const { body } = await propose(leaver, { user_id: amir.id })
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${leaver.id}`)
    expectProblem(await accept(amir, body.id, body.slots[0] as string), 409, 'coffee_closed')
    expect((await app.call(amir, coffee.declineCoffee, one(body.id))).status).toBe(200)
  })

  test('moving proposes new times, and keeps the place and the length unless they are given', async () => {
    const { body } = await propose(camille, { user_id: amir.id }, { place: 'Here', minutes: 45 })
    await accept(amir, body.id, body.slots[0] as string)
    const moved = await reschedule(camille, body.id, inDays(5))
    expect(moved.body).toMatchObject({ status: 'pending', slot: null, place: 'Here', minutes: 45 })
    expect(moved.body.slots).toHaveLength(1)
    expectProblem(await accept(amir, body.id, body.slots[0] as string), 422, 'slot_unknown')
    expectProblem(await reschedule(camille, body.id, inDays(-1)), 422, 'slot_in_past')
    const move = async (more: Parameters<typeof reschedule>[3]) => (await reschedule(camille, body.id, inDays(6), more)).body
    expect(await move({ minutes: 60 })).toMatchObject({ place: 'Here', minutes: 60 })
    expect(await move({ place: ' ' })).toMatchObject({ place: null, minutes: 60 })
    expect(await move({ place: 'There' })).toMatchObject({ place: 'There' })
    expect(await move({ place: null })).toMatchObject({ place: null })
  })
})
