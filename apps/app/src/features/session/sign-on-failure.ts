import { type ApiError, isOffline } from '../../platform/errors.ts'

export type SignOnFailure = 'ERREUR_1' | 'ERREUR_2' | 'ERREUR_3' | 'ERREUR_4'

/** Which message a failure has (specification, section 8): of the login call, or of the fetch of the user that follows it. */
export function failureOf(error: ApiError | undefined, isLoggedIn: boolean): SignOnFailure {
  if (isLoggedIn) return error?.status === 401 ? 'ERREUR_1' : 'ERREUR_2'
  return isOffline(error) ? 'ERREUR_4' : 'ERREUR_3'
}
