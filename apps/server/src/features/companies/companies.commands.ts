import type { AuditAction } from '@reflet/contract/admin-audit'
import type { Locale } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import { assignments, insert, type Queryable, rows, sql } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { OPERATOR, record } from '../audit/audit.ts'
import { recordForAdministrators } from '../messages/administration.ts'
import { checkCode } from './creation.commands.ts'

interface Known {
  readonly company_id: string
  readonly code: string
}

/** Appends to the operator's log, which outlives the companies: no personal data. */
export async function recordCommand(db: Queryable, now: Date, command: string, company: Known | null, details: object = {}): Promise<void> {
  await insert(db, 'operator_log', {
    id: newId(now),
    at: now,
    company_id: company?.company_id ?? null,
    code: company?.code ?? null,
    command,
    details,
  })
}

/** What an operator did to a company, in the company's log and in the operator's. */
export async function recordOperation(
  tx: Queryable,
  now: Date,
  company: Known,
  action: AuditAction,
  details: Record<string, unknown> = {},
): Promise<void> {
  await record(tx, now, { companyId: company.company_id, actor: OPERATOR, action, details })
  await recordCommand(tx, now, action, company, details)
}

/**
 * Suspends a company: no login, sessions end at once, links of guests are gone, nothing is mailed. Its data stay. Idempotent.
 * @returns how many sessions ended
 */
export async function suspendCompany({ db, clock }: Platform, company: Known): Promise<number> {
  const now = clock()
  return db.transaction(async (tx) => {
    const of = sql`company_id = ${company.company_id}`
    const suspended = await tx.execute(sql`update companies set suspended_at = ${now} where ${of} and suspended_at is null`)
    const ended = await tx.execute(sql`delete from sessions where ${of}`)
    if (suspended > 0) await recordOperation(tx, now, company, 'company_suspended', { sessions: ended })
    return ended
  })
}

/**
 * Lets a company's administrators log in with a password for so many hours, whatever the company's sign-in rule says: for the day when its
 * identity provider fails. They are mailed.
 * @returns until when, and how many administrators there are
 */
export async function openEmergency(platform: Platform, company: Known, hours: number): Promise<{ until: Date; administrators: number }> {
  const now = platform.clock()
  const until = new Date(now.getTime() + hours * HOUR_MS)
  const opened = await platform.db.transaction(async (tx) => {
    await tx.execute(sql`update companies set emergency_until = ${until} where company_id = ${company.company_id}`)
    const administrators = await rows(
      tx,
      {},
      sql`select from users where company_id = ${company.company_id} and role = 'admin' and deactivated_at is null`,
    )
    const entry = { companyId: company.company_id, actor: OPERATOR, action: 'emergency_sign_in', details: { hours } } as const
    await recordForAdministrators(tx, now, entry, 'emergency_opened')
    await recordCommand(tx, now, entry.action, company, entry.details)
    return { until, administrators: administrators.length }
  })
  platform.wake(now)
  return opened
}

/** Lets a suspended company in again. Idempotent. */
export async function resumeCompany({ db, clock }: Platform, company: Known): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const resumed = await tx.execute(
      sql`update companies set suspended_at = null where company_id = ${company.company_id} and suspended_at is not null`,
    )
    if (resumed > 0) await recordOperation(tx, now, company, 'company_resumed')
  })
}

/** What an operator can change of a company. */
export interface CompanyChanges {
  readonly name?: string
  readonly code?: string
  readonly locale?: Locale
  readonly time_zone?: string
  readonly badges_active?: boolean
}

export async function changeCompany({ db, clock }: Platform, company: Known, changes: CompanyChanges): Promise<void> {
  await db.transaction(async (tx) => {
    if (changes.code !== undefined) await checkCode(tx, company.company_id, changes.code)
    await tx.execute(sql`update companies set ${assignments(changes)} where company_id = ${company.company_id}`)
    await recordOperation(tx, clock(), company, 'company_changed', { fields: Object.keys(changes) })
  })
}
