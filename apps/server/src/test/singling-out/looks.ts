import { listsOf } from '../../features/account/lists.queries.ts'
import { listPeople } from '../../features/admin/people/people.queries.ts'
import { listAudit } from '../../features/audit/audit.queries.ts'
import { listAwards } from '../../features/awards/awards.queries.ts'
import { listBadges } from '../../features/badges/badges.queries.ts'
import { listCoffee } from '../../features/coffee/coffee.queries.ts'
import { listContacts } from '../../features/contacts/contacts.queries.ts'
import { listRequestsToAnswer } from '../../features/feedback/answers/answers.queries.ts'
import { listEvents } from '../../features/feedback/events/events.queries.ts'
import { findGuest, toGuestView } from '../../features/feedback/guests/guest.queries.ts'
import { listConfidentialAnswers } from '../../features/feedback/received-answers/confidential.queries.ts'
import { type AnswerFilter, listAnswers } from '../../features/feedback/received-answers/received-answers.queries.ts'
import { listRecurrences, previewRounds } from '../../features/feedback/recurrences/recurrences.queries.ts'
import { getRequest, listRequests } from '../../features/feedback/requests/requests.queries.ts'
import { listNews } from '../../features/newsfeed/newsfeed.queries.ts'
import { searchColleagues } from '../../features/people/directory.queries.ts'
import { getUserRecord } from '../../features/people/people.queries.ts'
import { suggestPeople } from '../../features/people/suggestions.queries.ts'
import { getQualityIndex } from '../../features/quality/quality.queries.ts'
import { getSkillStatistics, getStatistics } from '../../features/statistics/statistics.queries.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { FoundLink } from '../../platform/links.ts'
import type { Viewer } from '../../platform/session.ts'

/** The reader, and the objects to read. */
export interface Onlooker {
  readonly platform: Platform
  readonly viewer: Viewer
  readonly tokenHash: Buffer
  readonly skillIds: readonly string[]
  readonly requestIds: readonly string[]
  /** Their recurring request to the same people. */
  readonly plan: Parameters<typeof previewRounds>[2]
  /** Of their own mailboxes, and of their guest answers at their event. */
  readonly links: readonly { readonly link: FoundLink; readonly feedbackId: string }[]
  /** The accounts that they made. */
  readonly accounts: readonly Viewer[]
  /** Another person of the company, who may not learn it either. */
  readonly other: Viewer
}

type Look = (onlooker: Onlooker) => Promise<unknown>

function codeOf(error: unknown) {
  if (error instanceof Problem) return error.code
  throw error
}

const answers =
  (filterOf: (onlooker: Onlooker) => AnswerFilter): Look =>
  (onlooker) =>
    listAnswers(onlooker.platform.db, onlooker.viewer, filterOf(onlooker), undefined)

const confidential =
  (filterOf: (onlooker: Onlooker) => AnswerFilter): Look =>
  (onlooker) =>
    listConfidentialAnswers(onlooker.platform.db, onlooker.viewer, filterOf(onlooker), undefined)

const all =
  (months: 3 | 6 | 12): Look =>
  ({ platform, viewer }) =>
    getStatistics(platform.db, viewer, platform.clock(), months)

export const skillFigures = ({ platform, viewer, skillIds }: Onlooker, skill: number, months: 3 | 6 | 12) =>
  getSkillStatistics(platform.db, viewer, platform.clock(), skillIds[skill] as string, months)

