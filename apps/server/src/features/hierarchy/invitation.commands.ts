import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { type HierarchySave, MANAGER_LINK_DAYS } from '@reflet/contract/hierarchy'
import { assignments, insertInto, nullable, type Queryable, rows, sql, t } from '../../db/index.ts'
import { hashToken } from '../../platform/crypto.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { isFirstHit } from '../../platform/rate-limit.ts'
import { lockViewer, type Viewer } from '../../platform/session.ts'
import { readStopToken, rememberGuest, setStopped } from '../guests/guests.ts'
import { countOutside } from '../guests/mail-limit.ts'
import { postponedUntil } from '../messages/bundle.ts'
import { newsFrom, notify } from '../messages/notify.ts'
import { unreadNewsOf } from '../messages/unread.ts'
import { refuseFormer } from '../people/directory.queries.ts'
import { findCircular } from '../relations/circles.queries.ts'
import { lockHierarchy } from '../relations/relations.ts'
import { replaceLists, storedContacts } from './hierarchy.commands.ts'
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
import { findColleagues, remindableFrom } from './hierarchy.queries.ts'
import { type Link, shownIds } from './invitation.queries.ts'
import { stayingPlaces } from './list-plan.ts'

const LINK_MS = MANAGER_LINK_DAYS * DAY_MS

interface NewManager {
  readonly manager_email: string
  readonly manager_firstName: string
  readonly manager_lastName: string
}

/**
 * Invites a manager by e-mail to fill the viewer's lists. Another address replaces the manager and invalidates the old link; the same one
 * can be invited again a day after the last mail.
 * @throws cannot_add_yourself; person_deactivated; reminded_recently; slow_down when the daily limit of mails to external people is reached
 */
export async function addManager(platform: Platform, viewer: Viewer, manager: NewManager): Promise<void> {
  const now = platform.clock()
  const email = manager.manager_email
  await platform.db.transaction(async (tx) => {
    const known = await lockEmployee(tx, viewer, email)
    if (known.email === email) throw new Problem('cannot_add_yourself', { fields: { manager_email: 'self' } })
    await refuseFormer(tx, viewer.companyId, [{ field: 'manager_email', email }])
    await checkPause(platform, tx, viewer, email, now)
    if (known.locale === null) await countOutside(tx, viewer, 1, now)
    // The unsubscribe link refers to the address by its row in `guests`, for colleagues too.
    await rememberGuest(tx, viewer.companyId, { email, locale: known.locale ?? viewer.locale }, now)
    const id = known.asked_id ?? newId(now)
    await tx.execute(sql`update hierarchy_invitations set replaced_at = ${now}
      where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and id <> ${id} and replaced_at is null`)
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
    await tx.execute(
      sql`${insertInto('hierarchy_invitations', {
        company_id: viewer.companyId,
        id,
        user_id: viewer.userId,
        email,
        token_hash: hashToken(platform.vault.deriveToken('manager', id)),
        created_at: now,
        ...asked,
      })} on conflict (company_id, id) do update set ${assignments(asked)}`,
    )
    await queueMail(tx, 'hierarchy_request', viewer.companyId, id, now)
  })
  platform.wake(now)
}

/** Row lock: one change of the manager at a time. Returns the employee's own address, the data of the new address, and the invitation. */
async function lockEmployee(tx: Queryable, viewer: Viewer, email: string) {
  const [employee] = await rows(
    tx,
    { email: t.text, locale: nullable(t.oneOf<Locale>()), asked_id: nullable(t.uuid) },
    sql`select u.email,
        (select manager.locale from users manager
          where manager.company_id = u.company_id and manager.email = ${email}
            and manager.deactivated_at is null) as locale,
        (select hi.id from hierarchy_invitations hi
          where hi.company_id = u.company_id and hi.user_id = u.id and hi.email = ${email}) as asked_id
      from users u where u.company_id = ${viewer.companyId} and u.id = ${viewer.userId} for no key update`,
  )
  if (!employee) throw new Problem('unauthenticated')
  return employee
}

/**
 * Rate limit: one mail a day per address about the same employee, however often the manager is replaced.
 * @throws reminded_recently
 */
async function checkPause(platform: Platform, tx: Queryable, viewer: Viewer, email: string, now: Date): Promise<void> {
  const key = platform.vault.fingerprint(`manager:${viewer.userId}:${email}`)
  if (!(await isFirstHit(tx, key, now, REMIND_AGAIN_MS))) throw new Problem('reminded_recently')
}

/**
 * Reminds the manager, at most once a day and a day after the request left, and extends the link to its full lifetime.
 * @throws manager_missing; hierarchy_filled; reminded_recently; slow_down when the daily limit of mails to external people is reached
 */
