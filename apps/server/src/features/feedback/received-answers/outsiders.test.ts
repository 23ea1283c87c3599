import { account } from '@reflet/contract/account'
import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { anAnswer, createUser, createUsers, signIn, type TestUser } from '../../../test/factories.ts'
import { aRequest, feedbacksOf } from '../../../test/requests.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, me } = useCompanyPerTest(app, ['me'])
let number = 0

type Recipient = { user_id: string } | { email: string }
const colleagues = (users: readonly TestUser[]): Recipient[] => users.map(({ id }) => ({ user_id: id }))
/** Addresses that belong to the requester. */
const mailboxes = (count: number): { email: string }[] => Array.from({ length: count }, () => ({ email: `me+${++number}@mail.example` }))

const ask = (recipients: Recipient[], changes: object = {}) =>
  app.call(me, feedback.createRequest, {
    body: aRequest(me, recipients, { confidential: true, ...changes }),
  })

type Sent = Awaited<ReturnType<typeof ask>>['body']
const groupOf = (sent: Sent, who: TestUser | { email: string }) => feedbacksOf(sent, who)[0] as Sent['feedbacks'][number]
/** The link that reached the mailbox. */
const linkOf = (sent: Sent, mailbox: { email: string }) => {
  const { id, recipient } = groupOf(sent, mailbox)
  return { params: { token: app.platform.vault.deriveToken('guest', recipient.id), feedbackId: id } }
}
async function answer(sent: Sent, who: TestUser | { email: string }, rating = 4) {
  const body = anAnswer({ rating, keep: `said by ${who.email}` })
  const reply =
    'token' in who
      ? await app.call(who, feedback.answerFeedback, { params: { id: groupOf(sent, who).id }, body })
      : await app.call(null, guest.guestAnswer, { ...linkOf(sent, who), body })
  expect(reply.status, reply.body.code).toBe(200)
}
async function seen() {
  const { confidential } = (await app.call(me, feedback.listAnswers)).body
  const { skills } = (await app.call(me, statistics.getStatistics, { params: { userId: '1' } })).body
  return { shown: confidential.map(({ n, distribution }) => ({ n, distribution })), counted: skills.filter(({ score }) => score).length }
}
const NOTHING = { shown: [], counted: 0 }

describe('answers of external people', () => {
  test('never count towards the threshold: invented addresses cannot reveal a colleague’s answer', async () => {
    const [first, second, third] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    const own = mailboxes(2) as [{ email: string }, { email: string }]
    const sent = (await ask([...colleagues([first, second, third]), ...own])).body
    await answer(sent, first, 2)
    for (const mailbox of own) await answer(sent, mailbox, 5)
    expect(await seen()).toEqual(NOTHING)
    await answer(sent, second, 3)
    expect(await seen()).toEqual(NOTHING)
    await answer(sent, third, 4)
    expect((await seen()).shown, 'with the colleagues’').toEqual([{ n: 5, distribution: [0, 1, 1, 1, 2] }])
  })

  test('wait for a next group of colleagues, like any later answer', async () => {
    const givers = await createUsers(app, company, 3)
    const [early, late] = mailboxes(2) as [{ email: string }, { email: string }]
    const sent = (await ask([...colleagues(givers), early, late])).body
    for (const giver of givers) await answer(sent, giver)
    const before = await seen()
    await answer(sent, late, 1)
    expect(await seen()).toEqual(before)
  })

  test('of deleted accounts count as what they were: a colleague’s, or a guest’s', async () => {
    const givers = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    const [own] = mailboxes(1) as [{ email: string }]
    const sent = (await ask([...colleagues(givers), own])).body
    await answer(sent, givers[0])
    await answer(sent, own, 1)
    for (const leaver of [givers[0], await createUser(app, company, { email: own.email })])
      expect((await app.call(leaver, account.deleteUser)).status).toBe(200)
    await answer(sent, givers[1])
    expect(await seen(), 'a guest whose address is erased is no colleague').toEqual(NOTHING)
    await answer(sent, givers[2])
    expect((await seen()).shown).toEqual([{ n: 4, distribution: [1, 0, 0, 3, 0] }])
  })
})

