import { DAY_MS } from '@reflet/contract/durations'
import { sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'

/** How long the unsubscribe link of an old mail works after the manager was replaced. */
const REPLACED_DAYS = 90

/** Deletes the invitations of managers who were replaced long ago. */
export async function forgetReplaced(platform: Platform): Promise<void> {
  const before = new Date(platform.clock().getTime() - REPLACED_DAYS * DAY_MS)
  await platform.db.execute(sql`delete from hierarchy_invitations where replaced_at < ${before}`)
}