export async function remindManager(platform: Platform, viewer: Viewer): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, viewer)
    const [manager] = await rows(
      tx,
      { id: t.uuid, email: t.text, filled: t.bool, outside: t.bool, remindable: t.bool },
      sql`select hi.id, hi.email, hi.filled_at is not null as filled,
          not exists (select from users manager
            where manager.company_id = hi.company_id and manager.email = hi.email
              and manager.deactivated_at is null) as outside, ${remindableFrom(now)} <= ${now}::timestamptz as remindable
        from hierarchy_invitations hi
        where hi.company_id = ${viewer.companyId} and hi.user_id = ${viewer.userId} and hi.replaced_at is null
        for update`,
    )
    if (!manager) throw new Problem('manager_missing')
    if (manager.filled) throw new Problem('hierarchy_filled')
    if (!manager.remindable) throw new Problem('reminded_recently')
    await checkPause(platform, tx, viewer, manager.email, now)
    if (manager.outside) await countOutside(tx, viewer, 1, now)
    await tx.execute(sql`update hierarchy_invitations set reminded_at = ${now}, expires_at = ${new Date(now.getTime() + LINK_MS)}
      where company_id = ${viewer.companyId} and id = ${manager.id}`)
    await queueMail(tx, 'hierarchy_reminder', viewer.companyId, manager.id, now)
  })
  platform.wake(now)
}

/** The recipient and their opt-outs are read when the mail is built. */
const queueMail = (tx: Queryable, kind: 'hierarchy_request' | 'hierarchy_reminder', company_id: string, invitation_id: string, now: Date) =>
  notify(tx, now, { messages: [{ company_id, kind, invitation_id, send_after: now }] })

/**
 * The manager saves the employee's lists, repeatedly until the link expires; one that is not sent stays as it is. Privacy: no refusal depends on the company's directory alone,
 * so that a typed address does not reveal whether it is a colleague's. Who the employee's manager is stays: sharing is the employee's choice.
 * @throws not_found for an id that their page does not show; cannot_add_yourself for the employee's own address; invalid_input for a
 *   colleague of the page as external; hierarchy_twice; hierarchy_cycle; hierarchy_changed
 */
export async function saveAsManager(platform: Platform, link: Link, { version, ...lists }: HierarchySave): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    await lockViewer(tx, link)
    await lockHierarchy(tx, link.companyId)
    await stampFilled(tx, link, now)
    const shown = await shownIds(tx, link)
    const sent = placesOf(lists)
    if (sent.some(({ input }) => 'user_id' in input && !shown.has(input.user_id))) throw notFound()
    const stored = await storedContacts(tx, link)
    const found = await findColleagues(tx, link.companyId, [...sent, ...stayingPlaces(stored, lists, 'manager')])
    const known = keepUnknown(found, telling(link.userId, found))
    checkPlaces(link.userId, known, namedAs)
    const places = await withoutCircles(tx, link, known)
    const kept = places.map((place) => ({ ...place, email: emailOf(place) }))
    await replaceLists(tx, link, stored, kept, now, { version, lists, by: 'manager' })
    await notifyEmployee(tx, link, now)
  })
  platform.wake(postponedUntil(now))
}

/** @throws not_found when the employee has just named another manager */
async function stampFilled(tx: Queryable, { companyId, invitationId }: Link, now: Date): Promise<void> {
  const stamped = await tx.execute(
    sql`update hierarchy_invitations set filled_at = ${now} where company_id = ${companyId} and id = ${invitationId}`,
  )
  if (stamped === 0) throw notFound()
}

/** A typed address that would create a cycle is not resolved; a chosen colleague is refused. */
async function withoutCircles(tx: Queryable, link: Link, places: Place[]): Promise<Place[]> {
  const closing = await findCircular(tx, link, places)
  if (closing.length === 0) return places
  const kept = keepUnknown(places, closing)
  checkCircular(await findCircular(tx, link, kept))
  return kept
}

/** Debounced: at most one unread news item, and one mail some minutes after the last of several saves. */
async function notifyEmployee(tx: Queryable, link: Link, now: Date): Promise<void> {
  const { companyId, userId, invitationId } = link
  await tx.execute(
    newsFrom(
      sql`users u where u.company_id = ${companyId} and u.id = ${userId}
        and not exists (select from newsfeed n where ${unreadNewsOf(link)} and n.kind = 'hierarchy_filled')`,
      {
        company_id: sql`u.company_id`,
        id: sql`${newId(now)}::uuid`,
        user_id: sql`u.id`,
        kind: 'hierarchy_filled',
        actor_id: sql`(select manager.id from users manager
          where manager.company_id = u.company_id and manager.email = ${link.row.email}
            and manager.deactivated_at is null)`,
        created_at: sql`${now}::timestamptz`,
      },
    ),
  )
  const message = {
    company_id: companyId,
    kind: 'hierarchy_filled' as const,
    user_id: userId,
    invitation_id: invitationId,
    bundle_key: `hierarchy_filled:${userId}`,
    send_after: postponedUntil(now),
  }
  await notify(tx, now, { messages: [message], bundle: 'postpone' })
}

/**
 * Unsubscribes this address from all mails of the company, or resubscribes it.
 * @throws not_found for anything but the token of a mail's unsubscribe link
 */
export const chooseHierarchyMails = ({ db, clock, vault }: Platform, token: string, stopped: boolean): Promise<void> =>
  setStopped(db, readStopToken(vault, token), stopped, clock())
