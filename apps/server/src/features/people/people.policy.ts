import { notFound, Problem } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'

/**
 * Authorization: `/api/users/{userId}/…` is for the caller only: `1` and their own id are accepted (docs/PRODUCT.md).
 * @throws not_found for any other person, of the company or not
 */
export function checkOwnId(viewer: Pick<Viewer, 'userId'>, userId: string): void {
  if (userId !== '1' && userId.toLowerCase() !== viewer.userId) throw notFound()
}

/**
 * Refuses the typed addresses of former colleagues.
 * @throws person_deactivated with these fields, if there are any
 */
export function refuseThese(former: readonly { readonly field: string }[]): void {
  if (former.length === 0) return
  throw new Problem('person_deactivated', { fields: Object.fromEntries(former.map(({ field }) => [field, 'person_deactivated'])) })
}