/** Everything the receiver can read, by the same queries as the routes. */
export const LOOKS: Readonly<Record<string, Look>> = {
  answers: answers(() => ({})),
  'answers to a skill': answers(({ skillIds }) => ({ skill_id: skillIds[0] })),
  'answers to the other skill': answers(({ skillIds }) => ({ skill_id: skillIds[1] })),
  'answers of a relation': answers(() => ({ relation: 'coworker' })),
  'answers from outside': answers(() => ({ relation: 'outside' })),
  'new answers': answers(() => ({ new: 'true' })),
  'confidential answers': confidential(() => ({})),
  'confidential answers to a skill': confidential(({ skillIds }) => ({ skill_id: skillIds[0] })),
  'new confidential answers': confidential(() => ({ new: 'true' })),
  'statistics of a year': all(12),
  'statistics of half a year': all(6),
  'statistics of a quarter': all(3),
  'skill of a year': (onlooker) => skillFigures(onlooker, 0, 12),
  'skill of half a year': (onlooker) => skillFigures(onlooker, 0, 6),
  'skill of a quarter': (onlooker) => skillFigures(onlooker, 0, 3),
  'the other skill': (onlooker) => skillFigures(onlooker, 1, 12),
  badges: ({ platform, viewer }) => listBadges(platform, viewer),
  record: ({ platform, tokenHash }) => getUserRecord(platform, tokenHash),
  news: ({ platform, viewer }) => listNews(platform.db, viewer, undefined),
  requests: ({ platform, viewer }) => listRequests(platform, viewer, undefined),
  request: ({ platform, viewer, requestIds }) => getRequest(platform.db, platform, viewer, requestIds[0] as string),
  colleagues: ({ platform, viewer }) => searchColleagues(platform.db, viewer, { query: '', limit: 20 }, platform.clock()),
  suggestions: ({ platform, viewer }) => suggestPeople(platform.db, viewer, platform.clock()),
  'colleagues as another sees them': ({ platform, other }) =>
    searchColleagues(platform.db, other, { query: '', limit: 20 }, platform.clock()),
  'own mailboxes': async ({ platform, links }) => {
    const views: unknown[] = []
    for (const { link, feedbackId } of links) {
      views.push(
        await findGuest(platform, link, feedbackId, 'read')
          .then((guest) => toGuestView(platform, guest))
          .catch(codeOf),
      )
    }
    return views
  },
  contacts: ({ platform, viewer }) => listContacts(platform.db, viewer, { query: '' }, platform.clock()),
  export: async ({ platform, viewer }) => {
    const held: Record<string, unknown[]> = {}
    for (const list of listsOf(platform, viewer)) {
      held[list.name] = []
      for await (const page of list.pages()) held[list.name]?.push(...page.map(({ item }) => item))
    }
    return held
  },
}

/** What the receiver reads as an administrator, and in the accounts that they made. */
export const ADMIN_LOOKS: Readonly<Record<string, Look>> = {
  people: ({ platform: { db, clock }, viewer }) => listPeople(db, clock(), viewer.companyId, { query: '' }, undefined),
  'audit log': ({ platform: { db }, viewer }) => listAudit(db, viewer.companyId, {}, undefined),
  'requests to the own accounts': async ({ platform: { db, clock }, accounts }) => {
    const views: unknown[] = []
    for (const account of accounts)
      for (const status of ['pending', 'answered'] as const) views.push(await listRequestsToAnswer(db, account, clock(), status, undefined))
    return views
  },
  'colleagues of the own accounts': async ({ platform: { db, clock }, accounts }) => {
    const views: unknown[] = []
    for (const account of accounts) views.push(await searchColleagues(db, account, { query: '', limit: 20 }, clock()))
    return views
  },
}

/** Reads whom the receiver will ask, and who participated in their event. */
export const PLAN_LOOKS: Readonly<Record<string, Look>> = {
  'the coming rounds': ({ platform, viewer }) => listRecurrences(platform, viewer, undefined),
  'rounds of a plan': ({ platform, viewer, plan }) => previewRounds(platform, viewer, plan).catch(codeOf),
  events: ({ platform, viewer }) => listEvents(platform, viewer, undefined),
  'own answers at the event': (onlooker) => (LOOKS['own mailboxes'] as Look)(onlooker),
  'whatever else comes': async ({ platform: { db, clock }, viewer }) => [
    await listRequestsToAnswer(db, viewer, clock(), 'pending', undefined),
    await listAwards(db, viewer, clock(), 'received', undefined),
    await listCoffee(db, viewer, clock(), undefined),
    await getQualityIndex(db, viewer, clock()),
  ],
}
