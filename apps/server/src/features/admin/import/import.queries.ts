import type { ImportField, PeopleImport, PeopleImportError } from '@reflet/contract/admin-imports'
import { columnsOf, instant, instantOrNull, nullable, type Queryable, type RowOf, rows, sql, t } from '../../../db/index.ts'
import { cursorAfter, pageOf } from '../../../platform/cursor.ts'
import { notFound } from '../../../platform/errors.ts'

const PAGE = 50

const importRow = {
  id: t.uuid,
  status: t.oneOf<PeopleImport['status']>(),
  failure: nullable(t.oneOf<NonNullable<PeopleImport['failure']>>()),
  columns: t.json<PeopleImport['columns']>(),
  lines: t.int,
  done_lines: t.int,
  created: t.int,
  updated: t.int,
  unchanged: t.int,
  missing: t.int,
  deactivated: t.int,
  errors_count: t.int,
  deactivate_missing: t.bool,
  created_at: t.time,
  ended_at: nullable(t.time),
}
const columns = columnsOf('im', importRow)

const toImport = (row: RowOf<typeof importRow>): PeopleImport => ({
  ...row,
  created_at: instant(row.created_at),
  ended_at: instantOrNull(row.ended_at),
})

/** @throws not_found */
export async function getImport(db: Queryable, companyId: string, id: string): Promise<PeopleImport> {
  const [row] = await rows(
    db,
    importRow,
    sql`select ${columns} from people_imports im where im.company_id = ${companyId} and im.id = ${id}`,
  )
  if (!row) throw notFound()
  return toImport(row)
}

/** The company's imports, newest first. */
export async function listImports(db: Queryable, companyId: string, cursor: string | undefined) {
  const [before] = cursorAfter(cursor, 'id')
  const found = await rows(
    db,
    importRow,
    sql`select ${columns} from people_imports im where im.company_id = ${companyId}
      and ${before === undefined ? sql`true` : sql`im.id < ${before}`} order by im.id desc limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, ({ id }) => [id])
  return { imports: page.map(toImport), next_cursor }
}

/** What is wrong with the lines of an import, by line. @throws not_found */
export async function listImportErrors(db: Queryable, companyId: string, id: string, cursor: string | undefined) {
  const [line, field, code] = cursorAfter(cursor, 'text', 'text', 'text')
  await getImport(db, companyId, id)
  const after = line === undefined ? sql.empty : sql`and (ie.line, ie.field, ie.code) > (${Number(line) || 0}, ${field}, ${code})`
  const found = await rows(
    db,
    { line: t.int, field: t.text, code: t.text, value: t.text },
    sql`select ie.line, ie.field, ie.code, ie.value from people_import_errors ie
      where ie.company_id = ${companyId} and ie.import_id = ${id} ${after}
      order by ie.line, ie.field, ie.code limit ${PAGE + 1}`,
  )
  const { page, next_cursor } = pageOf(found, PAGE, (row) => [String(row.line), row.field, row.code])
  return { errors: page, next_cursor }
}

/** A line that is left out, as it was read, with what is wrong. */
const wrongLineRow = {
  line: t.int,
  email: t.text,
  fields: t.json<Partial<Record<ImportField, string>>>(),
  errors: t.json<PeopleImportError[]>(),
}
export type WrongLine = RowOf<typeof wrongLineRow>

/** The wrong lines after `line`, in the order of the file. */
export const wrongLinesAfter = (db: Queryable, companyId: string, id: string, line: number, size: number) =>
  rows(
    db,
    wrongLineRow,
    sql`select il.line, il.email, il.fields, (
        select json_agg(json_build_object('line', ie.line, 'field', ie.field, 'code', ie.code, 'value', ie.value)
          order by ie.field, ie.code) from people_import_errors ie
        where ie.company_id = il.company_id and ie.import_id = il.import_id and ie.line = il.line) as errors
      from people_import_lines il
      where il.company_id = ${companyId} and il.import_id = ${id} and il.plan = 'refused' and il.line > ${line}
      order by il.line limit ${size}`,
  )
