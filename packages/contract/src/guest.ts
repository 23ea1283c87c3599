import { z } from 'zod'
import { Id, Instant, Locale, opaque, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { AnswerBody, Asked, DeclineBody, OwnFeedback } from './groups.ts'

/** What the receiver said back can be read by the link for so many days, when nothing can be changed any more. */
export const THANKS_READABLE_DAYS = 30

const GuestParams = z.object({ token: opaque(100), feedbackId: Id })

/** What an outsider sees of the request behind their link, and their own answers. */
export const GuestView = z
  .object({
    locale: Locale,
    company_name: z.string(),
    requester: Person,
    guest: z.object({ first_name: z.string(), last_name: z.string() }),
    context: z.string().nullable(),
    message: z.string().nullable(),
    confidential: z.boolean(),
    confidentiality_threshold: z.int().describe('Colleagues of the requester who must have answered before a confidential answer shows'),
    asked: Asked.nullable().describe('How many were asked; null where that is not counted (named requests, events)'),
    created_at: Instant,
    due_at: Instant.nullable(),
    expires_at: Instant,
    feedbacks: z.array(OwnFeedback),
    readable_until: Instant.nullable().describe('Set when only reading is left: what the receiver said about the answer'),
    mails_stopped: z.boolean().describe('This guest asked not to be e-mailed again'),
  })
  .meta({ id: 'GuestView' })
export type GuestView = z.infer<typeof GuestView>

/** The language that the page is in; without it, the one that was chosen for the guest. */
const PageQuery = z.strictObject({ locale: Locale.optional() })
const plain = { access: 'guest', limit: 'guest', params: GuestParams, response: GuestView } as const
const base = { ...plain, query: PageQuery } as const
const path = '/api/guest/:token/:feedbackId'

/** Opening a link never changes anything: mail scanners follow every one of them. */
export const guest = endpoints({
  getGuestView: { ...base, method: 'GET', path, summary: 'What this link is about', errors: ['gone'] },
  guestAnswer: {
    ...base,
    method: 'POST',
    path,
    summary: 'Answer one skill',
    body: AnswerBody,
    errors: ['gone', 'comment_required', 'already_answered', 'feedback_declined', 'feedback_expired', 'feedback_cancelled'],
  },
  guestEdit: {
    ...base,
    method: 'PATCH',
    path,
    summary: 'Change that answer within 24 hours',
    body: AnswerBody,
    errors: ['gone', 'comment_required', 'not_answered', 'edit_window_closed'],
  },
  guestDelete: {
    ...base,
    method: 'DELETE',
    path,
    summary: 'Delete that answer: its words and rating are erased',
    errors: ['gone', 'not_answered', 'edit_window_closed'],
  },
  guestDecline: {
    ...base,
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Say no to one skill',
    body: DeclineBody,
    errors: ['gone', 'already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  guestLocale: {
    ...plain,
    method: 'POST',
    path: `${path}/locale`,
    summary: 'Later mails about this request come in this language',
    body: z.strictObject({ locale: Locale }),
    errors: ['gone'],
  },
  guestStop: {
    ...plain,
    method: 'POST',
    path: `${path}/stop`,
    summary: 'Never e-mail me again: takes the token of a mail’s stop link, never the one of a guest link; shows no words',
  },
  guestResume: {
    ...plain,
    method: 'DELETE',
    path: `${path}/stop`,
    summary: 'E-mail me again, with the same token',
  },
})
