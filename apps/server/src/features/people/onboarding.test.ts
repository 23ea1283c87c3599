import { LOCALES } from '@reflet/contract/common'
import { MINUTE_MS } from '@reflet/contract/durations'
import { legal } from '@reflet/contract/legal'
import { NOTIFICATION_KINDS, ONBOARDING_STEPS, people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, type TestUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'

const app = useTestApp()
const { company } = useCompany(app)

const me = { params: { userId: '1' } }
const record = async (who: TestUser) => (await app.call(who, people.getUser, me)).body
const change = (who: TestUser, body: object) => app.call(who, people.updateUser, { ...me, body })

describe('onboarding', () => {
  const flags = [
    ['is_onboarding_finished', people.onboardingFinished],
    ['is_onboarding_dashboard_finished', people.onboardingDashboardFinished],
    ['is_onboarding_answer_finished', people.onboardingAnswerFinished],
    ['is_onboarding_badge_finished', people.onboardingBadgeFinished],
  ] as const

  test.each(flags)('%s is set by its own call, which returns the record and is idempotent', async (flag, endpoint) => {
    const [user, other] = [await createUser(app, company), await createUser(app, company)]
    const before = await record(user)
    expect(before.user[flag]).toBe(false)
    const first = await app.call(user, endpoint)
    const second = await app.call(user, endpoint)
    const step = flag === 'is_onboarding_finished' ? { onboarding_step: 'finished' } : {}
    const expected = { ...before, user: { ...before.user, [flag]: true, ...step } }
    expect([first.status, first.body, second.body]).toEqual([200, expected, expected])
    expect(await record(user)).toEqual(expected)
    expect((await record(other)).user[flag]).toBe(false)
  })

  test('stores its step, forward and back, for another device', async () => {
    const user = await createUser(app, company)
    expect((await record(user)).user.onboarding_step).toBe('terms')
    for (const step of [...ONBOARDING_STEPS, 'skills']) {
      expect((await change(user, { onboarding_step: step })).body.user.onboarding_step).toBe(step)
    }
    expect((await record(user)).user).toMatchObject({ onboarding_step: 'skills', is_onboarding_finished: false })
    const unknown = await change(user, { onboarding_step: 'elsewhere' })
    expectProblem(unknown, 400, 'invalid_input')
  })

  test('a change of the step keeps me in the search index', async () => {
    const user = await createUser(app, company, { first_name: 'Findable' })
    await change(user, { onboarding_step: 'slides' })
    const searcher = await createUser(app, company)
    const found = await app.call(searcher, people.searchColleagues, { query: { query: 'findable' } })
    expect(found.body.colleagues.map(({ user_id }) => user_id)).toEqual([user.id])
  })
})

describe('the terms of use', () => {
  const accept = (who: TestUser, version: string) => app.call(who, people.acceptTerms, { body: { version } })
  const kept = async (who: TestUser) =>
    (await app.database.pool.query('select version, locale, accepted_at from terms_acceptances where user_id = $1', [who.id])).rows

  test('are accepted once, with version, language and date; the first time counts', async () => {
    const user = await createUser(app, company, { locale: 'ar' })
    expect((await record(user)).user).toMatchObject({ terms_version: TERMS_VERSION, is_terms_accepted: false })
    const before = app.now()
    const reply = await accept(user, TERMS_VERSION)
    expect([reply.status, reply.body.user.is_terms_accepted]).toEqual([200, true])
    const first = await kept(user)
    expect(first).toEqual([{ version: TERMS_VERSION, locale: 'ar', accepted_at: expect.any(Date) }])
    expect(first[0].accepted_at.getTime()).toBeGreaterThanOrEqual(before.getTime())
    await change(user, { locale: 'fr' })
    app.advance(MINUTE_MS)
    expect((await accept(user, TERMS_VERSION)).status).toBe(200)
    expect(await kept(user)).toEqual(first)
  })

  test('that were not shown cannot be accepted', async () => {
    const user = await createUser(app, company)
    const reply = await accept(user, '2020-01-01')
    expectProblem(reply, 409, 'terms_changed')
    expect(await kept(user)).toEqual([])
    expect((await record(user)).user.is_terms_accepted).toBe(false)
  })

  test('must be accepted again when they change; the earlier acceptance is kept', async () => {
    const user = await createUser(app, company)
    await accept(user, TERMS_VERSION)
    await app.database.pool.query("update users set terms_version = '2020-01-01' where id = $1", [user.id])
    await app.database.pool.query("update terms_acceptances set version = '2020-01-01' where user_id = $1", [user.id])
    expect((await record(user)).user.is_terms_accepted).toBe(false)
    await accept(user, TERMS_VERSION)
    expect((await kept(user)).map(({ version }) => version).sort()).toEqual(['2020-01-01', TERMS_VERSION])
  })

  test.each(LOCALES)('contain their version in %s', async (locale) => {
    for (const text of [legal.termsOfUse, legal.privacyPolicy]) {
      const reply = await app.call(null, text, { query: { locale } })
      expect(String(reply.body).split('\n').slice(0, 3).join('\n')).toContain(TERMS_VERSION)
    }
  })
})

describe('my notification settings', () => {
  const choices = async (who: TestUser) => (await record(who)).user.notifications
  const stored = async (who: TestUser) =>
    (await app.database.pool.query('select notifications from users where id = $1', [who.id])).rows[0].notifications

  test('are on until switched off, kind by kind and channel by channel', async () => {
    const [user, other] = [await createUser(app, company), await createUser(app, company)]
    const everything = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { email: true, push: true }]))
    expect(await choices(user)).toEqual(everything)
    const off = await change(user, { notifications: { reminder: { email: false } } })
    expect(off.body.user.notifications).toEqual({ ...everything, reminder: { email: false, push: true } })
    await change(user, { notifications: { reminder: { push: false }, answered: { push: false } } })
    expect(await choices(user)).toEqual({
      ...everything,
      reminder: { email: false, push: false },
      answered: { email: true, push: false },
    })
    await change(user, { notifications: { reminder: { email: true, push: true } }, first_name: 'Both' })
    expect((await record(user)).user).toMatchObject({ first_name: 'Both', notifications: { reminder: { email: true, push: true } } })
    expect(await stored(user), 'only what is off is kept').toEqual({ answered: { push: false } })
    expect(await choices(other)).toEqual(everything)
  })

  test('two concurrent changes are both stored', async () => {
    const user = await createUser(app, company)
    await Promise.all(NOTIFICATION_KINDS.map((kind) => change(user, { notifications: { [kind]: { email: false } } })))
    expect(Object.values(await choices(user)).map(({ email }) => email)).toEqual(NOTIFICATION_KINDS.map(() => false))
  })

  test.each([{ unknown: { email: false } }, { reminder: { sms: false } }, { reminder: { email: 'no' } }, { reminder: false }])(
    'refuses %j',
    async (notifications) => {
      const user = await createUser(app, company)
      const reply = await change(user, { notifications, first_name: 'Changed' })
      expectProblem(reply, 400, 'invalid_input')
      expect(await stored(user)).toEqual({})
    },
  )
})
