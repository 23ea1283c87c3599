import { coffee } from '@reflet/contract/coffee'
import { DAY_MS } from '@reflet/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { coffeeCalls } from '../../test/coffee.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { stopLinksIn } from '../../test/stop-links.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const GUEST = 'nadia@partner.example'
const app = useTestApp()
const { camille, amir } = useCompanyPerTest(app, {
  camille: { locale: 'fr' },
  amir: { locale: 'ar' },
})
const { propose, one, tokenIn, mailed } = coffeeCalls(app, { organiser: camille, invited: amir })

beforeEach(async () => {
  app.advance(61_000)
  await app.mails()
})

describe('the invitation mail', () => {
  test('shows the times in the reader’s language and time zone, and can be answered without login', async () => {
    await app.database.db.execute(sql`update users set time_zone = 'Asia/Tokyo' where id = ${amir.id}`)
    const day = new Date(app.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10)
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
    expect(view.body).toMatchObject({ locale: 'ar', time_zone: 'Asia/Tokyo', message: 'Zxqwords', is_guest: false, locale_is_chosen: true })
    expect(JSON.stringify(view.body)).not.toContain('@')
    for (const person of [view.body.organiser, view.body.invitee]) expect(person.id).toBeNull()
    expect((await app.call(null, coffee.declineCoffeeLink, { params: { token } })).body.status).toBe('declined')
    expect((await app.call(camille, coffee.getCoffee, one(id))).body.status).toBe('declined')
  })

  test('names the organiser’s time zone to a guest', async () => {
    await propose({ email: GUEST, first_name: 'Nadia', locale: 'de' })
    const [first] = await mailed()
    expect(first?.mail.text).toContain('Mitteleuropäische Zeit')
    const ofLink = async (mail: typeof first) =>
      (await app.call(null, coffee.getCoffeeLink, { params: { token: tokenIn(mail?.mail) } })).body
    expect(await ofLink(first)).toMatchObject({ locale: 'de', locale_is_chosen: true })
    await propose({ email: 'without-language@partner.example' })
    expect(await ofLink((await mailed())[0])).toMatchObject({ locale: 'fr', locale_is_chosen: false })
    expect(first?.mail.text).toContain(`Company`)
  })

  test('is not sent for an invitation that was cancelled before; the link expires a month after the last time', async () => {
    const { id } = await propose({ email: GUEST })
    await app.call(camille, coffee.cancelCoffee, one(id))
    expect(await mailed(), 'neither the proposal nor its end').toEqual([])
    await propose({ email: GUEST })
    const [first] = await mailed()
    const token = tokenIn(first?.mail)
    app.advance(33 * DAY_MS)
    expect((await app.call(null, coffee.getCoffeeLink, { params: { token } })).body).toMatchObject({ status: 'expired', message: null })
    app.advance(2 * DAY_MS)
    expectProblem(await app.call(null, coffee.getCoffeeLink, { params: { token } }), 410, 'gone')
    const { token: stop } = stopLinksIn(first?.mail)
    expect((await app.call(null, coffee.stopCoffeeMails, { params: { token: stop } })).status).toBe(200)
  })
})
