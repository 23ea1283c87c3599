import type { AdminPersonBody, AdminPersonPatch } from '@reflet/contract/admin-people'
import { MINUTE_MS } from '@reflet/contract/durations'
import { assignments, insert, nullable, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { notFound, Problem, slowDown } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { lockViewer } from '../../../platform/session.ts'
import type { Deactivate } from '../../account-deletion/account-deletion.ts'
import { type Actor, record } from '../../audit/audit.ts'
import { accessChangedAt, administeredUntil, isOtherNumber } from '../../people/access.policy.ts'
import { nameChosen, nameGiven } from '../../people/names.policy.ts'
import { isInvited } from '../../people/status.policy.ts'
import { keepAsSuperior, lockHierarchy } from '../../relations/relations.ts'
import { indexPerson } from '../../search-index/search-index.ts'
import { askForAddress } from './address.commands.ts'
import { administratorsOf, checkAdministered, lockAdministrators, recordRole } from './administrators.ts'
import { invite } from './invitations.commands.ts'
import { checkAddressChange, renumber } from './numbers.commands.ts'
import { refusingTaken } from './taken.ts'

/** Who changes people of which company: an administrator, the operator, or a directory. */
export interface Administration {
  readonly companyId: string
  readonly actor: Actor
  /** Of an administrator's call, which may need a recent sign-in; operators and directories have none. */
  readonly sessionId?: string
}

const person = (companyId: string, id: string) => sql`company_id = ${companyId} and id = ${id}`
const target = (id: string) => ({ kind: 'person', id }) as const

/**
 * The manager of a person who is locked.
 * @throws not_found for someone who does not work here; manager_is_yourself; hierarchy_cycle when the person leads that manager
 */
export async function setManagerOf(tx: Queryable, companyId: string, id: string, managerId: string | null, now: Date): Promise<void> {
  if (managerId === id) throw new Problem('manager_is_yourself', { fields: { manager_id: 'manager_is_yourself' } })
  if (managerId) {
    // Two changes at once must not create a cycle together.
    await lockHierarchy(tx, companyId)
    await checkManager(tx, companyId, id, managerId)
  }
  await tx.execute(sql`update users set manager_id = ${managerId} where ${person(companyId, id)}`)
  if (managerId) await keepAsSuperior(tx, { companyId, userId: id }, managerId, now)
}

async function checkManager(tx: Queryable, companyId: string, id: string, managerId: string): Promise<void> {
  const above = await rows(
    tx,
    { id: t.uuid },
    sql`with recursive above (id) as (
        select id from users where company_id = ${companyId} and id = ${managerId} and deactivated_at is null
        union
        select u.manager_id from above join users u on u.company_id = ${companyId} and u.id = above.id
          where u.manager_id is not null
      ) select id from above`,
  )
  if (above.length === 0) throw new Problem('not_found', { fields: { manager_id: 'unknown_person' } })
  if (above.some((one) => one.id === id)) throw new Problem('hierarchy_cycle', { fields: { manager_id: 'hierarchy_cycle' } })
}

/**
 * Adds a person to the company, and invites them.
 * @returns their id
 * @throws email_taken, registration_number_taken, not_found (the manager); reauthentication_required for an administrator
 */
export async function createPerson(platform: Platform, by: Administration, body: AdminPersonBody): Promise<string> {
  const { companyId, actor } = by
  const now = platform.clock()
  const id = newId(now)
  const { invite: isWanted, manager_id, locale, ...fields } = body
  await refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      const [company] = await rows(
        tx,
        { locale: t.oneOf<'en'>(), time_zone: t.text },
        sql`select locale, time_zone from companies where company_id = ${companyId}`,
      )
      if (!company) throw notFound()
      const row = { company_id: companyId, id, ...fields, locale: locale ?? company.locale, time_zone: company.time_zone, created_at: now }
      await insert(tx, 'users', row)
      await indexPerson(tx, companyId, id)
      if (manager_id) await setManagerOf(tx, companyId, id, manager_id, now)
      // Of a new company: the operator waits for the first administrator, at any hour.
      if (isWanted) await invite(tx, platform.vault, companyId, [id], now, { isAwaited: actor.kind === 'operator' })
      const invited = { invited: isWanted, role: fields.role }
      const entry = { companyId, actor, action: 'person_created', target: target(id), details: invited } as const
      await (fields.role === 'admin' ? recordRole(tx, by, now, entry, 'admin_added') : record(tx, now, entry))
    }),
  )
  platform.wake(now)
  return id
}

