import type { LinkKind, RateLimit } from '@reflet/contract/endpoint'
import { nullable, type Params, type Queryable, query, type RowOf, sql, t } from '../db/index.ts'
import { hashToken } from './crypto.ts'
import { notFound, Problem } from './errors.ts'
import type { Platform } from './index.ts'
import { checkHit, countHit, type HitValues, linkCounters } from './rate-limit.ts'

/** A link that works without a login. */
export interface FoundLink {
  readonly companyId: string
  /** The guest's recipient, the event, the coffee chat, or the manager's invitation. */
  readonly subjectId: string
  /** Copied by the requester, instead of mailed to the address. */
  readonly copied: boolean
}

const linkRow = { company_id: nullable(t.uuid), subject_id: nullable(t.uuid), copied: nullable(t.bool), suspended: nullable(t.bool) }
type Key = { token_hash: Buffer; kind: LinkKind }

const selectLink = ({
  token_hash,
  kind,
}: Params<Key>) => sql`select l.company_id, l.subject_id, l.copied, c.suspended_at is not null as suspended
  from links l join companies c on c.company_id = l.company_id
  where l.token_hash = ${token_hash}::bytea and l.kind = ${kind}::text`

const find = query('link_find', linkRow, selectLink)

/** An invented token has no link and inserts no row of its own; a call above the network's limit is not counted by the link. */
const countAndFind = query(
  'link_count_and_find',
  { ...linkRow, hits: t.int, resets_at: t.time, link_hits: nullable(t.int), link_resets_at: nullable(t.time) },
  (v: Params<HitValues & Key & { link_bucket: Buffer; network_limit: number }>) => sql`with link as (${selectLink(v)}),
    by_network as (${countHit(v.now, sql`values (${v.bucket}::bytea, 1, ${v.resets_at}::timestamptz)`)}),
    by_link as (${countHit(
      v.now,
      sql`select ${v.link_bucket}::bytea, 1, ${v.resets_at}::timestamptz
      from link, by_network
      where by_network.hits <= ${v.network_limit}::int`,
    )})
    select by_network.hits, by_network.resets_at, by_link.hits as link_hits, by_link.resets_at as link_resets_at, link.*
    from by_network left join link on true left join by_link on true`,
)

/**
 * The link of a token; the call is counted by its network and by the link. Safe: mail scanners open every link.
 * @throws slow_down; not_found for an invented token or one of another kind; gone while the company is suspended
 */
export async function admitLink(
  platform: Platform,
  { kind, limit }: { kind: LinkKind; limit: RateLimit },
  { ip, token }: { ip: string; token: string },
): Promise<FoundLink> {
  const token_hash = hashToken(token)
  const counters = linkCounters(platform, limit, { ip, token_hash })
  const [row] = await countAndFind(platform.db, { ...counters.values, token_hash, kind })
  const { now } = counters.values
  if (row) checkHit(row, counters.network, now)
  if (row?.link_hits && row.link_resets_at) checkHit({ hits: row.link_hits, resets_at: row.link_resets_at }, counters.link, now)
  return toLink(row)
}

/**
 * The same for a person with a session, whose calls are not counted by network.
 * @throws not_found; gone
 */
export async function findLink(db: Queryable, kind: LinkKind, token: string): Promise<FoundLink> {
  const [row] = await find(db, { token_hash: hashToken(token), kind })
  return toLink(row)
}

function toLink(row: RowOf<typeof linkRow> | undefined): FoundLink {
  if (!row?.company_id || !row.subject_id) throw notFound()
  if (row.suspended) throw new Problem('gone')
  return { companyId: row.company_id, subjectId: row.subject_id, copied: row.copied ?? false }
}
