import * as z from 'zod/mini'
import { Cursor, Id, IdParams, Instant, NextCursor, optionalText, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { ManagerNote, NamedAnswer } from './received-answers.ts'

/** My manager, suggestions, and how many answers they can read now. */
export const MyManager = named(
  z.object({
    manager: z.nullable(Person),
    shared: described(z.int(), 'Answers shared with them'),
    suggestions: described(z.array(Person), 'My superiors and the colleague who was asked to fill my lists, while no manager is set'),
  }),
  'MyManager',
)

/** An answer that an employee shared with me as their manager. */
export const SharedAnswer = named(
  z.extend(z.omit(NamedAnswer, { is_read: true, new: true, thanks: true, shared_at: true, manager_notes: true }), {
    owner: Person,
    shared_at: Instant,
    new: described(z.boolean(), 'Whether I have not seen it yet'),
    my_note: described(z.nullable(z.omit(ManagerNote, { manager: true })), 'What I wrote to its owner about it'),
  }),
  'SharedAnswer',
)
export type SharedAnswer = z.infer<typeof SharedAnswer>

export const MAX_NOTE = 500
/** How many shared answers can be marked as seen at once. */
const MAX_SEEN = 100

export const sharing = endpoints({
  getManager: {
    method: 'GET',
    path: '/api/user/manager',
    access: 'employee',
    summary: 'My manager: with them I may share answers',
    response: MyManager,
  },
  setManager: {
    method: 'PUT',
    path: '/api/user/manager',
    access: 'employee',
    summary: 'Say who my manager is now, a superior among my contacts; whatever was shared with the one before is closed',
    body: z.strictObject({ user_id: z.nullable(Id) }),
    response: MyManager,
    errors: ['manager_is_yourself'],
  },
  shareAnswer: {
    method: 'PUT',
    path: '/api/feedbacks/:id/shared-with-manager',
    access: 'employee',
    summary: 'Let my manager of now read one named answer',
    params: IdParams,
    // null: earlier apps send none.
    body: z.nullable(
      z.strictObject({
        manager_id: described(
          z.optional(Id),
          'Whom I mean: if another person is my manager, the call is refused. Without it, it is refused for a day after a change of manager',
        ),
      }),
    ),
    response: NamedAnswer,
    errors: ['manager_unset', 'manager_changed'],
  },
  withdrawAnswer: {
    method: 'DELETE',
    path: '/api/feedbacks/:id/shared-with-manager',
    access: 'employee',
    summary: 'No longer share it',
    params: IdParams,
    response: NamedAnswer,
  },
  listShared: {
    method: 'GET',
    path: '/api/feedbacks/shared',
    access: 'employee',
    summary: 'Answers that people whose manager I am share with me, newest first',
    query: z.strictObject({ cursor: Cursor }),
    response: z.object({ answers: z.array(SharedAnswer), next_cursor: NextCursor }),
  },
  countShared: {
    method: 'GET',
    path: '/api/feedbacks/shared/count',
    access: 'employee',
    summary: 'How many answers are shared with me',
    response: z.object({ n: z.int(), unseen: described(z.int(), 'Those that I have not seen yet') }),
  },
  seeShared: {
    method: 'POST',
    path: '/api/feedbacks/shared/seen',
    access: 'employee',
    summary: 'Mark answers that are shared with me as seen; others are left alone',
    body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(MAX_SEEN)) }),
    response: z.object({ n: z.int(), unseen: z.int() }),
  },
  noteShared: {
    method: 'PUT',
    path: '/api/feedbacks/:id/manager-note',
    access: 'employee',
    summary: 'Thank the owner of an answer that is shared with me, or write them a note; again replaces it',
    params: IdParams,
    body: z.strictObject({ note: described(optionalText(MAX_NOTE), 'null or blank: a thank-you without words') }),
    response: SharedAnswer,
  },
})
