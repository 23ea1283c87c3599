import * as z from 'zod/mini'
import { Cursor, Id, IdParams, Instant, NextCursor, Person } from './common.ts'
import { endpoints } from './endpoint.ts'
import { described, named } from './openapi.ts'
import { NamedAnswer } from './received-answers.ts'

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
  z.extend(z.omit(NamedAnswer, { is_read: true, new: true, thanks: true, shared_at: true }), { owner: Person, shared_at: Instant }),
  'SharedAnswer',
)
export type SharedAnswer = z.infer<typeof SharedAnswer>

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
    response: NamedAnswer,
    errors: ['manager_unset'],
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
    response: z.object({ n: z.int() }),
  },
})
