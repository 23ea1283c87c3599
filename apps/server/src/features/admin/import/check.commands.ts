import type { ImportError } from '@reflet/contract/admin-imports'
import { nullable, type Queryable, rows, type Sql, sql, t } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { hasStatus } from '../../people/status.policy.ts'
import { type Claimed, Interrupted, report } from './claim.ts'
import { Unreadable } from './csv-text.ts'
import { fieldsIn, openCsv } from './file.ts'
import { type ImportLine, readLine } from './line.ts'
import { circularManagers } from './managers.policy.ts'
import { sampleLines } from './samples.ts'
import { inLines } from './step.ts'

/** Lines per transaction. */
const BATCH = 250

const inImport = ({ company_id, id }: Claimed) => sql`company_id = ${company_id} and import_id = ${id}`

/**
 * Checks an uploaded file: reads its lines by the rules for people, then asks the database what cannot be seen in one line. Nothing of the
 * company changes. Idempotent: after a crash it begins again.
 */
export async function checkImport(platform: Platform, claimed: Claimed): Promise<void> {
  const { db, clock } = platform
  try {
    await readLines(platform, claimed)
    await sampleLines(db)
    await db.transaction(async (tx) => {
      await findDuplicates(tx, claimed)
      await findTaken(tx, claimed)
      await findManagers(tx, claimed)
      await findDemoted(tx, claimed)
      await plan(tx, claimed)
      await tx.execute(sql`delete from people_import_parts where ${inImport(claimed)}`)
      await report(tx, claimed, clock(), sql`status = 'checked', checked_at = ${clock()}, ${counts(claimed)}`)
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await fail(db, claimed, error.failure, clock())
  }
}

/** Ends an import whose file is refused as a whole; what was read of it is deleted. */
async function fail(db: Queryable, claimed: Claimed, failure: string, now: Date): Promise<void> {
  await db.execute(sql`delete from people_import_lines where ${inImport(claimed)}`)
  await db.execute(sql`delete from people_import_errors where ${inImport(claimed)}`)
  await db.execute(sql`delete from people_import_parts where ${inImport(claimed)}`)
  await report(db, claimed, now, sql`status = 'failed', failure = ${failure}, ended_at = ${now}`)
}

async function fileOf(db: Queryable, claimed: Claimed): Promise<Buffer> {
  const parts = await rows(db, { bytes: t.bytes }, sql`select bytes from people_import_parts where ${inImport(claimed)} order by part`)
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

/** @throws Unreadable; Interrupted */
async function readLines(platform: Platform, claimed: Claimed): Promise<void> {
  const { db, clock, closing } = platform
  await db.execute(sql`delete from people_import_lines where ${inImport(claimed)}`)
  await db.execute(sql`delete from people_import_errors where ${inImport(claimed)}`)
  const file = await openCsv(await fileOf(db, claimed))
  const columns = JSON.stringify(fieldsIn(file.columns))
  await report(db, claimed, clock(), sql`columns = ${columns}::jsonb, lines = ${file.lines}, done_lines = 0`)
  let batch: ImportLine[] = []
  let done = 0
  const store = async () => {
    const stored = batch
    batch = []
    done += stored.length
    await db.transaction(async (tx) => {
      await insertLines(tx, claimed, stored)
      await report(tx, claimed, clock(), sql`done_lines = ${done}`)
    })
  }
  for await (const { line, cells } of file.records()) {
    batch.push(readLine(line, cells, file.columns))
    if (batch.length < BATCH) continue
    await store()
    if (closing.aborted) throw new Interrupted()
  }
  await store()
}

async function insertLines(tx: Queryable, { company_id, id }: Claimed, lines: readonly ImportLine[]): Promise<void> {
  const stored = lines.map(({ line, email, fields, errors }) => ({ line, email, fields, plan: errors.length > 0 ? 'refused' : 'create' }))
  await tx.execute(sql`insert into people_import_lines (company_id, import_id, line, email, fields, plan)
    select ${company_id}, ${id}, line, email, fields, plan
    from json_to_recordset(${JSON.stringify(stored)}::json) as x (line int, email text, fields jsonb, plan text)`)
  const errors = lines.flatMap(({ line, errors: wrong }) => wrong.map((error) => ({ line, ...error })))
  if (errors.length === 0) return
  await tx.execute(sql`insert into people_import_errors (company_id, import_id, line, field, code, value)
    select ${company_id}, ${id}, line, field, code, value
    from json_to_recordset(${JSON.stringify(errors)}::json) as x (line int, field text, code text, value text)
    on conflict do nothing`)
}

/** Refuses the lines that a query finds: (line, value). */
async function refuse(tx: Queryable, claimed: Claimed, field: string, code: ImportError, found: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`with wrong as (
      insert into people_import_errors (company_id, import_id, line, field, code, value)
      select ${claimed.company_id}, ${claimed.id}, x.line, ${field}, ${code}, left(x.value, 200)
        from (${found}) as x (line, value)
      on conflict do nothing returning line
    )
    update people_import_lines il set plan = 'refused' from wrong
    where ${inLines(claimed)} and il.line = wrong.line`)
}

/** The first line of an address or a number holds; the later ones are refused. */
async function findDuplicates(tx: Queryable, claimed: Claimed): Promise<void> {
  const number = sql`il.fields ->> 'registration_number'`
  for (const [field, value, compared] of [
    ['email', sql`il.email`, sql`il.email`],
    ['registration_number', number, sql`registration_key(${number})`],
  ] as const) {
    await refuse(
      tx,
      claimed,
      field,
      'duplicate',
      sql`select line, value from (
        select il.line, ${value} as value, row_number() over (partition by ${compared} order by il.line) as nth
        from people_import_lines il where ${inLines(claimed)} and coalesce(${value}, '') <> '') repeated where nth > 1`,
    )
  }
}

/**
 * Addresses that their owners may still restore, and numbers of people who keep theirs. Whether an address has an account in another company
 * is not said: only its mailbox learns it.
 */
async function findTaken(tx: Queryable, claimed: Claimed): Promise<void> {
  await refuse(
    tx,
    claimed,
    'email',
    'taken',
    sql`select il.line, il.email from people_import_lines il
      join former_addresses fa on fa.company_id = il.company_id and fa.email = il.email and fa.confirmed_at is null
      where ${inLines(claimed)} and not exists (select from users u
        where u.company_id = il.company_id and u.email = il.email)`,
  )
  await refuse(
    tx,
    claimed,
    'registration_number',
    'taken',
    sql`select il.line, u.registration_number from people_import_lines il
      join users u on u.company_id = il.company_id and u.registration_number is not null and u.email <> il.email
        and registration_key(u.registration_number) = registration_key(il.fields ->> 'registration_number')
      where ${inLines(claimed)} and not exists (select from people_import_lines other
        where other.company_id = il.company_id and other.import_id = il.import_id and other.email = u.email
          and other.plan <> 'refused' and registration_key(other.fields ->> 'registration_number') is distinct
            from registration_key(u.registration_number))`,
  )
  for (const field of ['first_name', 'last_name'])
    await refuse(
      tx,
      claimed,
      field,
      'missing',
      sql`select il.line, '' from people_import_lines il where ${inLines(claimed)} and il.plan <> 'refused'
        and coalesce(il.fields ->> ${field}, '') = ''
        and not exists (select from users u where u.company_id = il.company_id and u.email = il.email)`,
    )
}

/**
 * A manager must be a person of the company or of the file, not oneself, and the managers of all must form no cycle. A line whose
 * manager would have been created by a refused line is refused, too.
 */
async function findManagers(tx: Queryable, claimed: Claimed): Promise<void> {
  await refuse(
    tx,
    claimed,
    'manager_email',
    'manager_is_yourself',
    sql`select il.line, il.email from people_import_lines il where ${inLines(claimed)}
      and il.email <> '' and il.fields ->> 'manager_email' = il.email`,
  )
  const managers = await rows(
    tx,
    { line: nullable(t.int), email: t.text, manager: nullable(t.text), is_known: t.bool },
    sql`select il.line, coalesce(il.email, u.email) as email,
        case when il.fields ? 'manager_email' then nullif(il.fields ->> 'manager_email', '')
          else manager.email end as manager, u.id is not null and u.deactivated_at is null as is_known
      from (select * from people_import_lines il where ${inLines(claimed)} and il.plan <> 'refused') il
      full join (select * from users where company_id = ${claimed.company_id}) u on u.email = il.email
      left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id`,
  )
  const { unknown, circular } = circularManagers(managers)
  for (const [code, found] of [
    ['unknown_person', unknown],
    ['hierarchy_cycle', circular],
  ] as const) {
    if (found.length === 0) continue
    const wrong = sql`select x.line, x.value from json_to_recordset(${JSON.stringify(found)}::json) as x (line int, value text)`
    await refuse(tx, claimed, 'manager_email', code, wrong)
  }
}

/** No one takes the administration from themselves by a file, and one administrator must stay. */
async function findDemoted(tx: Queryable, claimed: Claimed): Promise<void> {
  const demoting = sql`select il.line, il.fields ->> 'role' from people_import_lines il
    join users u on u.company_id = il.company_id and u.email = il.email and u.role = 'admin'
      and u.deactivated_at is null
    where ${inLines(claimed)} and il.plan <> 'refused' and il.fields ->> 'role' = 'employee'`
  await refuse(tx, claimed, 'role', 'cannot_demote_yourself', sql`${demoting} and u.id = ${claimed.created_by}::uuid`)
  await refuse(
    tx,
    claimed,
    'role',
    'last_administrator',
    sql`${demoting} and not exists (select from users u
      where u.company_id = ${claimed.company_id} and u.role = 'admin' and ${hasStatus.active}
        and not exists (select from people_import_lines other
          where other.company_id = u.company_id and other.import_id = ${claimed.id} and other.email = u.email
            and other.plan <> 'refused' and other.fields ->> 'role' = 'employee'))`,
  )
}

/** Whether a line confirms a part of the name that `u` gave themself by repeating it. */
const confirms = ({ created_by }: Claimed) => sql`(u.id is distinct from ${created_by}::uuid and (
  u.confirmed_first_name is not null and coalesce(il.fields ->> 'first_name', '') <> ''
  or u.confirmed_last_name is not null and coalesce(il.fields ->> 'last_name', '') <> ''))`

/** What a line would change of a person `u`: fields with a value, and those that may be emptied. */
const differs = (claimed: Claimed) => sql`(u.deactivated_at is not null or ${confirms(claimed)}
  or coalesce(nullif(il.fields ->> 'first_name', ''), u.first_name) <> u.first_name
  or coalesce(nullif(il.fields ->> 'last_name', ''), u.last_name) <> u.last_name
  or coalesce(il.fields ->> 'job_title', u.job_title) <> u.job_title
  or coalesce(il.fields ->> 'department', u.department) <> u.department
  or coalesce(nullif(il.fields ->> 'locale', ''), u.locale) <> u.locale
  or coalesce(nullif(il.fields ->> 'role', ''), u.role) <> u.role
  or il.fields ? 'registration_number'
    and nullif(il.fields ->> 'registration_number', '') is distinct from u.registration_number
  or il.fields ? 'manager_email' and nullif(il.fields ->> 'manager_email', '') is distinct from
    (select manager.email from users manager where manager.company_id = u.company_id and manager.id = u.manager_id))`

async function plan(tx: Queryable, claimed: Claimed): Promise<void> {
  await tx.execute(sql`update people_import_lines il set user_id = u.id, role_before = u.role,
      plan = case when ${differs(claimed)} then 'update' else 'unchanged' end
    from users u where ${inLines(claimed)} and il.plan <> 'refused' and u.company_id = il.company_id
      and u.email = il.email`)
}

const counts = (claimed: Claimed) => {
  const planned = (which: string) => sql`(select count(*) from people_import_lines il where ${inLines(claimed)} and il.plan = ${which})`
  return sql`lines = (select count(*) from people_import_lines il
    where ${inLines(claimed)}), created = ${planned('create')},
    updated = ${planned('update')}, unchanged = ${planned('unchanged')}, errors_count = ${planned('refused')},
    missing = (select count(*) from users u where u.company_id = ${claimed.company_id} and ${isMissing(claimed)})`
}

/**
 * Whether a person `u` has an account in use and is on no line of the file, a wrong one included. Never who imports; and no administrator
 * while no other one is left: by the file, or who imports.
 */
export const isMissing = ({ id, created_by }: Pick<Claimed, 'id' | 'created_by'>) =>
  sql`u.deactivated_at is null and u.id is distinct from ${created_by}::uuid
  and not ${isOnLine(sql`u`, id)}
  and (u.role <> 'admin' or exists (select from users other
    where other.company_id = u.company_id and other.role = 'admin' and other.deactivated_at is null
      and other.activated_at is not null and (other.id = ${created_by}::uuid or ${isOnLine(sql`other`, id)})))`

const isOnLine = (person: Sql, id: string) => sql`exists (select from people_import_lines il
  where il.company_id = ${person}.company_id and il.import_id = ${id} and il.email = ${person}.email)`
