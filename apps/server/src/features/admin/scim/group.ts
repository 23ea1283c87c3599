import { instant, nullable, type RowOf, sql, t } from '../../../db/index.ts'
import type { Attribute, Attributes } from './filter-sql.ts'
import { CORE_GROUP } from './paths.ts'
import { type Resource, versionOf } from './resource.ts'

export interface Member {
  readonly value: string
  readonly display: string
}

export const groupRow = {
  id: t.uuid,
  display_name: t.text,
  external_id: nullable(t.text),
  created_at: t.time,
  changed_at: t.time,
  /** null when they were not read. */
  members: nullable(t.json<readonly Member[]>()),
}
export type GroupRow = RowOf<typeof groupRow>

const memberName = sql`trim(u.first_name || ' ' || u.last_name)`
/** The members of a group `sg`, as `scim_group_members gm` and `users u`; users that the directory has deleted are none. */
const membersOfGroup = sql`scim_group_members gm join users u on u.company_id = gm.company_id and u.id = gm.user_id
  and u.scim_deleted_at is null where gm.company_id = sg.company_id and gm.group_id = sg.id`

const members = sql`coalesce((select json_agg(json_build_object('value', u.id, 'display', ${memberName}) order by u.id)
  from ${membersOfGroup}), '[]')`

/** Users that the directory has deleted are no members: their rows are deleted, too. */
export const memberCount = sql`(select count(*)::int from scim_group_members gm
  where gm.company_id = sg.company_id and gm.group_id = sg.id)`

/** The columns of `GroupRow`, of `scim_groups sg`. */
export const groupColumns = (withMembers: boolean) =>
  sql`sg.id, sg.display_name, sg.external_id, sg.created_at, sg.changed_at, ${withMembers ? members : sql`null::json`} as members`

/** Of a member `gm`, who is `users u`. */
export const MEMBER_ATTRIBUTES: Attributes = new Map<string, Attribute>([
  ['value', { type: 'id', column: sql`gm.user_id` }],
  ['display', { type: 'text', column: memberName }],
  ['type', { type: 'text', column: sql`'User'::text` }],
])

/** What a filter and a sort order may name. */
export const GROUP_ATTRIBUTES: Attributes = new Map<string, Attribute>([
  ['id', { type: 'id', column: sql`sg.id` }],
  ['externalid', { type: 'exact', column: sql`sg.external_id` }],
  ['displayname', { type: 'text', column: sql`sg.display_name` }],
  [
    'members',
    {
      type: 'elements',
      attributes: MEMBER_ATTRIBUTES,
      exists: (condition) => sql`exists (select from ${membersOfGroup} and ${condition})`,
    },
  ],
  ['meta.resourcetype', { type: 'text', column: sql`'Group'::text` }],
  ['meta.created', { type: 'instant', column: sql`date_trunc('milliseconds', sg.created_at)` }],
  ['meta.lastmodified', { type: 'instant', column: sql`date_trunc('milliseconds', sg.changed_at)` }],
])

/** Each change of a group or its members has a time of its own. */
export const groupVersion = ({ id, changed_at }: GroupRow) => versionOf([id, changed_at])

/** A group as it is sent. */
export function groupOf(row: GroupRow, base: string): Resource {
  return {
    schemas: [CORE_GROUP],
    id: row.id,
    ...(row.external_id && { externalId: row.external_id }),
    displayName: row.display_name,
    ...(row.members && {
      members: row.members.map(({ value, display }) => ({ value, display, type: 'User', $ref: `${base}/Users/${value}` })),
    }),
    meta: {
      resourceType: 'Group',
      created: instant(row.created_at),
      lastModified: instant(row.changed_at),
      location: `${base}/Groups/${row.id}`,
      version: groupVersion(row),
    },
  }
}
