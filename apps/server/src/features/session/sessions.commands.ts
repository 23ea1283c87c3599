import { SECONDS_PER_DAY } from '@reflet/contract/durations'
import type { Opened } from '@reflet/contract/session'
import { insert, type Queryable, rows, sql, t } from '../../db/index.ts'
import { hashToken, randomToken } from '../../platform/crypto.ts'
import { type Device, introduce, knows } from '../../platform/devices.ts'
import { notFound, Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import type { Viewer } from '../../platform/session.ts'
import { personAt, record } from '../audit/audit.ts'
import { notify } from '../messages/notify.ts'
import { type ClientNames, clientNamesOf } from './client-names.ts'
import type { ClientOrigin } from './client-origin.ts'

/** Sessions of one person; a further login ends the least recently used one. */
const MAX_SESSIONS = 20

export type Method = 'password' | 'passkey' | 'saml' | 'oidc'

/** Whose session is opened. */
export interface Account {
  readonly company_id: string
  readonly id: string
  readonly session_days: number
}

export interface OpenedSession {
  readonly opened: Opened
  /** The device that is trusted for this person from now on. */
  readonly device: Device
}

/**
 * Opens a session in the caller's transaction, which holds the lock on the person's row: enters it into the audit log, and mails the person
 * when it is a new device. Devices registered by the oldest sessions are deleted with them.
 * @returns the access token, which is never stored in clear text
 */
export async function openSession(
  platform: Platform,
  tx: Queryable,
  account: Account,
  { method, second }: { readonly method: Method; readonly second?: string },
  origin: ClientOrigin,
): Promise<OpenedSession> {
  const now = platform.clock()
  const token = randomToken()
  const { company_id, id: user_id } = account
  const id = newId(now)
  const names = await clientNamesOf(origin.userAgent)
  const isNew = await isNewDevice(platform, tx, account, origin, names)
  const network = networkOf(origin.ip)
  const row = { company_id, id, user_id, token_hash: hashToken(token), created_at: now, used_at: now, authenticated_at: now }
  await insert(tx, 'sessions', { ...row, method, network, ...names })
  await tx.execute(sql`update users set activated_at = coalesce(activated_at, ${now}), last_seen_at = ${now}
    where company_id = ${company_id} and id = ${user_id}`)
  // The company's provider knows whose address it is: reset mails to a changed one are no longer held. By a number it knows the person only.
  if (method === 'saml' || method === 'oidc')
    await tx.execute(sql`update former_addresses fa set signed_on_at = ${now}
      from ${method === 'saml' ? sql`sign_in_saml` : sql`sign_in_oidc`} provider
      where provider.company_id = fa.company_id and provider.person_by = 'email'
        and fa.company_id = ${company_id} and fa.user_id = ${user_id} and fa.signed_on_at is null`)
  await tx.execute(sql`delete from sessions where company_id = ${company_id} and id in (
    select s.id from sessions s where s.company_id = ${company_id} and s.user_id = ${user_id} and s.id <> ${id}
    order by s.used_at desc, s.id desc offset ${MAX_SESSIONS - 1})`)
  const actor = personAt(user_id, origin.ip)
  const details = { method, ...(second && { second }) }
  const audit_id = newId(now)
  const entry = { companyId: company_id, actor, action: 'sign_in', target: { kind: 'person', id: user_id }, details } as const
  await record(tx, now, { ...entry, id: audit_id })
  if (isNew) await notify(tx, now, { messages: [{ company_id, kind: 'new_device', user_id, session_id: id, audit_id, send_after: now }] })
  return {
    opened: { access_token: token, token_type: 'bearer', expires_in: account.session_days * SECONDS_PER_DAY },
    device: introduce(platform.vault, origin.device, user_id),
  }
}

/**
 * Whether a person who signed in before does so on a device that they have not used: a browser is known by its cookie, an app by its name
 * among the person's sessions.
 */
async function isNewDevice(
  platform: Platform,
  tx: Queryable,
  { company_id, id }: Account,
  origin: ClientOrigin,
  { browser, system }: ClientNames,
): Promise<boolean> {
  const { device } = origin
  if (knows(platform.vault, device, id)) return false
  const [row] = await rows(
    tx,
    { was_here: t.bool, is_known: t.bool },
    sql`select u.activated_at is not null as was_here, ${device === null && browser === null}::boolean and exists (
        select from sessions s where s.company_id = u.company_id and s.user_id = u.id
          and s.browser is not distinct from ${browser} and s.system is not distinct from ${system}
          and s.network = ${networkOf(origin.ip)}
      ) as is_known
      from users u where u.company_id = ${company_id} and u.id = ${id}`,
  )
  return row?.was_here === true && !row.is_known
}

const mine = ({ companyId, userId }: Viewer) => sql`company_id = ${companyId} and user_id = ${userId}`

/** Ends one other session of the viewer. @throws not_found */
export async function endSession(platform: Platform, viewer: Viewer, id: string, ip: string): Promise<void> {
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const ended = await tx.execute(sql`delete from sessions where ${mine(viewer)} and id = ${id} and id <> ${viewer.sessionId}`)
    if (ended === 0) throw notFound()
    await recordEnded(tx, viewer, ip, 1, now)
  })
}

/** Ends every session of the viewer but this one; returns how many. */
export async function endOtherSessions(platform: Platform, viewer: Viewer, ip: string): Promise<number> {
  const now = platform.clock()
  return platform.db.transaction(async (tx) => {
    const ended = await endOthers(tx, viewer)
    await recordEnded(tx, viewer, ip, ended, now)
    return ended
  })
}

export async function endOthers(tx: Queryable, viewer: Viewer): Promise<number> {
  const ended = await tx.execute(sql`delete from sessions where ${mine(viewer)} and id <> ${viewer.sessionId}`)
  return ended
}

const recordEnded = (tx: Queryable, { companyId, userId }: Viewer, ip: string, ended: number, now: Date) =>
  record(tx, now, {
    companyId,
    actor: personAt(userId, ip),
    action: 'sessions_ended',
    target: { kind: 'person', id: userId },
    details: { sessions: ended },
  })

/** The session counts as signed in now. @throws unauthenticated when it has ended meanwhile */
export async function confirmSession(platform: Platform, tx: Queryable, viewer: Viewer): Promise<void> {
  const confirmed = await tx.execute(
    sql`update sessions set authenticated_at = ${platform.clock()} where ${mine(viewer)} and id = ${viewer.sessionId}`,
  )
  if (confirmed === 0) throw new Problem('unauthenticated')
}
