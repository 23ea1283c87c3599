import { notFound } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/session.ts'

/**
 * `/api/users/{userId}/…` is about the caller alone: `1` and the own id pass (product.md).
 * @throws not_found for any other person, of the company or not
 */
export function checkOwnId(viewer: Pick<Viewer, 'userId'>, userId: string): void {
  if (userId !== '1' && userId.toLowerCase() !== viewer.userId) throw notFound()
}
