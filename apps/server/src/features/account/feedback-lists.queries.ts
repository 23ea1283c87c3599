import { FEEDBACK_STATUSES, type RequestToAnswer } from '@reflet/contract/answers'
import type { SentRequest } from '@reflet/contract/feedback'
import type { ConfidentialAnswers } from '@reflet/contract/received-answers'
import type { Queryable } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listRequestsToAnswer } from '../feedback/answers/answers.queries.ts'
import { listConfidentialAnswers } from '../feedback/received-answers/confidential.queries.ts'
import { listNamedAnswers } from '../feedback/received-answers/received-answers.queries.ts'
import { listRequests } from '../feedback/requests/requests.queries.ts'
import { fields, type List, list, listWith, nameOf, sheet, walk } from './lists.ts'
import { reasonsOf } from './stored.queries.ts'

/** How many people gave each rating, one column each. */
const ratings = Object.fromEntries(
  [1, 2, 3, 4, 5].map((rating) => [`rating_${rating}`, ({ distribution }: ConfidentialAnswers) => distribution[rating - 1] ?? 0]),
)

/** Excludes guest links: a link opens the guest's answer for anyone who has it. */
const withoutLinks = (request: SentRequest) => ({
  ...request,
  feedbacks: request.feedbacks.map(({ guest_link: _, ...feedback }) => feedback),
})

/** The viewer's part in a request of another person, with the reason if they declined. */
async function withReasons(db: Queryable, viewer: Viewer, groups: readonly RequestToAnswer[]) {
  const ids = groups.flatMap(({ feedbacks }) => feedbacks.flatMap(({ id, status }) => (status === 'declined' ? [id] : [])))
  const reasons = ids.length > 0 ? await reasonsOf(db, viewer, ids) : new Map<string, string>()
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
      (cursor) => listRequestsToAnswer(db, viewer, clock(), status, cursor),
      ({ groups }) => withReasons(db, viewer, groups),
    )
  }
}

/** Requests that the viewer sent and received, with their answers. */
export function listsOfFeedback(platform: Platform, viewer: Viewer): List[] {
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
      {
        ...fields('answered_at'),
        skill: (answer) => answer.skill.name,
        giver: (answer) => nameOf(answer.giver),
        ...fields('relation', 'context', 'rating', 'not_observed', 'situation', 'keep', 'improve', 'is_read', 'kind', 'unverified'),
        stars: ({ thanks }) => thanks?.stars ?? null,
        thanks: ({ thanks }) => thanks?.thanks ?? null,
        will_try: ({ thanks }) => thanks?.will_try ?? null,
        ...fields('shared_at'),
        manager_notes: (answer) => answer.manager_notes.map((one) => `${nameOf(one.manager)}: ${one.note ?? ''}`).join(' · '),
      },
      walk(
        (cursor) => listNamedAnswers(db, viewer, {}, cursor),
        ({ answers }) => answers,
      ),
    ),
    listWith(
      'confidential_answers_received',
      walk(
        (cursor) => listConfidentialAnswers(db, viewer, {}, cursor),
        ({ confidential }) => confidential,
      ),
      sheet('confidential_ratings', (answers: ConfidentialAnswers) => [answers], {
        skill: (answers) => answers.skill.name,
        ...fields('context', 'month'),
        people: (answers) => answers.n,
        ...ratings,
        ...fields('not_observed'),
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
        later_at: ({ group }) => group.later_at,
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
