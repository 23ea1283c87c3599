import type { Badge, badges as contract } from '@reflet/contract/badges'
import type { Returned } from '@reflet/contract/endpoint'
import { instant, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { skillName, skillTextRow } from '../catalogue/catalogue.queries.ts'
import { confirmedFrom, nameOriginRow, originColumns } from '../people/names.policy.ts'
import { addressesOf } from './issuing/addresses.ts'
import { isEarned } from './rule.policy.ts'
import { ruleOf, standingOf } from './standing.queries.ts'

const publishedRow = { ...skillTextRow, id: t.uuid, skill_id: t.uuid, category: t.text, shown_name: t.text, issued_at: t.time }

const selectPublished = ({ companyId, userId }: Viewer) =>
  sql`select b.id, b.skill_id, k.catalogue_key, k.names, k.category, b.shown_name, b.issued_at from badges b
    join skills k on k.company_id = b.company_id and k.id = b.skill_id
    where b.company_id = ${companyId} and b.user_id = ${userId} order by b.issued_at desc, b.id desc`

/** The viewer's published badges, newest first. */
export async function publishedBadges({ db, publicUrl }: Platform, viewer: Viewer) {
  const { page } = addressesOf(publicUrl())
  return (await rows(db, publishedRow, selectPublished(viewer))).map((row) => ({
    id: row.id,
    skill: { id: row.skill_id, name: skillName(row, viewer.locale) },
    category: row.category,
    issued_at: instant(row.issued_at),
    page_url: page(row.id),
    shown_name: row.shown_name,
  }))
}

const metOf = ({ conditions }: Badge) => conditions.filter(({ met }) => met).length

/**
 * The viewer's badges: published ones, newest first, then earnable ones, then those on their way, the nearest first. A published badge stays
 * whatever its conditions are now.
 */
export async function listBadges(platform: Platform, viewer: Viewer): Promise<Returned<typeof contract.listBadges>> {
  const { db, clock } = platform
  const rule = await ruleOf(db, viewer.companyId)
  const published = await publishedBadges(platform, viewer)
  const standing = await standingOf(db, viewer, clock(), rule)
  const conditionsBySkill = new Map(standing.map(({ skill_id, conditions }) => [skill_id, conditions]))
  const shown = published.map(
    (badge): Badge => ({ ...badge, status: 'published', conditions: conditionsBySkill.get(badge.skill.id) ?? [] }),
  )
  const has = new Set(published.map(({ skill }) => skill.id))
  const others = standing
    .filter(({ skill_id, chosen, conditions }) => !has.has(skill_id) && (chosen || conditions.some(({ have }) => have > 0)))
    .map(
      (row): Badge => ({
        skill: { id: row.skill_id, name: skillName(row, viewer.locale) },
        category: row.category,
        status: isEarned(row.conditions) ? 'earnable' : 'in_progress',
        conditions: row.conditions,
      }),
    )
    .sort((a, b) => metOf(b) - metOf(a))
  const name_confirmed_from = await nameConfirmedFrom(db, viewer, clock())
  return { badges: [...shown, ...others], ...(name_confirmed_from && { name_confirmed_from }) }
}

/** null: the viewer's name may be signed now. */
async function nameConfirmedFrom(db: Queryable, { companyId, userId }: Viewer, now: Date): Promise<string | null> {
  const [origin] = await rows(
    db,
    nameOriginRow,
    sql`select ${originColumns} from users u where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  return (origin && confirmedFrom(origin, now)?.toISOString()) ?? null
}

/** How many badges a person could publish now; none where the company has no badges. */
export async function countEarnable(db: Queryable, person: Pick<Viewer, 'companyId' | 'userId'>, now: Date): Promise<number> {
  const [company] = await rows(db, {}, sql`select from companies where company_id = ${person.companyId} and badges_active`)
  if (!company) return 0
  const standing = await standingOf(db, person, now, await ruleOf(db, person.companyId))
  const published = await rows(
    db,
    { skill_id: t.uuid },
    sql`select skill_id from badges where company_id = ${person.companyId} and user_id = ${person.userId}`,
  )
  const has = new Set(published.map(({ skill_id }) => skill_id))
  return standing.filter(({ skill_id, conditions }) => !has.has(skill_id) && isEarned(conditions)).length
}

/** A published badge of the viewer. */
const ownBadgeRow = { ...skillTextRow, id: t.uuid, company: t.text, issued_at: t.time }
export type OwnBadge = RowOf<typeof ownBadgeRow>

/** @throws not_found for another person's, and for a deleted one */
export async function getOwnBadge(db: Queryable, { companyId, userId }: Viewer, id: string): Promise<OwnBadge> {
  const [row] = await rows(
    db,
    ownBadgeRow,
    sql`select b.id, b.issued_at, c.name as company, k.catalogue_key, k.names from badges b
      join companies c on c.company_id = b.company_id
      join skills k on k.company_id = b.company_id and k.id = b.skill_id
      where b.company_id = ${companyId} and b.id = ${id} and b.user_id = ${userId}`,
  )
  if (!row) throw notFound()
  return row
}