/** What a change needs to know, under a lock on the row. @throws not_found */
async function lockPerson(tx: Queryable, companyId: string, id: string) {
  const [row] = await rows(
    tx,
    {
      email: t.text,
      role: t.oneOf<'employee' | 'admin'>(),
      is_invited: t.bool,
      deactivated_at: nullable(t.time),
      invited_at: nullable(t.time),
    },
    sql`select u.email, u.role, ${isInvited} as is_invited, u.deactivated_at, u.invited_at from users u
      where u.company_id = ${companyId} and u.id = ${id} for no key update`,
  )
  if (!row) throw notFound()
  return row
}

/**
 * Changes a person. An invited person's address changes at once, with a new invitation; that of anyone else waits for the new mailbox. The
 * name that an administrator gives is confirmed, except to themself.
 * @throws not_found, email_taken, registration_number_taken, last_administrator, manager_is_yourself, hierarchy_cycle;
 *   reauthentication_required for another role, an administrator's address, and an address or a number by which a provider may know
 *   the person
 */
export async function updatePerson(platform: Platform, by: Administration, id: string, patch: AdminPersonPatch): Promise<void> {
  const { companyId, actor } = by
  const now = platform.clock()
  await refusingTaken(() =>
    platform.db.transaction(async (tx) => {
      await lockAdministrators(tx, companyId)
      const { active: had } = await administratorsOf(tx, companyId)
      // Lock order: managers before the person, as in `lockViewer`.
      if (patch.manager_id)
        await tx.execute(sql`select from users where company_id = ${companyId} and id = ${patch.manager_id} for key share`)
      await lockViewer(tx, { companyId, userId: id })
      const before = await lockPerson(tx, companyId, id)
      const { email, manager_id, ...fields } = patch
      const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const isNewAddress = email !== undefined && email !== before.email
      if (isNewAddress && before.is_invited) Object.assign(changes, { email })
      Object.assign(changes, actor.id === id ? nameChosen(now, patch) : nameGiven(patch))
      if (patch.registration_number !== undefined) await renumber(tx, by, id, patch.registration_number, now)
      if (isNewAddress && !before.is_invited) await checkAddressChange(tx, by, now)
      if (Object.keys(changes).length > 0) {
        const administered = patch.role && { administered_until: administeredUntil(now, sql`${patch.role}::text`) }
        const set = { ...changes, ...administered, ...accessOf(patch, isNewAddress, now) }
        await tx.execute(sql`update users set ${assignments(set)} where ${person(companyId, id)}`)
      }
      if (manager_id !== undefined) await setManagerOf(tx, companyId, id, manager_id, now)
      if (isNewAddress && before.is_invited) await invite(tx, platform.vault, companyId, [id], now)
      if (isNewAddress && !before.is_invited) await askForAddress(tx, platform.vault, { companyId, userId: id }, email, now)
      const asked = { companyId, actor, action: 'address_change_asked', target: target(id) } as const
      if (isNewAddress && !before.is_invited && before.role !== 'admin') await record(tx, now, asked)
      if (isNewAddress && before.role === 'admin')
        await recordRole(tx, by, now, before.is_invited ? { ...asked, action: 'address_changed' } : asked, 'admin_address')
      if (before.role === 'admin' && fields.role === 'employee') await checkAdministered(tx, companyId, had)
      await indexPerson(tx, companyId, id)
      const names = Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      const role = fields.role && fields.role !== before.role ? { role: fields.role } : {}
      const entry = { companyId, actor, action: 'person_updated', target: target(id), details: { fields: names, ...role } } as const
      if (role.role) await recordRole(tx, by, now, entry, role.role === 'admin' ? 'admin_added' : 'admin_removed')
      else await record(tx, now, entry)
    }),
  )
  platform.wake(now)
}

