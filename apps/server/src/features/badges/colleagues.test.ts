import { account } from '@reflet/contract/account'
import { badges } from '@reflet/contract/badges'
import { contacts } from '@reflet/contract/contacts'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import type { GiverRelation } from '@reflet/contract/relations'
import { sharing } from '@reflet/contract/sharing'
import { statistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { storeAnswers } from '../../test/answers.ts'
import { earn, publish } from '../../test/badges.ts'
import { placeInHierarchy } from '../../test/contacts.ts'
import { eventCalls } from '../../test/events.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { aKey, anAnswer, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { answer, ask, feedbackOf, feedbacksOf, mailedParams } from '../../test/requests.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille } = useCompanyPerTest(app, ['camille'], { badges_active: true })
const { anEvent, about, answerAs, answerAsGuest } = eventCalls(app, company, camille)
const skill = () => company.skillIds[0] as string
const tryToPublish = (...skillIds: string[]) => app.call(camille, badges.publishBadges, { body: { badges: skillIds } })
const manage = (manager: TestUser | null) =>
  app.database.db.execute(sql`update users set manager_id = ${manager?.id ?? null} where id = ${camille.id}`)

/** What Camille reads of the conditions of the first skill. */
async function have() {
  const listed = (await app.call(camille, badges.listBadges)).body.badges.find((badge) => badge.skill.id === skill())
  return Object.fromEntries((listed?.conditions ?? []).map((condition) => [condition.name, condition.have]))
}

let number = 0
const outsiders = (count: number) => Array.from({ length: count }, () => ({ email: `invented-${++number}@mail.example` }))
const colleagues = (users: readonly TestUser[]) => users.map(({ id }) => ({ user_id: id }))

/** Asks these people about the first skill; each answers with the rating of their place. */
async function rate(users: readonly TestUser[], guests: readonly { email: string }[], ratings: readonly number[], confidential = false) {
  const sent = await ask(app, camille, [...colleagues(users), ...guests], { confidential })
  for (const [place, who] of [...users, ...guests].entries()) {
    const body = { rating: ratings[place] as number, situation: 'In the workshop, last week' }
    if ('token' in who) await answer(app, who, sent, body)
    else {
      const params = mailedParams(app, feedbacksOf(sent, who)[0])
      expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer(body) })).status).toBe(200)
    }
  }
  return sent
}

test('invented people outside earn nothing, one of them listed as the manager, answered by the links that were mailed', async () => {
  const invented = outsiders(5)
  const kept = await app.call(camille, contacts.addContacts, {
    params: { userId: '1' },
    body: { contacts: invented.map((one, place) => ({ ...one, relation: place === 0 ? ('superior' as const) : ('equal' as const) })) },
  })
  expect(kept.status).toBe(200)
  await rate([], invented, [5, 5, 5, 5, 5])
  const { skills } = (await app.call(camille, statistics.getStatistics, { params: { userId: '1' } })).body
  expect(
    skills.find((one) => one.skill.id === skill()),
    'statistics count them',
  ).toMatchObject({ n: 5 })
  expectProblem(await tryToPublish(skill()), 422, 'badge_not_earned')
  await rate([await createUser(app, company)], [], [4])
  expect(await have()).toEqual({ ratings: 1, people: 1, relations: 1, superior: 0, mean: 4 })
})

test('guests of an event earn nothing; a colleague who answers there does', async () => {
  const { token } = await anEvent()
  const amir = await createUser(app, company)
  for (let guests = 0; guests < 5; guests++) expect((await answerAsGuest(token)).status).toBe(200)
  expect((await answerAs(amir, token)).status).toBe(200)
  expect(await have()).toMatchObject({ ratings: 1, people: 1, relations: 1 })
})

test('guests neither raise nor lower the mean, and of a batch with one skill that guests would earn nothing is published', async () => {
  await earn(app, camille, skill())
  await earn(app, camille, company.skillIds[1] as string, [{ rating: 5, relation: 'superior' }])
  await rate([], outsiders(5), [1, 1, 1, 1, 1])
  expect(await have()).toMatchObject({ ratings: 5, mean: 4.2 })
  expectProblem(await tryToPublish(skill(), company.skillIds[1] as string), 422, 'badge_not_earned', {
    fields: { 'badges.1': 'not_earned' },
  })
  expect((await tryToPublish(skill())).status).toBe(200)
})

