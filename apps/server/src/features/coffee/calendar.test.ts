import { account } from '@reflet/contract/account'
import { coffee } from '@reflet/contract/coffee'
import type { Input } from '@reflet/contract/endpoint'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import type { ParsedMail } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aCalendar, calendarPartsOf, readCalendar } from '../../test/calendar.ts'
import { aKey, createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'
import { oneClick, stopLinksIn } from '../../test/stop-links.ts'
import { forgetSent } from '../notifications/notifications.commands.ts'
import { expireCoffee } from './schedules.commands.ts'

const DAY = 86_400_000
const GUEST = 'nadia@partner.example'
let app: TestApp
let company: TestCompany
let camille: TestUser
let amir: TestUser

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
const called = (first_name: string, last_name: string) => ({
  first_name,
  last_name,
  email: `${first_name.toLowerCase()}-${company.id}@company.example`,
})
beforeEach(async () => {
  app.advance(61_000)
  company = await createCompany(app)
  camille = await createUser(app, company, { ...called('Camille', 'Martin'), locale: 'fr' })
  amir = await createUser(app, company, { ...called('Amir', 'Haddad'), locale: 'ar' })
  await app.mails()
})

type Body = Input<typeof coffee.createCoffee>['body']
const inDays = (...days: number[]) =>
  days.map((day) => new Date(Math.floor(app.now().getTime() / 60_000) * 60_000 + day * DAY).toISOString())
const propose = async (invitee: Body['invitee'], more: Partial<Body> = {}) =>
  (await app.call(camille, coffee.createCoffee, { body: { invitee, slots: inDays(2, 3, 4), idempotency_key: aKey(), ...more } })).body
const one = (id: string) => ({ params: { id } })
const accept = (id: string, slot: string | undefined) => app.call(amir, coffee.acceptCoffee, { ...one(id), body: { slot: slot as string } })
const addressOf = ({ to }: ParsedMail) => [to ?? []].flat()[0]?.text ?? ''
const tokenIn = (mail: ParsedMail | undefined) => /\/coffee\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string
const mailed = async () => (await app.mails()).map((mail) => ({ to: addressOf(mail), mail, ...calendarPartsOf(mail) }))
type Mailed = Awaited<ReturnType<typeof mailed>>[number]
const spoken = (mails: Mailed[]) =>
  mails.map(({ to, text }) => [to, text && readCalendar(text).method, text && readCalendar(text).sequence]).sort()
const switchOff = (who: TestUser) =>
  app.call(who, people.updateUser, { params: { userId: '1' }, body: { notifications: { coffee: { email: false } } } })

describe('the proposal’s mail', () => {
  test('tells the times in the reader’s language and zone, and answers without login', async () => {
    await app.database.db.execute(sql`update users set time_zone = 'Asia/Tokyo' where id = ${amir.id}`)
    const day = new Date(app.now().getTime() + 5 * DAY).toISOString().slice(0, 10)
    const { id } = await propose({ user_id: amir.id }, { slots: [`${day}T06:30:00Z`], place: 'Zxqplace', message: 'Zxqwords' })
    const [first] = await mailed()
    expect(first?.to).toBe(amir.email)
    expect(first?.mail.text).toContain('3:30')
    expect(first?.mail.text).toContain('Camille')
    expect(first?.mail.text).toContain('Zxqplace')
    expect(`${first?.mail.text}${first?.mail.html}`).not.toContain('Zxqwords')
    expect(first?.text, 'nothing for the calendar yet').toBeNull()
    const token = tokenIn(first?.mail)
    const view = await app.call(null, coffee.getCoffeeLink, { params: { token } })
    expect(view.body).toMatchObject({ locale: 'ar', time_zone: 'Asia/Tokyo', message: 'Zxqwords', is_guest: false })
    expect(JSON.stringify(view.body)).not.toContain('@')
    for (const person of [view.body.organiser, view.body.invitee]) expect(person.id).toBeNull()
    expect((await app.call(null, coffee.declineCoffeeLink, { params: { token } })).body.status).toBe('declined')
    expect((await app.call(camille, coffee.getCoffee, one(id))).body.status).toBe('declined')
  })

  test('names the organiser’s zone to a guest, who can stop the mails with one click', async () => {
    await propose({ email: GUEST, first_name: 'Nadia', locale: 'de' })
    const [first] = await mailed()
    expect(first?.mail.text).toContain('Mitteleuropäische Zeit')
    expect(first?.mail.text).toContain(`Company`)
    expect(String((first?.mail.headers.get('list') as { unsubscribe?: { url?: string } })?.unsubscribe?.url)).toContain(
      '/api/coffee-links/',
    )
    const stopped = await oneClick(stopLinksIn(first?.mail).header)
    expect([stopped.status, ((await stopped.json()) as { mails_stopped: boolean }).mails_stopped]).toEqual([200, true])
    await propose({ email: GUEST })
    expect(await mailed()).toEqual([])
  })

  test('is not sent for a proposal that was called off before, and the link ends a month after the last time', async () => {
    const { id } = await propose({ email: GUEST })
    await app.call(camille, coffee.cancelCoffee, one(id))
    expect(await mailed(), 'neither the proposal nor its end').toEqual([])
    await propose({ email: GUEST })
    const [first] = await mailed()
    const token = tokenIn(first?.mail)
    app.advance(33 * DAY)
    expect((await app.call(null, coffee.getCoffeeLink, { params: { token } })).body).toMatchObject({ status: 'expired', message: null })
    app.advance(2 * DAY)
    expect((await app.call(null, coffee.getCoffeeLink, { params: { token } })).body.code).toBe('gone')
    const { token: stop } = stopLinksIn(first?.mail)
    expect((await app.call(null, coffee.stopCoffeeMails, { params: { token: stop } })).status).toBe(200)
    expect((await app.call(null, coffee.getCoffeeLink, { params: { token: 'x'.repeat(43) } })).body.code).toBe('not_found')
  })
})

describe('the calendar entry', () => {
  test('is the same in both mails, as text/calendar for programs and as a file for people', async () => {
    const place = 'مقهى الركن الهادئ، الطابق الثاني بجوار قاعة الاجتماعات الكبرى; "خلف" المصعد'
    const { id, slots } = await propose({ user_id: amir.id }, { place, message: 'Zxqwords', minutes: 45 })
    await mailed()
    await accept(id, slots[1])
    const mails = await mailed()
    expect(spoken(mails)).toEqual([
      [amir.email, 'REQUEST', 0],
      [camille.email, 'REQUEST', 0],
    ])
    for (const { text, file, params, mail, to } of mails) {
      expect(params).toMatchObject({ method: 'REQUEST', charset: 'utf-8' })
      expect(file).toBe(text)
      expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
      expect(text?.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      for (const line of (text ?? '').split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(`${mail.text}${mail.html}${text}`).not.toContain('Zxqwords')
      expect(text, 'no link that opens without login').not.toContain('/coffee/')
      expect(readCalendar(text ?? '')).toMatchObject({
        uid: `${id}@127.0.0.1`,
        start: new Date(slots[1] as string),
        minutes: 45,
        location: place,
        status: 'CONFIRMED',
        organizer: 'no-reply@reflet.example',
        url: `${app.url}/coffee-request?id=${id}`,
        summary: to === amir.email ? 'قهوة مع Camille Martin' : 'Café avec Amir Haddad',
        attendees: [
          { address: camille.email, name: 'Camille Martin', status: 'ACCEPTED', rsvp: 'FALSE' },
          { address: amir.email, name: 'Amir Haddad', status: 'ACCEPTED', rsvp: 'FALSE' },
        ],
      })
      aCalendar(to).apply(text ?? '')
    }
  })

  test('can be taken out of the app while it is agreed', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    const download = (who: TestUser) => app.call(who, coffee.getCoffeeInvitation, one(id))
    expect((await download(camille)).status).toBe(409)
    await accept(id, slots[0])
    for (const who of [camille, amir]) {
      const reply = await download(who)
      expect(reply.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
      expect(readCalendar(String(reply.body))).toMatchObject({ method: 'PUBLISH', uid: `${id}@127.0.0.1`, attendees: [] })
    }
    expect((await download(await createUser(app, company))).status).toBe(404)
  })

  test('follows what is decided, in whatever order and however often the mails arrive', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    const words: string[] = []
    const said = async () => {
      const mails = await mailed()
      words.push(...mails.flatMap(({ to, text }) => (to === amir.email && text ? [text] : [])))
      return spoken(mails)
    }
    await said()
    await accept(id, slots[0])
    await said()
    app.advance(60_000)
    const moved = (await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(6), minutes: 60 } })).body
    expect(await said(), 'the entry stays until another time is chosen').toEqual([[amir.email, null, null]])
    app.advance(60_000)
    await accept(id, moved.slots[0])
    expect(await said()).toEqual([
      [amir.email, 'REQUEST', 1],
      [camille.email, 'REQUEST', 1],
    ])
    app.advance(60_000)
    await app.call(camille, coffee.cancelCoffee, one(id))
    expect(await said()).toEqual([
      [amir.email, 'CANCEL', 2],
      [camille.email, 'CANCEL', 2],
    ])
    const [request, again, cancel] = words as [string, string, string]
    expect(new Set(words.map((text) => readCalendar(text).uid)).size).toBe(1)
    expect(readCalendar(cancel).status).toBe('CANCELLED')

    const after = (...order: string[]) => {
      const calendar = aCalendar(amir.email)
      for (const text of order) calendar.apply(text)
      return calendar.entries()
    }
    const [first, second] = [[[slots[0], 30]], [[moved.slots[0], 60]]]
    expect(after(request)).toEqual(first)
    expect(after(request, again)).toEqual(second)
    expect(after(again, request), 'the older word comes late').toEqual(second)
    for (const order of [
      [request, again, cancel],
      [again, cancel, request, request],
      [cancel, again, request],
      [request, cancel, again, cancel],
    ])
      expect(after(...order)).toEqual([])
  })

  test('is cleared for both, also when who accepted says no, or nobody chooses one of the new times', async () => {
    for (const ending of ['declined', 'expired'] as const) {
      const { id, slots } = await propose({ user_id: amir.id }, { slots: inDays(20) })
      await accept(id, slots[0])
      await mailed()
      if (ending === 'declined') await app.call(amir, coffee.declineCoffee, one(id))
      else {
        await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(1) } })
        await mailed()
        app.advance(1.1 * DAY)
        await expireCoffee(app.platform)
        expect(await expireCoffee(app.platform), 'once').toBe(0)
      }
      expect(spoken(await mailed()), ending).toEqual([
        [amir.email, 'CANCEL', 1],
        [camille.email, 'CANCEL', 1],
      ])
    }
  })

  test('once filled is cleared, whatever was switched off since; never filled, nothing is said', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    await switchOff(camille)
    await accept(id, slots[0])
    expect(spoken(await mailed())).toContainEqual([amir.email, 'REQUEST', 0])
    await switchOff(amir)
    await app.call(amir, coffee.declineCoffee, one(id))
    expect(spoken(await mailed())).toEqual([[amir.email, 'CANCEL', 1]])
  })

  test('is cleared even if the mail server broke off, or it was filled more than a month ago', async () => {
    const { id, slots } = await propose({ user_id: amir.id }, { slots: inDays(80) })
    await accept(id, slots[0])
    app.refuseMails(true)
    await app.mails()
    app.refuseMails(false)
    await app.call(camille, coffee.cancelCoffee, one(id))
    app.advance(7 * 60_000)
    expect(spoken(await mailed()), 'only the newest word').toEqual([
      [amir.email, 'CANCEL', 1],
      [camille.email, 'CANCEL', 1],
    ])

    const old = await propose({ user_id: amir.id }, { slots: inDays(80) })
    await accept(old.id, old.slots[0])
    await mailed()
    app.advance(40 * DAY)
    await forgetSent(app.platform)
    // Sessions end before.
    await app.database.db.execute(sql`update sessions set created_at = ${app.now()}, used_at = ${app.now()} where user_id = ${camille.id}`)
    await app.call(camille, coffee.cancelCoffee, one(old.id))
    expect(spoken(await mailed())).toEqual([
      [amir.email, 'CANCEL', 1],
      [camille.email, 'CANCEL', 1],
    ])
    app.advance(75 * DAY)
    await forgetSent(app.platform)
    const kept = await app.database.db.execute(sql`select 1 from outbox where coffee_id = ${old.id}`)
    expect(kept.rowCount).toBe(0)
  })

  test('says the newest thing once, when several were decided before a mail left', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    await accept(id, slots[0])
    const moved = (await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(6) } })).body
    await accept(id, moved.slots[0])
    expect(spoken(await mailed())).toEqual([
      [amir.email, 'REQUEST', 1],
      [camille.email, 'REQUEST', 1],
    ])
  })
})

