import * as z from 'zod/mini'
import {
  Cursor,
  distinct,
  Id,
  IdParams,
  Instant,
  Locale,
  localeIsChosen,
  MailChoice,
  NextCursor,
  opaque,
  optionalText,
  outsiderFields,
  Person,
} from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

export const MAX_SLOTS = 3
export const MAX_PLACE = 200
export const MAX_COFFEE_MESSAGE = 500
/** How far ahead a proposed time may be. */
export const MAX_COFFEE_DAYS = 90
export const COFFEE_MINUTES = [15, 30, 45, 60, 90] as const

const Slots = z.array(Instant).check(
  z.minLength(1),
  z.maxLength(MAX_SLOTS),
  z.refine((slots) => distinct(slots.map((slot) => Date.parse(slot))), { error: 'duplicate' }),
)
const Minutes = z.union(COFFEE_MINUTES.map((minutes) => z.literal(minutes)))

/** The giver of a named answer (guests too), a colleague, or an external person. */
export const CoffeeInvitee = z.union([
  z.strictObject({ feedback_id: Id }),
  z.strictObject({ user_id: Id }),
  z.strictObject({ ...outsiderFields, locale: z.optional(Locale) }),
])
export type CoffeeInvitee = z.infer<typeof CoffeeInvitee>

export const CoffeeBody = z.strictObject({
  invitee: CoffeeInvitee,
  slots: Slots,
  minutes: z._default(Minutes, 30),
  place: optionalText(MAX_PLACE),
  message: optionalText(MAX_COFFEE_MESSAGE),
  idempotency_key: opaque(100, 8),
})
export type CoffeeBody = z.output<typeof CoffeeBody>

export const CoffeeMeeting = named(
  z.object({
    id: Id,
    status: z.enum(['pending', 'accepted', 'declined', 'cancelled', 'expired']),
    organiser: Person,
    invitee: Person,
    is_mine: described(z.boolean(), 'I proposed it'),
    skill_name: described(z.nullable(z.string()), 'The skill of the answer that it came from; only for its two people'),
    slots: z.array(Instant),
    slot: described(z.nullable(Instant), 'The one that was chosen'),
    minutes: z.int(),
    place: z.nullable(z.string()),
    message: z.nullable(z.string()),
    created_at: Instant,
    can: z.object({ accept: z.boolean(), decline: z.boolean(), cancel: z.boolean(), reschedule: z.boolean() }),
  }),
  'CoffeeMeeting',
)
export type CoffeeMeeting = z.infer<typeof CoffeeMeeting>

const LinkParams = z.object({ token: opaque(100) })
const AcceptBody = z.strictObject({ slot: described(Instant, 'One of the proposed times') })

/** The data of the invited person's link, without login. It contains no e-mail address. */
export const CoffeeLinkView = named(
  z.extend(
    z.pick(CoffeeMeeting, {
      status: true,
      organiser: true,
      invitee: true,
      slots: true,
      slot: true,
      minutes: true,
      place: true,
      message: true,
      can: true,
    }),
    {
      locale: Locale,
      locale_is_chosen: localeIsChosen,
      time_zone: described(z.string(), 'The invited employee’s, else the organiser’s'),
      company_name: z.string(),
      mails_stopped: z.boolean(),
      is_guest: z.boolean(),
    },
  ),
  'CoffeeLinkView',
)
export type CoffeeLinkView = z.infer<typeof CoffeeLinkView>

const one = { access: 'employee', params: IdParams, response: CoffeeMeeting } as const
const byMail = { access: 'guest', limit: 'guest', params: LinkParams } as const
const link = { ...byMail, link: 'coffee', response: CoffeeLinkView } as const
const timeErrors = ['slot_in_past', 'slot_too_far'] as const

export const coffee = endpoints({
  listCoffee: {
    method: 'GET',
    path: '/api/coffee-requests',
    access: 'employee',
    summary: 'Coffees that I proposed or was asked to, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ coffee_requests: z.array(CoffeeMeeting), next_cursor: NextCursor }),
  },
  createCoffee: {
    method: 'POST',
    path: '/api/coffee-requests',
    access: 'employee',
    limit: 'mail',
    summary: 'Propose up to three times to talk over coffee',
    body: CoffeeBody,
    response: CoffeeMeeting,
    errors: ['cannot_ask_yourself', 'person_deactivated', ...timeErrors, 'idempotency_key_reused'],
  },
  getCoffee: { ...one, method: 'GET', path: '/api/coffee-requests/:id', summary: 'One coffee of mine' },
  acceptCoffee: {
    ...one,
    method: 'POST',
    path: '/api/coffee-requests/:id/accept',
    summary: 'Choose one of the times; both get a calendar invitation',
    body: AcceptBody,
    errors: ['coffee_closed', 'slot_unknown', 'slot_in_past'],
  },
  declineCoffee: {
    ...one,
    method: 'POST',
    path: '/api/coffee-requests/:id/decline',
    summary: 'Say no, also after having accepted: both calendars are cleared',
    errors: ['coffee_closed'],
  },
  cancelCoffee: {
    ...one,
    method: 'POST',
    path: '/api/coffee-requests/:id/cancel',
    summary: 'Call off a coffee that I proposed; both calendars are cleared',
    errors: ['coffee_closed'],
  },
  rescheduleCoffee: {
    ...one,
    method: 'POST',
    path: '/api/coffee-requests/:id/reschedule',
    limit: 'mail',
    summary: 'Propose other times; what is left out stays, and the calendar entry moves when one is chosen',
    body: z.strictObject({
      slots: Slots,
      minutes: z.optional(Minutes),
      place: described(z.optional(optionalText(MAX_PLACE)), 'Empty: nowhere yet'),
    }),
    errors: ['coffee_closed', ...timeErrors],
  },
  getCoffeeInvitation: {
    method: 'GET',
    path: '/api/coffee-requests/:id/invitation.ics',
    access: 'employee',
    params: IdParams,
    binary: 'text/calendar',
    summary: 'The calendar entry of an accepted coffee',
    response: z.unknown(),
    errors: ['coffee_closed'],
  },
  getCoffeeLink: {
    ...link,
    method: 'GET',
    path: '/api/coffee-links/:token',
    summary: 'What is proposed; opening changes nothing',
    errors: ['gone'],
  },
  acceptCoffeeLink: {
    ...link,
    method: 'POST',
    path: '/api/coffee-links/:token/accept',
    summary: 'Choose one of the times, without login',
    body: AcceptBody,
    errors: ['gone', 'coffee_closed', 'slot_unknown', 'slot_in_past'],
  },
  declineCoffeeLink: {
    ...link,
    method: 'POST',
    path: '/api/coffee-links/:token/decline',
    summary: 'Say no, without login',
    errors: ['gone', 'coffee_closed'],
  },
  stopCoffeeMails: {
    ...byMail,
    method: 'POST',
    path: '/api/coffee-links/:token/stop',
    summary: 'Never e-mail me again (guests): takes the token of a mail’s stop link, never the one of a coffee link',
    response: MailChoice,
  },
  resumeCoffeeMails: {
    ...byMail,
    method: 'DELETE',
    path: '/api/coffee-links/:token/stop',
    summary: 'E-mail me again, with the same token',
    response: MailChoice,
  },
})
