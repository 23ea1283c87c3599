import type { UserPatch } from '@reflet/contract/people'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../db/index.ts'
import { users } from '../../db/schema/people.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { wordsOf } from './fold.ts'

/** Makes a person findable by every word of name, e-mail and job. Call it in the transaction that changes any of them. */
async function indexWords(db: Queryable, companyId: string, userId: string): Promise<void> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.company_id, companyId), eq(users.id, userId)))
  if (!user) return
  const words = wordsOf(user.first_name, user.last_name, user.email.split('@')[0] ?? '', user.job_title)
  await db.execute(sql`delete from user_words where company_id = ${companyId} and user_id = ${userId}`)
  await db.execute(
    sql`insert into user_words (company_id, word, user_id) select ${companyId}, word, ${userId} from unnest(${sql.param(words)}::text[]) as word on conflict do nothing`,
  )
}

/** Changes the viewer's own fields. */
export async function updateUser(platform: Platform, viewer: Viewer, patch: z.output<typeof UserPatch>): Promise<void> {
  const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0) return
  await platform.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set(changes)
      .where(and(eq(users.company_id, viewer.companyId), eq(users.id, viewer.userId)))
    await indexWords(tx, viewer.companyId, viewer.userId)
  })
}

/** Remembers where the app was used last: `browser` or `mobile`. */
export async function setPlatform(platform: Platform, viewer: Viewer, used: 'browser' | 'mobile'): Promise<void> {
  await platform.db
    .update(users)
    .set({ platform: used })
    .where(and(eq(users.company_id, viewer.companyId), eq(users.id, viewer.userId)))
}
