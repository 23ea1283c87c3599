import type { ConfidentialAnswers, SentRequest } from '@reflet/contract/feedback'
import { FEEDBACK_STATUSES, type OwnGroup } from '@reflet/contract/groups'
import { instant, type Queryable } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { contactsOf } from '../contacts/contacts.queries.ts'
import { listReceived } from '../feedback/answers/answers.queries.ts'
import { listConfidentialAnswers } from '../feedback/received/confidential.queries.ts'
import { listNamedAnswers } from '../feedback/received/received-answers.queries.ts'
import { listRequests } from '../feedback/requests/requests.queries.ts'
import { getHierarchy } from '../hierarchy/hierarchy.queries.ts'
import { listNews } from '../newsfeed/newsfeed.queries.ts'
import { listSelfEvaluations } from '../skills/skills.queries.ts'
import { listsOfAwards } from './award-lists.queries.ts'
import { listsOfCoffee } from './coffee-lists.queries.ts'
import { listsOfEvents } from './event-lists.queries.ts'
import { type List, list, listWith, once, sheet, walk } from './lists.ts'
import { listsOfRecurrences } from './recurrence-lists.queries.ts'
import * as stored from './stored.queries.ts'

/** How many gave each rating, a column each. */
const ratings = Object.fromEntries(
  [1, 2, 3, 4, 5].map((rating) => [`rating_${rating}`, ({ distribution }: ConfidentialAnswers) => distribution[rating - 1] ?? 0]),
)

/**
 * Everything about the viewer that is a list. What others may have written is read by the same queries as the API's, so
 * that there is one rule of what the viewer may read.
 */
export function listsOf(platform: Platform, viewer: Viewer): List[] {
  return [
    ...listsOfMyself(platform, viewer),
    ...listsOfPeople(platform, viewer),
    ...listsOfFeedback(platform, viewer),
    ...listsOfRecurrences(platform, viewer),
    ...listsOfEvents(platform, viewer),
    ...listsOfAwards(platform, viewer),
    ...listsOfCoffee(platform, viewer),
    ...listsOfUse(platform, viewer),
  ]
}

function listsOfMyself({ db }: Platform, viewer: Viewer): List[] {
  return [
    list(
      'terms_acceptances',
      once(() => stored.termsOf(db, viewer)),
      {
        version: (terms) => terms.version,
        locale: (terms) => terms.locale,
        accepted_at: (terms) => terms.accepted_at,
      },
    ),
    list(
      'skills',
      once(() => stored.chosenSkillsOf(db, viewer)),
      {
        skill: ({ skill }) => skill.name,
        chosen_at: ({ chosen_at }) => chosen_at,
      },
    ),
    list(
      'self_evaluations',
      walk(
        (cursor) => listSelfEvaluations(db, viewer, { cursor }),
        (page) => page.evaluations,
      ),
      {
        skill: ({ skill }) => skill.name,
        rating: ({ rating }) => rating,
        created_at: ({ created_at }) => created_at,
      },
    ),
    list(
      'skill_resets',
      once(() => stored.resetsOf(db, viewer)),
      {
        skill: ({ skill }) => skill.name,
        reset_at: ({ reset_at }) => reset_at,
      },
    ),
  ]
}

const nameColumns = {
  first_name: (person: stored.Named) => person.first_name,
  last_name: (person: stored.Named) => person.last_name,
  email: (person: stored.Named) => person.email,
}

const contacts = async (db: Queryable, viewer: Viewer) =>
  (await contactsOf(db, viewer)).map(({ rowIds: _, ...contact }) => ({ ...contact, created_at: instant(contact.created_at) }))

/** A group without members still has a line. */
const membersOf = ({ name, contacts }: Awaited<ReturnType<typeof stored.contactGroupsOf>>[number]) =>
  (contacts.length > 0 ? contacts : [{ email: '', first_name: '', last_name: '' }]).map((contact) => ({ group: name, ...contact }))

