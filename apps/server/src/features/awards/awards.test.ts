import { account } from '@reflet/contract/account'
import { AWARD_ICONS, awards, MAX_AWARD_RECIPIENTS } from '@reflet/contract/awards'
import { LOCALES } from '@reflet/contract/common'
import { HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import type { Input } from '@reflet/contract/endpoint'
import { newsfeed } from '@reflet/contract/newsfeed'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { insert, sql } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { aKey, createCompany, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)

const UNKNOWN_ID = '0199aaaa-0000-7000-8000-000000000000'
const TYPE = 0

type Giving = Partial<Input<typeof awards.giveAwards>['body']>
const give = (from: TestUser, to: readonly { id: string }[], more: Giving = {}) =>
  app.call(from, awards.giveAwards, {
    body: {
      type_id: from.company.awardTypeIds[TYPE] as string,
      user_ids: to.map(({ id }) => id),
      visibility: 'private',
      idempotency_key: aKey(),
      ...more,
    },
  })
const giveOne = async (from: TestUser, to: TestUser, more: Giving = {}) => (await give(from, [to], more)).body.awards[0]?.id as string
const list = async (who: TestUser, box: 'received' | 'given' | 'company', cursor?: string | null) =>
  (await app.call(who, awards.listAwards, { query: { box, ...(cursor && { cursor }) } })).body
const get = (who: TestUser, id: string) => app.call(who, awards.getAward, { params: { id } })
const hide = (who: TestUser, id: string) => app.call(who, awards.updateAward, { params: { id }, body: { visibility: 'private' } })
const withdraw = (who: TestUser, id: string) => app.call(who, awards.deleteAward, { params: { id } })
const mailsTo = async ({ email }: TestUser) => (await app.mails()).filter(({ to }) => JSON.stringify(to).includes(email))
const three = async (where = company) => (await createUsers(app, where, 3)) as [TestUser, TestUser, TestUser]

describe('types', () => {
  test.each(LOCALES)('are listed in the company’s order, in %s', async (locale) => {
    const viewer = await createUser(app, company, { locale })
    const { types } = (await app.call(viewer, awards.listAwardTypes)).body
    expect(types.map(({ id }) => id)).toEqual(company.awardTypeIds)
    expect([...types.map(({ icon }) => icon)].sort(), 'each its own drawing').toEqual([...AWARD_ICONS].sort())
    for (const { name, description } of types) expect(Math.min(name.length, description.length)).toBeGreaterThan(3)
    if (locale === 'fr') expect(types[0]).toMatchObject({ name: 'Esprit d’équipe', icon: 'puzzle' })
  })

  test('of the company fall back to English; a retired one can no longer be given but stays on its awards', async () => {
    const own = await createCompany(app)
    const [giver, receiver] = await three(own)
    const id = newId(app.now())
    const names = { en: 'Golden kettle', fr: 'Bouilloire d’or' }
    await insert(app.database.db, 'award_types', {
      company_id: own.id,
      id,
      icon: 'kettle',
      names,
      descriptions: {},
      position: 0,
      created_at: app.now(),
    })
    const german = await createUser(app, own, { locale: 'de' })
    const listed = async () => (await app.call(german, awards.listAwardTypes)).body.types[0]
    expect(await listed()).toEqual({ id, name: 'Golden kettle', description: '', icon: 'kettle' })
    const given = await giveOne(giver, receiver, { type_id: id })
    await app.database.db.execute(sql`update award_types set retired_at = now() where id = ${id}`)
    expect((await listed())?.id).toBe(own.awardTypeIds[0])
    expectProblem(await give(giver, [receiver], { type_id: id }), 404, 'not_found')
    expect((await get(receiver, given)).body.type.name).toBe('Golden kettle')
  })
})

describe('giving an award', () => {
  test('creates an award for each, with a news item and a mail without the message', async () => {
    const giver = await createUser(app, company, { first_name: 'Ada', last_name: 'Roy' })
    const [first, second] = await three()
    const reply = await give(giver, [first, second], { message: 'Thank you for Tuesday', visibility: 'company' })
    expect(reply.status).toBe(200)
    expect(reply.body.awards.map(({ receiver }) => receiver.id)).toEqual([first.id, second.id])
    const [award] = reply.body.awards
    expect(award).toMatchObject({ giver: { id: giver.id }, message: 'Thank you for Tuesday', can: { hide: false, withdraw: true } })
    for (const receiver of [first, second]) {
      const { awards: received } = await list(receiver, 'received')
      expect(received).toMatchObject([{ message: 'Thank you for Tuesday', visibility: 'company', can: { hide: true, withdraw: false } }])
      const news = (await app.call(receiver, newsfeed.listNews)).body.newsfeed
      expect(news).toMatchObject([{ kind: 'award_received', award_id: received[0]?.id, is_read: false, actor: {} }])
    }
    const mails = await mailsTo(first)
    expect(mails.map(({ subject }) => subject)).toEqual(['Ada Roy thanks you: “Team spirit”'])
    expect(mails[0]?.text).toContain(`/award?id=${award?.id}`)
    expect(mails[0]?.text).toContain('is on the company feed')
    expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain('Tuesday')
  })

  test('is private by default, and needs no message; a person who switched the mails off gets only the news item', async () => {
    const [giver, receiver, third] = await three()
    await app.call(receiver, people.updateUser, { params: { userId: '1' }, body: { notifications: { award: { email: false } } } })
    const { body } = await give(giver, [receiver], { message: '  ', visibility: undefined })
    expect(body.awards).toMatchObject([{ visibility: 'private', message: null }])
    expect((await list(third, 'company')).awards.map(({ id }) => id)).not.toContain(body.awards[0]?.id)
    expect(await mailsTo(receiver)).toEqual([])
    expect((await app.call(receiver, newsfeed.listNews)).body.unread).toBe(1)
  })

  test('is idempotent per key, also concurrently; with other content it is refused', async () => {
    const [giver, first, second] = await three()
    const key = aKey()
    const twins = await Promise.all([1, 2, 3].map(() => give(giver, [first, second], { idempotency_key: key, message: 'Once' })))
    expect(new Set(twins.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(twins[0]?.body.awards).toHaveLength(2)
    expect((await list(giver, 'given')).awards).toHaveLength(2)
    expect((await app.call(first, newsfeed.listNews)).body.newsfeed).toHaveLength(1)
    for (const other of [{ message: 'Twice' }, { message: 'Once', visibility: 'company' as const }])
      expectProblem(await give(giver, [first, second], { idempotency_key: key, ...other }), 409, 'idempotency_key_reused')
    expectProblem(await give(giver, [first], { idempotency_key: key, message: 'Once' }), 409, 'idempotency_key_reused')
    expect((await give(second, [first], { idempotency_key: key, message: 'Once' })).status, 'of somebody else').toBe(200)
  })

  test('is for active colleagues only, all or nothing, and never for oneself', async () => {
    const [giver, receiver] = await three()
    const elsewhere = await createUser(app, await createCompany(app))
    const gone = await createUser(app, company, { deactivated: true })
    for (const wrong of [elsewhere, gone, { id: UNKNOWN_ID }]) {
      expectProblem(await give(giver, [receiver, wrong]), 404, 'not_found')
    }
    expectProblem(await give(giver, [receiver], { type_id: elsewhere.company.awardTypeIds[TYPE] as string }), 404, 'not_found')
    expectProblem(await give(giver, [receiver, giver]), 422, 'cannot_award_yourself')
    expectProblem(await give(giver, [receiver, receiver]), 400, 'invalid_input')
    expectProblem(await give(giver, []), 400, 'invalid_input')
    const many = await createUsers(app, company, MAX_AWARD_RECIPIENTS + 1)
    expectProblem(await give(giver, many), 400, 'invalid_input')
    expect((await list(giver, 'given')).awards).toEqual([])
    expect((await list(receiver, 'received')).awards).toEqual([])
    expect((await give(giver, many.slice(1))).body.awards).toHaveLength(MAX_AWARD_RECIPIENTS)
  })
})

describe('visibility', () => {
  test('a private one: giver and receiver; one on the feed: the whole company, and no one else', async () => {
    const [giver, receiver, third] = await three()
    const elsewhere = await createUser(app, await createCompany(app))
    const quiet = await giveOne(giver, receiver, { message: 'Between us' })
    const shown = await giveOne(giver, receiver, { message: 'For all', visibility: 'company' })
    const idsOf = async (who: TestUser) => (await list(who, 'company')).awards.map(({ id }) => id)
    for (const who of [giver, receiver]) expect([(await get(who, quiet)).status, (await get(who, shown)).status]).toEqual([200, 200])
    expectProblem(await get(third, quiet), 404, 'not_found')
    expect((await get(third, shown)).body).toMatchObject({ message: 'For all', can: { hide: false, withdraw: false } })
    for (const who of [third, giver]) {
      expect(await idsOf(who)).toContain(shown)
      expect(await idsOf(who), 'not even mine').not.toContain(quiet)
    }
    expectProblem(await get(elsewhere, shown), 404, 'not_found')
    expect((await list(elsewhere, 'company')).awards).toEqual([])
    for (const box of ['received', 'given'] as const) expect((await list(third, box)).awards).toEqual([])
  })

  test('only the receiver removes it from the feed; then giver and receiver still see it', async () => {
    const [giver, receiver, third] = await three()
    const id = await giveOne(giver, receiver, { visibility: 'company' })
    for (const who of [giver, third]) expectProblem(await hide(who, id), 404, 'not_found')
    expect((await get(third, id)).body.visibility).toBe('company')
    expect((await hide(receiver, id)).body).toMatchObject({ visibility: 'private', can: { hide: false } })
    expect((await hide(receiver, id)).status, 'again').toBe(200)
    expectProblem(await get(third, id), 404, 'not_found')
    expect((await list(third, 'company')).awards.map((award) => award.id)).not.toContain(id)
    for (const who of [giver, receiver]) expect((await get(who, id)).body.visibility).toBe('private')
    const back = await app.call(receiver, awards.updateAward, { params: { id }, body: { visibility: 'company' as 'private' } })
    expectProblem(back, 400, 'invalid_input')
  })

  test('lists are paged newest first without gaps or duplicates', async () => {
    const [giver, receiver] = await three(await createCompany(app))
    const made: string[] = []
    for (let n = 0; n < 45; n++) {
      app.advance(61_000)
      made.unshift(await giveOne(giver, receiver, { visibility: 'company' }))
    }
    for (const [who, box] of [
      [receiver, 'received'],
      [giver, 'given'],
      [receiver, 'company'],
    ] as const) {
      const first = await list(who, box)
      const second = await list(who, box, first.next_cursor)
      const third = await list(who, box, second.next_cursor)
      expect([first, second, third].map((page) => page.awards.length)).toEqual([20, 20, 5])
      expect([first, second, third].flatMap((page) => page.awards.map(({ id }) => id))).toEqual(made)
      expect(third.next_cursor).toBeNull()
    }
  })
})

describe('revoking an award', () => {
  test('the giver revokes it within 24 hours; its news item and its unsent mail are deleted', async () => {
    const [giver, receiver, third] = await three()
    app.refuseMails(true)
    const id = await giveOne(giver, receiver, { visibility: 'company' })
    // If its mail is being sent at this moment, the send is cancelled, too, before the award is revoked.
    await app.sendMails()
    for (const who of [receiver, third]) expectProblem(await withdraw(who, id), 404, 'not_found')
    expect((await app.call(receiver, newsfeed.listNews)).body.newsfeed).toHaveLength(1)
    expect((await withdraw(giver, id)).status).toBe(200)
    app.refuseMails(false)
    expectProblem(await withdraw(giver, id), 404, 'not_found')
    expect((await app.call(receiver, newsfeed.listNews)).body.newsfeed).toEqual([])
    expect((await list(receiver, 'received')).awards).toEqual([])
    app.advance(HOUR_MS)
    expect(await mailsTo(receiver)).toEqual([])
  })

  test('is possible until the 24th hour, and not after', async () => {
    const [giver, receiver] = await three()
    const [early, late] = [await giveOne(giver, receiver), await giveOne(giver, receiver)]
    app.advance(24 * HOUR_MS - MINUTE_MS)
    expect((await get(giver, early)).body.can.withdraw).toBe(true)
    expect((await withdraw(giver, early)).status).toBe(200)
    app.advance(MINUTE_MS)
    expect((await get(giver, late)).body.can.withdraw).toBe(false)
    expectProblem(await withdraw(giver, late), 409, 'edit_window_closed')
    expect((await get(receiver, late)).status).toBe(200)
  })
})

describe('deleting an account', () => {
  test('awards that a former colleague gave stay without a name, those they received and their unsent mails are deleted', async () => {
    const [leaver, receiver, third] = await three()
    const given = await giveOne(leaver, receiver, { message: 'From me', visibility: 'company' })
    const received = await giveOne(third, leaver, { visibility: 'company' })
    app.refuseMails(true)
    await app.mails()
    app.refuseMails(false)
    expect((await app.call(leaver, account.deleteUser)).status).toBe(200)
    expect((await get(receiver, given)).body).toMatchObject({
      giver: { id: null, first_name: '', last_name: '', job_title: '', avatar_url: null },
      message: 'From me',
    })
    expect((await list(third, 'company')).awards.map(({ id }) => id)).toContain(given)
    expectProblem(await get(third, received), 404, 'not_found')
    expect((await list(third, 'given')).awards).toEqual([])
    expect((await app.call(receiver, newsfeed.listNews)).body.newsfeed).toMatchObject([{ actor: null, award_id: given }])
    app.advance(HOUR_MS)
    expect(await mailsTo(receiver)).toEqual([])
  })
})
