import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'

/** Marks news of the viewer as read, all of it without ids. An id of anybody else's changes nothing. */
export async function readNews(platform: Platform, viewer: Viewer, ids: readonly string[] | null): Promise<void> {
  await platform.db.execute(
    sql`update newsfeed set read_at = ${platform.clock()} where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and read_at is null
      ${ids ? sql`and id = any(${sql.param(ids)}::uuid[])` : sql``}`,
  )
}
