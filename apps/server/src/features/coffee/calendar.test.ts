import { account } from '@reflet/contract/account'
import { coffee } from '@reflet/contract/coffee'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql } from '../../db/index.ts'
import { aCalendar, readCalendar } from '../../test/calendar.ts'
import { coffeeCalls } from '../../test/coffee.ts'
import { createUser, type TestUser } from '../../test/factories.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { forgetSent } from '../notifications/notifications.commands.ts'
import { expireCoffee } from './schedules.commands.ts'

const GUEST = 'nadia@partner.example'
const app = useTestApp()
const { company, camille, amir } = useCompanyPerTest(app, {
  camille: { locale: 'fr' },
  amir: { locale: 'ar' },
})
const { inDays, propose, one, accept, tokenIn, mailed, spoken, switchOff } = coffeeCalls(app, { organiser: camille, invited: amir })

/** What is sent to both calendars. */
const toBoth = (method: 'REQUEST' | 'CANCEL', sequence: number) => [amir, camille].map(({ email }) => [email, method, sequence])

beforeEach(async () => {
  app.advance(61_000)
  await app.mails()
})

describe('the calendar entry', () => {
  test('is the same in both mails, as text/calendar for programs and as an attached file for people', async () => {
    const place = 'مقهى الركن الهادئ، الطابق الثاني بجوار قاعة الاجتماعات الكبرى; "خلف" المصعد'
    const { id, slots } = await propose({ user_id: amir.id }, { place, message: 'Zxqwords', minutes: 45 })
    await mailed()
    await accept(id, slots[1])
    const mails = await mailed()
    expect(spoken(mails)).toEqual(toBoth('REQUEST', 0))
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
        summary: to === amir.email ? 'لقاء قهوة مع Camille Martin' : 'Pause-café avec Amir Haddad',
        attendees: [
          { address: camille.email, name: 'Camille Martin', status: 'ACCEPTED', rsvp: 'FALSE' },
          { address: amir.email, name: 'Amir Haddad', status: 'ACCEPTED', rsvp: 'FALSE' },
        ],
      })
      aCalendar(to).apply(text ?? '')
    }
  })

  test('can be downloaded from the app while it is accepted', async () => {
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

  test('follows each decision, in whatever order and however often the mails arrive', async () => {
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
    app.advance(MINUTE_MS)
    const moved = (await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(6), minutes: 60 } })).body
    expect(await said(), 'the entry stays until another time is chosen').toEqual([[amir.email, null, null]])
    app.advance(MINUTE_MS)
    await accept(id, moved.slots[0])
    expect(await said()).toEqual(toBoth('REQUEST', 1))
    app.advance(MINUTE_MS)
    await app.call(camille, coffee.cancelCoffee, one(id))
    expect(await said()).toEqual(toBoth('CANCEL', 2))
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

  test('shows the latest state once, when several decisions were made before a mail was sent', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    await accept(id, slots[0])
    const moved = (await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(6) } })).body
    await accept(id, moved.slots[0])
    expect(spoken(await mailed())).toEqual(toBoth('REQUEST', 1))
  })

  test('is cancelled for both, also when the invited person declines after accepting, or no new time is chosen', async () => {
    for (const ending of ['declined', 'expired'] as const) {
      const { id, slots } = await propose({ user_id: amir.id }, { slots: inDays(20) })
      await accept(id, slots[0])
      await mailed()
      if (ending === 'declined') await app.call(amir, coffee.declineCoffee, one(id))
      else {
        await app.call(camille, coffee.rescheduleCoffee, { ...one(id), body: { slots: inDays(1) } })
        await mailed()
        app.advance(1.1 * DAY_MS)
        await expireCoffee(app.platform)
        expect(await expireCoffee(app.platform), 'once').toBe(0)
      }
      expect(spoken(await mailed()), ending).toEqual(toBoth('CANCEL', 1))
    }
  })

  test('once sent is cancelled even if mails were switched off since; if never sent, no mail follows', async () => {
    const { id, slots } = await propose({ user_id: amir.id })
    await switchOff(camille)
    await accept(id, slots[0])
    expect(spoken(await mailed())).toContainEqual([amir.email, 'REQUEST', 0])
    await switchOff(amir)
    await app.call(amir, coffee.declineCoffee, one(id))
    expect(spoken(await mailed())).toEqual([[amir.email, 'CANCEL', 1]])
  })

  test('is cancelled even if the mail server broke off, or it was sent more than a month ago', async () => {
    const { id, slots } = await propose({ user_id: amir.id }, { slots: inDays(80) })
    await accept(id, slots[0])
    app.refuseMails(true)
    await app.mails()
    app.refuseMails(false)
    await app.call(camille, coffee.cancelCoffee, one(id))
    app.advance(7 * MINUTE_MS)
    expect(spoken(await mailed()), 'only the newest word').toEqual(toBoth('CANCEL', 1))

    const old = await propose({ user_id: amir.id }, { slots: inDays(80) })
    await accept(old.id, old.slots[0])
    await mailed()
    app.advance(40 * DAY_MS)
    await forgetSent(app.platform)
    // Sessions expire before.
    await app.database.db.execute(sql`update sessions set created_at = ${app.now()}, used_at = ${app.now()} where user_id = ${camille.id}`)
    await app.call(camille, coffee.cancelCoffee, one(old.id))
    expect(spoken(await mailed())).toEqual(toBoth('CANCEL', 1))
    app.advance(75 * DAY_MS)
    await forgetSent(app.platform)
    const kept = await rows(app.database.db, {}, sql`select from outbox where coffee_id = ${old.id}`)
    expect(kept).toEqual([])
  })
})

describe('deleting an account', () => {
  const leave = (who: TestUser) => app.call(who, account.deleteUser)

  test.each(['the organiser', 'the invited'])('cancels the other’s calendar entry without a name: %s', async (which) => {
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
      expect(words).not.toMatch(new RegExp(`${first}|Zxqplace|Zxqwords`))
    const { coffee_requests } = (await app.call(other, coffee.listCoffee)).body
    expect(coffee_requests).toMatchObject([{ id: agreed.id, status: 'cancelled', place: null, message: null }])
    expect(JSON.stringify(coffee_requests)).not.toContain(first)
    expect((await app.call(other, coffee.getCoffee, one(open.id))).status).toBe(404)
    expect((await leave(other)).status, 'the last one takes it along').toBe(200)
    const kept = await rows(app.database.db, {}, sql`select from coffee_requests where id in (${agreed.id}, ${open.id})`)
    expect(kept).toEqual([])
  })

  test('a guest who has an account by now is addressed by it, and a pending mail is still sent', async () => {
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