test('what a former colleague said still counts; all of them are one person', async () => {
  const users = await createUsers(app, company, 4)
  await rate(users, outsiders(1), [4, 4, 4, 4, 5])
  await app.database.db.execute(sql`update companies set badge_people = 10 where company_id = ${company.id}`)
  for (const user of users.slice(2)) expect((await app.call(user, account.deleteUser)).status).toBe(200)
  expect(await have()).toMatchObject({ ratings: 4, people: 3, mean: 4 })
})

describe('confidential groups', () => {
  test('of colleagues alone count as they are', async () => {
    await rate(await createUsers(app, company, 4), [], [3, 4, 5, 5], true)
    expect(await have()).toMatchObject({ ratings: 3, people: 3, mean: 4 })
  })

  test('with people outside count with as many as are colleagues for certain, and the lowest ratings', async () => {
    const users = await createUsers(app, company, 3)
    const sent = await ask(app, camille, [...colleagues(users), ...outsiders(2)], { confidential: true })
    for (const item of sent.feedbacks.filter(({ recipient }) => recipient.user_id === null))
      await app.call(null, guest.guestAnswer, { params: mailedParams(app, item), body: anAnswer({ rating: 5 }) })
    for (const user of users) await answer(app, user, sent, { rating: 3 })
    const { skills } = (await app.call(camille, statistics.getStatistics, { params: { userId: '1' } })).body
    expect(skills[0]).toMatchObject({ n: 5, distribution: [0, 0, 3, 0, 2] })
    expect(await have()).toMatchObject({ ratings: 3, people: 3, mean: 3 })
  })

  test('tell the same, however the ratings are spread over colleagues and guests', async () => {
    const [guestOf, ...users] = [outsiders(1)[0] as { email: string }, ...(await createUsers(app, company, 3))]
    const told: unknown[] = []
    for (const [given, ...ratings] of [
      [5, 4, 4, 4],
      [4, 5, 4, 4],
    ] as const) {
      const sent = await ask(app, camille, [...colleagues(users), guestOf], { confidential: true })
      const params = mailedParams(app, feedbacksOf(sent, guestOf)[0])
      await app.call(null, guest.guestAnswer, { params, body: anAnswer({ rating: given }) })
      for (const [place, user] of users.entries()) await answer(app, user, sent, { rating: ratings[place] as number })
      const { skills } = (await app.call(camille, statistics.getStatistics, { params: { userId: '1' } })).body
      told.push([skills[0]?.distribution, await have()])
      await app.database.db.execute(sql`delete from requests where id = ${sent.id}`)
    }
    expect(told[0]).toEqual([[0, 0, 0, 3, 1], { ratings: 3, people: 3, relations: 0, superior: 0, mean: 4 }])
    expect(told[1]).toEqual(told[0])
  })

  test('of an event count with the threshold', async () => {
    const { token } = await anEvent({ confidential: true })
    for (let guests = 0; guests < 4; guests++) await answerAsGuest(token)
    for (const user of await createUsers(app, company, 3)) expect((await answerAs(user, token)).status).toBe(200)
    expect(await have()).toMatchObject({ ratings: 3, people: 3, relations: 0 })
  })
})

