import { people } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { users } from '../../db/schema/people.ts'
import { userSkills } from '../../db/schema/skills.ts'
import { newId } from '../../platform/ids.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUser, openSession, type TestCompany, type TestUser } from '../../test/factories.ts'
import { remindSelfEvaluations } from './schedules.commands.ts'

const DAY = 86_400_000
let app: TestApp
let company: TestCompany
let me: TestUser

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.db.execute(sql`delete from outbox`)
  await app.database.db.execute(sql`delete from user_skills`)
  me = await arrived()
})

/** An employee whose onboarding is finished. */
async function arrived(options: Parameters<typeof createUser>[2] = {}) {
  const user = await createUser(app, company, options)
  await app.database.db.execute(sql`update users set is_onboarding_finished = true where id = ${user.id}`)
  return user
}
const login = async (user: TestUser) => ({ ...user, token: await openSession(app, company.id, user.id) })
const mine = { params: { userId: '1' } }
const choose = async (number: number, user = me) =>
  app.call(await login(user), skills.chooseSkills, { ...mine, body: { skill_ids: company.skillIds.slice(0, number) } })
const judge = async (number: number) =>
  app.call(await login(me), skills.evaluateMyself, {
    ...mine,
    body: { evaluations: company.skillIds.slice(0, number).map((skill_id) => ({ skill_id, rating: 3 })) },
  })
const remind = () => remindSelfEvaluations(app.platform)
/** At the latest four days later it is Monday, 11:00. */
async function mails() {
  app.advance(5 * DAY)
  return app.mails()
}

describe('a gentle reminder of what was not judged for a quarter', () => {
  test('counts the chosen skills that wait: never judged, or too long ago', async () => {
    await choose(5)
    await judge(3)
    app.advance(60 * DAY)
    await judge(1)
    expect(await remind()).toBe(0)
    app.advance(30 * DAY)
    expect(await remind()).toBe(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('4 of your skills deserve a fresh look')
    expect(mail?.text).toContain(`${app.url}/self-evaluation`)
    expect(mail?.text).toContain('/profile?notifications')
  })

  test('comes once a quarter', async () => {
    await choose(1)
    app.advance(90 * DAY)
    expect([await remind(), await remind()]).toEqual([1, 0])
    app.advance(89 * DAY)
    expect(await remind()).toBe(0)
    app.advance(DAY)
    expect(await remind()).toBe(1)
  })

  test('is dropped when the skills were judged before it left, or are no longer chosen', async () => {
    await choose(2)
    app.advance(90 * DAY)
    expect(await remind()).toBe(1)
    await judge(1)
    await app.database.db.execute(sql`update skills set retired_at = now() where id = ${company.skillIds[1]}`)
    expect(await mails()).toEqual([])
    await app.database.db.execute(sql`update skills set retired_at = null`)
  })

  test('goes to nobody who has not finished the onboarding, has left, chose nothing, or does not want it', async () => {
    const started = await createUser(app, company)
    const gone = await arrived()
    const unwilling = await arrived()
    await choose(1, started)
    await choose(1, gone)
    await choose(1, unwilling)
    await app.call(await login(unwilling), people.updateUser, { ...mine, body: { notifications: { self_evaluation: { email: false } } } })
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
    app.advance(90 * DAY)
    await remind()
    expect(await mails()).toEqual([])
  })

  test('arrives between 9:00 and 11:00 from Monday to Thursday, wherever one lives, whatever the clocks do', async () => {
    const zones = ['Europe/Paris', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Auckland', 'Africa/Cairo']
    for (const zone of zones) {
      const user = await arrived()
      await app.database.db.execute(sql`update users set time_zone = ${zone} where id = ${user.id}`)
      await choose(1, user)
    }
    app.advance(90 * DAY)
    for (let quarter = 0; quarter < 5; quarter++) {
      expect(await remind()).toBe(zones.length)
      app.advance(91 * DAY + 5_000_000)
    }
    const planned = await rows<{ at: Date; made: Date; time_zone: string }>(
      app.database.db,
      sql`select o.send_after as at, o.created_at as made, u.time_zone from outbox o join users u on u.id = o.user_id`,
    )
    expect(planned).toHaveLength(5 * zones.length)
    for (const { at, made, time_zone } of planned) {
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }).format(
        new Date(at),
      )
      expect(shown).toMatch(/^(Mon|Tue|Wed|Thu),? (09|10)$/)
      expect(new Date(at).getTime() - new Date(made).getTime()).toBeLessThan(5 * DAY)
    }
  })

  test('reaches everybody, however many, each once', async () => {
    const now = app.now()
    const many = Array.from({ length: 1_203 }, (_, index) => ({
      company_id: company.id,
      id: newId(now),
      email: `many-${index}@company.example`,
      first_name: 'Many',
      last_name: `${index}`,
      locale: 'en' as const,
      is_onboarding_finished: true,
      created_at: now,
    }))
    await app.database.db.insert(users).values(many)
    await app.database.db.insert(userSkills).values(
      many.map(({ id }) => ({
        company_id: company.id,
        user_id: id,
        skill_id: company.skillIds[0] as string,
        position: 1,
        chosen_at: now,
      })),
    )
    app.advance(90 * DAY)
    expect(await remind()).toBe(many.length)
    const [stored] = await rows(app.database.db, sql`select count(*)::int as mails, count(distinct user_id)::int as people from outbox`)
    expect(stored).toEqual({ mails: many.length, people: many.length })
    expect(await remind()).toBe(0)
  })
})
