import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { recurrences } from '@reflet/contract/recurrences'
import { sharing } from '@reflet/contract/sharing'
import { sql } from '../../db/index.ts'
import { askAboutTries } from '../../features/feedback/growth/schedules.commands.ts'
import { sendRounds } from '../../features/feedback/recurrences/rounds.commands.ts'
import { remindPostponed, remindUnanswered } from '../../features/feedback/schedules.commands.ts'
import { eventBody } from '../events.ts'
import { aKey, anAnswer } from '../factories.ts'
import { guestParams, mailedParams } from '../requests.ts'
import { share } from '../sharing.ts'
import type { Scenarios } from './scenarios.ts'
import { answered, askMate, change, createEvent, createRegular, regular } from './scene.ts'

/** Requests, answers, recurring requests and events. */
export const feedbackScenarios: Scenarios = {
  'features/feedback/answers/answers': {
    'a confidential request is answered': async (scene) => {
      const { app, mates } = scene
      await askMate(scene, { confidential: true, recipients: mates.map(({ id }) => ({ user_id: id })) })
      const received = (await app.call(mates[0], feedback.listRequestsToAnswer)).body.groups[0]
      const id = received?.feedbacks[0]?.id as string
      return () => app.call(mates[0], feedback.answerFeedback, { params: { id }, body: anAnswer() })
    },
    'an answer is edited': async (scene) => {
      const { feedbacks } = await askMate(scene)
      const params = { id: feedbacks[0]?.id as string }
      await scene.app.call(scene.mates[0], feedback.answerFeedback, { params, body: anAnswer() })
      return () => scene.app.call(scene.mates[0], feedback.editAnswer, { params, body: { rating: 5 } })
    },
    'a guest answers by a copied link': async (scene) => {
      const sent = await askMate(scene, { recipients: [{ email: 'guest@partner.example' }] })
      const params = guestParams(sent.feedbacks[0]?.guest_link)
      return () => scene.app.call(null, guest.guestAnswer, { params, body: anAnswer() })
    },
    'a guest deletes their answer': async (scene) => {
      const sent = await askMate(scene, { recipients: [{ email: 'guest@partner.example' }] })
      const { token, feedbackId } = mailedParams(scene.app, sent.feedbacks[0])
      const params = { token, feedbackId }
      await scene.app.call(null, guest.guestAnswer, { params, body: anAnswer() })
      return () => scene.app.call(null, guest.guestDelete, { params })
    },
  },
  'features/feedback/answers/decline': {
    'a request is declined': async (scene) => {
      const { feedbacks } = await askMate(scene)
      const ids = feedbacks.map(({ id }) => id)
      const params = { id: feedbacks[0]?.recipient.id as string }
      return () => scene.app.call(scene.mates[0], feedback.declineRequest, { params, body: { feedback_ids: ids, reason: 'No time' } })
    },
    'a declined request is taken back': async (scene) => {
      const { feedbacks } = await askMate(scene)
      const ids = feedbacks.map(({ id }) => id)
      const params = { id: feedbacks[0]?.recipient.id as string }
      await scene.app.call(scene.mates[0], feedback.declineRequest, { params, body: { feedback_ids: ids } })
      return () => scene.app.call(scene.mates[0], feedback.reopenRequest, { params, body: { feedback_ids: ids } })
    },
  },
  'features/feedback/offers/offers': {
    'feedback is offered': async ({ app, me, mates, skill }) => {
      const body = { ...anAnswer(), user_id: mates[0].id, skill_id: skill, idempotency_key: aKey() }
      return () => app.call(me, feedback.offerFeedback, { body })
    },
  },
  'features/feedback/events/events': {
    'an event is made': async (scene) => {
      const body = eventBody(scene.app, [scene.skill])
      return () => scene.app.call(scene.me, events.createEvent, { body })
    },
    'an event is changed': async (scene) => {
      const { id } = await createEvent(scene)
      return () => scene.app.call(scene.me, events.updateEvent, { params: { id }, body: { title: 'The July workshop', closed: true } })
    },
  },
  'features/feedback/events/joining': {
    'an event is answered': async (scene) => {
      const { token } = await createEvent(scene)
      const body = { answers: [{ ...anAnswer(), skill_id: scene.skill }] }
      return () => scene.app.call(scene.mates[0], events.answerEvent, { params: { token }, body })
    },
  },
  'features/feedback/received-answers/ratings': {
    'an answer is rated': async (scene) => {
      const id = await answered(scene)
      return () => scene.app.call(scene.me, feedback.rateAnswer, { params: { id }, body: { stars: 4, thanks: 'Thank you' } })
    },
  },
  'features/sharing/sharing': {
    'an answer is shared': async (scene) => {
      const id = await answered(scene)
      return () => share(scene.app, scene.me, id)
    },
    'a shared answer is withdrawn': async (scene) => {
      const id = await answered(scene)
      await share(scene.app, scene.me, id)
      return () => scene.app.call(scene.me, sharing.withdrawAnswer, { params: { id } })
    },
  },
  'features/sharing/notes': {
    'a manager writes a note about a shared answer': async (scene) => {
      const id = await answered(scene)
      await share(scene.app, scene.me, id)
      return () => scene.app.call(scene.mates[1], sharing.noteShared, { params: { id }, body: { note: 'Thank you' } })
    },
  },
  'features/feedback/growth/schedules': {
    'a try is asked about': async (scene) => {
      const id = await answered(scene)
      await scene.app.call(scene.me, feedback.rateAnswer, { params: { id }, body: { stars: 4, will_try: 'Sum up' } })
      await change(scene, sql`update tries set since = since - interval '15 days' where feedback_id = ${id}`)
      return () => askAboutTries(scene.app.platform)
    },
  },
  'features/feedback/recurrences/recurrences': {
    'a regular request is made': async (scene) => {
      const body = regular(scene)
      return () => scene.app.call(scene.me, recurrences.createRecurrence, { body })
    },
    'a regular request is changed': async (scene) => {
      const id = await createRegular(scene)
      return () => scene.app.call(scene.me, recurrences.updateRecurrence, { params: { id }, body: { per_round: 3, paused: true } })
    },
  },
  'features/feedback/recurrences/rounds': {
    'a round is sent': async (scene) => {
      const id = await createRegular(scene)
      await change(scene, sql`update recurrences set next_at = ${scene.app.now()} where id = ${id}`)
      return () => sendRounds(scene.app.platform)
    },
  },
  'features/feedback/requests/reminders': {
    'a request is reminded of': async (scene) => {
      const { id } = await askMate(scene)
      await scene.app.mails()
      scene.app.advance(DAY_MS + HOUR_MS)
      // A day later the first call extends the session.
      await scene.app.call(scene.me, feedback.getRequest, { params: { id } })
      return () => scene.app.call(scene.me, feedback.remindRequest, { params: { id } })
    },
  },
  'features/feedback/requests/requests': {
    'a request is cancelled': async (scene) => {
      const { id } = await askMate(scene)
      return () => scene.app.call(scene.me, feedback.cancelRequest, { params: { id } })
    },
  },
  'features/feedback/schedules': {
    'people are reminded': async (scene) => {
      const { id } = await askMate(scene)
      await change(scene, sql`update recipients set created_at = created_at - interval '4 days' where request_id = ${id}`)
      return () => remindUnanswered(scene.app.platform)
    },
    'people who postponed are reminded': async (scene) => {
      const { id } = await askMate(scene)
      await change(scene, sql`update recipients set later_at = ${scene.app.now()} where request_id = ${id}`)
      return () => remindPostponed(scene.app.platform)
    },
  },
}
