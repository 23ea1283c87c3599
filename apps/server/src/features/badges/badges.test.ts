import { badges } from '@reflet/contract/badges'
import { DAY_MS } from '@reflet/contract/durations'
import { expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { storeAnswers } from '../../test/answers.ts'
import { earn, publish, publishOne } from '../../test/badges.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, createUsers } from '../../test/factories.ts'
import { useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille } = useCompanyPerTest(app, ['camille', 'amir'], { badges_active: true })
const skill = (place = 0) => company.skillIds[place] as string
const listed = async () => (await app.call(camille, badges.listBadges)).body.badges
const conditions = async (place = 0) =>
  Object.fromEntries(
    ((await listed()).find((badge) => badge.skill.id === skill(place))?.conditions ?? []).map(({ name, have, need, met }) => [
      name,
      { have, need, met },
    ]),
  )
const daysAgo = (days: number) => new Date(app.now().getTime() - days * DAY_MS)
const tryToPublish = (...skillIds: string[]) => app.call(camille, badges.publishBadges, { body: { badges: skillIds } })

test('a badge is earnable when every condition is met, then published with its page, and stays', async () => {
  expect(await listed()).toEqual([])
  await earn(app, camille, skill())
  expect(await listed()).toMatchObject([{ skill: { id: skill() }, status: 'earnable' }])
  expect(await conditions()).toEqual({
    ratings: { have: 5, need: 5, met: true },
    people: { have: 3, need: 3, met: true },
    relations: { have: 4, need: 2, met: true },
    superior: { have: 1, need: 1, met: true },
    mean: { have: 4.2, need: 4, met: true },
  })
  const [badge] = await publish(app, camille, [skill()])
  expect(badge).toMatchObject({ skill: { id: skill() }, page_url: `${app.url}/badge/${badge?.id}` })
  expect(await listed()).toMatchObject([
    { id: badge?.id, status: 'published', page_url: badge?.page_url, issued_at: badge?.issued_at, shown_name: 'Camille Martin' },
  ])
  await earn(app, camille, skill(), [{ rating: 1, relation: 'equal' }])
  expect((await conditions()).mean?.met).toBe(false)
  expect(await listed(), 'it stays when the ratings no longer reach the rule').toMatchObject([{ status: 'published' }])
})

test.each([
  ['ratings', { drop: 1, change: {} }],
  ['mean', { drop: 0, change: { rating: 3 } }],
  ['superior', { drop: 0, change: { relation: 'equal' as const } }],
])('without the condition of %s it is not earned', async (name, { drop, change }) => {
  const all = [
    { rating: 4, relation: 'superior' as const, ...change },
    ...Array.from({ length: 4 - drop }, () => ({ rating: 4, relation: 'coworker' as const })),
  ]
  await earn(app, camille, skill(), all)
  const found = await conditions()
  expect(Object.entries(found).flatMap(([condition, { met }]) => (met ? [] : [condition]))).toEqual([name])
  expectProblem(await tryToPublish(skill()), 422, 'badge_not_earned', { fields: { 'badges.0': 'not_earned' } })
  expect(await listed()).toMatchObject([{ status: 'in_progress' }])
})

test('ratings of one relation do not make two, and of two people not three', async () => {
  const [one, other] = await createUsers(app, company, 2)
  const rated = [one, one, other, other, other].map((giver) => ({ giverId: giver?.id as string, relation: 'superior' as const }))
  await storeAnswers(
    app,
    camille,
    rated.map((by) => ({ at: daysAgo(5), skillId: skill(), rating: 5, ...by })),
  )
  expect(await conditions()).toMatchObject({
    ratings: { have: 5, met: true },
    people: { have: 2, met: false },
    relations: { have: 1, met: false },
  })
})

test('only the last twelve months count, and nothing before a reset', async () => {
  await earn(app, camille, skill(), undefined, 400)
  expect(await listed()).toEqual([])
  await earn(app, camille, skill(), undefined, 30)
  expect(await listed()).toMatchObject([{ status: 'earnable' }])
  await app.database.db.execute(sql`insert into skill_resets (company_id, id, user_id, skill_id, created_at)
    values (${company.id}, gen_random_uuid(), ${camille.id}, ${skill()}, ${app.now()})`)
  expect(await listed()).toEqual([])
})

test('confidential ratings count with those by name; their people only as the largest group, and they have no relation', async () => {
  const confidential = (n: number) => Array.from({ length: n }, () => ({ at: daysAgo(9), skillId: skill(), rating: 4 }))
  await storeAnswers(app, camille, confidential(3), true)
  await storeAnswers(app, camille, confidential(4), true)
  expect(await conditions()).toMatchObject({
    ratings: { have: 7, met: true },
    people: { have: 3, met: true },
    relations: { have: 0, met: false },
    superior: { have: 0, met: false },
  })
  await app.database.db.execute(sql`update companies set badge_people = 10 where company_id = ${company.id}`)
  expect((await conditions()).people).toEqual({ have: 4, need: 10, met: false })
})

test('a person outside counts by address; former colleagues count as one person', async () => {
  await app.database.db.execute(sql`update companies set badge_people = 10 where company_id = ${company.id}`)
  const givers = await earn(app, camille, skill())
  expect((await conditions()).people?.have).toBe(5)
  await app.database.db.execute(sql`update feedbacks set giver_id = null where giver_id in (${givers[1]?.id}, ${givers[2]?.id})`)
  expect((await conditions()).people?.have).toBe(4)
})

test('thresholds are the company’s', async () => {
  await earn(app, camille, skill())
  await app.database.db.execute(
    sql`update companies set badge_ratings = 6, badge_superior = false, badge_mean = 4.5 where company_id = ${company.id}`,
  )
  expect(await conditions()).toMatchObject({ ratings: { need: 6, met: false }, mean: { need: 4.5, met: false } })
  expect(await conditions()).not.toHaveProperty('superior')
})

test('a mean of exactly the threshold is enough, one rating below it is not', async () => {
  await app.database.db.execute(sql`update companies set badge_mean = 4.1 where company_id = ${company.id}`)
  const people = Array.from({ length: 10 }, (_, place) => ({ rating: place === 0 ? 5 : 4, relation: 'superior' as const }))
  await earn(app, camille, skill(), people)
  expect((await conditions()).mean).toEqual({ have: 4.1, need: 4.1, met: true })
  await earn(app, camille, skill(), [{ rating: 4, relation: 'equal' }])
  expect((await conditions()).mean?.met).toBe(false)
})

test('nothing is published of a batch with one skill that is not earned, twice the same, of another company, or too many', async () => {
  await earn(app, camille, skill(0))
  const other = await createCompany(app, { badges_active: true })
  expectProblem(await tryToPublish(skill(0), skill(1)), 422, 'badge_not_earned', { fields: { 'badges.1': 'not_earned' } })
  expectProblem(await tryToPublish(skill(0), skill(0)), 400, 'invalid_input')
  expectProblem(await tryToPublish(skill(0), other.skillIds[0] as string), 404, 'not_found')
  expectProblem(await tryToPublish(...company.skillIds.slice(0, 50)), 400, 'invalid_input')
  expectProblem(await tryToPublish(), 400, 'invalid_input')
  expectProblem(await tryToPublish('no-id'), 400, 'invalid_input')
  const invented = await app.call(camille, badges.publishBadges, { body: { badges: [skill(0)], shown_name: 'Boss' as never } })
  expectProblem(invented, 400, 'invalid_input')
  expect(await listed()).toMatchObject([{ status: 'earnable' }])
})

test('a published badge is not published again; deleted, its owner’s calls find nothing, and publishing makes a new one', async () => {
  const badge = await publishOne(app, camille)
  expectProblem(await tryToPublish(skill()), 409, 'badge_already_published', { fields: { 'badges.0': 'published' } })
  const params = { params: { id: badge.id } }
  expect((await app.call(camille, badges.deleteBadge, params)).body).toEqual({ result: true })
  expectProblem(await app.call(camille, badges.deleteBadge, params), 404, 'not_found')
  expectProblem(await app.call(camille, badges.mailBadge, params), 404, 'not_found')
  expectProblem(await app.call(camille, badges.shareBadge, { body: { badge_id: badge.id, text: 'Look' } }), 404, 'not_found')
  expect(await listed()).toMatchObject([{ status: 'earnable' }])
  const [again] = await publish(app, camille, [skill()])
  expect(again?.id).not.toBe(badge.id)
  const kept = await rows(
    app.database.db,
    { user_id: nullable(t.uuid), shown_name: nullable(t.text), credential: nullable(t.text), jwt: nullable(t.text) },
    sql`select user_id, shown_name, credential, jwt from badges where id = ${badge.id}`,
  )
  expect(kept).toEqual([{ user_id: null, shown_name: null, credential: null, jwt: null }])
})

test('calls at the same time publish a skill once', async () => {
  await earn(app, camille, skill())
  const replies = await Promise.all(Array.from({ length: 5 }, () => tryToPublish(skill())))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await listed()).filter(({ status }) => status === 'published')).toHaveLength(1)
})

