import * as z from 'zod/mini'
import { answerFields, commentFields, RequestKind, SkillRef, Thanks } from './answers.ts'
import { Id, Instant, optionalText, Person } from './common.ts'
import { described, named } from './openapi.ts'
import { Relation } from './relations.ts'

/** A manager's thanks for a shared answer, or their note, to its owner. */
export const ManagerNote = named(
  z.object({
    id: Id,
    manager: Person,
    note: described(z.nullable(z.string()), 'null: a thank-you without words'),
    noted_at: Instant,
  }),
  'ManagerNote',
)
export type ManagerNote = z.infer<typeof ManagerNote>

/** A named answer as its receiver reads it. */
export const NamedAnswer = named(
  z.object({
    id: Id,
    skill: SkillRef,
    giver: Person,
    relation: Relation,
    context: z.nullable(z.string()),
    ...answerFields,
    is_read: z.boolean(),
    new: described(z.boolean(), 'Not seen on a screen yet (`POST /api/feedbacks/answers/seen`)'),
    kind: RequestKind,
    unverified: described(z.boolean(), 'Given by a copied link, or by a guest at an event: that the address is theirs is not verified'),
    thanks: described(z.nullable(Thanks), 'How I rated it and what I said to its giver'),
    shared_at: described(z.nullable(Instant), 'When I shared it with my manager of now; null when it is not shared'),
    manager_notes: described(z.array(ManagerNote), 'What managers wrote to me about it, the oldest first'),
  }),
  'NamedAnswer',
)
export type NamedAnswer = z.infer<typeof NamedAnswer>

export const MAX_THANKS = 500
export const RatingBody = z.strictObject({
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  thanks: optionalText(MAX_THANKS),
  will_try: optionalText(MAX_THANKS),
})
export type RatingBody = z.output<typeof RatingBody>

/** Number of ratings 1, 2, 3, 4 and 5, in this order. */
export const Distribution = described(z.array(z.int()).check(z.length(5)), 'Ratings 1 to 5')
export type Distribution = z.infer<typeof Distribution>

/**
 * The released confidential answers to one skill of one request: ratings only as a distribution, comments shuffled and not linked to them,
 * each with a fresh random id, no author, no relation, no date finer than the month (docs/PRODUCT.md, "Confidentiality").
 */
export const ConfidentialAnswers = named(
  z.object({
    id: described(z.uuid(), 'Random: it tells these answers from others, and neither a time nor an order'),
    skill: SkillRef,
    context: z.nullable(z.string()),
    month: described(z.string(), 'YYYY-MM of the release'),
    n: described(z.int(), 'People who answered'),
    distribution: Distribution,
    not_observed: z.int(),
    comments: z.array(z.object({ id: z.string(), ...commentFields })),
    is_read: z.boolean(),
    new: described(z.boolean(), 'At least one of them was not seen on a screen yet'),
    unseen: described(z.int(), 'How many of them were not'),
  }),
  'ConfidentialAnswers',
)
export type ConfidentialAnswers = z.infer<typeof ConfidentialAnswers>
