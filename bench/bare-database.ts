import { HOUR_MS } from '@reflet/contract/durations'
import pg from 'pg'
import { CATALOGUE } from '../apps/server/src/features/catalogue/catalogue.queries.ts'
import type { Vault } from '../apps/server/src/platform/crypto.ts'
import type { Clock } from '../apps/server/src/platform/ids.ts'

/** The same dependencies as the product's, so that both can be compared. */
export interface Bare {
  readonly pool: pg.Pool
  /** Where reads are sent: the pool, or pipelined connections. */
  readonly reads: Pick<pg.Pool, 'query'>
  readonly vault: Vault
  readonly clock: Clock
}

/** Times as text: they are only printed again. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.TIMESTAMPTZ ? String : pg.types.getTypeParser(oid, format)),
}
export const skills = new Map(CATALOGUE.map((skill) => [skill.key, skill]))

export class Refused extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of hand-written SQL
export type Row = any
const sent = async (on: Pick<pg.Pool, 'query'>, name: string, text: string, values: unknown[]): Promise<Row> =>
  (await on.query({ name: `bare_${name}`, text, values, types })).rows[0]
export const run = ({ pool }: Bare, name: string, text: string, values: unknown[]): Promise<Row> => sent(pool, name, text, values)
export const read = ({ reads }: Bare, name: string, text: string, values: unknown[]): Promise<Row> => sent(reads, name, text, values)

export const iso = (value: string) => new Date(value).toISOString()
export const isoOrNull = (value: string | null) => (value === null ? null : iso(value))
type Names = Record<string, string>
export const inLocale = (texts: Names | null | undefined, locale: string) => texts?.[locale] ?? texts?.en ?? ''
export const skillName = (key: string | null, names: Names | null, locale: string) => inLocale(key ? skills.get(key)?.name : names, locale)

export const SESSION = `sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies c on c.company_id = s.company_id
  where s.token_hash = $1 and s.used_at > $2::timestamptz - interval '30 days' and s.created_at > $2::timestamptz - interval '90 days'
    and u.deactivated_at is null`

const VIEWER = `select s.id as session_id, s.company_id, s.user_id, s.used_at, c.wrapped_key, c.expiry_days, c.confidentiality_threshold,
    u.locale
  from ${SESSION}`

/** The caller, before the body is read. */
export async function viewerOf(bare: Bare, tokenHash: Buffer, now: Date): Promise<Row> {
  const viewer = await read(bare, 'viewer', VIEWER, [tokenHash, now])
  if (!viewer) throw new Refused(401, 'unauthenticated')
  await touch(bare, viewer, now)
  return viewer
}

/** The last use of a session, stored once an hour. */
export async function touch(bare: Bare, row: { company_id: string; session_id: string; used_at: string }, now: Date) {
  if (now.getTime() - Date.parse(row.used_at) < HOUR_MS) return
  await run(bare, 'touch', 'update sessions set used_at = $3 where company_id = $1 and id = $2', [row.company_id, row.session_id, now])
}
