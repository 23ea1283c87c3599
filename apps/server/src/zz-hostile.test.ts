import { events } from '@reflet/contract/events'
import { recurrences } from '@reflet/contract/recurrences'
import { coffee } from '@reflet/contract/coffee'
import { awards } from '@reflet/contract/awards'
import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { quality } from '@reflet/contract/quality'
import { statistics } from '@reflet/contract/statistics'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from './test/factories.ts'

let app: TestApp
let company: TestCompany
let me: TestUser
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  company = await createCompany(app)
  me = await createUser(app, company)
})
const say = (what: string, r: { status: number; body: unknown }) => console.log(what, r.status, JSON.stringify(r.body).slice(0, 400))

test('dates', async () => {
  const [a, b, c] = await createUsers(app, company, 3)
  const plan = (over: object) => ({
    skill_ids: company.skillIds.slice(0, 1),
    pool: [a, b, c].map((u) => ({ user_id: u!.id })),
    every: { unit: 'month' as const, count: 6 },
    per_round: 1,
    starts_on: '9999-12-20',
    ends: { rounds: 60 },
    ...over,
  })
  for (const starts_on of ['9999-12-20', '9999-12-31', '0000-01-01', '0001-01-01', '2026-02-30', '2027-02-29', '99999-01-01', '-0001-01-01']) {
    const { skill_ids: _, ...preview } = plan({ starts_on })
    say(`preview ${starts_on}`, await app.call(me, recurrences.previewRecurrence, { body: preview as never }))
    say(`create ${starts_on}`, await app.call(me, recurrences.createRecurrence, { body: { ...plan({ starts_on }), idempotency_key: aKey() } as never }))
  }
  say('list', await app.call(me, recurrences.listRecurrences, {}))
  const good = await app.call(me, recurrences.createRecurrence, { body: { ...plan({ starts_on: app.now().toISOString().slice(0, 10) }), idempotency_key: aKey() } as never })
  say('good', good)
  for (const starts_on of ['9999-12-20', '0000-01-01', '0001-01-01', '0099-01-01']) {
    const { skill_ids: _, ...preview } = plan({ starts_on })
    say(`preview of change ${starts_on}`, await app.call(me, recurrences.previewRecurrence, { body: { ...preview, recurrence_id: good.body.id } as never }))
  }
  for (const ends of [{ date: '0000-01-01' }, { date: '9999-12-31' }, { rounds: 1 }])
    say(`patch ${JSON.stringify(ends)}`, await app.call(me, recurrences.updateRecurrence, { params: { id: good.body.id }, body: { ends } }))
  for (const [takes_place_on, ends_at] of [
    ['9999-12-31', '9999-12-31T23:59:59Z'],
    ['9999-12-31', '9999-12-30T23:59:59Z'],
    ['9999-12-30', '9999-12-31T23:59:59-12:00'],
    ['0000-01-01', '2026-12-01T00:00:00Z'],
    ['2026-02-30', '2027-12-01T00:00:00Z'],
  ])
    say(`event ${takes_place_on} ${ends_at}`, await app.call(me, events.createEvent, { body: { title: 'x', takes_place_on, ends_at, skill_ids: company.skillIds.slice(0, 1), idempotency_key: aKey() } as never }))
  say('events', await app.call(me, events.listEvents, {}))
})

test('cursors', async () => {
  const lists = [events.listEvents, recurrences.listRecurrences, coffee.listCoffee, awards.listAwards, feedback.listAnswers, feedback.listShared, feedback.listRequests] as never[]
  const cursors = [['0000-01-01T00:00:00Z', me.id], ['2026-02-30T00:00:00Z', me.id], ['9999-99', me.id], ['1000-01', me.id], ['ended', me.id], ['x\u0000', me.id], ['\ud800', me.id], [me.id], [], {}, 5, null, [me.id.toUpperCase()]]
  for (const list of lists)
    for (const c of cursors) {
      const cursor = Buffer.from(JSON.stringify(c)).toString('base64url')
      const extra = list === (awards.listAwards as never) ? { box: 'received' } : {}
      const r = (await app.call(me, list, { query: { cursor, ...extra } } as never)) as { status: number; body: { code: string } }
      if (![200, 400].includes(r.status)) say(`cursor ${(list as { path: string }).path} ${JSON.stringify(c)}`, r)
    }
})

