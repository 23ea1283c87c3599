import { z } from 'zod'
import { Id, Person } from './common.ts'
import { endpoints } from './endpoint.ts'

/** Who my manager is, who might be, and how many answers they can read now. */
export const MyManager = z
  .object({
    manager: Person.nullable(),
    shared: z.int().describe('Answers shared with them'),
    suggestions: z.array(Person).describe('Superiors of my hierarchy and contacts, while no manager is set'),
  })
  .meta({ id: 'MyManager' })

export const myManager = endpoints({
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
    summary: 'Say who my manager is now; whatever was shared with the one before is closed',
    body: z.strictObject({ user_id: Id.nullable() }),
    response: MyManager,
    errors: ['manager_is_yourself'],
  },
})
