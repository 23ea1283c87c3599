import { MINUTE_MS } from '@reflet/contract/durations'
import { nullable, type Queryable, type RowOf, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'

/** Lease time: an import whose claim was not renewed until then is claimed by another process, because this one has died. */
const CLAIM_MS = 2 * MINUTE_MS

/** After so many claims it is given up: what ends each of them would go on for ever. */
export const MOST_CLAIMS = 20

/** An import that this process works on. */
const claimedRow = {
  company_id: t.uuid,
  id: t.uuid,
  status: t.oneOf<'checking' | 'importing'>(),
  claims: t.int,
  done_lines: t.int,
  lines: t.int,
  deactivate_missing: t.bool,
  invite: t.bool,
  created_by: nullable(t.uuid),
}
export type Claimed = RowOf<typeof claimedRow>

/** Another process has the import now: this one stops without a trace. */
export class ClaimLost extends Error {}

/** This process ends: another one goes on after the last batch. */
export class Interrupted extends Error {}

/** Claims the import that has waited longest; undefined when there is none. */
export async function claimImport({ db, clock }: Platform): Promise<Claimed | undefined> {
  const now = clock()
  const [claimed] = await rows(
    db,
    claimedRow,
    sql`update people_imports im set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, claims = im.claims + 1
      from (select company_id, id from people_imports
        where status in ('checking', 'importing') and (claimed_until is null or claimed_until < ${now})
        order by created_at limit 1 for update skip locked) as due
      where im.company_id = due.company_id and im.id = due.id
      returning im.company_id, im.id, im.status, im.claims, im.done_lines, im.lines, im.deactivate_missing, im.invite,
        im.created_by`,
  )
  return claimed
}

/**
 * Changes the row of a claimed import and extends the claim, in the transaction of the batch that it reports.
 * @throws ClaimLost, which rolls the batch back
 */
export async function report(tx: Queryable, { company_id, id, claims }: Claimed, now: Date, changes: Sql): Promise<void> {
  const mine = await tx.execute(sql`update people_imports set claimed_until = ${new Date(now.getTime() + CLAIM_MS)}, ${changes}
      where company_id = ${company_id} and id = ${id} and claims = ${claims} and status in ('checking', 'importing')`)
  if (mine === 0) throw new ClaimLost()
}

/** Gives the claim back, so that another process goes on at once; an interruption does not count as an attempt. */
export const release = ({ db }: Platform, { company_id, id, claims }: Claimed) =>
  db.execute(sql`update people_imports set claimed_until = null, claims = claims - 1
    where company_id = ${company_id} and id = ${id} and claims = ${claims}`)

/** Ends an import that no process could finish; what it has done stays. */
export const giveUp = ({ db, clock }: Platform, claimed: Claimed) =>
  report(db, claimed, clock(), sql`status = 'failed', failure = 'internal', ended_at = ${clock()}`)
