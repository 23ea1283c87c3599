import { account } from '@reflet/contract/account'
import { HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { skills } from '@reflet/contract/skills'
import { statistics } from '@reflet/contract/statistics'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { type Random, seededRandom } from '../../demo/random.ts'
import { anAnswer, createUsers, signIn, type TestUser } from '../../test/factories.ts'
import { ask } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const SEED = 20_260_521
const STEPS = 240

const app = useTestApp()
const { company } = useCompany(app)

/** The running totals, and the same computed from the answers; without zero rows. */
async function totals() {
  const columns = sql`company_id, user_id, skill_id, month::text, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed,
    badge_1, badge_2, badge_3, badge_4, badge_5`
  const kept = await rows(
    app.database.db,
    {
      voice: t.text,
      company_id: t.uuid,
      user_id: t.uuid,
      skill_id: t.uuid,
      month: t.text,
      rated_1: t.int,
      rated_2: t.int,
      rated_3: t.int,
      rated_4: t.int,
      rated_5: t.int,
      not_observed: t.int,
      badge_1: t.int,
      badge_2: t.int,
      badge_3: t.int,
      badge_4: t.int,
      badge_5: t.int,
    },
    sql`select ${columns} from skill_totals where rated_1 + rated_2 + rated_3 + rated_4 + rated_5 + not_observed <> 0 or rated_1 < 0 or badge_1 < 0
      order by user_id, skill_id, month, voice`,
  )
  const counted = await rows(
    app.database.db,
    {
      company_id: t.uuid,
      user_id: t.uuid,
      skill_id: t.uuid,
      month: t.text,
      voice: t.text,
      rated_1: t.int,
      rated_2: t.int,
      rated_3: t.int,
      rated_4: t.int,
      rated_5: t.int,
      not_observed: t.int,
      badge_1: t.int,
      badge_2: t.int,
      badge_3: t.int,
      badge_4: t.int,
      badge_5: t.int,
    },
    sql`select ${columns} from (
        select company_id, receiver_id as user_id, skill_id, date_trunc('month', released_at at time zone 'UTC')::date as month,
          case when confidential then 'confidential' else relation end as voice,
          count(*) filter (where rating = 1)::int as rated_1, count(*) filter (where rating = 2)::int as rated_2,
          count(*) filter (where rating = 3)::int as rated_3, count(*) filter (where rating = 4)::int as rated_4,
          count(*) filter (where rating = 5)::int as rated_5, count(*) filter (where not_observed)::int as not_observed,
          count(*) filter (where colleague and rating = 1)::int as badge_1, count(*) filter (where colleague and rating = 2)::int as badge_2,
          count(*) filter (where colleague and rating = 3)::int as badge_3, count(*) filter (where colleague and rating = 4)::int as badge_4,
          count(*) filter (where colleague and rating = 5)::int as badge_5
        from (select *, case when confidential then counts_for_badges else giver_id is not null or giver_left end as colleague
          from feedbacks) f where released_at is not null group by 1, 2, 3, 4, 5) c
      order by user_id, skill_id, month, voice`,
  )
  return { kept, counted }
}

/** The groups that receivers page through, and the same computed from the answers. */
async function releases() {
  const kept = await rows(
    app.database.db,
    { request_id: t.uuid, skill_id: t.uuid, receiver_id: t.uuid, month: t.text },
    sql`select request_id, skill_id, receiver_id, month::text from confidential_releases order by 1, 2`,
  )
  const found = await rows(
    app.database.db,
    { request_id: t.uuid, skill_id: t.uuid, receiver_id: t.uuid, month: t.text },
    sql`select request_id, skill_id, receiver_id, max(date_trunc('month', released_at at time zone 'UTC')::date)::text as month
      from feedbacks where confidential and released_at is not null group by 1, 2, 3 order by 1, 2`,
  )
  return { kept, found }
}

interface Given {
  readonly id: string
  readonly giver: TestUser | null
  readonly token: string | null
}

const answerOf = (random: Random) => {
  const rating = random.pick([1, 2, 3, 4, 5, null])
  return anAnswer({ rating, not_observed: rating === null })
}

test('running totals equal a recount after random actions', { timeout: 900_000 }, async () => {
  const random = seededRandom(SEED)
  let people = [...(await createUsers(app, company, 8))]
  let given: Given[] = []

  const askSome = async () => {
    const [me, ...others] = random.sample(people, people.length) as [TestUser, ...TestUser[]]
    const skill_ids = random.sample(company.skillIds.slice(0, 3), 1 + random.below(2))
    const sent = await ask(app, me, [...others.slice(0, 4), { email: `guest${random.below(3)}@partner.example` }], {
      skill_ids,
      confidential: random.chance(0.5),
    })
    given.push(
      ...sent.feedbacks.map(({ id, recipient }) => ({
        id,
        giver: people.find((user) => user.id === recipient.user_id) ?? null,
        token: recipient.user_id ? null : app.platform.vault.deriveToken('guest', recipient.id),
      })),
    )
  }
  const sayOn = (
    asColleague: typeof feedback.answerFeedback | typeof feedback.editAnswer,
    asGuest: typeof guest.guestAnswer | typeof guest.guestEdit,
  ) => {
    const one = random.pick(given)
    const body = answerOf(random)
    if (one.giver) return app.call(one.giver, asColleague, { params: { id: one.id }, body })
    return app.call(null, asGuest, { params: { token: one.token ?? '', feedbackId: one.id }, body })
  }
  const takeBack = () => {
    const one = random.pick(given.filter(({ giver }) => !giver))
    return app.call(null, guest.guestDelete, { params: { token: one?.token ?? '', feedbackId: one?.id ?? '' } })
  }
  const leave = async () => {
    if (people.length < 5) return
    const gone = random.pick(people)
    expect((await app.call(await signIn(app, gone), account.deleteUser, {})).status).toBe(200)
    people = people.filter((user) => user !== gone)
    given = given.filter(({ giver }) => giver !== gone)
  }
  const later = async () => {
    app.advance(random.pick([1, 20, 24 * 20]) * HOUR_MS)
    people = await Promise.all(people.map((user) => signIn(app, user)))
    given = given.map((one) => ({ ...one, giver: people.find(({ id }) => id === one.giver?.id) ?? null }))
  }
  const reset = () =>
    app.call(random.pick(people), skills.resetSkills, { params: { userId: '1' }, body: { skill_ids: company.skillIds.slice(0, 1) } })

  const answer = () => sayOn(feedback.answerFeedback, guest.guestAnswer)
  const edit = () => sayOn(feedback.editAnswer, guest.guestEdit)
  await askSome()
  for (let step = 1; step <= STEPS; step++) {
    // Guests may open their links twenty times a minute.
    app.advance(61_000)
    await random.pick<() => Promise<unknown>>([askSome, ...Array(6).fill(answer), edit, edit, takeBack, later, reset])()
    if (step % 60 === 0) await leave()
    if (step % 20 > 0) continue
    const { kept, counted } = await totals()
    expect(kept, `after ${step} steps`).toEqual(counted)
    const { kept: shown, found } = await releases()
    expect(shown, `after ${step} steps`).toEqual(found)
  }
  const { kept } = await totals()
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.some(({ voice }) => voice === 'confidential')).toBe(true)
  for (const me of people) {
    const { body } = await app.call(me, statistics.getStatistics, { params: { userId: '1' }, query: {} })
    expect(body.skills.every(({ distribution }) => distribution.every((count) => count >= 0))).toBe(true)
  }
})
