import { account } from '@reflet/contract/account'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminPolicies } from '@reflet/contract/admin-policies'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { newsfeed } from '@reflet/contract/newsfeed'
import { recurrences } from '@reflet/contract/recurrences'
import { security } from '@reflet/contract/security'
import { session } from '@reflet/contract/session'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { hashCheaply } from '../../../test/cheap-passwords.ts'
import { eventBody, eventCalls } from '../../../test/events.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, createCompany, createUser, createUsers, type TestUser } from '../../../test/factories.ts'
import { importCalls } from '../../../test/imports.ts'
import { logIn, PASSWORD, tokenIn } from '../../../test/logins.ts'
import { answer, aRequest, ask, mailedParams } from '../../../test/requests.ts'
import { directoryOf, newUserName } from '../../../test/scim.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { sendRounds } from '../recurrences/rounds.commands.ts'

const app = useTestApp()
hashCheaply()
const { company, anne, bea, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, bea: { role: 'admin' }, camille: {} })
const { check, confirm } = importCalls(app)

/** Three colleagues whose accounts are old, and two more that something is done to. */
let settled: TestUser[]
let two: TestUser[]
beforeEach(async () => {
  settled = await createUsers(app, company, 3)
  two = await Promise.all(
    [1, 2].map((number) => createUser(app, company, { registration_number: `R-${number}`, email: newUserName(`old${number}`) })),
  )
  await passTime(app, 31 * DAY_MS, anne, bea, camille, ...settled, ...two)
  await app.mails()
})

const CONFIDENTIAL = { confidential: true }
const shownTo = async (who: TestUser) => (await app.call(who, feedback.listAnswers)).body.confidential.map(({ n }) => n)
const patch = (who: TestUser, body: object, by = bea) =>
  app.call(by, adminPeople.updatePerson, { params: { id: who.id }, body }).then(({ status }) => expect(status).toBe(200))

/** Sets the password by the invitation or reset that was mailed last, and logs in. */
async function activate(id: string, email: string): Promise<TestUser> {
  const mail = (await app.mails()).find(({ to }) => JSON.stringify(to).includes(email))
  expect((await app.call(null, session.resetPassword, { body: { token: tokenIn(mail?.text), password: PASSWORD } })).status).toBe(200)
  return { id, email, company, token: (await logIn(app, email)).body.access_token }
}
const idOf = async (email: string) =>
  (await app.call(bea, adminPeople.listPeople, { query: { query: email } })).body.people[0]?.id as string
const twice = async (make: () => Promise<TestUser>) => [await make(), await make()]
const file = (...lines: string[]) => `${['email,first_name,last_name,registration_number', ...lines].join('\r\n')}\r\n`
const importing = async (text: string) => expect((await confirm(bea, (await check(bea, text)).id)).status).toBe('done')

async function added(): Promise<TestUser> {
  const email = newUserName('made')
  const { body } = await app.call(bea, adminPeople.createPerson, { body: { email, first_name: 'Made', last_name: 'Up' } })
  return activate(body.id, email)
}

async function viaFile(): Promise<TestUser> {
  const email = newUserName('made')
  await importing(file(`${email},Made,Up,`))
  return activate(await idOf(email), email)
}

async function provisioned(): Promise<TestUser> {
  const userName = newUserName('made')
  const { body } = await (await directoryOf(app, bea, { invite: true })).post('/Users', {
    userName,
    name: { givenName: 'M', familyName: 'U' },
  })
  return activate(body.id, userName)
}

async function deactivated(who: TestUser) {
  expect((await app.call(bea, adminPeople.deactivatePerson, { params: { id: who.id } })).status).toBe(200)
}

async function reactivated(who: TestUser) {
  await deactivated(who)
  expect((await app.call(bea, adminPeople.reactivatePerson, { params: { id: who.id } })).status).toBe(200)
}

async function reactivatedByFile(who: TestUser) {
  await deactivated(who)
  await importing(file(`${who.email},Back,Again,`))
}

async function reactivatedByDirectory(who: TestUser) {
  const directory = await directoryOf(app, bea)
  for (const active of [false, true])
    expect((await directory.patch(`/Users/${who.id}`, [{ op: 'replace', value: { active } }])).status).toBe(200)
}

async function movedByMailboxes(who: TestUser) {
  await patch(who, { email: newUserName('moved') })
  for (const { text } of await app.mails()) await app.call(null, adminPeople.confirmAddressChange, { params: { token: tokenIn(text) } })
}

async function movedByDirectory(who: TestUser) {
  const value = { userName: newUserName('moved') }
  expect((await (await directoryOf(app, bea)).patch(`/Users/${who.id}`, [{ op: 'replace', value }])).status).toBe(200)
}

