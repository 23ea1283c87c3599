import * as z from 'zod/mini'
import { described, named } from './openapi.ts'

/**
 * Every error code of the API, and its HTTP status (docs/PRODUCT.md, "Errors"). The app shows `errors.<code>` in the user's language; the
 * server never sends human text.
 */
export const errorStatus = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  badges_inactive: 403,
  csrf_failed: 403,
  not_found: 404,
  already_answered: 409,
  feedback_cancelled: 409,
  feedback_declined: 409,
  feedback_expired: 409,
  group_exists: 409,
  hierarchy_filled: 409,
  hierarchy_changed: 409,
  edit_window_closed: 409,
  idempotency_key_reused: 409,
  manager_missing: 409,
  not_answered: 409,
  nothing_pending: 409,
  reminded_recently: 409,
  terms_changed: 409,
  coffee_closed: 409,
  event_closed: 409,
  event_full: 409,
  recurrence_ended: 409,
  manager_unset: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  cannot_add_yourself: 422,
  cannot_ask_again: 422,
  cannot_ask_yourself: 422,
  comment_required: 422,
  contact_is_colleague: 422,
  confidential_needs_more_people: 422,
  due_in_past: 422,
  due_too_far: 422,
  hierarchy_cycle: 422,
  hierarchy_twice: 422,
  image_too_large: 422,
  image_unreadable: 422,
  password_too_weak: 422,
  push_unavailable: 422,
  too_many_contacts: 422,
  too_many_groups: 422,
  cannot_answer_yourself: 422,
  cannot_award_yourself: 422,
  cannot_offer_yourself: 422,
  ends_before_start: 422,
  event_ends_in_past: 422,
  event_ends_too_late: 422,
  per_round_exceeds_pool: 422,
  slot_in_past: 422,
  slot_too_far: 422,
  slot_unknown: 422,
  starts_in_past: 422,
  too_many_recurrences: 422,
  manager_is_yourself: 422,
  slow_down: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error. `fields` has each refused input by its dotted path. */
export const ErrorBody = named(
  z.object({
    code: described(z.string(), 'Stable error code; the app translates it'),
    request_id: described(z.string(), 'Quote it when asking for help; the same id stands in the server log'),
    fields: described(z.optional(z.record(z.string(), z.string())), 'Per refused field, a code that says why'),
  }),
  'Error',
)
export type ErrorBody = z.infer<typeof ErrorBody>
