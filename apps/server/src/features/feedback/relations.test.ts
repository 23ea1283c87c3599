import { contacts } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { recurrences } from '@reflet/contract/recurrences'
import type { Relation } from '@reflet/contract/relations'
import { describe, expect, test } from 'vitest'
import { placeInHierarchy } from '../../test/contacts.ts'
import { aKey, anAnswer, createUser, type TestUser } from '../../test/factories.ts'
import { answer, ask, mailedParams } from '../../test/requests.ts'
import { useCompany, usePeoplePerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { sendRounds } from './recurrences/rounds.commands.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { asker, giver } = usePeoplePerTest(app, company, ['asker', 'giver'])

const keep = (who: TestUser, one: { user_id: string; relation?: Relation } | { email: string; relation?: Relation }) =>
  app.call(who, contacts.addContacts, { params: { userId: '1' }, body: { contacts: [one] } })

type Recipient = { user_id: string } | { email: string }

/** All ways to ask a person: each finds their relation to the requester on its own. */
const WAYS: Record<string, (recipient: Recipient) => Promise<unknown>> = {
  'by hand': (recipient) => ask(app, asker, recipient),
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
  /** Asks a person, lets them answer, and returns the relation that the requester then reads. */
  async function relationOf(recipient: Recipient) {
    await ask(recipient)
    const [sent] = (await app.call(asker, feedback.listRequests)).body.requests
    const [item] = sent?.feedbacks ?? []
    if (item?.recipient.user_id === null) await app.call(null, guest.guestAnswer, { params: mailedParams(app, item), body: anAnswer() })
    else await answer(app, giver, item?.id as string)
    return (await app.call(asker, feedback.listAnswers)).body.answers[0]?.relation
  }

  test('a colleague is a coworker and a guest is external by default', async () => {
    expect(await relationOf({ user_id: giver.id })).toBe('coworker')
    expect(await relationOf({ email: 'guest@out.example' })).toBe('outside')
  })

  test('the contact overrides the default, and the hierarchy overrides both', async () => {
    await keep(asker, { user_id: giver.id, relation: 'equal' })
    expect(await relationOf({ user_id: giver.id })).toBe('equal')
    expect(await relationOf({ email: giver.email }), 'named by address').toBe('equal')
    await placeInHierarchy(app, asker, { user: giver }, 'superior')
    expect(await relationOf({ user_id: giver.id })).toBe('superior')
    expect(await relationOf({ email: giver.email.toUpperCase() })).toBe('superior')
  })

  test('a person without an account may be a superior', async () => {
    await keep(asker, { email: 'client@out.example', relation: 'equal' })
    expect(await relationOf({ email: 'client@out.example' })).toBe('equal')
    await placeInHierarchy(app, asker, { email: 'boss@out.example' }, 'superior')
    expect(await relationOf({ email: 'Boss@out.example' })).toBe('superior')
  })

  test('a relation given for an address applies to the colleague who has it now, but a colleague is never external', async () => {
    const email = `soon-${asker.id}@company.example`
    await keep(asker, { email })
    Object.assign(giver, await createUser(app, company, { email }))
    expect(await relationOf({ user_id: giver.id })).toBe('coworker')
    await placeInHierarchy(app, asker, { email }, 'lower')
    expect(await relationOf({ user_id: giver.id })).toBe('lower')
  })

  test('lists of other people have no effect', async () => {
    const other = await createUser(app, company)
    await keep(other, { user_id: giver.id, relation: 'lower' })
    await placeInHierarchy(app, other, { user: giver }, 'superior')
    await placeInHierarchy(app, giver, { user: asker }, 'lower')
    expect(await relationOf({ user_id: giver.id })).toBe('coworker')
  })
})