const numbered = (who: TestUser) => patch(who, { registration_number: `N-${who.id}` })
const numberedByFile = (who: TestUser) => importing(file(`${who.email},Same,Person,N-${who.id}`))

async function numberedByDirectory(who: TestUser) {
  const path = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber'
  const operation = { op: 'replace', path, value: `N-${who.id}` }
  expect((await (await directoryOf(app, bea)).patch(`/Users/${who.id}`, [operation])).status).toBe(200)
}

async function reset(who: TestUser) {
  expect((await app.call(bea, adminSignIn.resetFactors, { params: { id: who.id } })).status).toBe(200)
}

async function addedFactor(who: TestUser) {
  await passTime(app, 0, who)
  const { secret } = (await app.call(who, security.beginTotp)).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.now().getTime() })
  expect((await app.call(who, security.confirmTotp, { body: { code } })).status).toBe(200)
}

const each = (change: (who: TestUser) => Promise<unknown>) => async () => {
  for (const who of two) {
    await change(who)
    await passTime(app, 0, who)
  }
  return two
}

const WAYS: readonly [string, () => Promise<TestUser[]>][] = [
  ['made on the page of people', () => twice(added)],
  ['imported', () => twice(viaFile)],
  ['provisioned by the directory', () => twice(provisioned)],
  ['reactivated', each(reactivated)],
  ['reactivated by an import', each(reactivatedByFile)],
  ['reactivated by the directory', each(reactivatedByDirectory)],
  ['given an address that both mailboxes confirmed', each(movedByMailboxes)],
  ['given an address by the directory', each(movedByDirectory)],
  ['given a registration number', each(numbered)],
  ['given a registration number by an import', each(numberedByFile)],
  ['given a registration number by the directory', each(numberedByDirectory)],
  ['whose factors were reset', each(reset)],
  ['that got an authenticator app', each(addedFactor)],
]

describe('a confidential request of an administrator', () => {
  test.each(WAYS)('shows nothing for two accounts %s, and counts them after 30 days', async (_, make) => {
    const made = await make()
    const refused = await app.call(anne, feedback.createRequest, { body: aRequest(anne, [...settled.slice(1), ...made], CONFIDENTIAL) })
    expectProblem(refused, 422, 'confidential_needs_more_people', { fields: { recipients: 'accounts_too_new' } })
    const sent = await ask(app, anne, [...settled, ...made], CONFIDENTIAL)
    const [first, ...others] = settled as [TestUser, TestUser, TestUser]
    for (const giver of [first, ...made]) await answer(app, giver, sent)
    expect(await shownTo(anne)).toEqual([])
    for (const giver of others) await answer(app, giver, sent)
    expect(await shownTo(anne), 'together with those who count').toEqual([5])

    await passTime(app, 30 * DAY_MS, anne, ...made, first)
    const later = await ask(app, anne, [first, ...made], CONFIDENTIAL)
    for (const giver of [first, ...made]) await answer(app, giver, later)
    expect(await shownTo(anne)).toEqual(expect.arrayContaining([3, 5]))
  })

  test('says to those who are asked how many of them count, as it was when it was sent', async () => {
    const made = await twice(added)
    const sent = await ask(app, anne, [...settled, ...made, { email: 'guest@outside.example' }], CONFIDENTIAL)
    const asked = { colleagues: 5, outsiders: 1, counting: 3 }
    const ofColleague = async () => (await app.call(settled[0] as TestUser, feedback.listRequestsToAnswer)).body.groups[0]?.asked
    const ofGuest = async () => (await app.call(null, guest.getGuestView, { params: mailedParams(app, sent.feedbacks.at(-1)) })).body.asked
    expect([await ofColleague(), await ofGuest()]).toEqual([asked, asked])
    await reset(settled[1] as TestUser)
    expect([await ofColleague(), await ofGuest()]).toEqual([asked, asked])
  })

  test('says nothing about it where all of them count', async () => {
    await ask(app, anne, [...settled, ...two], CONFIDENTIAL)
    const { groups } = (await app.call(settled[0] as TestUser, feedback.listRequestsToAnswer)).body
    expect(groups[0]?.asked).toEqual({ colleagues: 5, outsiders: 0 })
  })

  test('asks at each release anew who counts: an account that begins to count is released with the next answer', async () => {
    const fourth = await createUser(app, company)
    const late = await createUser(app, company)
    const sent = await ask(app, anne, [...settled, fourth, late, ...two], { ...CONFIDENTIAL, due_at: inDays(60) })
    await reset(two[0] as TestUser)
    await passTime(app, 0, two[0] as TestUser)
    for (const giver of [settled[0], settled[1], two[0], fourth] as TestUser[]) await answer(app, giver, sent)
    expect(await shownTo(anne), 'one counted when they were asked').toEqual([])
    await passTime(app, 31 * DAY_MS, anne, late)
    expect(await shownTo(anne)).toEqual([])
    await answer(app, late, sent)
    expect(await shownTo(anne)).toEqual([5])
  })

  test('does not count who has left, however old the account was', async () => {
    const sent = await ask(app, anne, [...settled, ...two], CONFIDENTIAL)
    for (const giver of two) await answer(app, giver, sent)
    for (const giver of two) expect((await app.call(giver, account.deleteUser)).status).toBe(200)
    await answer(app, settled[0] as TestUser, sent)
    expect(await shownTo(anne)).toEqual([])
    for (const giver of settled.slice(1)) await answer(app, giver, sent)
    expect(await shownTo(anne)).toEqual([5])
  })

  test('counts who was deactivated after the answer', async () => {
    const sent = await ask(app, anne, [...settled], CONFIDENTIAL)
    await answer(app, settled[0] as TestUser, sent)
    await deactivated(settled[0] as TestUser)
    for (const giver of settled.slice(1)) await answer(app, giver, sent)
    expect(await shownTo(anne)).toEqual([3])
  })

  test('keeps the threshold under which it asked enough who count', async () => {
    const sent = await ask(app, anne, [...settled, await added()], CONFIDENTIAL)
    await app.call(bea, adminPolicies.updatePolicies, { body: { confidentiality_threshold: 4 } })
    for (const giver of settled) await answer(app, giver, sent)
    expect(await shownTo(anne)).toEqual([3])
  })
})

