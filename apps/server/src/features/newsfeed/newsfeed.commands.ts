import { sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { unreadNewsOf } from '../messages/unread.ts'

/** Marks news items of the viewer as read, all of them without ids. Ids of other people have no effect. */
export async function readNews(platform: Platform, viewer: Viewer, ids: readonly string[] | null): Promise<void> {
  await platform.db.execute(sql`update newsfeed n set read_at = ${platform.clock()} where ${unreadNewsOf(viewer)}
    ${ids ? sql`and n.id = any(${ids}::uuid[])` : sql.empty}`)
}
