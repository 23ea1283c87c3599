import { MINUTE_MS } from '@reflet/contract/durations'
import { STEP_UP_MINUTES } from '@reflet/contract/security'
import { type Queryable, rows, sql, t } from '../db/index.ts'
import { Problem } from './errors.ts'
import type { Viewer } from './session.ts'

/**
 * What cannot be taken back needs a recent sign-in: an unlocked computer is not enough.
 * @throws reauthentication_required when the viewer's last proof is older than `STEP_UP_MINUTES`; unauthenticated when the session has just
 *   ended: no proof would help
 */
export async function requireRecentSignIn(
  db: Queryable,
  { companyId, sessionId }: Pick<Viewer, 'companyId' | 'sessionId'>,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - STEP_UP_MINUTES * MINUTE_MS)
  const [session] = await rows(
    db,
    { recent: t.bool },
    sql`select coalesce(authenticated_at, created_at) >= ${since} as recent from sessions
      where company_id = ${companyId} and id = ${sessionId}`,
  )
  if (!session) throw new Problem('unauthenticated')
  if (!session.recent) throw new Problem('reauthentication_required')
}
