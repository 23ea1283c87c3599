import { adminPeople } from '@reflet/contract/admin-people'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { EventBody } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { BUSY_FROM } from '@reflet/contract/people'
import { RecurrenceBody } from '@reflet/contract/recurrences'
import { type Queryable, sql } from '../../db/index.ts'
import { deleteUser } from '../../features/account/account.commands.ts'
import { createPerson, deactivatePerson, reactivatePerson, updatePerson } from '../../features/admin/people/people.commands.ts'
import { updateUser } from '../../features/admin/scim/users.commands.ts'
import { SYSTEM } from '../../features/audit/audit.ts'
import { cancelPendingOf, leaveFeedback } from '../../features/feedback/account-deletion.commands.ts'
import { type Acting, answerFeedback, deleteAnswer, editAnswer } from '../../features/feedback/answers/answers.commands.ts'
import { declineFeedbacks } from '../../features/feedback/answers/decline.commands.ts'
import { createEvent } from '../../features/feedback/events/events.commands.ts'
import { answerEvent, answerEventLink } from '../../features/feedback/events/joining.commands.ts'
import { openDashboard } from '../../features/feedback/received-answers/dashboard.commands.ts'
import { createRecurrence } from '../../features/feedback/recurrences/recurrences.commands.ts'
import { sendRounds } from '../../features/feedback/recurrences/rounds.commands.ts'
import { remindRequest } from '../../features/feedback/requests/reminders.commands.ts'
import { cancelRequest, createRequest } from '../../features/feedback/requests/requests.commands.ts'
import { expireFeedbacks, remindUnanswered } from '../../features/feedback/schedules.commands.ts'
import { resetFactors } from '../../features/session/factors.commands.ts'
import { resetSkills } from '../../features/skills/skills.commands.ts'
import { hashToken } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { type FoundLink, findLink } from '../../platform/links.ts'
import type { TestApp } from '../build-test-app.ts'
import { aKey, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../factories.ts'
import { viewerOf } from '../viewer.ts'
import { NAMED_RATING } from './knowledge.ts'
import type { Onlooker } from './looks.ts'
import { ADDRESSES, type Giving, giverOf, type Spot, sayingOf, spotOf } from './spots.ts'
import { ACCOUNTS, type Administering, account, GUEST, isAccount, isHidden, type Open, SAYINGS, SKILLS, type Step } from './steps.ts'

/** A receiver with one pending confidential request and a named one, with a start time of their own. */
export interface World {
  readonly onlooker: Onlooker
  /** The initial objects: their ids are the same in all branches of this run. */
  readonly keptIds: ReadonlySet<string>
  now(): Date
  /** Runs an action, and returns whether the server accepted it and its response. */
  act(step: Step): Promise<{ accepted: boolean; reply: unknown }>
  /** Runs something, then rolls it back. */
  aside<T>(run: () => Promise<T>): Promise<T>
}

/**
 * Additional requests to the givers: with the named and the confidential one, half of them are exactly busy, and half one request below.
 */
const OTHERS = BUSY_FROM - 2

/** Thrown to undo the transaction of a run. */
class Undo extends Error {}

/** Runs in one transaction that is rolled back: many branches of one run can be tried. */
export async function inWorld(
  app: TestApp,
  options: { threshold: number; start: Date; administers: boolean },
  run: (world: World) => Promise<void>,
) {
  const company = await createCompany(app)
  await app.database.db.execute(sql`update companies set confidentiality_threshold = ${options.threshold} where company_id = ${company.id}`)
  const receiver = await createUser(app, company, options.administers ? { role: 'admin' } : {})
  const colleagues = await createUsers(app, company, GUEST)
  const others = await createUsers(app, company, OTHERS)
  // Someone still administers when the receiver steps down.
  if (options.administers) await createUser(app, company, { role: 'admin' })
  await app.database.db
    .transaction(async (tx) => {
      await run(await createWorld(app, tx, { company, receiver, colleagues, others, ...options }))
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
}

interface Cast {
  readonly company: TestCompany
  readonly receiver: TestUser
  readonly colleagues: readonly TestUser[]
  readonly others: readonly TestUser[]
  readonly start: Date
  readonly administers: boolean
}

async function createWorld(
  app: TestApp,
  db: Queryable,
  { company, receiver, colleagues, others, start, administers }: Cast,
): Promise<World> {
  let state = {
    now: start,
    threshold: 0,
    spots: {} as Record<string, Spot>,
    requestIds: [] as string[],
    gone: [] as number[],
    deactivated: [] as number[],
    probes: [] as Spot[],
  }
  const platform: Platform = { ...app.platform, db, clock: () => state.now, wake() {}, scrub: async () => {} }
  const tokenHash = hashToken(receiver.token)
  const skillIds = company.skillIds.slice(0, SKILLS)
  const stayLoggedIn = () =>
    db.execute(sql`update sessions set created_at = ${state.now}, used_at = ${state.now} where company_id = ${company.id}`)

  await stayLoggedIn()
  const viewer = await viewerOf({ ...app, platform }, receiver)
  const me = () => ({ ...viewer, threshold: state.threshold })
  state.threshold = viewer.threshold
  const other = await viewerOf({ ...app, platform }, others[0] as TestUser)
  const by = { companyId: company.id, actor: SYSTEM }
  /** The accounts that an administrator makes as the run begins, by the same command as on the page of people. */
  const accounts: string[] = []
  for (let number = 0; administers && number < ACCOUNTS; number++) {
    const words = { first_name: 'Made', last_name: `Up ${number}`, email: `made-up-${number}@mail.example`, invite: false }
    accounts.push(await createPerson(platform, by, adminPeople.createPerson.body.parse(words)))
  }
  // Their first sign-in.
  if (administers) await db.execute(sql`update users set activated_at = ${start} where id = any(${accounts})`)
  const idOf = (giver: number) => (isAccount(giver) ? accounts[giver - account(0)] : colleagues[giver]?.id)
  const isHere = (giver: number) => !state.gone.includes(giver) && !state.deactivated.includes(giver)
  const linkTo = (subjectId: string): FoundLink => ({ companyId: company.id, subjectId, copied: false })
  /** One of each group: its page shows all that was answered there. */
  const links = () => {
    const own = [...Object.values(state.spots).filter(({ giver }) => giver > GUEST), ...state.probes]
    const groups = new Map(own.map(({ recipientId, feedbackId }) => [recipientId, feedbackId]))
    return [...groups].map(([recipientId, feedbackId]) => ({ link: linkTo(recipientId), feedbackId }))
  }

  const acting = (giver: number, spot: Spot): Acting => {
    const common = { companyId: company.id, seal: viewer.seal, locale: 'en' as const, threshold: state.threshold }
    const userId = idOf(giver)
    return userId
      ? { ...common, userId, recipientId: null, guestId: null }
      : { ...common, userId: null, recipientId: spot.recipientId, guestId: null }
  }
  const ask = async (confidential: boolean, name: string) => {
    const asked = [...colleagues.keys(), ...(confidential ? accounts.map((_, number) => account(number)) : [])].filter(isHere)
    const recipients = [
      ...asked.map((giver) => ({ user_id: idOf(giver) })),
      ...(confidential ? Object.values(ADDRESSES).map((email) => ({ email })) : []),
    ]
    const skill_ids = confidential ? skillIds : skillIds.slice(0, 1)
    const sent = await createRequest(
      platform,
      viewer,
      feedback.createRequest.body.parse({ skill_ids, recipients, confidential, idempotency_key: aKey() }),
    )
    const spots = sent.feedbacks.map(({ id, skill, recipient }): [string, Spot] => {
      const giver = recipient.user_id ? (asked.find((one) => idOf(one) === recipient.user_id) ?? NaN) : giverOf(recipient.email)
      return [`${name}.${skillIds.indexOf(skill.id)}.${giver}`, { feedbackId: id, recipientId: recipient.id, giver }]
    })
    state = { ...state, spots: { ...state.spots, ...Object.fromEntries(spots) }, requestIds: [...state.requestIds, sent.id] }
    return sent
  }
  /** Each mail leaves when it was written. */
  const mailsLeave = () => db.execute(sql`update outbox set sent_at = created_at where sent_at is null`)
  const pass = async (to: Date) => {
    await mailsLeave()
    // Not in the millisecond to which a month's news items are dated: these two would have a random order.
    state = { ...state, now: new Date(to.getTime() - MINUTE_MS) }
    await sendRounds(platform)
    state = { ...state, now: to }
    await stayLoggedIn()
    await expireFeedbacks(platform)
    await remindUnanswered(platform)
  }

  const open = async (step: Open): Promise<unknown> => {
    const now = new Date(state.now.getTime() + MINUTE_MS)
    state = { ...state, now }
    switch (step.do) {
      case 'later':
        return pass(new Date(now.getTime() + step.hours * HOUR_MS))
      case 'next month':
        return pass(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)))
      case 'ask again':
        if (state.requestIds.length > 2) throw new Problem('nothing_pending')
        return ask(true, '1')
      case 'cancel':
        return cancelRequest(platform, me(), state.requestIds[0] as string)
      case 'remind':
        await mailsLeave()
        return remindRequest(platform, me(), state.requestIds[0] as string)
      case 'read':
        return openDashboard(platform, me())
      case 'raise the threshold':
        state = { ...state, threshold: state.threshold + 1 }
        return db
          .execute(sql`update companies set confidentiality_threshold = ${state.threshold} where company_id = ${company.id}`)
          .then(() => null)
      case 'reset':
        return resetSkills(platform, me(), [skillIds[step.skill] as string])
      case 'answer by name': {
        const spot = spotOf(state.spots, `named.0.${step.giver}`)
        const answer = { ...(SAYINGS[0] as (typeof SAYINGS)[number]), rating: NAMED_RATING, improve: 'More' }
        await answerFeedback(platform, acting(step.giver, spot), spot.feedbackId, answer)
        return null
      }
      case 'leave':
        await deleteUser(platform, { ...me(), userId: (colleagues[step.giver] as TestUser).id }, { actor: SYSTEM, badgesToDelete: [] }, [
          leaveFeedback,
        ])
        state = { ...state, gone: [...state.gone, step.giver] }
        return null
      case 'from a mailbox':
        return give(step.act, step)
      case 'probe':
        return probe(step)
      case 'from an account':
        return give(step.act, step)
      case 'join from an account':
        return join(step)
      case 'take the probe back': {
        const last = state.probes.at(-1)
        if (!last) throw new Problem('not_found')
        await deleteAnswer(platform, acting(GUEST, last), last.feedbackId)
        state = { ...state, probes: state.probes.slice(0, -1) }
        return null
      }
      case 'step down':
        await updatePerson(platform, by, receiver.id, { role: 'employee' })
        return null
      default:
        return administer(step)
    }
  }
  /** What an administrator does to an account. */
  const administer = async (step: Extract<Administering, { do: string; giver: number }>): Promise<null> => {
    const id = idOf(step.giver)
    if (!id || state.gone.includes(step.giver)) throw new Problem('not_found')
    const some = `${step.giver}-${state.now.getTime()}`
    const deactivate = () => deactivatePerson(platform, by, id, [cancelPendingOf])
    if (step.do === 'deactivate' || step.do === 'reactivate') {
      await deactivate()
      const others = state.deactivated.filter((giver) => giver !== step.giver)
      state = { ...state, deactivated: step.do === 'deactivate' ? [...others, step.giver] : others }
    }
    if (step.do === 'reactivate') await reactivatePerson(platform, by, id)
    if (step.do === 'give an address') await updateUser(platform, directory, id, { userName: `new-${some}@mail.example` }, [])
    if (step.do === 'give a number') await updatePerson(platform, by, id, { registration_number: some })
    if (step.do === 'reset factors') await resetFactors(platform, by, id)
    if (step.do === 'rename') await updatePerson(platform, by, id, { first_name: 'Renamed' })
    if (step.do === 'move') await updatePerson(platform, by, id, { department: 'Elsewhere' })
    return null
  }
  const directory = { ...by, tokenId: '', invites: false, locale: 'en' as const, timeZone: 'Europe/Paris' }
  const asGuest = (giver: number, { skill, saying }: { skill: number; saying: number }) => {
    const participant = { email: ADDRESSES[giver] ?? (colleagues[giver] as TestUser).email, first_name: 'Nora', last_name: 'Lindqvist' }
    const answers = [{ ...sayingOf(saying), skill_id: skillIds[skill] as string }]
    return answerEventLink(platform, eventLink, { participant: { ...participant, locale: 'en' }, answers })
  }
  const probe = async (step: Extract<Step, { do: 'probe' }>) => {
    const { answered, guest_link } = await asGuest(step.giver, step)
    const [token, feedbackId] = (guest_link ?? '').split('/').slice(-2) as [string, string]
    const { subjectId: recipientId } = await findLink(db, 'guest', token)
    state = { ...state, probes: [...state.probes, { feedbackId, recipientId, giver: step.giver }] }
    return answered
  }
  const join = ({ skill, giver, saying }: { skill: number; giver: number; saying: number }) => {
    const answers = [{ ...sayingOf(saying), skill_id: skillIds[skill] as string }]
    const userId = idOf(giver)
    if (!isHere(giver)) throw new Problem('unauthenticated')
    return userId ? answerEvent(platform, { ...me(), userId }, eventLink, { answers }) : asGuest(giver, { skill, saying })
  }
  const act = async (step: Step): Promise<unknown> => {
    if (step.do === 'join') return join(step)
    return isHidden(step) ? give(step.do, step) : open(step)
  }
  const give = async (act: 'answer' | 'edit' | 'decline' | 'take back', step: Giving): Promise<unknown> => {
    const spot = spotOf(state.spots, `${step.again && state.requestIds.length > 2 ? 1 : 0}.${step.skill}.${step.giver}`)
    const giver = acting(step.giver, spot)
    switch (act) {
      case 'answer':
        return answerFeedback(platform, giver, spot.feedbackId, sayingOf(step.saying ?? 0))
      case 'edit':
        return editAnswer(platform, giver, spot.feedbackId, sayingOf(step.saying ?? 0))
      case 'decline':
        return declineFeedbacks(platform, giver, { ids: [spot.feedbackId] }, 'No time')
      case 'take back':
        return deleteAnswer(platform, giver, spot.feedbackId)
    }
  }

  await ask(true, '0')
  await ask(false, 'named')
  for (const [n, other] of others.entries()) {
    const asked = n === 0 ? colleagues.filter((_, giver) => giver % 2 === 0) : colleagues
    const recipients = asked.map(({ id }) => ({ user_id: id }))
    const body = feedback.createRequest.body.parse({ skill_ids: skillIds, recipients, idempotency_key: aKey() })
    await createRequest(platform, await viewerOf({ ...app, platform }, other), body)
  }
  const dayAfter = (days: number) => new Date(start.getTime() + days * DAY_MS)
  const plan = RecurrenceBody.parse({
    skill_ids: skillIds,
    pool: colleagues.map(({ id }) => ({ user_id: id })),
    every: { unit: 'week', count: 2 },
    per_round: 2,
    starts_on: dayAfter(5).toISOString().slice(0, 10),
    ends: { rounds: 20 },
    idempotency_key: aKey(),
  })
  const recurrence = await createRecurrence(platform, me(), plan)
  const event = await createEvent(
    platform,
    me(),
    EventBody.parse({
      title: 'Workshop',
      takes_place_on: dayAfter(1).toISOString().slice(0, 10),
      skill_ids: skillIds,
      ends_at: dayAfter(60).toISOString(),
      confidential: true,
      idempotency_key: aKey(),
    }),
  )
  const eventLink = linkTo(event.id)
  const keptIds = new Set([
    ...[receiver, ...colleagues].map(({ id }) => id),
    ...accounts,
    ...company.skillIds,
    ...state.requestIds,
    ...Object.values(state.spots).flatMap(({ feedbackId, recipientId }) => [feedbackId, recipientId]),
  ])
  return {
    get onlooker() {
      return {
        platform,
        viewer: me(),
        tokenHash,
        skillIds,
        requestIds: state.requestIds,
        plan: { ...plan, recurrence_id: recurrence.id },
        links: links(),
        accounts: accounts.map((userId) => ({ ...me(), userId })),
        other,
      }
    },
    keptIds,
    now: () => state.now,
    async act(step) {
      try {
        return { accepted: true, reply: await act(step) }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return { accepted: false, reply: error.code }
      }
    },
    async aside(run) {
      const kept = state
      await db.execute(sql`savepoint aside`)
      const result = await run()
      await db.execute(sql`rollback to savepoint aside`)
      await db.execute(sql`release savepoint aside`)
      state = kept
      return result
    },
  }
}