const inDays = (days: number) => new Date(app.now().getTime() + days * DAY_MS).toISOString()

describe('who administers', () => {
  const roleByFile = (role: string) => `email,first_name,last_name,role\r\n${camille.email},Camille,Martin,${role}\r\n`
  const askAndAnswer = async (made: TestUser[]) => {
    const sent = await ask(app, camille, [...settled, ...made], CONFIDENTIAL)
    for (const giver of [settled[0] as TestUser, ...made]) await answer(app, giver, sent)
    return shownTo(camille)
  }

  test('is no other employee: for theirs everyone counts', async () => {
    expect(await askAndAnswer(await twice(added))).toEqual([3])
  })

  test.each([
    ['on the page of people', () => patch(camille, { role: 'admin' }), () => patch(camille, { role: 'employee' })],
    ['by an import', () => importing(roleByFile('admin')), () => importing(roleByFile('employee'))],
  ])('is also who did within the last 90 days, demoted %s', async (_, promote, demote) => {
    await promote()
    await demote()
    await passTime(app, 89 * DAY_MS, anne, bea, camille, ...settled)
    expect(await askAndAnswer(await twice(added))).toEqual([])
    await passTime(app, 2 * DAY_MS, anne, bea, camille, ...settled)
    expect(await askAndAnswer(await twice(added)), 'after 91 days').toEqual([3])
  })

  test.each<[string, () => Promise<TestUser>]>([
    ['that was just made', () => added()],
    [
      'of who left long ago, reactivated at another address',
      async () => {
        const [former] = two as [TestUser]
        await reactivated(former)
        await movedByMailboxes(former)
        await passTime(app, 0, former)
        return former
      },
    ],
    [
      'that the directory made anew after the administrator deleted theirs',
      async () => {
        const directory = await directoryOf(app, bea, { invite: true })
        expect((await app.call(anne, account.deleteUser)).status).toBe(200)
        const { body } = await directory.post('/Users', { userName: anne.email, name: { givenName: 'Anne', familyName: 'Martin' } })
        return activate(body.id, anne.email)
      },
    ],
  ])('is also who asks with an account %s', async (_, make) => {
    const asker = await make()
    const made = await twice(added)
    const sent = await ask(app, asker, [...settled, ...made], CONFIDENTIAL)
    for (const giver of [settled[0] as TestUser, ...made]) await answer(app, giver, sent)
    expect(await shownTo(asker)).toEqual([])
    for (const giver of settled.slice(1)) await answer(app, giver, sent)
    expect(await shownTo(asker)).toEqual([5])
    await passTime(app, 7 * DAY_MS, asker, ...settled, ...made)
    const later = await ask(app, asker, [settled[0] as TestUser, ...made], CONFIDENTIAL)
    for (const giver of [settled[0] as TestUser, ...made]) await answer(app, giver, later)
    expect(await shownTo(asker), 'after 7 days').toEqual(expect.arrayContaining([5, 3]))
  })

  test('is no new employee who asks others that count, nor anyone new in a new company', async () => {
    const asker = await added()
    const sent = await ask(app, asker, settled, CONFIDENTIAL)
    for (const giver of settled) await answer(app, giver, sent)
    expect(await shownTo(asker)).toEqual([3])
    const young = await createCompany(app)
    const founder = await createUser(app, young)
    const colleagues = await createUsers(app, young, 3)
    const inside = await ask(app, founder, colleagues, CONFIDENTIAL)
    for (const giver of colleagues) await answer(app, giver, inside)
    expect(await shownTo(founder)).toEqual([3])
  })

  test('is asked at each release: who became administrator after sending', async () => {
    const made = await twice(added)
    const sent = await ask(app, camille, [...settled, ...made], CONFIDENTIAL)
    for (const giver of made) await answer(app, giver, sent)
    await patch(camille, { role: 'admin' })
    await answer(app, settled[0] as TestUser, sent)
    expect(await shownTo(camille)).toEqual([])
    for (const giver of settled.slice(1)) await answer(app, giver, sent)
    expect(await shownTo(camille)).toEqual([5])
  })
})

