import { assignments, insertInto, nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer } from '../../../platform/session.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { type Entry, record } from '../../audit/audit.ts'
import { recordForAdministrators } from '../../messages/administration.ts'
import { accessChangedAt, isOtherNumber } from '../../people/access.policy.ts'
import { type NameOrigin, nameGiven, nameOriginRow, originColumns } from '../../people/names.policy.ts'
import { wasUsed } from '../../people/status.policy.ts'
import { indexPeople, indexPerson } from '../../search-index/search-index.ts'
import { replaceAddress } from '../people/address.commands.ts'
import { lockAdministrators } from '../people/administrators.ts'
import { endInvitation, invite } from '../people/invitations.commands.ts'
import { renumber } from '../people/numbers.commands.ts'
import { deactivateIn, reactivateIn, setManagerOf } from '../people/people.commands.ts'
import { refusingTaken } from '../people/taken.ts'
import type { Client } from './client.ts'
import { checkVersion } from './resource.ts'
import { noResource, ScimError } from './scim-error.ts'
import { type UserRow, userColumns, userRow, userVersion } from './user.ts'
import { localeOf, namesOf, type UserChanges } from './user-changes.ts'
import { getUser } from './users.queries.ts'

const person = (companyId: string, id: string) => sql`company_id = ${companyId} and id = ${id}`
const target = (id: string) => ({ kind: 'person', id }) as const

/** An attempt at a creation fails when the account that has the address is erased meanwhile. */
const ATTEMPTS = 3

/**
 * Creates a user, or revives the one with this address that the directory had deleted.
 * @returns its id
 * @throws 409 when an account of this company has the address; registration_number_taken, not_found (the manager)
 */
export async function createUser(platform: Platform, client: Client, changes: NewUser, steps: readonly Deactivate[]): Promise<string> {
  const now = platform.clock()
  const id = await refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      const work = { tx, platform, client, steps, now }
      for (let attempt = 1; ; attempt++) {
        const made = (await insertUser(work, changes)) ?? (await reviveUser(work, changes))
        if (made) return made
        if (attempt === ATTEMPTS) throw new ScimError(503, 'The address is being freed')
      }
    }),
  )
  if (client.invites) platform.wake(now)
  return id
}

type NewUser = UserChanges & { readonly userName: string }

/** A transaction of a directory. */
interface Work {
  readonly tx: Queryable
  readonly platform: Platform
  readonly client: Client
  /** What features do when people are deactivated. */
  readonly steps: readonly Deactivate[]
  readonly now: Date
}

/** @returns null when an account has the address */
async function insertUser({ tx, platform: { vault }, client, now }: Work, changes: NewUser): Promise<string | null> {
  const { companyId, actor } = client
  const { userName: email, active = true, managerId = null } = changes
  const row = {
    company_id: companyId,
    id: newId(now),
    email,
    ...namesOf(changes, { first_name: '', last_name: '', email }),
    job_title: changes.title ?? '',
    department: changes.department ?? '',
    registration_number: changes.employeeNumber ?? null,
    external_id: changes.externalId ?? null,
    locale: localeOf(changes, client.locale) ?? client.locale,
    time_zone: client.timeZone,
    deactivated_at: active ? null : now,
    created_at: now,
  }
  const made = await tx.execute(sql`${insertInto('users', row)} on conflict (company_id, email) do nothing`)
  if (made === 0) return null
  await indexPeople(tx, companyId, [row])
  if (managerId) await setManagerOf(tx, companyId, row.id, managerId, now)
  const invited = client.invites && active
  if (invited) await invite(tx, vault, companyId, [row.id], now)
  await record(tx, now, { companyId, actor, action: 'person_created', target: target(row.id), details: { invited, role: 'employee' } })
  return row.id
}

/** @returns null when no account has the address any more */
async function reviveUser(work: Work, changes: NewUser): Promise<string | null> {
  const { tx, client } = work
  const { companyId } = client
  const [holder] = await rows(
    tx,
    { id: t.uuid, is_deleted: t.bool },
    sql`select id, scim_deleted_at is not null as is_deleted from users where company_id = ${companyId} and email = ${changes.userName}`,
  )
  if (!holder) return null
  if (!holder.is_deleted) throw new ScimError(409, 'A user with this userName exists', 'uniqueness')
  const { active = true } = changes
  await change(work, holder.id, { ...changes, active }, { revives: true })
  return holder.id
}

/**
 * Changes a user by a PUT or a PATCH, in one transaction. A changed `userName` is the new address at once: the directory is the authority.
 * @param ifMatch the version that the caller has
 * @throws 404, 409, 412; registration_number_taken, last_administrator, manager_is_yourself, hierarchy_cycle, not_found (the manager)
 */
export async function updateUser(
  platform: Platform,
  client: Client,
  id: string,
  changes: UserChanges,
  steps: readonly Deactivate[],
  ifMatch?: string,
): Promise<void> {
  const now = platform.clock()
  await refusingTaken(() => platform.db.transaction((tx) => change({ tx, platform, client, steps, now }, id, changes, { ifMatch })))
  // A new address may have been invited.
  if (changes.userName !== undefined) platform.wake(now)
}

const lockedRow = {
  ...userRow,
  ...nameOriginRow,
  was_used: t.bool,
  role: t.oneOf<'employee' | 'admin'>(),
  invited_at: nullable(t.time),
  is_deleted: t.bool,
}
type LockedRow = RowOf<typeof lockedRow>

