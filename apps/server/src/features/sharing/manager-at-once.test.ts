import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { recurrences } from '@reflet/contract/recurrences'
import { sharing } from '@reflet/contract/sharing'
import { beforeEach, expect, test } from 'vitest'
import { expectProblem } from '../../test/expect-problem.ts'
import { aKey, anAnswer, type TestUser } from '../../test/factories.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { answer, ask } from '../../test/requests.ts'
import { useCompany, usePeoplePerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { me, other, boss } = usePeoplePerTest(app, company, ['me', 'other', 'boss'])

beforeEach(async () => {
  await manage(boss)
})

const manage = ({ id }: TestUser, who = me) => app.call(who, sharing.setManager, { body: { user_id: id } })
const tomorrow = () => new Date(app.now().getTime() + DAY_MS).toISOString()
const skill = () => company.skillIds[0] as string

/** Actions that refer to my manager, and their result when the account was just deleted. */
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

test.each(references)('%s and the deletion of the manager’s account do not deadlock', async (_, refer) => {
  const refused = await meanwhile(
    app,
    (leaving) => leaving.query('select from users where id = $1 for update', [boss.id]),
    refer,
    (leaving) => leaving.query('delete from users where id = $1', [boss.id]),
  )
  expectProblem(refused, 404, 'not_found')
})

const anAnswerTo = async (who: TestUser) => answer(app, other, await ask(app, who, other))

const share = (id: string, who = me, manager = boss) =>
  app.call(who, sharing.shareAnswer, { params: { id }, body: { manager_id: manager.id } })

test('a manager who is deactivated during a share does not see it after reactivation', async () => {
  const id = await anAnswerTo(me)
  const refused = await meanwhile(
    app,
    (ending) => ending.query('update users set deactivated_at = now() where id = $1', [boss.id]),
    () => share(id),
    async () => {},
  )
  expectProblem(refused, 409, 'manager_unset')
  await app.database.pool.query('update users set deactivated_at = null where id = $1', [boss.id])
  expect((await app.call(boss, sharing.listShared)).body.answers).toEqual([])
  expect((await share(id)).status, 'they are the manager again').toBe(200)
})

test('an answer shared while another manager is set goes to neither of them', async () => {
  const id = await anAnswerTo(me)
  const reply = await meanwhile(
    app,
    (naming) => naming.query('update users set manager_id = $2 where id = $1', [me.id, other.id]),
    () => share(id),
    async () => {},
  )
  expectProblem(reply, 409, 'manager_changed')
  for (const who of [boss, other]) expect((await app.call(who, sharing.listShared)).body.answers).toEqual([])
  expect((await share(id, me, other)).status, 'the new one, by name').toBe(200)
})

test('two people who manage each other share concurrently without waiting', async () => {
  await manage(me, boss)
  const shares: [TestUser, string][] = []
  for (const who of Array<TestUser[]>(5).fill([me, boss]).flat()) shares.push([who, await anAnswerTo(who)])
  const replies = await Promise.all(shares.map(([who, id]) => share(id, who, who === me ? boss : me)))
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
})