test('a company makes its key and its list once, with two publishers at the same time', async () => {
  const people = await createUsers(app, company, 3)
  for (const person of people) await earn(app, person, skill())
  await Promise.all(people.map((person) => publish(app, person, [skill()])))
  const [made] = await rows(
    app.database.db,
    { keys: t.int, places: t.int, achievements: t.int },
    sql`select (select count(*)::int from badge_keys where company_id = ${company.id}) as keys,
      (select count(distinct status_index)::int from badges where company_id = ${company.id}) as places,
      (select count(*)::int from achievements where company_id = ${company.id}) as achievements`,
  )
  expect(made).toEqual({ keys: 1, places: 3, achievements: 1 })
})

test('the name is shown as the owner chose it', async () => {
  for (const place of [0, 1, 2]) await earn(app, camille, skill(place))
  await publish(app, camille, [skill(0)], 'full')
  await publish(app, camille, [skill(1)], 'initial')
  await publish(app, camille, [skill(2)], 'first')
  expect(new Set((await listed()).map(({ shown_name }) => shown_name))).toEqual(new Set(['Camille Martin', 'Camille M.', 'Camille']))
})

test('LinkedIn gets the public page, and nothing is sent there', async () => {
  const badge = await publishOne(app, camille)
  const { body } = await app.call(camille, badges.shareBadge, { body: { badge_id: badge.id, text: 'Proud of this.' } })
  expect(new URL(body.share_url).searchParams.get('url')).toBe(badge.page_url)
  const added = new URL(body.add_to_profile_url)
  expect(Object.fromEntries(added.searchParams)).toMatchObject({
    startTask: 'CERTIFICATION_NAME',
    issueYear: '2026',
    issueMonth: '11',
    certUrl: badge.page_url,
    certId: badge.id,
  })
  expectProblem(await app.call(camille, badges.shareBadge, { body: { badge_id: badge.id, text: ' ' } }), 400, 'invalid_input')
  const long = 'x'.repeat(3001)
  expectProblem(await app.call(camille, badges.shareBadge, { body: { badge_id: badge.id, text: long } }), 400, 'invalid_input')
})

