import type { Locale } from '@reflet/contract/common'
import { nullable, type Params, type Queryable, query, type RowOf, rows, sql, t } from '../../../db/index.ts'
import type { Translations } from '../../../platform/translations.ts'
import { type Achievement, type Issuer, issuerRow, type Key } from '../issuing/documents.ts'

/** Whether a badge is there for everyone. */
const stateRow = {
  revoked: t.bool,
  suspended_at: nullable(t.time),
  /** The name that the company has now. */
  company: t.text,
  /** Of its document: the language for a reader who names none. */
  locale: t.oneOf<Locale>(),
}
export type BadgeState = RowOf<typeof stateRow>

const selectStates = query(
  'badge_states',
  { ...stateRow, id: t.uuid },
  (
    v: Params<{ ids: readonly string[] }>,
  ) => sql`select b.id, b.revoked_at is not null as revoked, c.suspended_at, c.name as company, a.locale
    from badges b join companies c on c.company_id = b.company_id
    join achievements a on a.company_id = b.company_id and a.id = b.achievement_id
    where b.id = any(${v.ids}::uuid[])`,
)

/** The states of badges of any company: their ids are their addresses. */
export async function statesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, BadgeState>> {
  return new Map((await selectStates(db, { ids })).map(({ id, ...state }) => [id, state]))
}

const achievementRow = {
  achievement_id: t.uuid,
  category: t.text,
  locale: t.oneOf<Locale>(),
  names: t.json<Translations>(),
  descriptions: t.json<Translations>(),
  ratings: t.int,
  people: t.int,
  relations: t.int,
  superior: t.bool,
  mean: t.numeric,
  colleagues_only: t.bool,
}
const achievementColumns = sql`a.id as achievement_id, a.category, a.locale, a.names, a.descriptions, a.ratings,
  a.people, a.relations, a.superior, a.mean, a.colleagues_only`

const toAchievement = (row: RowOf<typeof achievementRow>): Achievement => ({
  id: row.achievement_id,
  category: row.category,
  locale: row.locale,
  names: row.names,
  descriptions: row.descriptions,
  rule: {
    ratings: row.ratings,
    people: row.people,
    relations: row.relations,
    superior: row.superior,
    mean: Number(row.mean),
    colleaguesOnly: row.colleagues_only,
  },
})

/** What the world may see of a badge. */
export interface PublicBadge {
  readonly id: string
  readonly company_id: string
  readonly company: string
  readonly shown_name: string
  readonly credential: string
  readonly jwt: string
  readonly issued_at: Date
  readonly achievement: Achievement
}

/** A published badge; undefined when it is unknown or revoked. */
export async function findBadge(db: Queryable, id: string): Promise<PublicBadge | undefined> {
  const [row] = await rows(
    db,
    {
      ...achievementRow,
      id: t.uuid,
      company_id: t.uuid,
      company: t.text,
      shown_name: t.text,
      credential: t.text,
      jwt: t.text,
      issued_at: t.time,
    },
    sql`select b.id, b.company_id, c.name as company, b.shown_name, b.credential, b.jwt, b.issued_at, ${achievementColumns}
      from badges b
      join companies c on c.company_id = b.company_id
      join achievements a on a.company_id = b.company_id and a.id = b.achievement_id
      where b.id = ${id} and b.revoked_at is null`,
  )
  return row && { ...row, issued_at: new Date(row.issued_at), achievement: toAchievement(row) }
}

export async function findAchievement(db: Queryable, id: string): Promise<{ achievement: Achievement; issuer: Issuer } | undefined> {
  const [row] = await rows(
    db,
    { ...achievementRow, ...issuerRow },
    sql`select ${achievementColumns}, c.code, c.name from achievements a join companies c on c.company_id = a.company_id
      where a.id = ${id}`,
  )
  return row && { achievement: toAchievement(row), issuer: { code: row.code, name: row.name } }
}

/** A company by a code under which it issued, with every key that it ever had. */
export interface KnownIssuer extends Issuer {
  readonly company_id: string
  readonly keys: readonly Key[]
}

export async function findIssuer(db: Queryable, code: string): Promise<KnownIssuer | undefined> {
  const [issuer] = await rows(
    db,
    { ...issuerRow, company_id: t.uuid },
    sql`select i.code, c.name, c.company_id from badge_issuers i join companies c on c.company_id = i.company_id where i.code = ${code}`,
  )
  return issuer && { ...issuer, keys: await keysOf(db, issuer.company_id) }
}

async function keysOf(db: Queryable, companyId: string): Promise<Key[]> {
  const found = await rows(
    db,
    { id: t.uuid, public_key: t.text, created_at: t.time, retired_at: nullable(t.time) },
    sql`select id, public_key, created_at, retired_at from badge_keys where company_id = ${companyId} order by created_at, id`,
  )
  return found.map(({ created_at, retired_at, ...key }) => ({
    ...key,
    created_at: new Date(created_at),
    retired_at: retired_at === null ? null : new Date(retired_at),
  }))
}
