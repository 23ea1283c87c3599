import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/index.ts'

/** So long an old mail to a manager who was replaced can still be answered with "no more mails". */
const REPLACED_DAYS = 90

/** Forgets the managers who were replaced long ago. */
export async function forgetReplaced(platform: Platform): Promise<void> {
  const before = new Date(platform.clock().getTime() - REPLACED_DAYS * 86_400_000)
  await platform.db.execute(sql`delete from hierarchy_invitations where replaced_at < ${before}`)
}