/** The column, where the patch changes what the person is known by. */
function accessOf({ registration_number }: AdminPersonPatch, isNewAddress: boolean, now: Date) {
  if (isNewAddress) return { access_changed_at: accessChangedAt(now) }
  if (registration_number === undefined) return {}
  return { access_changed_at: accessChangedAt(now, isOtherNumber(sql`${registration_number}::text`)) }
}

/**
 * Mails the invitation again, at most once a minute.
 * @throws not_found, already_active, person_deactivated, slow_down
 */
export async function invitePerson(platform: Platform, { companyId, actor }: Administration, id: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const before = await lockPerson(tx, companyId, id)
    if (before.deactivated_at) throw new Problem('person_deactivated')
    if (!before.is_invited) throw new Problem('already_active')
    const again = before.invited_at ? new Date(new Date(before.invited_at).getTime() + MINUTE_MS) : now
    if (again > now) throw slowDown(again, now)
    await invite(tx, platform.vault, companyId, [id], now)
    await record(tx, now, { companyId, actor, action: 'person_invited', target: target(id) })
  })
  platform.wake(now)
}

/**
 * Deactivates a person: sessions end at once, what waits for them is cancelled. Idempotent.
 * @throws not_found, last_administrator; reauthentication_required for an administrator
 */
export async function deactivatePerson(platform: Platform, by: Administration, id: string, steps: readonly Deactivate[]): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction((tx) => deactivateIn(tx, by, id, steps, now))
  platform.wake(now)
}

/** The same in a transaction, in which no person is locked yet. */
export async function deactivateIn(tx: Queryable, by: Administration, id: string, steps: readonly Deactivate[], now: Date): Promise<void> {
  const { companyId, actor } = by
  await lockAdministrators(tx, companyId)
  const { active: had } = await administratorsOf(tx, companyId)
  for (const step of steps) await step(tx, { companyId, userIds: [id] }, now)
  const before = await lockPerson(tx, companyId, id)
  if (before.deactivated_at) return
  await tx.execute(sql`update users set deactivated_at = ${now} where ${person(companyId, id)}`)
  await tx.execute(sql`delete from sessions where company_id = ${companyId} and user_id = ${id}`)
  const entry = { companyId, actor, action: 'person_deactivated', target: target(id) } as const
  if (before.role !== 'admin') return record(tx, now, entry)
  await checkAdministered(tx, companyId, had)
  await recordRole(tx, by, now, entry, 'admin_removed')
}

/** Lets a deactivated person in again, with their password and their role. Idempotent. @throws not_found; reauthentication_required for an administrator */
export async function reactivatePerson(platform: Platform, by: Administration, id: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const before = await lockPerson(tx, by.companyId, id)
    if (before.deactivated_at) await reactivateIn(tx, by, id, now)
  })
  platform.wake(now)
}

/** The same in the transaction that has locked the person. */
export async function reactivateIn(tx: Queryable, by: Administration, id: string, now: Date): Promise<void> {
  const { companyId, actor } = by
  const [back] = await rows(
    tx,
    { role: t.text },
    sql`update users set deactivated_at = null, reactivated_at = ${now}, access_changed_at = ${accessChangedAt(now)} where ${person(companyId, id)} returning role`,
  )
  const entry = { companyId, actor, action: 'person_reactivated', target: target(id) } as const
  await (back?.role === 'admin' ? recordRole(tx, by, now, entry, 'admin_added') : record(tx, now, entry))
}

/** Ends every session of a person. @throws not_found */
export async function endSessions(platform: Platform, { companyId, actor }: Administration, id: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockPerson(tx, companyId, id)
    const ended = await tx.execute(sql`delete from sessions where company_id = ${companyId} and user_id = ${id}`)
    const details = { sessions: ended }
    await record(tx, now, { companyId, actor, action: 'person_sessions_ended', target: target(id), details })
  })
}
