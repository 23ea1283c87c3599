import { hashToken } from '../platform/crypto.ts'
import { findViewer, type Viewer } from '../platform/session.ts'
import type { TestApp } from './build-test-app.ts'
import type { TestUser } from './factories.ts'

/** The viewer as their call would find them, for a query at a given instant, which no call can choose. */
export async function viewerOf(app: TestApp, user: TestUser): Promise<Viewer> {
  const viewer = await findViewer(app.platform, hashToken(user.token))
  if (!viewer) throw new Error('No living session')
  return viewer
}
