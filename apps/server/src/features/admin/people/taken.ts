import { violates } from '../../../db/index.ts'
import { Problem } from '../../../platform/errors.ts'

/** @throws email_taken, registration_number_taken: the unique constraints decide, so that concurrent calls cannot both pass */
export async function refusingTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'users_email_key')) throw new Problem('email_taken', { fields: { email: 'taken' } })
    if (violates(error, 'users_company_id_registration_number_key'))
      throw new Problem('registration_number_taken', { fields: { registration_number: 'taken' } })
    throw error
  }
}