test('a mail brings the badge to its owner, with the picture that carries the credential, unless it was deleted meanwhile', async () => {
  const badge = await publishOne(app, camille)
  await app.mails()
  expect((await app.call(camille, badges.mailBadge, { params: { id: badge.id } })).body).toEqual({ result: true })
  const [mail, ...others] = await app.mails()
  expect(others).toEqual([])
  expect(mail?.to).toMatchObject({ text: camille.email })
  expect(mail?.text).toContain(`${app.url}/badge?id=${badge.id}`)
  const [picture] = mail?.attachments ?? []
  expect(picture).toMatchObject({ contentType: 'image/png', filename: `badge-${badge.id}.png` })
  expect(picture?.content.includes('openbadgecredential')).toBe(true)
  app.refuseMails(true)
  await app.call(camille, badges.mailBadge, { params: { id: badge.id } })
  await app.mails()
  app.refuseMails(false)
  await app.call(camille, badges.deleteBadge, { params: { id: badge.id } })
  app.advance(DAY_MS)
  expect(await app.mails(), 'deleted meanwhile').toEqual([])
})

test('a company without badges has none of these calls', async () => {
  const inactive = await createCompany(app)
  const luc = await createUser(app, inactive)
  const params = { params: { id: crypto.randomUUID() } }
  for (const reply of [
    await app.call(luc, badges.listBadges),
    await app.call(luc, badges.publishBadges, { body: { badges: [inactive.skillIds[0] as string] } }),
    await app.call(luc, badges.shareBadge, { body: { badge_id: crypto.randomUUID(), text: 'Look' } }),
    await app.call(luc, badges.mailBadge, params),
    await app.call(luc, badges.deleteBadge, params),
  ]) {
    expectProblem(reply, 403, 'badges_inactive')
  }
})

test('a clock that was set back issues no badge before its key', async () => {
  await publishOne(app, camille, 0)
  await earn(app, camille, skill(1))
  app.advance(-2 * DAY_MS)
  const [badge] = await publish(app, camille, [skill(1)])
  const [key] = await rows(app.database.db, { created_at: t.time }, sql`select created_at from badge_keys where company_id = ${company.id}`)
  expect(Date.parse(badge?.issued_at ?? '')).toBe(Date.parse(key?.created_at ?? ''))
})
