import type { Locale } from '@reflet/contract/common'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Queryable, statement } from '../db/index.ts'
import { sessions } from '../db/schema/people.ts'
import type { Seal } from './crypto.ts'
import type { Platform } from './index.ts'

/** A session ends after this long without use … */
export const IDLE_DAYS = 30
/** … and at the latest this long after the login. */
export const MAX_DAYS = 90
/** The last use is written down at most this often: a read must not cost a write. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

export const SESSION_COOKIE = 'access_token'
export const CSRF_COOKIE = 'XSRF-TOKEN'
export const CSRF_HEADER = 'x-xsrf-token'

/** The logged-in employee behind a call, with the seal of the company. */
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

/** Whether a session `s` has not ended by itself at this time. */
export const livesAt = (now: SQL) => sql`s.used_at > ${now}::timestamptz - interval '${sql.raw(String(IDLE_DAYS))} days'
  and s.created_at > ${now}::timestamptz - interval '${sql.raw(String(MAX_DAYS))} days'`

/** The rows that make a token a living session: to be joined where a hot statement checks the session by itself. */
export const livingSession = sql`
  sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.company_id = s.company_id
  where s.token_hash = ${sql.placeholder('token_hash')}
    and ${livesAt(sql`${sql.placeholder('now')}`)}
    and u.deactivated_at is null`

/** What `viewerColumns` select. */
export interface SessionRow {
  company_id: string
  user_id: string
  session_id: string
  role: 'employee' | 'admin'
  locale: Locale
  threshold: number
  badges_active: boolean
  wrapped_key: Buffer
  used_at: string
}

/** The columns of `SessionRow`, over `livingSession`. */
export const viewerColumns = sql`s.company_id, s.user_id, s.id as session_id, s.used_at, u.role, u.locale,
  c.confidentiality_threshold as threshold, c.badges_active, c.wrapped_key`

const selectViewer = statement<SessionRow, { token_hash: Buffer; now: Date }>(
  'session_viewer',
  sql`select ${viewerColumns} from ${livingSession}`,
)

/** Who holds this token; null when it is unknown, expired, revoked, or its user is deactivated. */
export async function findViewer(platform: Platform, tokenHash: Buffer): Promise<Viewer | null> {
  const now = platform.clock()
  const [row] = await selectViewer(platform.db, { token_hash: tokenHash, now })
  if (!row) return null
  return toViewer(platform, row)
}

/** The viewer of a living session that a statement found, its use written down. */
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
 * One at a time changes what is the viewer's, until the transaction ends: who adds somebody twice at once adds them once. Call it
 * before anything else is locked. The viewer's manager is locked before them, because the deletion of an account goes that way, from
 * whoever leaves to those whom they managed: a change that came to the manager last would wait for it, and it for the change.
 */
export async function lockViewer(tx: Queryable, { companyId, userId }: Pick<Viewer, 'companyId' | 'userId'>): Promise<void> {
  const me = sql`company_id = ${companyId} and id = ${userId}`
  await tx.execute(sql`select from users where company_id = ${companyId} and id = (select manager_id from users where ${me}) for key share`)
  await tx.execute(sql`select from users where ${me} for no key update`)
}

/** Slides the session's end, at most once an hour. */
export async function touch(db: Queryable, session: { companyId: string; sessionId: string; usedAt: string }, now: Date) {
  if (now.getTime() - new Date(session.usedAt).getTime() < TOUCH_AFTER_MS) return
  await db
    .update(sessions)
    .set({ used_at: now })
    .where(and(eq(sessions.company_id, session.companyId), eq(sessions.id, session.sessionId)))
}