/** @throws 404 */
async function lockUser(tx: Queryable, companyId: string, id: string): Promise<LockedRow> {
  const [row] = await rows(
    tx,
    lockedRow,
    sql`select ${userColumns}, ${originColumns}, ${wasUsed} as was_used, u.role, u.invited_at,
        u.scim_deleted_at is not null as is_deleted
      from users u left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id
      where u.company_id = ${companyId} and u.id = ${id} for no key update of u`,
  )
  if (!row) throw noResource()
  return row
}

async function change(
  work: Work,
  id: string,
  changes: UserChanges,
  { ifMatch, revives = false }: { ifMatch?: string | undefined; revives?: boolean },
): Promise<void> {
  const { tx, client, steps, now } = work
  const { companyId } = client
  const deactivates = changes.active === false && !revives
  if (changes.managerId) {
    // Lock order: administrators, managers, what waits for the person, the person.
    if (deactivates) await lockAdministrators(tx, companyId)
    await tx.execute(sql`select from users where company_id = ${companyId} and id = ${changes.managerId} for key share`)
    if (!deactivates) await lockViewer(tx, { companyId, userId: id })
  }
  if (deactivates) {
    // The deactivation makes a new version.
    if (ifMatch !== undefined) checkVersion(ifMatch, userVersion(await getUser(tx, companyId, id)))
    await deactivateIn(tx, client, id, steps, now)
  }
  const before = await lockUser(tx, companyId, id)
  if (before.is_deleted !== revives) throw noResource()
  if (!deactivates) checkVersion(ifMatch, userVersion(before))

  await apply(work, before, changes)
  if (revives) await tx.execute(sql`update users set scim_deleted_at = null where ${person(companyId, id)}`)
  if (changes.active && !before.active) await reactivateIn(tx, client, id, now)
}

/** Stores and records what differs from the row, which is locked. */
async function apply({ tx, platform, client, now }: Work, before: LockedRow, changes: UserChanges): Promise<void> {
  const { companyId, actor } = client
  const { id } = before
  const wanted = columnsOf(changes, before, client)
  const set = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== before[name as keyof UserRow]))
  const fields = Object.keys(set)
  const { email, ...others } = set
  // The directory is the authority: the address changes at once, and the mailbox of the one before learns of it.
  if (email && before.was_used) await replaceAddress(tx, platform.vault, { companyId, userId: id }, email, now)
  const rest = { ...(before.was_used ? others : set), ...confirmedBy(changes, set, before) }
  if (set.registration_number !== undefined) await renumber(tx, { companyId }, id, wanted.registration_number, now)
  if (Object.keys(rest).length > 0) {
    const other = email === undefined ? isOtherNumber(sql`${wanted.registration_number}::text`) : sql`true`
    await tx.execute(
      sql`update users set ${assignments({ ...rest, access_changed_at: accessChangedAt(now, other) })} where ${person(companyId, id)}`,
    )
  }
  const isMoved = changes.managerId !== undefined && changes.managerId !== before.manager_id
  if (isMoved) await setManagerOf(tx, companyId, id, changes.managerId ?? null, now)
  // A link that was mailed to the earlier address stops working.
  if (email && !before.was_used) {
    if (before.active && before.invited_at) await invite(tx, platform.vault, companyId, [id], now)
    else await endInvitation(tx, companyId, id, now)
  }
  if (INDEXED.some((name) => name in set)) await indexPerson(tx, companyId, id)

  const updated = [...fields.filter((name) => name !== 'email'), ...(isMoved ? ['manager_id'] : [])]
  const entries: Entry[] = []
  if (updated.length > 0) entries.push({ companyId, actor, action: 'person_updated', target: target(id), details: { fields: updated } })
  const moved = { companyId, actor, action: 'address_changed', target: target(id) } as const
  if (set.email !== undefined && before.role !== 'admin') entries.push(moved)
  await record(tx, now, ...entries)
  if (set.email !== undefined && before.role === 'admin') await recordForAdministrators(tx, now, moved, 'admin_address')
}

/** The parts of the name that the directory gives, also those that it repeats; null when none of them needs it. */
function confirmedBy({ givenName, familyName }: UserChanges, set: Partial<UserRow>, before: NameOrigin) {
  if (before.confirmed_first_name === null && before.confirmed_last_name === null) return null
  const given = nameGiven({ first_name: givenName ?? set.first_name, last_name: familyName ?? set.last_name })
  return Object.keys(given).length > 0 ? given : null
}

/** Columns of which the search index is made. */
const INDEXED = ['email', 'first_name', 'last_name', 'job_title']

function columnsOf(changes: UserChanges, before: UserRow, client: Client) {
  const { userName: email = before.email } = changes
  return {
    email,
    ...namesOf(changes, { ...before, email }),
    job_title: changes.title ?? before.job_title,
    department: changes.department ?? before.department,
    registration_number: changes.employeeNumber === undefined ? before.registration_number : changes.employeeNumber,
    external_id: changes.externalId === undefined ? before.external_id : changes.externalId,
    locale: localeOf(changes, client.locale) ?? before.locale,
  }
}

/**
 * Deletes a user for the directory: deactivated and unlisted; the account is erased later (`eraseDeleted`).
 * @throws 404, 412, last_administrator
 */
export async function deleteUser(
  platform: Platform,
  client: Client,
  id: string,
  steps: readonly Deactivate[],
  ifMatch?: string,
): Promise<void> {
  const now = platform.clock()
  const { companyId, actor } = client
  await platform.db.transaction(async (tx) => {
    await change({ tx, platform, client, steps, now }, id, { active: false }, { ifMatch })
    await tx.execute(sql`update users set scim_deleted_at = ${now} where ${person(companyId, id)}`)
    await tx.execute(sql`delete from scim_group_members where company_id = ${companyId} and user_id = ${id}`)
    await record(tx, now, { companyId, actor, action: 'person_deleted', target: target(id) })
  })
}
