import * as z from 'zod/mini'
import { Cursor, Done, distinct, Id, IdParams, Instant, NextCursor, opaque, optionalText, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'

export const MAX_AWARD_MESSAGE = 500
export const MAX_AWARD_RECIPIENTS = 20
/** How long a giver can revoke an award. */
export const AWARD_UNDO_HOURS = 24

export const VISIBILITIES = ['private', 'company'] as const
export const Visibility = z.enum(VISIBILITIES)
export type Visibility = z.infer<typeof Visibility>

/** The illustrations of award types; unknown ones are shown as `star`. */
export const AWARD_ICONS = ['star', 'heart', 'hands', 'lightbulb', 'compass', 'shield', 'rocket', 'leaf', 'puzzle', 'megaphone'] as const

export const AwardType = named(
  z.object({ id: Id, name: z.string(), description: z.string(), icon: described(z.string(), `One of ${AWARD_ICONS.join(', ')}`) }),
  'AwardType',
)
export type AwardType = z.infer<typeof AwardType>

/** A thank-you of a type from one colleague to another. A former colleague has no id and no name. */
export const Award = named(
  z.object({
    id: Id,
    type: AwardType,
    giver: Person,
    receiver: Person,
    message: z.nullable(z.string()),
    visibility: Visibility,
    created_at: Instant,
    can: z.object({ hide: described(z.boolean(), 'I received it and it stands on the company’s feed'), withdraw: z.boolean() }),
  }),
  'Award',
)
export type Award = z.infer<typeof Award>

export const AwardBody = z.strictObject({
  type_id: Id,
  user_ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_AWARD_RECIPIENTS), z.refine(distinct, { error: 'duplicate' })),
  message: optionalText(MAX_AWARD_MESSAGE),
  visibility: z._default(Visibility, 'private'),
  idempotency_key: opaque(100, 8),
})
export type AwardBody = z.output<typeof AwardBody>

export const AWARD_BOXES = ['received', 'given', 'company'] as const

export const awards = endpoints({
  listAwardTypes: {
    method: 'GET',
    path: '/api/awards/types',
    access: 'employee',
    summary: 'What one can be thanked for, in my language',
    response: z.object({
      types: z.array(AwardType),
      may_share: described(z.boolean(), 'Whether I may thank on the company’s feed'),
    }),
  },
  listAwards: {
    method: 'GET',
    path: '/api/awards',
    access: 'employee',
    summary: 'Awards that I received or gave, or the company’s feed, newest first',
    query: z.strictObject({ box: z._default(z.enum(AWARD_BOXES), 'received'), cursor: Cursor }),
    response: z.object({ awards: z.array(Award), next_cursor: NextCursor }),
  },
  giveAwards: {
    method: 'POST',
    path: '/api/awards',
    access: 'employee',
    limit: 'mail',
    summary: 'Thank colleagues, each with an award of their own',
    body: AwardBody,
    response: z.object({ awards: z.array(Award) }),
    errors: ['cannot_award_yourself', 'forbidden', 'idempotency_key_reused'],
  },
  getAward: {
    method: 'GET',
    path: '/api/awards/:id',
    access: 'employee',
    summary: 'One award that I gave or received, or that stands on the company’s feed',
    params: IdParams,
    response: Award,
  },
  updateAward: {
    method: 'PATCH',
    path: '/api/awards/:id',
    access: 'employee',
    summary: 'Take an award that I received off the company’s feed',
    params: IdParams,
    body: z.strictObject({ visibility: z.literal('private') }),
    response: Award,
  },
  deleteAward: {
    method: 'DELETE',
    path: '/api/awards/:id',
    access: 'employee',
    summary: 'Take back an award that I gave, within 24 hours',
    params: IdParams,
    response: Done,
    errors: ['edit_window_closed'],
  },
})
