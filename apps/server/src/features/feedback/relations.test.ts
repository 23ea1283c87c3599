import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import type { Relation } from '@reflet/contract/groups'
import { guest } from '@reflet/contract/guest'
import { recurrences } from '@reflet/contract/recurrences'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hierarchyMembers } from '../../db/schema/contacts.ts'
import { newId } from '../../platform/ids.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'
import { sendRounds } from './recurrences/rounds.commands.ts'

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

type Recipient = { user_id: string } | { email: string }

/** How somebody comes to be asked: each way finds out by itself how they stand to whoever asks. */
const WAYS: Record<string, (recipient: Recipient) => Promise<unknown>> = {
  'by hand': async (recipient) => {
    const body = { skill_ids: [company.skillIds[0] as string], recipients: [recipient], idempotency_key: aKey() }
    expect((await app.call(asker, feedback.createRequest, { body })).status).toBe(200)
  },
  'in a round': async (recipient) => {
    const made = await app.call(asker, recurrences.createRecurrence, {
      body: {
        skill_ids: [company.skillIds[0] as string],
        pool: [recipient],
        every: { unit: 'week', count: 2 },
        per_round: 1,
        starts_on: app.now().toISOString().slice(0, 10),
        ends: { rounds: 1 },
        idempotency_key: aKey(),
      },
    })
    expect(made.status).toBe(200)
    expect(await sendRounds(app.platform)).toBe(1)
  },
}

describe.each(Object.entries(WAYS))('asked %s', (_, ask) => {
  /** Asks somebody, lets them answer, and says which relation the asker then reads. */
  async function relationOf(recipient: Recipient) {
    await ask(recipient)
    const [sent] = (await app.call(asker, feedback.listRequests)).body.requests
    const [item] = sent?.feedbacks ?? []
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
    const email = `soon-${asker.id}@company.example`
    await keep(asker, { email })
    giver = await createUser(app, company, { email })
    expect(await relationOf({ user_id: giver.id })).toBe('coworker')
    await place(asker, { email }, 'lower')
    expect(await relationOf({ user_id: giver.id })).toBe('lower')
  })

  test('what others say of them is theirs', async () => {
    const other = await createUser(app, company)
    await keep(other, { user_id: giver.id, relation: 'lower' })
    await place(other, { user: giver }, 'superior')
    await place(giver, { user: asker }, 'lower')
    expect(await relationOf({ user_id: giver.id })).toBe('coworker')
  })
})
