import { nullable, type Queryable, type RowOf, sql, t } from '../../db/index.ts'
import { quietUntil } from '../../platform/local-time.ts'

/** A due message, with its receiver's time zone and their company's quiet hours. */
export const nightRow = { company_id: t.uuid, id: t.uuid, time_zone: t.text, quiet_from: nullable(t.int), quiet_until: nullable(t.int) }
export type Due = RowOf<typeof nightRow>

function afterNight({ quiet_from, quiet_until, time_zone }: Due, now: Date): Date | null {
  if (quiet_from === null || quiet_until === null) return null
  return quietUntil(now, time_zone, { from: quiet_from, until: quiet_until })
}

/**
 * Postpones messages in quiet hours to the receiver's morning (docs/PRODUCT.md, "Messages").
 * @returns what may be sent now
 */
export async function holdAtNight<Row extends Due>(
  tx: Queryable,
  table: 'outbox' | 'pushes',
  due: readonly Row[],
  now: Date,
  isForNight: (row: Row) => boolean = () => false,
): Promise<Row[]> {
  const held = due.flatMap((row) => {
    const at = isForNight(row) ? null : afterNight(row, now)
    return at ? [{ company_id: row.company_id, id: row.id, at }] : []
  })
  if (held.length > 0) {
    await tx.execute(sql`update ${sql.raw(table)} o set send_after = x.at
      from json_to_recordset(${JSON.stringify(held)}::json) as x (company_id uuid, id uuid, at timestamptz)
      where o.company_id = x.company_id and o.id = x.id`)
  }
  const waiting = new Set(held.map(({ id }) => id))
  return due.filter(({ id }) => !waiting.has(id))
}
