import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { myManager } from '@reflet/contract/manager'
import { recurrences } from '@reflet/contract/recurrences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, refusal, type TestCompany, type TestUser } from '../../test/factories.ts'
import { meanwhile } from '../../test/meanwhile.ts'

let app: TestApp
let company: TestCompany
let me: TestUser
let other: TestUser
let boss: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  me = await createUser(app, company)
  other = await createUser(app, company)
  boss = await createUser(app, company)
  await manage(boss)
})

const manage = ({ id }: TestUser, who = me) => app.call(who, myManager.setManager, { body: { user_id: id } })
const tomorrow = () => new Date(app.now().getTime() + 86_400_000).toISOString()
const skill = () => company.skillIds[0] as string

/** What refers to my manager, and what it says when they have just gone. */
const references: [string, () => Promise<{ status: number; body: { code: string } }>][] = [
  [
    'an award',
    () =>
      app.call(me, awards.giveAwards, {
        body: { type_id: company.awardTypeIds[0] as string, user_ids: [other.id, boss.id], idempotency_key: aKey() },
      }),
  ],
  [
    'a coffee',
    () => app.call(me, coffee.createCoffee, { body: { invitee: { user_id: boss.id }, slots: [tomorrow()], idempotency_key: aKey() } }),
  ],
  [
    'a recurrence',
    () =>
      app.call(me, recurrences.createRecurrence, {
        body: {
          skill_ids: [skill()],
          pool: [{ user_id: other.id }, { user_id: boss.id }],
          every: { unit: 'week', count: 2 },
          per_round: 1,
          starts_on: tomorrow().slice(0, 10),
          ends: { rounds: 3 },
          idempotency_key: aKey(),
        },
      }),
  ],
  ['a contact', () => app.call(me, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [{ user_id: boss.id }] } })],
  [
    'feedback that they did not ask for',
    () => app.call(me, feedback.offerFeedback, { body: { ...anAnswer(), user_id: boss.id, skill_id: skill(), idempotency_key: aKey() } }),
  ],
  ['naming them again', () => manage(boss)],
]

test.each(references)('%s and the leaving of the manager whom it names wait for each other in one order', async (_, refer) => {
  const refused = await meanwhile(
    app,
    (leaving) => leaving.query('select from users where id = $1 for update', [boss.id]),
    refer,
    (leaving) => leaving.query('delete from users where id = $1', [boss.id]),
  )
  expect(refusal(refused)).toEqual([404, 'not_found'])
})

/** One asks about so many skills, the other answers. */
async function answersTo(who: TestUser, skills: number): Promise<string[]> {
  const sent = await app.call(who, feedback.createRequest, {
    body: { skill_ids: company.skillIds.slice(0, skills), recipients: [{ user_id: other.id }], idempotency_key: aKey() },
  })
  const ids = sent.body.feedbacks.map(({ id }) => id)
  for (const id of ids) await app.call(other, feedback.answerFeedback, { params: { id }, body: anAnswer() })
  return ids
}
const anAnswerToMe = async () => (await answersTo(me, 1))[0] as string

const share = (id: string, who = me) => app.call(who, feedback.shareAnswer, { params: { id } })

test('a manager who is deactivated while something is shared with them does not find it on coming back', async () => {
  const id = await anAnswerToMe()
  const refused = await meanwhile(
    app,
    (ending) => ending.query('update users set deactivated_at = now() where id = $1', [boss.id]),
    () => share(id),
    async () => {},
  )
  expect(refusal(refused)).toEqual([409, 'manager_unset'])
  await app.database.pool.query('update users set deactivated_at = null where id = $1', [boss.id])
  expect((await app.call(boss, feedback.listShared)).body.answers).toEqual([])
  expect((await share(id)).status, 'they are the manager again').toBe(200)
})

test('an answer that is shared while another manager is named goes to that one alone', async () => {
  const id = await anAnswerToMe()
  const reply = await meanwhile(
    app,
    (naming) => naming.query('update users set manager_id = $2 where id = $1', [me.id, other.id]),
    () => share(id),
    async () => {},
  )
  expect(reply.status).toBe(200)
  expect((await app.call(boss, feedback.listShared)).body.answers).toEqual([])
  expect((await app.call(other, feedback.listShared)).body.answers).toMatchObject([{ id }])
})

test('two who manage each other share at once without waiting for one another', async () => {
  await manage(me, boss)
  const [mine, theirs] = [await answersTo(me, 5), await answersTo(boss, 5)]
  const replies = await Promise.all([...mine.map((id) => share(id)), ...theirs.map((id) => share(id, boss))])
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
})
