import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { newsfeed } from '@reflet/contract/newsfeed'
import { recurrences } from '@reflet/contract/recurrences'
import { beforeEach, expect } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { sendRounds } from '../features/feedback/recurrences/rounds.commands.ts'
import type { TestApp } from './build-test-app.ts'
import { aKey, createUsers, signIn, type TestCompany, type TestUser } from './factories.ts'
import { answer, ask } from './requests.ts'
import { useCompanyPerTest } from './use-company.ts'
import { useTestApp } from './use-test-app.ts'

export const FORTNIGHT = 14 * DAY_MS
export let app: TestApp
export let company: TestCompany
/** The owner of the recurring request. */
export let me: TestUser
/** The people of the pool. */
export let pool: TestUser[]

/** A server for the tests of a file, and for each of them a company of five. */
export function prepareRounds() {
  app = useTestApp()
  ;({ company, me } = useCompanyPerTest(app, ['me']))
  beforeEach(async () => {
    // The recurring requests of other tests would be due, too.
    await app.database.db.execute(sql`update recurrences set next_at = null`)
    pool = await createUsers(app, company, 4)
  })
}

/** Sessions expire in the months that pass here. */
export const session = (user: TestUser) => signIn(app, user)
export const day = (days: number) => new Date(app.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
export const create = async (changes: object = {}, who = me) => {
  const reply = await app.call(await session(who), recurrences.createRecurrence, {
    body: {
      skill_ids: company.skillIds.slice(0, 2),
      pool: pool.map(({ id }) => ({ user_id: id })),
      every: { unit: 'week' as const, count: 2 },
      per_round: 2,
      starts_on: day(1),
      ends: { rounds: 20 },
      idempotency_key: aKey(),
      ...changes,
    },
  })
  expect(reply.status, reply.body.code).toBe(200)
  return reply.body
}
export const list = async (who = me) => (await app.call(await session(who), recurrences.listRecurrences)).body.recurrences
export const only = async () => {
  const [one] = await list()
  if (!one) throw new Error('there is none')
  return one
}
export const change = async (id: string, changes: object) =>
  (await app.call(await session(me), recurrences.updateRecurrence, { params: { id }, body: changes as never })).body
export const send = () => sendRounds(app.platform)
/** Advances the clock to just after the next round of the newest recurring request, and sends what is due. */
export async function nextRound() {
  const [next] = (await only()).next_rounds
  if (!next) throw new Error('no round is left')
  app.advance(Date.parse(next.at) - app.now().getTime() + 1000)
  return send()
}
export const requests = async (who = me) => (await app.call(await session(who), feedback.listRequests)).body.requests.toReversed()
export const askedIn = (request: Awaited<ReturnType<typeof requests>>[number] | undefined) =>
  [...new Set(request?.feedbacks.map(({ recipient }) => recipient.user_id ?? recipient.email))].sort()
export const idsOf = (...places: number[]) => places.map((place) => pool[place]?.id as string).sort()
export const news = async (who = me) => (await app.call(await session(who), newsfeed.listNews)).body.newsfeed
export const askAs = async (from: TestUser, to: Parameters<typeof ask>[2], confidential = false) =>
  ask(app, await signIn(app, from), to, { confidential })
export const answerAll = async (giver: TestUser) => {
  const who = await session(giver)
  const { groups } = (await app.call(who, feedback.listRequestsToAnswer)).body
  for (const { id } of groups.flatMap(({ feedbacks }) => feedbacks)) {
    await answer(app, who, id)
  }
}
export const openOf = async ({ id }: TestUser) =>
  (
    await rows(
      app.database.db,
      { open: t.int },
      sql`select count(distinct recipient_id)::int as open from feedbacks where giver_id = ${id} and status = 'pending'`,
    )
  )[0]?.open
