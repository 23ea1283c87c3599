import { AUDIT_ACTIONS, type AuditAction } from '@reflet/contract/admin-audit'
import type { Texts } from '@reflet/contract/admin-catalogue'
import { type Sql, sql } from '../../../db/index.ts'
import { awardCatalogue } from '../../awards/types.queries.ts'
import { skillCatalogue } from '../../catalogue/catalogue.queries.ts'
import { videoCatalogue } from '../../videos/videos.queries.ts'

/** What a company can add to the built-in catalogue: three tables of the same shape. */
export interface Kind {
  readonly table: Sql
  /** The column of the names. */
  readonly names: Sql
  /** Whether something refers to a row `item`. */
  readonly used: Sql
  readonly order: Sql
  readonly targetKind: string
  readonly actions: { readonly created: AuditAction; readonly changed: AuditAction; readonly retired: AuditAction }
  /** The texts of a built-in one. */
  textsOf(key: string): { names: Texts; descriptions: Texts } | undefined
  /** At most so many of a company's own. */
  readonly most: number
}

const actionsOf = (name: 'skill' | 'award_type' | 'video') =>
  Object.fromEntries(
    (['created', 'changed', 'retired'] as const).map((what) => [what, AUDIT_ACTIONS.find((action) => action === `${name}_${what}`)]),
  ) as unknown as Kind['actions']

const refers = (...tables: readonly [string, string][]) =>
  sql`(${sql.join(
    tables.map(
      ([table, column]) =>
        sql`exists (select from ${sql.identifier(table)} x where x.company_id = item.company_id and x.${sql.identifier(column)} = item.id)`,
    ),
    ' or ',
  )})`

export const SKILLS: Kind = {
  table: sql`skills`,
  names: sql`names`,
  used: refers(
    ['feedbacks', 'skill_id'],
    ['user_skills', 'skill_id'],
    ['self_evaluations', 'skill_id'],
    ['recurrence_skills', 'skill_id'],
    ['event_skills', 'skill_id'],
    ['skill_resets', 'skill_id'],
    ['skill_totals', 'skill_id'],
    ['newsfeed', 'skill_id'],
  ),
  order: sql`(item.catalogue_key is null) desc, item.category, item.id`,
  targetKind: 'skill',
  actions: actionsOf('skill'),
  textsOf: skillCatalogue,
  most: 500,
}

export const AWARD_TYPES: Kind = {
  table: sql`award_types`,
  names: sql`names`,
  used: refers(['awards', 'type_id']),
  order: sql`item.position, item.id`,
  targetKind: 'award_type',
  actions: actionsOf('award_type'),
  textsOf: awardCatalogue,
  most: 50,
}

export const VIDEOS: Kind = {
  table: sql`videos`,
  names: sql`titles`,
  used: sql`false`,
  order: sql`item.position, item.id`,
  targetKind: 'video',
  actions: actionsOf('video'),
  textsOf: videoCatalogue,
  most: 100,
}