describe('the relation', () => {
  const readAs = async (giver: TestUser) => {
    const { groups } = (await app.call(giver, feedback.listRequestsToAnswer, { query: {} })).body
    return groups[0] && { relation: groups[0].relation, relations: groups[0].relations }
  }
  const stored = async () => (await app.call(camille, feedback.listAnswers)).body.answers[0]?.relation
  const answerAsA = (giver: TestUser, id: string, relation?: GiverRelation) =>
    app.call(giver, feedback.answerFeedback, { params: { id }, body: { ...anAnswer({ rating: 5 }), ...(relation && { relation }) } })

  test('is as the giver was asked, or as they correct it; fixed with the answer, and counts so in statistics', async () => {
    const [amir, greta] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await placeInHierarchy(app, camille, { user: amir }, 'superior')
    await placeInHierarchy(app, camille, { user: greta }, 'superior', 1)
    const sent = await ask(app, camille, [amir, greta])
    expect(await readAs(amir)).toEqual({ relation: 'superior', relations: ['superior', 'equal', 'lower', 'coworker'] })
    expect((await answerAsA(greta, feedbackOf(sent, greta))).status).toBe(200)
    expect(await have()).toMatchObject({ relations: 1, superior: 1 })
    const id = feedbackOf(sent, amir)
    expect((await answerAsA(amir, id, 'equal')).status).toBe(200)
    expect(await have()).toMatchObject({ relations: 2, superior: 1 })
    const { answers } = (await app.call(camille, feedback.listAnswers, { query: { relation: 'equal' } })).body
    expect(answers.map((one) => one.id)).toEqual([id])
    const changed = await app.call(amir, feedback.editAnswer, { params: { id }, body: { rating: 4, relation: 'superior' } as never })
    expectProblem(changed, 400, 'invalid_input')
    expect((await answerAsA(amir, id, 'superior')).status, 'the same answer again').toBe(200)
    expect(answers[0]?.relation).toBe('equal')
  })

  test('superior is the manager on record alone, where there is one', async () => {
    const [amir, oliver] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await placeInHierarchy(app, camille, { user: amir }, 'superior')
    const sent = await ask(app, camille, [amir, oliver])
    await manage(oliver)
    expect(await readAs(amir)).toEqual({ relation: 'coworker', relations: ['equal', 'lower', 'coworker'] })
    expect(await readAs(oliver), 'as when it was sent').toEqual({
      relation: 'coworker',
      relations: ['superior', 'equal', 'lower', 'coworker'],
    })
    await answerAsA(amir, feedbackOf(sent, amir), 'superior')
    expect(await stored()).toBe('coworker')
    await answerAsA(oliver, feedbackOf(sent, oliver), 'superior')
    expect(await stored()).toBe('superior')
    await manage(null)
    expect(await have()).toMatchObject({ relations: 2, superior: 1 })
    await manage(amir)
    expect(await have(), 'it was true when it was said').toMatchObject({ superior: 1 })
  })

  test('superior that the receiver alone said, before givers confirmed it, counts where no one else is the manager on record', async () => {
    const [amir, oliver] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const at = new Date(app.now().getTime() - DAY_MS)
    await storeAnswers(app, camille, [{ at, skillId: skill(), rating: 4, relation: 'superior', giverId: amir.id, confirmed: false }])
    expect(await have()).toMatchObject({ relations: 1, superior: 1 })
    await manage(oliver)
    expect(await have(), 'a coworker').toMatchObject({ ratings: 1, relations: 1, superior: 0 })
    await manage(amir)
    expect(await have()).toMatchObject({ relations: 1, superior: 1 })
  })

  describe('is not superior because the receiver says so', () => {
    const nameManager = async (manager: TestUser | null) =>
      expect((await app.call(camille, sharing.setManager, { body: { user_id: manager?.id ?? null } })).status).toBe(200)
    const atEvent = async (givers: readonly TestUser[]) => {
      const { token } = await anEvent()
      for (const giver of givers) expect((await answerAs(giver, token, [about(skill(), { rating: 5 })])).status).toBe(200)
    }
    const offered = async (givers: readonly TestUser[]) => {
      for (const giver of givers) {
        const body = { ...anAnswer({ rating: 5 }), user_id: camille.id, skill_id: skill(), idempotency_key: aKey() }
        expect((await app.call(giver, feedback.offerFeedback, { body })).status).toBe(200)
      }
    }
    const notEarned = async () => {
      expect(await have()).toMatchObject({ ratings: 5, people: 3, relations: 1, superior: 0 })
      expectProblem(await tryToPublish(skill()), 422, 'badge_not_earned')
    }

    test.each([
      ['at an event', atEvent],
      ['by feedback that was not requested', offered],
    ])('%s, where a giver who says nothing is a coworker: listed as a superior or named as the manager for a moment', async (_, give) => {
      const [boss, bob, ...others] = (await createUsers(app, company, 6)) as [TestUser, TestUser, ...TestUser[]]
      await placeInHierarchy(app, camille, { user: bob }, 'superior')
      await give([bob])
      await nameManager(bob)
      await give(others)
      await give([bob])
      const { answers } = (await app.call(camille, feedback.listAnswers)).body
      expect(answers.map(({ relation }) => relation)).toEqual(Array(6).fill('coworker'))
      for (const manager of [bob, null, boss]) {
        await nameManager(manager)
        expect(await have()).toMatchObject({ relations: 1, superior: 0 })
        expectProblem(await tryToPublish(skill()), 422, 'badge_not_earned')
      }
    })

    test('in a request, where a giver who says nothing has the relation that they read, whatever becomes of the manager', async () => {
      const [boss, bob, ...others] = (await createUsers(app, company, 6)) as [TestUser, TestUser, ...TestUser[]]
      await manage(boss)
      const sent = await ask(app, camille, [bob, ...others])
      expect(await readAs(bob)).toMatchObject({ relation: 'coworker' })
      await nameManager(bob)
      expect(await readAs(bob)).toMatchObject({ relation: 'coworker' })
      for (const giver of [bob, ...others]) await answer(app, giver, sent, { rating: 5 })
      await notEarned()
      await nameManager(boss)
      await notEarned()
    })

    test('but where the giver was asked so and did not correct it: then it counts unless another person is the manager on record', async () => {
      const [boss, bob] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
      await nameManager(bob)
      const sent = await ask(app, camille, bob)
      expect(await readAs(bob), 'the manager on record is asked as superior').toMatchObject({ relation: 'superior' })
      await answer(app, bob, sent, { rating: 5 })
      expect(await have()).toMatchObject({ superior: 1 })
      await nameManager(boss)
      expect(await have(), 'he did not say it').toMatchObject({ superior: 0 })
    })
  })

  test('of feedback that was not asked for, and at an event, is said by the giver', async () => {
    const [amir, greta] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const offer = (relation: GiverRelation) =>
      app.call(amir, feedback.offerFeedback, {
        body: { ...anAnswer(), user_id: camille.id, skill_id: skill(), relation, idempotency_key: aKey() },
      })
    expect((await offer('lower')).status).toBe(200)
    expect(await stored()).toBe('lower')
    const { token } = await anEvent()
    const join = (link: string, relation: GiverRelation) =>
      app.call(greta, events.answerEvent, {
        params: { token: link },
        body: { answers: [{ ...anAnswer(), skill_id: skill() }], relation },
      })
    await manage(amir)
    expect((await join(token, 'superior')).status).toBe(200)
    expect(await stored()).toBe('coworker')
    expect((await offer('superior')).status).toBe(200)
    expect(await stored()).toBe('superior')
    const secret = await anEvent({ confidential: true })
    expectProblem(await join(secret.token, 'equal'), 400, 'invalid_input', { fields: { relation: 'confidential' } })
  })

  test('is no part of a confidential answer, nor of a guest’s, and no colleague is outside', async () => {
    const users = await createUsers(app, company, 3)
    const sent = await ask(app, camille, users, { confidential: true })
    const [first] = users as [TestUser]
    expect(await readAs(first)).toEqual({ relation: undefined, relations: undefined })
    expectProblem(await answerAsA(first, feedbackOf(sent, first), 'equal'), 400, 'invalid_input', { fields: { relation: 'confidential' } })
    const named = await ask(app, camille, [first, ...outsiders(1)])
    expectProblem(await answerAsA(first, feedbackOf(named, first), 'outside' as never), 400, 'invalid_input')
    const item = named.feedbacks.find(({ recipient }) => recipient.user_id === null)
    const body = { ...anAnswer(), relation: 'superior' } as never
    expectProblem(await app.call(null, guest.guestAnswer, { params: mailedParams(app, item), body }), 400, 'invalid_input')
  })
})