test('event link limit', async () => {
  const made = await app.call(me, events.createEvent, { body: { title: 'x', takes_place_on: app.now().toISOString().slice(0, 10), ends_at: new Date(app.now().getTime() + 864e5).toISOString(), skill_ids: company.skillIds.slice(0, 1), idempotency_key: aKey() } as never })
  const token = made.body.link.split('/').at(-1) as string
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) statuses.push((await app.call(null, events.getEventLink, { params: { token } })).status)
  console.log('limit', statuses.join(' '))
})

test('relation of a typed address', async () => {
  const boss = await createUser(app, company, { email: 'boss@x.example' })
  await app.call(me, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [{ user_id: boss.id, relation: 'superior' }] } } as never)
  const made = await app.call(me, events.createEvent, { body: { title: 'x', takes_place_on: app.now().toISOString().slice(0, 10), ends_at: new Date(app.now().getTime() + 864e5).toISOString(), skill_ids: company.skillIds.slice(0, 1), idempotency_key: aKey() } as never })
  const token = made.body.link.split('/').at(-1) as string
  await app.call(null, events.answerEventLink, { params: { token }, body: { participant: { first_name: 'B', last_name: 'oss', email: 'boss@x.example', locale: 'en' }, answers: [{ ...anAnswer(), skill_id: company.skillIds[0] as string }] } } as never)
  const got = await app.call(me, feedback.listAnswers, { query: {} })
  console.log('relation', got.body.answers?.map((x) => [x.relation, x.giver]))
})

test('reschedule bombs', async () => {
  const slot = (h: number) => new Date(app.now().getTime() + h * 36e5).toISOString()
  const made = await app.call(me, coffee.createCoffee, { body: { invitee: { email: 'victim@outside.example' }, slots: [slot(30)], idempotency_key: aKey() } as never })
  await app.mails()
  let mails = 0
  const st: number[] = []
  for (let i = 0; i < 15; i++) {
    st.push((await app.call(me, coffee.rescheduleCoffee, { params: { id: made.body.id }, body: { slots: [slot(31 + i)] } } as never)).status)
    mails += (await app.mails()).length
  }
  console.log('reschedule', st.join(' '), 'mails', mails)
  const other = await createUser(app, company)
  const aw: number[] = []
  for (let i = 0; i < 15; i++) aw.push((await app.call(me, awards.giveAwards, { body: { type_id: company.awardTypeIds[0] as string, user_ids: [other.id], idempotency_key: aKey() } } as never)).status)
  console.log('awards', aw.join(' '), 'mails', (await app.mails()).length)
})

test('ics', async () => {
  const odd = await createUser(app, company, { first_name: 'Al "quo;te" ,: \\n', last_name: '𝒲eird\u2028line' + 'é'.repeat(60) })
  const slot = new Date(app.now().getTime() + 36e5 * 50).toISOString()
  const made = await app.call(me, coffee.createCoffee, { body: { invitee: { user_id: odd.id }, slots: [slot], place: 'Caf\u00e9; a, b\\n "x"\nATTENDEE:mailto:evil@x\r\nX:1', idempotency_key: aKey() } as never })
  say('made', made)
  say('accept', await app.call(odd, coffee.acceptCoffee, { params: { id: made.body.id }, body: { slot } }))
  const ics = await app.call(me, coffee.getCoffeeInvitation, { params: { id: made.body.id } })
  console.log(ics.body)
  const mails = await app.mails()
  for (const m of mails) console.log(m.subject, JSON.stringify(m.to), m.attachments.map((x) => [x.contentType, x.content.toString()]))
})
