import type { Locale } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { type Params, type Queryable, query, type RowOf, sql, t, type Value } from '../db/index.ts'
import type { Seal } from './crypto.ts'
import type { Platform } from './index.ts'

/** A session expires at the latest this long after the login; without use after the company's `session_days`. */
export const MAX_DAYS = 90
/** The last use is stored at most this often: a read must not cost a write. */
const TOUCH_AFTER_MS = HOUR_MS

export const SESSION_COOKIE = 'access_token'
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'x-xsrf-token'

/** The logged-in employee of a call, with the company's cipher. */
export interface Viewer {
  readonly companyId: string
  readonly userId: string
  readonly sessionId: string
  readonly role: 'employee' | 'admin'
  readonly locale: Locale
  readonly threshold: number
  readonly badgesActive: boolean
  readonly seal: Seal
}

/** Whether a session `s` of a company `c` is not expired at this time. */
export const livesAt = (now: Value) => sql`s.used_at > ${now}::timestamptz - c.session_days * interval '1 day'
  and s.created_at > ${now}::timestamptz - interval '${sql.raw(String(MAX_DAYS))} days'`

/** `from` and `where` of a token's valid session, `sessions s`, `users u` and `companies c`: of hot statements that check the session themselves. */
export const livingSession = (token_hash: Value, now: Value) => sql`
  sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.company_id = s.company_id
  where s.token_hash = ${token_hash} and ${livesAt(now)}
    and u.deactivated_at is null and c.suspended_at is null`

/** What `viewerColumns` select. */
export const sessionRow = {
  company_id: t.uuid,
  user_id: t.uuid,
  session_id: t.uuid,
  role: t.oneOf<'employee' | 'admin'>(),
  locale: t.oneOf<Locale>(),
  threshold: t.int,
  badges_active: t.bool,
  wrapped_key: t.bytes,
  used_at: t.time,
}
export type SessionRow = RowOf<typeof sessionRow>

/** The columns of `SessionRow`, over `livingSession`. */
export const viewerColumns = sql`s.company_id, s.user_id, s.id as session_id, s.used_at, u.role, u.locale,
  c.confidentiality_threshold as threshold, c.badges_active, c.wrapped_key`

const selectViewer = query(
  'session_viewer',
  sessionRow,
  (v: Params<{ token_hash: Buffer; now: Date }>) => sql`select ${viewerColumns} from ${livingSession(v.token_hash, v.now)}`,
  { pipelined: true },
)

/** The viewer of this token; null when it is unknown, expired, revoked, or its user is deactivated. */
export async function findViewer(platform: Platform, tokenHash: Buffer): Promise<Viewer | null> {
  const now = platform.clock()
  const [row] = await selectViewer(platform.db, { token_hash: tokenHash, now })
  if (!row) return null
  return toViewer(platform, row)
}

/** The viewer of a valid session that a statement found; stores its last use. */
export async function toViewer(platform: Platform, row: SessionRow): Promise<Viewer> {
  await touch(platform.db, { companyId: row.company_id, sessionId: row.session_id, usedAt: row.used_at }, platform.clock())
  return {
    companyId: row.company_id,
    userId: row.user_id,
    sessionId: row.session_id,
    role: row.role,
    locale: row.locale,
    threshold: row.threshold,
    badgesActive: row.badges_active,
    seal: platform.vault.sealOf(row.company_id, row.wrapped_key),
  }
}

/**
 * Row lock on the viewer until the transaction ends: concurrent changes of their data run one after the other, so that a duplicate is added
 * once. Lock order: call it before anything else is locked. The viewer's manager is locked before them, because account deletion locks in
 * that order, from the leaver to those whom they managed; the reverse order would deadlock.
 */
export async function lockViewer(tx: Queryable, { companyId, userId }: Pick<Viewer, 'companyId' | 'userId'>): Promise<void> {
  const me = sql`company_id = ${companyId} and id = ${userId}`
  await tx.execute(sql`select from users
    where company_id = ${companyId} and id = (select manager_id from users where ${me}) for key share`)
  await tx.execute(sql`select from users where ${me} for no key update`)
}

/** Sliding expiration, updated at most once an hour. */
export async function touch(db: Queryable, session: { companyId: string; sessionId: string; usedAt: string }, now: Date) {
  if (now.getTime() - new Date(session.usedAt).getTime() < TOUCH_AFTER_MS) return
  await db.execute(sql`with touched as (
      update sessions set used_at = ${now} where company_id = ${session.companyId} and id = ${session.sessionId}
      returning company_id, user_id
    )
    update users u set last_seen_at = ${now} from touched where u.company_id = touched.company_id
      and u.id = touched.user_id`)
}
