import type { Locale } from '@reflet/contract/common'
import { type HierarchySave, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../db/index.ts'
import { hierarchyInvitations } from '../../db/schema/contacts.ts'
import { outbox } from '../../db/schema/messages.ts'
import { hashToken } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { readStopToken, rememberGuest, setStopped } from '../../platform/guests.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { countOutside } from '../../platform/outside.ts'
import { isFirstHit } from '../../platform/rate-limit.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { findCircular, lockHierarchy, replaceLists } from './hierarchy.commands.ts'
import {
  checkCircular,
  checkPlaces,
  emailOf,
  keepUnknown,
  namedAs,
  type Place,
  placesOf,
  REMIND_AGAIN_MS,
  telling,
} from './hierarchy.policy.ts'
import { findColleagues } from './hierarchy.queries.ts'
import { type Link, shownIds } from './manager.queries.ts'

const LINK_MS = MANAGER_LINK_DAYS * 86_400_000
/** Saves that follow one another within this time make one mail. */
const BUNDLE_MS = 5 * 60_000

interface NewManager {
  readonly manager_email: string
  readonly manager_firstName: string
  readonly manager_lastName: string
}

/**
 * Asks a manager by e-mail to fill the viewer's lists. Another address replaces the manager and ends the old link; the same
 * one is asked again, at the earliest a day after the last mail.
 * @throws cannot_add_yourself; reminded_recently; slow_down when the day's mails to outsiders are used up
 */
export async function addManager(platform: Platform, viewer: Viewer, manager: NewManager): Promise<void> {
  const now = platform.clock()
  const email = manager.manager_email
  await platform.db.transaction(async (tx) => {
    const known = await lockEmployee(tx, viewer, email)
    if (known.email === email) throw new Problem('cannot_add_yourself', { fields: { manager_email: 'self' } })
    await checkPause(platform, tx, viewer, email, now)
    if (known.locale === null) await countOutside(tx, viewer, 1, now)
    // Their stop link names the address by its row among the guests, colleague or not.
    await rememberGuest(tx, viewer.companyId, { email, locale: known.locale ?? viewer.locale }, now)
    const id = known.asked_id ?? newId(now)
    await tx.execute(
      sql`update hierarchy_invitations set replaced_at = ${now}
        where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and id <> ${id} and replaced_at is null`,
    )
    const asked = {
      first_name: manager.manager_firstName,
      last_name: manager.manager_lastName,
      locale: known.locale ?? viewer.locale,
      mailed_at: now,
      expires_at: new Date(now.getTime() + LINK_MS),
      reminded_at: null,
      filled_at: null,
      replaced_at: null,
    }
    await tx
      .insert(hierarchyInvitations)
      .values({
        company_id: viewer.companyId,
        id,
        user_id: viewer.userId,
        email,
        token_hash: hashToken(platform.vault.deriveToken('manager', id)),
        created_at: now,
        ...asked,
      })
      .onConflictDoUpdate({ target: [hierarchyInvitations.company_id, hierarchyInvitations.id], set: asked })
    await queueMail(tx, 'hierarchy_request', viewer.companyId, id, now)
  })
  platform.wake(now)
}

/** One change of the manager at a time; with the employee's own address, what is known of the new one's, and their invitation. */
async function lockEmployee(tx: Queryable, viewer: Viewer, email: string) {
  const [employee] = await rows<{ email: string; locale: Locale | null; asked_id: string | null }>(
    tx,
    sql`select u.email,
        (select m.locale from users m where m.company_id = u.company_id and m.email = ${email} and m.deactivated_at is null) as locale,
        (select i.id from hierarchy_invitations i where i.company_id = u.company_id and i.user_id = u.id and i.email = ${email}) as asked_id
      from users u where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId} for no key update`,
  )
  if (!employee) throw new Problem('unauthenticated')
  return employee
}

/**
 * However often the manager is replaced and named again, one address gets one mail a day about the same employee.
 * @throws reminded_recently
 */
async function checkPause(platform: Platform, tx: Queryable, viewer: Viewer, email: string, now: Date): Promise<void> {
  const key = platform.vault.fingerprint(`manager:${viewer.userId}:${email}`)
  if (!(await isFirstHit(tx, key, now, REMIND_AGAIN_MS))) throw new Problem('reminded_recently')
}

/**
 * Reminds the manager, at most once a day, and gives the link its full time again.
 * @throws manager_missing; hierarchy_filled; reminded_recently; slow_down when the day's mails to outsiders are used up
 */
export async function remindManager(platform: Platform, viewer: Viewer): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const [manager] = await rows<{ id: string; email: string; filled: boolean; outside: boolean }>(
      tx,
      sql`select id, email, filled_at is not null as filled, not exists (select from users m where m.company_id = i.company_id and m.email = i.email
          and m.deactivated_at is null) as outside
        from hierarchy_invitations i where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and replaced_at is null for update`,
    )
    if (!manager) throw new Problem('manager_missing')
    if (manager.filled) throw new Problem('hierarchy_filled')
    await checkPause(platform, tx, viewer, manager.email, now)
    if (manager.outside) await countOutside(tx, viewer, 1, now)
    await tx.execute(
      sql`update hierarchy_invitations set reminded_at = ${now}, expires_at = ${new Date(now.getTime() + LINK_MS)}
        where company_id = ${viewer.companyId} and id = ${manager.id}`,
    )
    await queueMail(tx, 'hierarchy_reminder', viewer.companyId, manager.id, now)
  })
  platform.wake(now)
}

