import { coffee } from '@reflet/contract/coffee'
import { DAY_MS, MINUTE_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import type { CreateRequestBody } from '@reflet/contract/feedback'
import { feedback } from '@reflet/contract/feedback'
import { recurrences } from '@reflet/contract/recurrences'
import { session } from '@reflet/contract/session'
import { sharing } from '@reflet/contract/sharing'
import { sql } from '../../db/index.ts'
import { CLIENT_ID } from '../../features/session/session.commands.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { TestApp } from '../build-test-app.ts'
import { eventBody } from '../events.ts'
import { aKey, anAnswer, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../factories.ts'
import { ask, eventToken } from '../requests.ts'

export const PASSWORD = 'a long password'

/** A separate company, with people who know one another. */
export interface Scene {
  readonly app: TestApp
  readonly company: TestCompany
  readonly me: TestUser
  readonly admin: TestUser
  readonly mates: readonly [TestUser, TestUser, TestUser]
  readonly skill: string
}

export async function setScene(app: TestApp): Promise<Scene> {
  const company = await createCompany(app, { badges_active: true })
  const me = await createUser(app, company, { password_hash: await hashPassword(PASSWORD) })
  const mates = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
  const admin = await createUser(app, company, { role: 'admin' })
  // Each retry comes a minute later: their sign-ins count as recent for a day.
  await app.database.db.execute(sql`update sessions set authenticated_at = created_at + interval '1 day' where company_id = ${company.id}`)
  return { app, company, me, admin, mates, skill: company.skillIds[0] as string }
}

export const inDays = ({ app }: Scene, days: number) =>
  new Date(Math.floor(app.now().getTime() / MINUTE_MS) * MINUTE_MS + days * DAY_MS).toISOString()
const dayAfter = (scene: Scene, days: number) => inDays(scene, days).slice(0, 10)

/** Sends a request on one skill; returns what was sent. */
export const askMate = ({ app, me, mates: [mate], skill }: Scene, changes: Partial<CreateRequestBody> = {}) =>
  ask(app, me, mate, { skill_ids: [skill], ...changes })

/** A colleague's answer that I received, and my manager. */
export async function answered(scene: Scene): Promise<string> {
  const { app, me, mates } = scene
  const { feedbacks } = await askMate(scene)
  const id = feedbacks[0]?.id as string
  await app.call(mates[0], feedback.answerFeedback, { params: { id }, body: anAnswer() })
  await app.call(me, sharing.setManager, { body: { user_id: mates[1].id } })
  return id
}

export const regular = (scene: Scene) => ({
  skill_ids: [scene.skill],
  pool: scene.mates.map(({ id }) => ({ user_id: id })),
  every: { unit: 'week' as const, count: 2 },
  per_round: 2,
  starts_on: dayAfter(scene, 1),
  ends: { rounds: 20 },
  idempotency_key: aKey(),
})
export const createRegular = async (scene: Scene) =>
  (await scene.app.call(scene.me, recurrences.createRecurrence, { body: regular(scene) })).body.id

export async function createEvent(scene: Scene) {
  const { body } = await scene.app.call(scene.me, events.createEvent, { body: eventBody(scene.app, [scene.skill]) })
  return { id: body.id, token: eventToken(body) }
}

export const invitation = (scene: Scene) => ({
  invitee: { user_id: scene.mates[0].id },
  slots: [inDays(scene, 2), inDays(scene, 3)],
  idempotency_key: aKey(),
})
export const propose = async (scene: Scene) => (await scene.app.call(scene.me, coffee.createCoffee, { body: invitation(scene) })).body.id

export const logIn = ({ app, me }: Scene) =>
  app.call(null, session.login, { body: { grant_type: 'password', client_id: CLIENT_ID, username: me.email, password: PASSWORD } })

/** Changes the database directly, to reach a date. */
export const change = ({ app }: Scene, statement: ReturnType<typeof sql>) => app.database.db.execute(statement)