describe('a confidential event of an administrator', () => {
  test('shows nothing for the accounts that they made', async () => {
    const { anEvent, answerAs, read } = eventCalls(app, company, anne)
    const made = await twice(added)
    const { token } = await anEvent(CONFIDENTIAL)
    for (const giver of [...made, settled[0] as TestUser]) expect((await answerAs(giver, token)).status).toBe(200)
    expect((await read()).confidential).toEqual([])
    for (const giver of settled.slice(1)) await answerAs(giver, token)
    expect((await read()).confidential.map(({ n }) => n)).toEqual([5])
  })

  test('shows nothing for them either where a new account organises it', async () => {
    const { anEvent, answerAs, read } = eventCalls(app, company, await added())
    const made = await twice(added)
    const { token } = await anEvent(CONFIDENTIAL)
    for (const giver of [...made, settled[0] as TestUser]) expect((await answerAs(giver, token)).status).toBe(200)
    expect((await read()).confidential).toEqual([])
  })

  test('is refused while too few accounts of the company count', async () => {
    for (const who of [...settled, ...two]) await reset(who)
    for (const who of [bea, camille]) await app.call(anne, adminSignIn.resetFactors, { params: { id: who.id } })
    const body = { ...eventBody(app, company.skillIds.slice(0, 1)), ...CONFIDENTIAL }
    const refused = await app.call(anne, events.createEvent, { body })
    expectProblem(refused, 422, 'confidential_needs_more_people', { fields: { confidential: 'accounts_too_new' } })
    await passTime(app, 0, camille)
    expect((await app.call(camille, events.createEvent, { body })).status, 'an employee’s').toBe(200)
    expect((await app.call(anne, events.createEvent, { body: { ...body, confidential: false } })).status, 'a named one').toBe(200)
  })
})

describe('a confidential regular request of an administrator', () => {
  const body = (pool: readonly TestUser[]) => ({
    ...CONFIDENTIAL,
    skill_ids: company.skillIds.slice(0, 1),
    pool: pool.map(({ id }) => ({ user_id: id })),
    every: { unit: 'week' as const, count: 2 },
    per_round: 4,
    starts_on: inDays(1).slice(0, 10),
    ends: { rounds: 20 },
    idempotency_key: aKey(),
  })
  const create = (pool: readonly TestUser[]) => app.call(anne, recurrences.createRecurrence, { body: body(pool) as never })
  async function nextRound() {
    await passTime(app, 14 * DAY_MS, anne, ...settled, ...two)
    await sendRounds(app.platform)
    return (await app.call(anne, newsfeed.listNews)).body.newsfeed[0]?.kind
  }

  test('needs enough who count, and reserves places for them', async () => {
    const made = await twice(added)
    expectProblem(await create([...settled.slice(1), ...made]), 422, 'confidential_needs_more_people', {
      fields: { pool: 'accounts_too_new' },
    })
    const made4 = [...made, await added()]
    expect((await create([...made4, ...settled])).status).toBe(200)
    expect(await nextRound()).toBe('round_sent')
    const [request] = (await app.call(anne, feedback.listRequests)).body.requests
    const asked = request?.feedbacks.map(({ recipient }) => recipient.user_id)
    expect(asked).toEqual(expect.arrayContaining(settled.map(({ id }) => id)))
    const { groups } = (await app.call(settled[0] as TestUser, feedback.listRequestsToAnswer)).body
    expect(groups[0]?.asked).toEqual({ colleagues: 4, outsiders: 0, counting: 3 })
  })

  test('waits, with news, while too few count', async () => {
    expect((await create([...settled, two[0] as TestUser])).status).toBe(200)
    for (const who of settled.slice(1)) await reset(who)
    expect(await nextRound()).toBe('round_skipped')
    await passTime(app, 14 * DAY_MS, anne)
    await nextRound()
    expect(await nextRound(), 'after 30 days').toBe('round_sent')
  })
})
