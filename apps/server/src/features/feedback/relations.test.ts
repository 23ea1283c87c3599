import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import type { Relation } from '@reflet/contract/groups'
import { guest } from '@reflet/contract/guest'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hierarchyMembers } from '../../db/schema/contacts.ts'
import { newId } from '../../platform/ids.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany
let asker: TestUser
let giver: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  asker = await createUser(app, company)
  giver = await createUser(app, company)
})

const keep = (who: TestUser, one: { user_id: string; relation?: Relation } | { email: string; relation?: Relation }) =>
  app.call(who, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [one] } })
const place = (owner: TestUser, member: { user?: TestUser; email?: string }, relation: Relation) =>
  app.database.db.insert(hierarchyMembers).values({
    company_id: company.id,
    id: newId(app.now()),
    user_id: owner.id,
    member_user_id: member.user?.id ?? null,
    email: member.email ?? null,
    relation,
    position: 0,
    created_at: app.now(),
  })

/** Asks somebody, lets them answer, and says which relation the asker then reads. */
async function relationOf(recipient: { user_id: string } | { email: string }) {
  const sent = await app.call(asker, feedback.createRequest, {
    body: { skill_ids: [company.skillIds[0] as string], recipients: [recipient], idempotency_key: aKey() },
  })
  const [item] = sent.body.feedbacks
  const [feedbackId = '', token = ''] = item?.guest_link?.split('/').reverse() ?? []
  const answered = token
    ? await app.call(null, guest.guestAnswer, { params: { token, feedbackId }, body: anAnswer() })
    : await app.call(giver, feedback.answerFeedback, { params: { id: item?.id as string }, body: anAnswer() })
  expect(answered.status).toBe(200)
  return (await app.call(asker, feedback.listAnswers)).body.answers[0]?.relation
}

test('a colleague is a coworker and a guest is outside until somebody says more', async () => {
  expect(await relationOf({ user_id: giver.id })).toBe('coworker')
  expect(await relationOf({ email: 'guest@out.example' })).toBe('outside')
})

test('the contact says more, and the hierarchy the most', async () => {
  await keep(asker, { user_id: giver.id, relation: 'equal' })
  expect(await relationOf({ user_id: giver.id })).toBe('equal')
  expect(await relationOf({ email: giver.email }), 'named by address').toBe('equal')
  await place(asker, { user: giver }, 'superior')
  expect(await relationOf({ user_id: giver.id })).toBe('superior')
  expect(await relationOf({ email: giver.email.toUpperCase() })).toBe('superior')
})

test('somebody without an account may be a superior', async () => {
  await keep(asker, { email: 'client@out.example', relation: 'equal' })
  expect(await relationOf({ email: 'client@out.example' })).toBe('equal')
  await place(asker, { email: 'boss@out.example' }, 'superior')
  expect(await relationOf({ email: 'Boss@out.example' })).toBe('superior')
})

test('what was said of an address counts for the colleague who has it now, but nobody inside is outside', async () => {
  await keep(asker, { email: 'soon@company.example' })
  giver = await createUser(app, company, { email: 'soon@company.example' })
  expect(await relationOf({ user_id: giver.id })).toBe('coworker')
  await place(asker, { email: 'soon@company.example' }, 'lower')
  expect(await relationOf({ user_id: giver.id })).toBe('lower')
})

test('what others say of them is theirs', async () => {
  const other = await createUser(app, company)
  await keep(other, { user_id: giver.id, relation: 'lower' })
  await place(other, { user: giver }, 'superior')
  await place(giver, { user: asker }, 'lower')
  expect(await relationOf({ user_id: giver.id })).toBe('coworker')
})
