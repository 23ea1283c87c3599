import type { AnswerBody } from '@reflet/contract/answers'
import { type CreateRequestBody, feedback, type SentRequest } from '@reflet/contract/feedback'
import { expect } from 'vitest'
import type { TestApp } from './build-test-app.ts'
import { aKey, anAnswer, type TestUser } from './factories.ts'

type Recipient = TestUser | CreateRequestBody['recipients'][number]

/** The body of a valid request for feedback on one skill. */
export const aRequest = (from: TestUser, to: Recipient | readonly Recipient[], changes: object = {}) => ({
  skill_ids: from.company.skillIds.slice(0, 1),
  recipients: [to].flat().map((one) => ('token' in one ? { user_id: one.id } : one)),
  idempotency_key: aKey(),
  ...changes,
})

/** A request for feedback that is sent as set-up. A test of the call itself uses `aRequest`. */
export async function ask(app: TestApp, from: TestUser, to: Recipient | readonly Recipient[], changes: object = {}): Promise<SentRequest> {
  const reply = await app.call(from, feedback.createRequest, { body: aRequest(from, to, changes) })
  expect(reply.status, reply.body.code).toBe(200)
  return reply.body
}

/** What a request asks of this colleague, or of an external contact: one feedback for each skill. */
export const feedbacksOf = (sent: SentRequest, recipient: { id: string } | { email: string }) =>
  sent.feedbacks.filter((item) => ('id' in recipient ? item.recipient.user_id === recipient.id : item.recipient.email === recipient.email))

/** The id of the first feedback of a request that this colleague is asked for. */
export const feedbackOf = (sent: SentRequest, giver: { id: string }) => feedbacksOf(sent, giver)[0]?.id as string

/** Answers as set-up: one feedback by its id, or the first that a request asks of this colleague. */
export async function answer(
  app: TestApp,
  giver: { id: string; token: string },
  what: string | SentRequest,
  changes: Partial<AnswerBody> = {},
): Promise<string> {
  const id = typeof what === 'string' ? what : feedbackOf(what, giver)
  const reply = await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer(changes) })
  expect(reply.status, reply.body.code).toBe(200)
  return id
}

/** The parameters of the calls behind the mailed link of a guest who was asked. */
export const mailedParams = ({ vault }: Pick<TestApp, 'vault'>, item: SentRequest['feedbacks'][number] | undefined) => ({
  token: vault.deriveToken('guest', item?.recipient.id ?? ''),
  feedbackId: item?.id ?? '',
})

/** The parameters of the calls behind a guest's link that a reply holds. */
export function guestParams(link: string | null | undefined) {
  const [token = '', feedbackId = ''] = (link ?? '').split('/').slice(-2)
  return { token, feedbackId }
}

/** The token at the end of an event's link. */
export const eventToken = ({ link }: { link: string }) => link.split('/').at(-1) as string
