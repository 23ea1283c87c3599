import { DAY_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { createUser, signIn, type TestUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { remindSelfEvaluations } from './schedules.commands.ts'

const app = useTestApp()
const { company } = useCompany(app)
let me: TestUser

beforeEach(async () => {
  await app.database.db.execute(sql`delete from outbox`)
  await app.database.db.execute(sql`delete from user_skills`)
  me = await arrived()
})

/** An employee whose onboarding is finished. */
async function arrived() {
  const user = await createUser(app, company)
  await app.database.db.execute(sql`update users set is_onboarding_finished = true where id = ${user.id}`)
  return user
}
const mine = { params: { userId: '1' } }
const choose = async (number: number, user = me) =>
  app.call(await signIn(app, user), skills.chooseSkills, { ...mine, body: { skill_ids: company.skillIds.slice(0, number) } })
const judge = async (number: number) =>
  app.call(await signIn(app, me), skills.evaluateMyself, {
    ...mine,
    body: { evaluations: company.skillIds.slice(0, number).map((skill_id) => ({ skill_id, rating: 3 })) },
  })
const remind = () => remindSelfEvaluations(app.platform)
/** At the latest four days later it is Monday, 11:00. */
async function mails() {
  app.advance(5 * DAY_MS)
  return app.mails()
}

describe('the reminder of self-evaluations', () => {
  test('counts the chosen skills that are due: never evaluated, or too long ago', async () => {
    await choose(5)
    await judge(3)
    app.advance(60 * DAY_MS)
    await judge(1)
    expect(await remind()).toBe(0)
    app.advance(30 * DAY_MS)
    expect(await remind()).toBe(1)
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Time to rate 4 of your skills again')
    expect(mail?.text).toContain(`${app.url}/self-evaluation`)
    expect(mail?.text).toContain('/profile?notifications')
  })

  test('is sent once a quarter', async () => {
    await choose(1)
    app.advance(90 * DAY_MS)
    expect([await remind(), await remind()]).toEqual([1, 0])
    app.advance(89 * DAY_MS)
    expect(await remind()).toBe(0)
    app.advance(DAY_MS)
    expect(await remind()).toBe(1)
  })

  test('is dropped when the skills were evaluated meanwhile, or are no longer chosen', async () => {
    await choose(2)
    app.advance(90 * DAY_MS)
    expect(await remind()).toBe(1)
    await judge(1)
    await app.database.db.execute(sql`update skills set retired_at = now() where id = ${company.skillIds[1]}`)
    expect(await mails()).toEqual([])
    await app.database.db.execute(sql`update skills set retired_at = null`)
  })

  test('is not sent to people who have not finished the onboarding, have left, chose no skill, or opted out', async () => {
    const started = await createUser(app, company)
    const gone = await arrived()
    const unwilling = await arrived()
    for (const who of [started, gone, unwilling]) await choose(1, who)
    const off = { notifications: { self_evaluation: { email: false } } }
    await app.call(await signIn(app, unwilling), people.updateUser, { ...mine, body: off })
    await app.database.db.execute(sql`update users set deactivated_at = now() where id = ${gone.id}`)
    app.advance(90 * DAY_MS)
    await remind()
    expect(await mails()).toEqual([])
  })

  test('is sent between 9:00 and 11:00 from Monday to Thursday, in every time zone, across daylight saving changes', async () => {
    const zones = ['Europe/Paris', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Auckland', 'Africa/Cairo']
    for (const zone of zones) {
      const user = await arrived()
      await app.database.db.execute(sql`update users set time_zone = ${zone} where id = ${user.id}`)
      await choose(1, user)
    }
    app.advance(90 * DAY_MS)
    for (let quarter = 0; quarter < 5; quarter++) {
      expect(await remind()).toBe(zones.length)
      app.advance(91 * DAY_MS + 5_000_000)
    }
    const planned = await rows(
      app.database.db,
      { at: t.time, made: t.time, time_zone: t.text },
      sql`select o.send_after as at, o.created_at as made, u.time_zone from outbox o join users u on u.id = o.user_id`,
    )
    expect(planned).toHaveLength(5 * zones.length)
    for (const { at, made, time_zone } of planned) {
      const local = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' })
      expect(local.format(new Date(at))).toMatch(/^(Mon|Tue|Wed|Thu),? (09|10)$/)
      expect(new Date(at).getTime() - new Date(made).getTime()).toBeLessThan(5 * DAY_MS)
    }
  })

  test('reaches everyone, however many, once each', async () => {
    const now = app.now()
    const many = 1_203
    await app.database.db.execute(sql`with many as (
        insert into users (company_id, id, email, first_name, last_name, locale, is_onboarding_finished, created_at)
        select ${company.id}::uuid, gen_random_uuid(), 'many-' || n || '@company.example', 'Many', n::text, 'en', true, ${now}::timestamptz
        from generate_series(1, ${many}) n returning company_id, id
      )
      insert into user_skills (company_id, user_id, skill_id, position, chosen_at)
      select company_id, id, ${company.skillIds[0]}::uuid, 1, ${now}::timestamptz from many`)
    app.advance(90 * DAY_MS)
    expect(await remind()).toBe(many)
    const [stored] = await rows(
      app.database.db,
      { mails: t.int, people: t.int },
      sql`select count(*)::int as mails, count(distinct user_id)::int as people from outbox`,
    )
    expect(stored).toEqual({ mails: many, people: many })
    expect(await remind()).toBe(0)
  })
})
