import type { ImportField } from '@reflet/contract/admin-imports'
import type { Locale } from '@reflet/contract/common'
import { insertInto, nullable, type Queryable, type RowOf, rows, type Sql, sql, t, violates } from '../../../db/index.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/index.ts'
import { recordEach } from '../../audit/audit.ts'
import { accessChangedAt, administeredUntil, isOtherNumber } from '../../people/access.policy.ts'
import { nameChosen } from '../../people/names.policy.ts'
import { indexAgain, indexPeople } from '../../search-index/search-index.ts'
import { invite } from '../people/invitations.commands.ts'
import { mailRenumbered, renumbered } from '../people/numbers.commands.ts'
import { type Claimed, report } from './claim.ts'
import { actorOf, inLines, peopleOf } from './step.ts'

/** Lines per transaction. */
const BATCH = 50

const lineRow = {
  line: t.int,
  email: t.text,
  fields: t.json<Partial<Record<ImportField, string>>>(),
  plan: t.oneOf<'create' | 'update'>(),
  /** Of an update: who had the address when the file was checked, and their role then. */
  user_id: nullable(t.uuid),
  role_before: nullable(t.text),
}
type Line = RowOf<typeof lineRow>

/** Of people whose line does not say it. */
export const defaultsRow = { locale: t.oneOf<Locale>(), time_zone: t.text }
export type Defaults = RowOf<typeof defaultsRow>

/**
 * Numbers that move from one person of the file to another one are free before the first batch. Who gets no other one is mailed here: their
 * line changes nothing any more.
 */
export async function freeNumbers({ db, clock }: Platform, claimed: Claimed): Promise<void> {
  const now = clock()
  const moves = sql`${inLines(claimed)} and il.plan = 'update' and il.line > ${claimed.done_lines}
    and u.company_id = il.company_id and u.id = il.user_id and u.email = il.email and il.fields ? 'registration_number'
    and registration_key(u.registration_number)
      is distinct from registration_key(nullif(il.fields ->> 'registration_number', ''))
    and exists (select from people_import_lines other where other.company_id = il.company_id
      and other.import_id = il.import_id and other.plan <> 'refused' and other.email <> il.email
      and registration_key(other.fields ->> 'registration_number') = registration_key(u.registration_number))`
  await db.transaction(async (tx) => {
    const mailed = await renumbered(
      tx,
      claimed.company_id,
      sql`null::text`,
      sql`join people_import_lines il on ${moves} where il.fields ->> 'registration_number' = ''`,
    )
    await tx.execute(sql`update users u set registration_number = null, access_changed_at = ${accessChangedAt(now)}
      from people_import_lines il where ${moves}`)
    await mailRenumbered(tx, claimed.company_id, mailed, now)
  })
}

/** The next lines after `done`; returns the last one of them, null when none is left. */
export async function importBatch(platform: Platform, claimed: Claimed, defaults: Defaults, done: number): Promise<number | null> {
  const { db, clock } = platform
  const lines = await rows(
    db,
    lineRow,
    sql`select il.line, il.email, il.fields, il.plan, il.user_id, il.role_before from people_import_lines il
      where ${inLines(claimed)} and il.line > ${done} and il.plan in ('create', 'update') order by il.line
        limit ${BATCH}`,
  )
  const last = lines.at(-1)?.line
  if (last === undefined) return null
  const run = (careful: boolean) =>
    db.transaction(async (tx) => {
      const created = await create(tx, platform, claimed, defaults, lines, careful)
      const updated = await update(tx, platform, claimed, lines, careful)
      const changes = sql`done_lines = ${last}, created = created + ${created}, updated = updated + ${updated}`
      await report(tx, claimed, clock(), changes)
    })
  try {
    await run(false)
  } catch (error) {
    // A number was taken since the check: the lines that it would break are left out.
    if (!violates(error, 'users_company_id_registration_number_key')) throw error
    await run(true)
  }
  return last
}

const numberIsFree = sql`not exists (select from users holder where holder.company_id = u.company_id
  and holder.registration_number is not null and holder.email <> u.email
  and registration_key(holder.registration_number) = registration_key(x.fields ->> 'registration_number'))`