test('a badge of before stays as it was signed; its page says by which rule it was earned, in the visitor’s language', async () => {
  await earn(app, camille, skill())
  const [old] = await publish(app, camille, [skill()])
  await app.database.db.execute(sql`update achievements set colleagues_only = false, content_hash = '\\x00'`)
  const read = async (id: string | undefined, of: string) => (await fetch(`${app.url}${of}${id}?lang=en`)).text()
  const { achievement } = JSON.parse(await (await fetch(`${app.url}/api/badges/${old?.id}.json`)).text()).credentialSubject
  const amir = await createUser(app, company)
  await earn(app, amir, skill())
  const [new_] = await publish(app, amir, [skill()])
  const newer = JSON.parse(await (await fetch(`${app.url}/api/badges/${new_?.id}.json`)).text()).credentialSubject.achievement
  expect(newer.id).not.toBe(achievement.id)
  expect(newer.criteria.narrative).toContain('different colleagues: at least 3')
  expect(await read(old?.id, '/badge/')).toContain('earned by an earlier rule')
  expect(await read(old?.id, '/badge/')).toContain('different people: at least 3')
  expect(await (await fetch(`${app.url}/badge/${old?.id}?lang=fr`)).text()).toContain('selon une règle antérieure')
  expect(await read(new_?.id, '/badge/')).not.toContain('earlier rule')
})