function listsOfPeople({ db, clock }: Platform, viewer: Viewer): List[] {
  const hierarchy = () => getHierarchy(db, viewer, clock())
  return [
    list(
      'contacts',
      once(() => contacts(db, viewer)),
      {
        ...nameColumns,
        job_title: ({ job_title }) => job_title,
        relation: ({ relation }) => relation,
        created_at: ({ created_at }) => created_at,
      },
    ),
    listWith(
      'contact_groups',
      once(() => stored.contactGroupsOf(db, viewer)),
      sheet('contact_groups', membersOf, { group: ({ group }) => group, ...nameColumns }),
    ),
    list(
      'hierarchy',
      once(async () => (await hierarchy()).hierarchical),
      {
        ...nameColumns,
        job_title: ({ job_title }) => job_title,
        relation: ({ relation }) => relation,
      },
    ),
    list(
      'manager_invitation',
      once(async () => [(await hierarchy()).manager].flatMap((manager) => manager ?? [])),
      {
        ...nameColumns,
        invited_at: ({ invited_at }) => invited_at,
        reminded_at: ({ reminded_at }) => reminded_at,
        filled_at: ({ filled_at }) => filled_at,
        expires_at: ({ expires_at }) => expires_at,
      },
    ),
  ]
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => [first_name, last_name].filter(Boolean).join(' ')

/** A link opens the answer of somebody outside to whoever holds it: it stays in the app. */
const withoutLinks = (request: SentRequest) => ({
  ...request,
  feedbacks: request.feedbacks.map(({ guest_link: _, ...feedback }) => feedback),
})

/** The viewer's part in one request of somebody else, with the reason where they declined. */
async function withReasons(db: Queryable, viewer: Viewer, groups: readonly OwnGroup[]) {
  const ids = groups.flatMap(({ feedbacks }) => feedbacks.flatMap(({ id, status }) => (status === 'declined' ? [id] : [])))
  const reasons = ids.length > 0 ? await stored.reasonsOf(db, viewer, ids) : new Map<string, string>()
  return groups.map((group) => ({
    ...group,
    feedbacks: group.feedbacks.map(({ can: _, editable_until: __, ...feedback }) => ({
      ...feedback,
      reason: reasons.get(feedback.id) ?? null,
    })),
  }))
}

async function* receivedRequests({ db, clock }: Platform, viewer: Viewer) {
  for (const status of FEEDBACK_STATUSES) {
    yield* walk(
      (cursor) => listReceived(db, viewer, clock(), status, cursor),
      ({ groups }) => withReasons(db, viewer, groups),
    )
  }
}

function listsOfFeedback(platform: Platform, viewer: Viewer): List[] {
  const { db } = platform
  return [
    listWith(
      'requests_sent',
      walk(
        (cursor) => listRequests(platform, viewer, cursor),
        ({ requests }) => requests.map(withoutLinks),
      ),
      sheet('requests_sent', (request) => request.feedbacks.map((feedback) => ({ request, feedback })), {
        sent_at: ({ request }) => request.created_at,
        context: ({ request }) => request.context,
        message: ({ request }) => request.message,
        confidential: ({ request }) => request.confidential,
        due_at: ({ request }) => request.due_at,
        cancelled_at: ({ request }) => request.cancelled_at,
        skill: ({ feedback }) => feedback.skill.name,
        recipient: ({ feedback }) => nameOf(feedback.recipient),
        recipient_email: ({ feedback }) => feedback.recipient.email,
        status: ({ feedback }) => feedback.status,
        reason: ({ feedback }) => feedback.reason,
      }),
    ),
    list(
      'answers_received',
      walk(
        (cursor) => listNamedAnswers(db, viewer, {}, cursor),
        ({ answers }) => answers,
      ),
      {
        answered_at: (answer) => answer.answered_at,
        skill: (answer) => answer.skill.name,
        giver: (answer) => nameOf(answer.giver),
        relation: (answer) => answer.relation,
        context: (answer) => answer.context,
        rating: (answer) => answer.rating,
        not_observed: (answer) => answer.not_observed,
        situation: (answer) => answer.situation,
        keep: (answer) => answer.keep,
        improve: (answer) => answer.improve,
        is_read: (answer) => answer.is_read,
        kind: (answer) => answer.kind,
        unverified: (answer) => answer.unverified,
        stars: ({ thanks }) => thanks?.stars ?? null,
        thanks: ({ thanks }) => thanks?.thanks ?? null,
        will_try: ({ thanks }) => thanks?.will_try ?? null,
        shared_at: (answer) => answer.shared_at,
      },
    ),
    listWith(
      'confidential_answers_received',
      walk(
        (cursor) => listConfidentialAnswers(db, viewer, {}, cursor),
        ({ confidential }) => confidential,
      ),
      sheet('confidential_ratings', (answers) => [answers], {
        skill: (answers) => answers.skill.name,
        context: (answers) => answers.context,
        month: (answers) => answers.month,
        people: (answers) => answers.n,
        ...ratings,
        not_observed: (answers) => answers.not_observed,
      }),
      sheet('confidential_comments', (answers) => answers.comments.map((comment) => ({ answers, comment })), {
        skill: ({ answers }) => answers.skill.name,
        context: ({ answers }) => answers.context,
        month: ({ answers }) => answers.month,
        situation: ({ comment }) => comment.situation,
        keep: ({ comment }) => comment.keep,
        improve: ({ comment }) => comment.improve,
      }),
    ),
    listWith(
      'requests_received',
      receivedRequests(platform, viewer),
      sheet('requests_received', (group) => group.feedbacks.map((feedback) => ({ group, feedback, answer: feedback.answer })), {
        asked_at: ({ group }) => group.created_at,
        kind: ({ group }) => group.kind,
        requester: ({ group }) => nameOf(group.requester),
        context: ({ group }) => group.context,
        message: ({ group }) => group.message,
        confidential: ({ group }) => group.confidential,
        due_at: ({ group }) => group.due_at,
        skill: ({ feedback }) => feedback.skill.name,
        status: ({ feedback }) => feedback.status,
        answered_at: ({ answer }) => answer?.answered_at ?? null,
        rating: ({ answer }) => answer?.rating ?? null,
        not_observed: ({ answer }) => answer?.not_observed ?? null,
        situation: ({ answer }) => answer?.situation ?? null,
        keep: ({ answer }) => answer?.keep ?? null,
        improve: ({ answer }) => answer?.improve ?? null,
        reason: ({ feedback }) => feedback.reason,
        stars: ({ feedback }) => feedback.thanks?.stars ?? null,
        thanks: ({ feedback }) => feedback.thanks?.thanks ?? null,
        will_try: ({ feedback }) => feedback.thanks?.will_try ?? null,
      }),
    ),
  ]
}

function listsOfUse({ db }: Platform, viewer: Viewer): List[] {
  return [
    list(
      'news',
      walk(
        (cursor) => listNews(db, viewer, cursor),
        (page) => page.newsfeed,
      ),
      {
        created_at: (news) => news.created_at,
        kind: (news) => news.kind,
        actor: (news) => news.actor && nameOf(news.actor),
        is_read: (news) => news.is_read,
      },
    ),
    list(
      'sessions',
      once(() => stored.sessionsOf(db, viewer)),
      {
        opened_at: ({ opened_at }) => opened_at,
        used_at: ({ used_at }) => used_at,
        current: ({ current }) => current,
      },
    ),
    list(
      'password_resets',
      once(() => stored.passwordResetsOf(db, viewer)),
      {
        asked_at: ({ asked_at }) => asked_at,
        expires_at: ({ expires_at }) => expires_at,
        used_at: ({ used_at }) => used_at,
      },
    ),
    list(
      'mails',
      once(() => stored.mailsOf(db, viewer)),
      {
        kind: ({ kind }) => kind,
        sent_at: ({ sent_at }) => sent_at,
      },
    ),
    list(
      'devices',
      once(() => stored.devicesOf(db, viewer)),
      {
        type: ({ type }) => type,
        registered_at: ({ registered_at }) => registered_at,
        current: ({ current }) => current,
      },
    ),
    list(
      'pushes',
      once(() => stored.pushesOf(db, viewer)),
      {
        kind: ({ kind }) => kind,
        sent_at: ({ sent_at }) => sent_at,
      },
    ),
  ]
}