async function create(
  tx: Queryable,
  { vault, clock }: Platform,
  claimed: Claimed,
  defaults: Defaults,
  lines: readonly Line[],
  careful: boolean,
): Promise<number> {
  const now = clock()
  const people = lines
    .filter(({ plan }) => plan === 'create')
    .map(({ email, fields }) => ({
      company_id: claimed.company_id,
      id: newId(now),
      email,
      first_name: fields.first_name ?? '',
      last_name: fields.last_name ?? '',
      job_title: fields.job_title ?? '',
      department: fields.department ?? '',
      registration_number: careful ? null : fields.registration_number || null,
      locale: (fields.locale || defaults.locale) as Locale,
      time_zone: defaults.time_zone,
      role: (fields.role || 'employee') as 'employee' | 'admin',
      created_at: now,
    }))
  if (people.length === 0) return 0
  const inserted = await rows(
    tx,
    { id: t.uuid },
    sql`${insertInto('users', people)} on conflict (company_id, email) do nothing returning id`,
  )
  const made = new Set(inserted.map(({ id }) => id))
  const added = people.filter(({ id }) => made.has(id))
  await indexPeople(tx, claimed.company_id, added)
  const ids = added.map(({ id }) => id)
  await recordEach(tx, now, { actor: actorOf(claimed), action: 'person_created', details: { import: claimed.id } }, peopleOf(claimed, ids))
  if (claimed.invite) await invite(tx, vault, claimed.company_id, ids, now, { after: await invitedBefore(tx, claimed) })
  return added.length
}

/** The invitations of this import that wait already: the next ones leave after them. */
async function invitedBefore(tx: Queryable, { company_id, id }: Claimed): Promise<number> {
  const [row] = await rows(tx, { created: t.int }, sql`select created from people_imports where company_id = ${company_id} and id = ${id}`)
  return row?.created ?? 0
}

/** The name of a line `x`, which confirms it; except on the line of who imports: a file is no way around the wait for one's own name. */
function namesIn({ created_by }: Claimed, now: Date): Sql {
  const given = { first_name: sql`nullif(x.fields ->> 'first_name', '')`, last_name: sql`nullif(x.fields ->> 'last_name', '')` }
  const first_name = sql`coalesce(${given.first_name}, u.first_name)`
  const last_name = sql`coalesce(${given.last_name}, u.last_name)`
  const own = nameChosen(now, { first_name, last_name })
  const isOwn = sql`u.id = ${created_by}::uuid`
  return sql`first_name = ${first_name}, last_name = ${last_name},
    confirmed_first_name = case when ${isOwn} then ${own.confirmed_first_name}
      when ${given.first_name} is null then u.confirmed_first_name end,
    confirmed_last_name = case when ${isOwn} then ${own.confirmed_last_name}
      when ${given.last_name} is null then u.confirmed_last_name end,
    name_changed_at = case when ${isOwn} then ${own.name_changed_at} else u.name_changed_at end`
}

/** Changes what still differs: a batch that runs again after a crash finds nothing. */
async function update(tx: Queryable, { clock }: Platform, claimed: Claimed, lines: readonly Line[], careful: boolean): Promise<number> {
  const wanted = lines.filter(({ plan }) => plan === 'update')
  if (wanted.length === 0) return 0
  const now = clock()
  const source = sql`(select line, email, fields, user_id, role_before from json_to_recordset(
    ${JSON.stringify(wanted.map(({ plan: _, ...line }) => line))}::json)
    as x (line int, email text, fields jsonb, user_id uuid, role_before text)) as x`
  // A role that changed since the check was not among those that the confirmation was asked about.
  const role = sql`case when coalesce(x.role_before, u.role) = u.role
    then coalesce(nullif(x.fields ->> 'role', ''), u.role) else u.role end`
  const isBack = sql`(u.deactivated_at < (select confirmed_at from people_imports
    where company_id = ${claimed.company_id} and id = ${claimed.id}))`
  const number = sql`case when not x.fields ? 'registration_number' then u.registration_number
    when ${careful}::boolean and not ${numberIsFree} then u.registration_number
    else nullif(x.fields ->> 'registration_number', '') end`
  const mailed = await renumbered(tx, claimed.company_id, number, sql`join ${source} on u.email = x.email and u.id = x.user_id where true`)
  const changed = await rows(
    tx,
    { id: t.uuid, email: t.text, first_name: t.text, last_name: t.text, job_title: t.text },
    sql`update users u set ${namesIn(claimed, now)}, job_title = coalesce(x.fields ->> 'job_title', u.job_title),
        department = coalesce(x.fields ->> 'department', u.department),
        locale = coalesce(nullif(x.fields ->> 'locale', ''), u.locale), role = ${role},
        administered_until = ${administeredUntil(now, role)}, registration_number = ${number},
        access_changed_at = ${accessChangedAt(now, sql`coalesce(${isBack}, false) or ${isOtherNumber(number)}`)},
        reactivated_at = case when ${isBack} then ${now}::timestamptz else u.reactivated_at end,
        deactivated_at = case when not ${isBack} then u.deactivated_at end
      from ${source} where u.company_id = ${claimed.company_id} and u.email = x.email and u.id = x.user_id
      returning u.id, u.email, u.first_name, u.last_name, u.job_title`,
  )
  const ids = changed.map(({ id }) => id)
  await mailRenumbered(tx, claimed.company_id, mailed, now)
  await indexAgain(tx, claimed.company_id, changed)
  await recordEach(tx, now, { actor: actorOf(claimed), action: 'person_updated', details: { import: claimed.id } }, peopleOf(claimed, ids))
  return changed.length
}
