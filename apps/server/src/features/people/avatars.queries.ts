import { AVATAR_SIZES } from '@reflet/contract/avatars'
import { type Params, type Queryable, query, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'

const FILES = AVATAR_SIZES.map((size) => `${size}.webp`)

/** One read by a unique index; only the requested size is loaded. */
const selectPicture = query(
  'avatar_picture',
  { picture: t.bytes },
  (v: Params<{ id: string; place: number }>) =>
    sql`select case ${v.place}::int when 0 then small when 1 then medium else large end as picture from avatars where id = ${v.id}`,
)

/**
 * A picture by its random id: the URL is the authorization.
 * @throws not_found for an unknown or deleted id, or an unknown file name
 */
export async function getAvatar(db: Queryable, { id, file }: { id: string; file: string }): Promise<Buffer> {
  const place = FILES.indexOf(file)
  const [found] = place < 0 ? [] : await selectPicture(db, { id, place })
  if (!found) throw notFound()
  return found.picture
}
