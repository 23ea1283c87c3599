import { adminAudit } from '@reflet/contract/admin-audit'
import { adminPolicies, type Policies } from '@reflet/contract/admin-policies'
import { awards } from '@reflet/contract/awards'
import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { statistics } from '@reflet/contract/statistics'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey, anAnswer, createUsers, type TestUser } from '../../../test/factories.ts'
import { readOwn } from '../../../test/logins.ts'
import { answer, aRequest, ask, feedbacksOf } from '../../../test/requests.ts'
import { passTime, useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { deleteOldAnswers } from '../../feedback/retention.commands.ts'

const app = useTestApp()
const { company, anne, camille, amir } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {}, amir: {} })
const change = (body: object) => app.call(anne, adminPolicies.updatePolicies, { body })

test('are read, changed one by one and logged with both values', async () => {
  const { body: before } = await app.call(anne, adminPolicies.getPolicies)
  expect(before).toEqual({
    confidentiality_threshold: 3,
    reminder_days: [3, 10],
    expiry_days: 30,
    quiet_hours: null,
    outside_recipients_per_day: { person: 60, company: 600 },
    retention_months: null,
    session_days: 30,
    feed_awards: 'everyone',
    badge_rule: { ratings: 5, people: 3, relations: 2, superior: true, mean: 4 },
  } satisfies Policies)
  const quiet_hours = { from: '21:30', to: '07:05' }
  expect((await change({ quiet_hours, reminder_days: [2, 5] })).body).toEqual({ ...before, quiet_hours, reminder_days: [2, 5] })
  const { entries } = (await app.call(anne, adminAudit.listAudit)).body
  const details = { before: { quiet_hours: null, reminder_days: [3, 10] }, after: { quiet_hours, reminder_days: [2, 5] } }
  expect(entries).toMatchObject([{ action: 'policies_changed', details }])
})

test('contradictions are refused, and nothing of the change is kept', async () => {
  await change({ confidentiality_threshold: 5 })
  expectProblem(await change({ confidentiality_threshold: 4, session_days: 1 }), 422, 'threshold_only_rises')
  expectProblem(await change({ reminder_days: [10, 10] }), 422, 'reminders_out_of_order')
  expectProblem(await change({ reminder_days: [3, 30] }), 422, 'reminders_out_of_order')
  expectProblem(await change({ expiry_days: 9 }), 422, 'reminders_out_of_order')
  for (const wrong of [
    { confidentiality_threshold: 11 },
    { retention_months: 12 },
    { quiet_hours: { from: '24:00', to: '08:00' } },
    { unknown: 1 },
    { badge_rule: { ratings: 5, people: 3, relations: 2, superior: true, mean: 4.05 } },
  ])
    expectProblem(await change(wrong), 400, 'invalid_input')
  expect((await app.call(anne, adminPolicies.getPolicies)).body).toMatchObject({ confidentiality_threshold: 5, session_days: 30 })
})

describe('are obeyed:', () => {
  test('session length', async () => {
    await change({ session_days: 2 })
    app.advance(1.5 * DAY_MS)
    expect((await readOwn(app, camille)).status).toBe(200)
    app.advance(2.1 * DAY_MS)
    expectProblem(await readOwn(app, camille), 401, 'unauthenticated')
  })

  test('awards on the feed', async () => {
    await change({ feed_awards: 'admins' })
    const give = (who: TestUser, visibility: 'private' | 'company') =>
      app.call(who, awards.giveAwards, {
        body: { type_id: company.awardTypeIds[0] as string, user_ids: [amir.id], visibility, idempotency_key: aKey() },
      })
    expectProblem(await give(camille, 'company'), 403, 'forbidden')
    expect((await give(camille, 'private')).status).toBe(200)
    expect((await give(anne, 'company')).status).toBe(200)
    const mayShare = async (who: TestUser) => (await app.call(who, awards.listAwardTypes)).body.may_share
    expect([await mayShare(camille), await mayShare(anne)]).toEqual([false, true])
  })

  test('a raised threshold holds for new requests and those that can reach it; one that cannot keeps what was promised', async () => {
    const givers = await createUsers(app, company, 5)
    const small = await ask(app, camille, givers.slice(0, 3), { confidential: true })
    const large = await ask(app, camille, givers, { confidential: true })
    await change({ confidentiality_threshold: 5 })
    const body = aRequest(camille, givers.slice(0, 4), { confidential: true })
    expectProblem(await app.call(camille, feedback.createRequest, { body }), 422, 'confidential_needs_more_people')
    const shown = async (giver: TestUser | undefined) =>
      Object.fromEntries(
        (await app.call(giver as TestUser, feedback.listRequestsToAnswer, { query: {} })).body.groups.map(({ asked, threshold }) => [
          asked?.colleagues,
          threshold,
        ]),
      )
    expect(await shown(givers[0]), 'what people read before they answer').toEqual({ 3: 3, 5: null })
    const released = async () =>
      (await app.call(camille, feedback.listConfidentialAnswers, { query: {} })).body.confidential.map(({ n }) => n).sort()
    for (const giver of givers.slice(0, 3)) await answer(app, giver, small)
    expect(await released()).toEqual([3])
    for (const giver of givers.slice(0, 4)) await answer(app, giver, large)
    expect(await released(), 'four of five wait').toEqual([3])
    await answer(app, givers[4] as TestUser, large)
    expect(await released()).toEqual([3, 5])
  })

  test('retention: old answers go each night, figures stay', async () => {
    const skill = company.skillIds[0] as string
    const sent = await ask(app, camille, [amir], { skill_ids: [skill], message: 'Old' })
    await answer(app, amir, sent, anAnswer({ rating: 5 }))
    const givers = await createUsers(app, company, 3)
    const confidential = await ask(app, camille, givers, { skill_ids: [skill], confidential: true })
    for (const giver of givers) await answer(app, giver, confidential)
    await passTime(app, 400 * DAY_MS, anne, camille, amir)
    const recent = await ask(app, camille, [amir], { skill_ids: [skill] })
    await answer(app, amir, recent)
    const totals = () =>
      rows(
        app.database.db,
        { total: t.json() },
        sql`select to_json(s) as total from skill_totals s where company_id = ${company.id} order by month, voice`,
      )
    const before = await totals()
    expect(await deleteOldAnswers(app.platform), 'nothing without the policy').toBe(0)
    await change({ retention_months: 13 })
    expect(await deleteOldAnswers(app.platform)).toBe(4)
    expect(await deleteOldAnswers(app.platform), 'idempotent').toBe(0)
    expect(await totals()).toEqual(before)
    expect((await app.call(camille, feedback.listAnswers, { query: {} })).body.answers.map(({ id }) => id)).toEqual(
      feedbacksOf(recent, amir).map(({ id }) => id),
    )
    expectProblem(await app.call(camille, feedback.getRequest, { params: { id: sent.id } }), 404, 'not_found')
    expect((await app.call(camille, statistics.getSkillStatistics, { params: { userId: '1', skillId: skill } })).status).toBe(200)
    const { entries } = (await app.call(anne, adminAudit.listAudit, { query: { action: 'retention_ran' } })).body
    expect(entries).toMatchObject([{ actor: { kind: 'system' }, details: { answers: 4, requests: 2 } }])
  })
})
