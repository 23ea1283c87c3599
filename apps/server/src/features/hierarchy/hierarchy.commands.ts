import type { HierarchySave } from '@reflet/contract/hierarchy'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { hierarchyMembers } from '../../db/schema/contacts.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { checkCircular, checkPlaces, circular, emailOf, type Place, personOf, placesOf } from './hierarchy.policy.ts'
import { currentVersion, edgesAbove, findColleagues } from './hierarchy.queries.ts'

/** The owner of the lists. */
export interface Owner {
  readonly companyId: string
  readonly userId: string
}

/**
 * Replaces the viewer's five lists. The address of a colleague is resolved to that colleague.
 * @throws not_found for a person who is not of the company; cannot_add_yourself; invalid_input for a colleague as external;
 *   hierarchy_twice; hierarchy_cycle; hierarchy_changed
 */
export async function saveHierarchy(platform: Platform, viewer: Viewer, { version, ...lists }: HierarchySave): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await lockHierarchy(tx, viewer.companyId)
    const places = await findColleagues(tx, viewer.companyId, placesOf(lists))
    checkPlaces(viewer.userId, places, personOf)
    checkCircular(await findCircular(tx, viewer, places))
    await replaceLists(
      tx,
      viewer,
      places.map((place) => ({ ...place, email: place.memberId ? null : emailOf(place) })),
      platform.clock(),
      version,
    )
  })
}

/** Advisory lock: one save at a time per company. Two concurrent saves could create a cycle together. Held until the transaction ends. */
export const lockHierarchy = (tx: Queryable, companyId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('hierarchy'), hashtext(${companyId}))`)

/** The entries that would create a cycle above the owner. */
export async function findCircular(tx: Queryable, { companyId, userId }: Owner, places: readonly Place[]): Promise<Place[]> {
  if (!places.some(({ relation, memberId }) => memberId && (relation === 'superior' || relation === 'lower'))) return []
  return circular(userId, places, await edgesAbove(tx, companyId, userId, places))
}

/** An entry as it is stored: with the address of a person without an account, or the one that the manager typed. */
export type KeptPlace = Place & { readonly email: string | null }

/**
 * Replaces the stored lists. An entry that the manager typed as an address keeps the address: their page must not reveal whose it is.
 * @param version the version that the new lists are based on
 * @throws hierarchy_changed when other lists were saved since that version (optimistic locking)
 */
export async function replaceLists(
  tx: Queryable,
  owner: Owner,
  places: readonly KeptPlace[],
  now: Date,
  version: string | undefined,
): Promise<void> {
  const before = version === undefined ? undefined : await currentVersion(tx, owner.companyId, owner.userId)
  await writeLists(tx, owner, places, now)
  if (before === version || before === (await currentVersion(tx, owner.companyId, owner.userId))) return
  throw new Problem('hierarchy_changed')
}

async function writeLists(tx: Queryable, { companyId, userId }: Owner, places: readonly KeptPlace[], now: Date): Promise<void> {
  const before = await rows<{ member_user_id: string; email: string; first_name: string; last_name: string }>(
    tx,
    sql`delete from hierarchy_members where company_id = ${companyId} and user_id = ${userId}
      returning member_user_id, email, first_name, last_name`,
  )
  if (places.length === 0) return
  const used = new Set(places.map(({ email }) => email))
  const typed = new Map(before.filter(({ email }) => email && !used.has(email)).map((row) => [row.member_user_id, row]))
  await tx.insert(hierarchyMembers).values(
    places.map(({ input, memberId, email, relation, position }) => {
      const old = memberId === null ? undefined : typed.get(memberId)
      const names = 'email' in input ? input : old
      return {
        company_id: companyId,
        id: newId(now),
        user_id: userId,
        member_user_id: memberId,
        email: email ?? old?.email ?? null,
        first_name: names?.first_name ?? '',
        last_name: names?.last_name ?? '',
        relation,
        position,
        created_at: now,
      }
    }),
  )
}
