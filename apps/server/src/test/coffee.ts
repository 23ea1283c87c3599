import { coffee } from '@reflet/contract/coffee'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import type { Input } from '@reflet/contract/endpoint'
import { people } from '@reflet/contract/people'
import type { ParsedMail } from 'mailparser'
import type { TestApp } from './build-test-app.ts'
import { calendarPartsOf, readCalendar } from './calendar.ts'
import { aKey, type TestUser } from './factories.ts'

type Body = Input<typeof coffee.createCoffee>['body']

/** Coffee chats that the organiser proposes and the invited person accepts, and their mails. */
export function coffeeCalls(app: TestApp, { organiser, invited }: { organiser: TestUser; invited: TestUser }) {
  const inDays = (...days: number[]) =>
    days.map((day) => new Date(Math.floor(app.now().getTime() / MINUTE_MS) * MINUTE_MS + day * DAY_MS).toISOString())
  const propose = async (invitee: Body['invitee'], more: Partial<Body> = {}) =>
    (await app.call(organiser, coffee.createCoffee, { body: { invitee, slots: inDays(2, 3, 4), idempotency_key: aKey(), ...more } })).body
  const one = (id: string) => ({ params: { id } })
  const accept = (id: string, slot: string | undefined) =>
    app.call(invited, coffee.acceptCoffee, { ...one(id), body: { slot: slot as string } })
  const addressOf = ({ to }: ParsedMail) => [to ?? []].flat()[0]?.text ?? ''
  const tokenIn = (mail: ParsedMail | undefined) => /\/coffee\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string
  const mailed = async () => (await app.mails()).map((mail) => ({ to: addressOf(mail), mail, ...calendarPartsOf(mail) }))
  type Mailed = Awaited<ReturnType<typeof mailed>>[number]
  const spoken = (mails: Mailed[]) =>
    mails.map(({ to, text }) => [to, text && readCalendar(text).method, text && readCalendar(text).sequence]).sort()
  const switchOff = (who: TestUser) =>
    app.call(who, people.updateUser, { params: { userId: '1' }, body: { notifications: { coffee: { email: false } } } })
  return { inDays, propose, one, accept, addressOf, tokenIn, mailed, spoken, switchOff }
}
