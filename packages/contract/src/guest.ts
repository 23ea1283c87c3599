import * as z from 'zod/mini'
import { AnswerBody, AnswerPatch, Asked, DeclineBody, GivenFeedback } from './answers.ts'
import { Id, Instant, Locale, localeIsChosen, opaque, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { FeedbackIds } from './feedback.ts'
import { described, named } from './openapi.ts'

/** For how many days the link shows the receiver's thanks, after the edit window. */
export const THANKS_READABLE_DAYS = 30

const GuestParams = z.object({ token: opaque(100), feedbackId: Id })

/** What a guest sees of the request behind their link, and their own answers. */
export const GuestView = named(
  z.object({
    locale: Locale,
    locale_is_chosen: localeIsChosen,
    company_name: z.string(),
    requester: Person,
    guest: z.object({ first_name: z.string(), last_name: z.string() }),
    context: z.nullable(z.string()),
    message: z.nullable(z.string()),
    confidential: z.boolean(),
    confidentiality_threshold: described(z.int(), 'Colleagues of the requester who must have answered before a confidential answer shows'),
    asked: described(z.nullable(Asked), 'How many were asked; null where that is not counted (named requests, events)'),
    created_at: Instant,
    due_at: z.nullable(Instant),
    expires_at: Instant,
    feedbacks: z.array(
      z.safeExtend(GivenFeedback, {
        unverified: described(
          z.boolean(),
          'Given by a copied link, and not confirmed from the mailbox: the mailed link confirms or deletes it',
        ),
      }),
    ),
    link: described(z.enum(['mailed', 'copied']), 'A copied link answers; only the mailed one changes, deletes or confirms an answer'),
    readable_until: described(z.nullable(Instant), 'Set when only reading is left: what the receiver said about the answer'),
    mails_stopped: described(z.boolean(), 'This guest asked not to be e-mailed again'),
  }),
  'GuestView',
)
export type GuestView = z.infer<typeof GuestView>

/** The language of the page: switched to by the guest, else the one that was chosen for them, else the browser's. */
const PageQuery = z.strictObject({ locale: z.optional(Locale), browser_locale: z.optional(Locale) })
const plain = { access: 'guest', limit: 'guest', params: GuestParams, response: GuestView } as const
const linked = { ...plain, link: 'guest' } as const
const base = { ...linked, query: PageQuery } as const
const path = '/api/guest/:token/:feedbackId'

/** Opening a link has no side effects: mail scanners follow every one of them. */
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
    summary: 'Change that answer within 24 hours, by the mailed link; what is not sent stays',
    body: AnswerPatch,
    errors: ['gone', 'forbidden', 'comment_required', 'not_answered', 'edit_window_closed'],
  },
  guestDelete: {
    ...base,
    method: 'DELETE',
    path,
    summary: 'Delete that answer, by the mailed link: its words and rating are erased. One that is unverified for 30 days',
    errors: ['gone', 'forbidden', 'not_answered', 'edit_window_closed'],
  },
  guestDecline: {
    ...base,
    method: 'POST',
    path: `${path}/decline`,
    summary: 'Say no to one skill, or to several of this request at once',
    body: z.safeExtend(DeclineBody, {
      feedback_ids: described(z.optional(FeedbackIds), 'By default the one of the link'),
    }),
    errors: ['gone', 'already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  guestReopen: {
    ...base,
    method: 'POST',
    path: `${path}/reopen`,
    summary: 'Take back that I declined, while the request is open',
    body: z.strictObject({ feedback_ids: FeedbackIds }),
    errors: ['gone', 'already_answered', 'feedback_expired', 'feedback_cancelled'],
  },
  guestVerify: {
    ...base,
    method: 'POST',
    path: `${path}/verify`,
    summary: 'These answers, which came by a copied link, are mine: takes the mailed link only',
    body: z.strictObject({ feedback_ids: FeedbackIds }),
    errors: ['gone', 'forbidden', 'not_answered'],
  },
  guestLocale: {
    ...linked,
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