describe('leaving', () => {
  const leave = (who: TestUser) => app.call(who, account.deleteUser)

  test.each(['the organiser', 'the invited'])('clears the other’s calendar without a name: %s', async (which) => {
    const [leaver, other] = which === 'the organiser' ? [camille, amir] : [amir, camille]
    const agreed = await propose({ user_id: amir.id }, { place: 'Zxqplace', message: 'Zxqwords' })
    const open = await propose({ user_id: amir.id })
    await accept(agreed.id, agreed.slots[0])
    await mailed()
    expect((await leave(leaver)).status).toBe(200)
    const mails = await mailed()
    expect(spoken(mails)).toEqual([[other.email, 'CANCEL', 1]])
    expect(readCalendar(mails[0]?.text ?? '').attendees.map(({ address }) => address)).toEqual([other.email])
    const first = which === 'the organiser' ? 'Camille' : 'Amir'
    for (const words of [mails[0]?.text, mails[0]?.mail.text, String(mails[0]?.mail.html)])
      expect(words).not.toMatch(new RegExp(`${first}|Zxq`))
    const { coffee_requests } = (await app.call(other, coffee.listCoffee)).body
    expect(coffee_requests).toMatchObject([{ id: agreed.id, status: 'cancelled', place: null, message: null }])
    expect(JSON.stringify(coffee_requests)).not.toContain(first)
    expect((await app.call(other, coffee.getCoffee, one(open.id))).status).toBe(404)
    expect((await leave(other)).status, 'the last one takes it along').toBe(200)
    const kept = await app.database.db.execute(sql`select 1 from coffee_requests where id in (${agreed.id}, ${open.id})`)
    expect(kept.rowCount).toBe(0)
  })

  test('a guest who has an account by now is told of by it, and a mail that waits still leaves', async () => {
    const { id, slots } = await propose({ email: GUEST })
    const token = tokenIn((await mailed())[0]?.mail)
    await app.call(null, coffee.acceptCoffeeLink, { params: { token }, body: { slot: slots[0] as string } })
    const accepted = await mailed()
    expect(spoken(accepted)).toEqual([
      [camille.email, 'REQUEST', 0],
      [GUEST, 'REQUEST', 0],
    ])
    expect(readCalendar(accepted.find(({ to }) => to === GUEST)?.text ?? '').url, 'a guest’s calendar may be shared').toBeNull()
    await leave(await createUser(app, company, { email: GUEST }))
    expect(spoken(await mailed())).toEqual([[camille.email, 'CANCEL', 1]])
    expect((await app.call(null, coffee.getCoffeeLink, { params: { token } })).status).toBe(404)

    const second = await propose({ user_id: amir.id })
    await accept(second.id, second.slots[0])
    await mailed()
    await app.call(camille, coffee.cancelCoffee, one(second.id))
    await leave(camille)
    expect(spoken(await mailed())).toEqual([[amir.email, 'CANCEL', 1]])
    expect((await app.call(amir, coffee.getCoffee, one(id))).status).toBe(404)
  })
})
