import type { GivenFeedback } from '@reflet/contract/answers'
import { done } from '@reflet/contract/common'
import { feedback } from '@reflet/contract/feedback'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { type Acting, answerFeedback, editAnswer } from './answers/answers.commands.ts'
import { getRequestToAnswer, listRequestsToAnswer } from './answers/answers.queries.ts'
import { declineFeedbacks, reopenFeedbacks } from './answers/decline.commands.ts'
import { postponeRequest, resumeRequest } from './answers/later.commands.ts'
import { offerFeedback } from './offers/offers.commands.ts'
import { listConfidentialAnswers } from './received-answers/confidential.queries.ts'
import { markSeen, openDashboard } from './received-answers/dashboard.commands.ts'
import { rateAnswer } from './received-answers/ratings.commands.ts'
import { getAnswer, listAnswers } from './received-answers/received-answers.queries.ts'
import { remindRequest } from './requests/reminders.commands.ts'
import { cancelRequest, createRequest } from './requests/requests.commands.ts'
import { getRequest, listRequests } from './requests/requests.queries.ts'

const asGiver = (viewer: Viewer): Acting => ({ ...viewer, recipientId: null, guestId: null })

export function feedbackRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock } = platform
  bind(app, platform, feedback.createRequest, ({ viewer, body }) => createRequest(platform, viewer, body))
  bind(app, platform, feedback.listRequests, ({ viewer, query }) => listRequests(platform, viewer, query.cursor))
  bind(app, platform, feedback.getRequest, ({ viewer, params }) => getRequest(db, platform, viewer, params.id))
  bind(app, platform, feedback.remindRequest, async ({ viewer, params }) => ({
    reminded: await remindRequest(platform, viewer, params.id),
  }))
  bind(app, platform, feedback.cancelRequest, ({ viewer, params }) => cancelRequest(platform, viewer, params.id))
  bind(app, platform, feedback.listRequestsToAnswer, ({ viewer, query }) =>
    listRequestsToAnswer(db, viewer, clock(), query.status, query.cursor),
  )
  bind(app, platform, feedback.getRequestToAnswer, ({ viewer, params }) => getRequestToAnswer(db, viewer, clock(), params.id))
  bind(app, platform, feedback.answerFeedback, ({ viewer, params, body }) => answerFeedback(platform, asGiver(viewer), params.id, body))
  bind(app, platform, feedback.editAnswer, ({ viewer, params, body }) => editAnswer(platform, asGiver(viewer), params.id, body))
  bind(app, platform, feedback.declineFeedback, async ({ viewer, params, body }) => {
    const [declined] = await declineFeedbacks(platform, asGiver(viewer), { ids: [params.id] }, body.reason)
    return declined as GivenFeedback
  })
  bind(app, platform, feedback.declineRequest, async ({ viewer, params, body }) => {
    const which = { ids: body.feedback_ids, group: params.id }
    return { feedbacks: await declineFeedbacks(platform, asGiver(viewer), which, body.reason) }
  })
  bind(app, platform, feedback.reopenRequest, async ({ viewer, params, body }) => ({
    feedbacks: await reopenFeedbacks(platform, asGiver(viewer), { ids: body.feedback_ids, group: params.id }),
  }))
  bind(app, platform, feedback.postponeRequest, async ({ viewer, params, body }) => {
    const later = await postponeRequest(platform, viewer, params.id, body.day)
    return { later_at: later.toISOString() }
  })
  bind(app, platform, feedback.resumeRequest, async ({ viewer, params }) => {
    await resumeRequest(platform, viewer, params.id)
    return done
  })
  bind(app, platform, feedback.listAnswers, ({ viewer, query }) => listAnswers(db, viewer, query, query.cursor))
  bind(app, platform, feedback.getAnswer, ({ viewer, params }) => getAnswer(db, viewer, params.id))
  bind(app, platform, feedback.listConfidentialAnswers, ({ viewer, query }) => listConfidentialAnswers(db, viewer, query, query.cursor))
  bind(app, platform, feedback.rateAnswer, ({ viewer, params, body }) => rateAnswer(platform, viewer, params.id, body))
  bind(app, platform, feedback.offerFeedback, ({ viewer, body }) => offerFeedback(platform, viewer, body))
  bind(app, platform, feedback.markAnswersSeen, ({ viewer, body }) => markSeen(platform, viewer, body.ids))
  bind(app, platform, feedback.dashboardAccess, ({ viewer }) => openDashboard(platform, viewer))
}