/** To whom, and whether they still want it, is looked up when the mail is made. */
const queueMail = (tx: Queryable, kind: 'hierarchy_request' | 'hierarchy_reminder', company_id: string, invitation_id: string, now: Date) =>
  tx.insert(outbox).values({ company_id, id: newId(now), kind, invitation_id, send_after: now, created_at: now })

/**
 * The manager fills the employee's lists, as often as they like until the link ends. Nothing is refused for a reason that only
 * the company's directory knows: what is typed must not tell whether it is a colleague's.
 * @throws not_found for an id that their page does not show; cannot_add_yourself for the employee's own address;
 *   invalid_input for a colleague of the page outside the company; hierarchy_twice; hierarchy_cycle; hierarchy_changed
 */
export async function saveAsManager(platform: Platform, link: Link, { version, ...lists }: HierarchySave): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockHierarchy(tx, link.companyId)
    await stampFilled(tx, link, now)
    const shown = await shownIds(tx, link)
    const named = placesOf(lists)
    if (named.some(({ input }) => 'user_id' in input && !shown.has(input.user_id))) throw notFound()
    const found = await findColleagues(tx, link.companyId, named)
    const known = keepUnknown(found, telling(link.userId, found))
    checkPlaces(link.userId, known, namedAs)
    const places = await withoutCircles(tx, link, known)
    await replaceLists(
      tx,
      link,
      places.map((place) => ({ ...place, email: emailOf(place) })),
      now,
      version,
    )
    await tellEmployee(tx, link, now)
  })
  platform.wake(new Date(now.getTime() + BUNDLE_MS))
}

/** @throws not_found when the employee has just named somebody else */
async function stampFilled(tx: Queryable, { companyId, invitationId }: Link, now: Date): Promise<void> {
  const stamped = await rows(
    tx,
    sql`update hierarchy_invitations set filled_at = ${now} where company_id = ${companyId} and id = ${invitationId} returning id`,
  )
  if (stamped.length === 0) throw notFound()
}

/** A typed address that would close a circle stays an address; what was chosen by name is refused. */
async function withoutCircles(tx: Queryable, link: Link, places: Place[]): Promise<Place[]> {
  const closing = await findCircular(tx, link, places)
  if (closing.length === 0) return places
  const kept = keepUnknown(places, closing)
  checkCircular(await findCircular(tx, link, kept))
  return kept
}

/** At most one unread piece of news, and one mail some minutes after the last of several saves. */
async function tellEmployee(tx: Queryable, link: Link, now: Date): Promise<void> {
  const { companyId, userId, invitationId } = link
  await tx.execute(
    sql`insert into newsfeed (company_id, id, user_id, kind, actor_id, created_at)
      select ${companyId}, ${newId(now)}, ${userId}, 'hierarchy_filled',
        (select m.id from users m where m.company_id = ${companyId} and m.email = ${link.row.email} and m.deactivated_at is null), ${now}
      where not exists (select from newsfeed where company_id = ${companyId} and user_id = ${userId} and read_at is null and kind = 'hierarchy_filled')`,
  )
  await tx.execute(
    sql`insert into outbox (company_id, id, kind, user_id, invitation_id, bundle_key, send_after, created_at)
      values (${companyId}, ${newId(now)}, 'hierarchy_filled', ${userId}, ${invitationId}, ${`hierarchy_filled:${userId}`}, ${new Date(now.getTime() + BUNDLE_MS)}, ${now})
      on conflict (company_id, bundle_key) where bundle_key is not null do update set send_after = excluded.send_after, invitation_id = excluded.invitation_id`,
  )
}

/**
 * No mail of this company to this address again, whichever employee names it, or again.
 * @throws not_found for anything but the token of a mail's stop link
 */
export const chooseHierarchyMails = ({ db, clock, vault }: Platform, token: string, stopped: boolean): Promise<void> =>
  setStopped(db, readStopToken(vault, token), stopped, clock())
