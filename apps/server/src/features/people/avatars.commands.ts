import { randomUUID } from 'node:crypto'
import { AVATAR_SIZES, avatarPath } from '@reflet/contract/avatars'
import { type Queryable, sql, upsert } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { squaresOf } from './avatar-image.ts'

/**
 * Replaces the viewer's picture. Its id is random and new, so that its URL can be cached for ever and cannot be guessed.
 * @throws unsupported_media_type, image_unreadable, image_too_large
 */
export async function saveAvatar(platform: Platform, viewer: Viewer, file: Buffer): Promise<void> {
  const [small, medium, large] = (await squaresOf(file, AVATAR_SIZES, platform.log)) as [Buffer, Buffer, Buffer]
  const id = randomUUID()
  const picture = { id, small, medium, large, created_at: platform.clock() }
  await platform.db.transaction(async (tx) => {
    await setAddress(tx, viewer, avatarPath(id, AVATAR_SIZES[0]))
    await tx.execute(upsert('avatars', ['company_id', 'user_id'], { company_id: viewer.companyId, user_id: viewer.userId, ...picture }))
  })
}

/** Removes the viewer's picture; its old URL returns 404. */
export async function removeAvatar(platform: Platform, viewer: Viewer): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await setAddress(tx, viewer, null)
    await tx.execute(sql`delete from avatars where company_id = ${viewer.companyId} and user_id = ${viewer.userId}`)
  })
}

/** First in its transaction: the row lock on the person serializes concurrent changes. */
const setAddress = (db: Queryable, viewer: Viewer, avatar_url: string | null) =>
  db.execute(sql`update users set avatar_url = ${avatar_url} where company_id = ${viewer.companyId} and id = ${viewer.userId}`)