describe('a confidential request', () => {
  test('needs as many colleagues as the threshold, regardless of external people', async () => {
    const givers = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    expectProblem(await ask([...colleagues(givers.slice(0, 2)), ...mailboxes(5)]), 422, 'confidential_needs_more_people')
    expect((await ask([...colleagues(givers.slice(0, 2)), ...mailboxes(5)], { confidential: false })).status).toBe(200)
    const byAddress = await ask([...colleagues(givers.slice(0, 2)), { email: givers[2].email.toUpperCase() }])
    expect(byAddress.status, 'an address of a colleague is that colleague').toBe(200)
    expectProblem(await ask([...colleagues(givers.slice(0, 2)), { email: givers[1].email }]), 422, 'confidential_needs_more_people')
  })

  test('shows to everyone who is asked, before they answer, how many colleagues and external people are; this never changes', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const [own, other] = mailboxes(2) as [{ email: string }, { email: string }]
    const sent = (await ask([...colleagues(givers), own, other])).body
    const asked = { colleagues: 4, outsiders: 2 }
    const ofColleague = async (status: 'pending' | 'answered') =>
      (await app.call(givers[0], feedback.listRequestsToAnswer, { query: { status } })).body.groups[0]?.asked
    const ofGuest = async () => (await app.call(null, guest.getGuestView, linkOf(sent, own))).body.asked
    expect([await ofColleague('pending'), await ofGuest()]).toEqual([asked, asked])
    for (const giver of givers.slice(0, 2)) await answer(sent, giver)
    await answer(sent, other)
    await app.call(givers[2], feedback.declineFeedback, { params: { id: groupOf(sent, givers[2]).id }, body: {} })
    expect((await app.call(givers[3], account.deleteUser)).status).toBe(200)
    expect([await ofColleague('answered'), await ofGuest()]).toEqual([asked, asked])
    const named = (await ask([{ user_id: givers[0].id }, own], { confidential: false })).body
    expect(await ofColleague('pending'), 'a named one names its reader').toBeNull()
    expect((await app.call(null, guest.getGuestView, linkOf(named, own))).body).toMatchObject({ asked: null })
  })
})

describe('the load of a colleague', () => {
  const loadFor = async (who: TestUser, giver: TestUser) => {
    const query = giver.email.split('@')[0] ?? ''
    const { colleagues: found } = (await app.call(who, people.searchColleagues, { query: { query } })).body
    return found.find(({ user_id }) => user_id === giver.id)?.open_requests
  }

  test('includes a confidential request until it expires, answered or declined or not, for every viewer', async () => {
    const givers = (await createUsers(app, company, 4)) as [TestUser, TestUser, TestUser, TestUser]
    const watcher = await createUser(app, company)
    await ask([{ user_id: givers[0].id }], { confidential: false })
    const sent = (await ask(colleagues(givers))).body
    const loads = () => Promise.all([me, watcher].map(async (who) => [await loadFor(who, givers[0]), await loadFor(who, givers[1])]))
    const both = [2, 1]
    expect(await loads()).toEqual([both, both])
    await answer(sent, givers[0])
    await app.call(givers[1], feedback.declineFeedback, { params: { id: groupOf(sent, givers[1]).id }, body: {} })
    expect(await loads()).toEqual([both, both])
    app.advance(31 * DAY_MS)
    const later = await signIn(app, watcher)
    expect(await loadFor(later, givers[1])).toBe(0)
  })

  test('decreases for all of them alike when the request is cancelled', async () => {
    const givers = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    const watcher = await createUser(app, company)
    const sent = (await ask(colleagues(givers))).body
    await answer(sent, givers[0])
    const loads = () => Promise.all(givers.map((giver) => loadFor(watcher, giver)))
    expect(await loads()).toEqual([1, 1, 1])
    expect((await app.call(me, feedback.cancelRequest, { params: { id: sent.id } })).status).toBe(200)
    expect(await loads()).toEqual([0, 0, 0])
  })
})
