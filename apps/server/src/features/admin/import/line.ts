import type { ImportError, ImportField } from '@reflet/contract/admin-imports'
import { RegistrationNumber } from '@reflet/contract/admin-people'
import { Email, fullPersonName, text } from '@reflet/contract/common'
import { normalized } from '@reflet/contract/plain'
import type * as z from 'zod/mini'
import { unprotectedText } from '../../../platform/csv.ts'
import { localeOf, roleOf } from './words.ts'

/** A cell that a spreadsheet would evaluate; a lone hyphen means nothing. One that our export protects is its text. */
const FORMULA = /^\s*[=+@]|^\s*-(?=.)/
/** Longer values are cut in reports. */
const VALUE_MAX = 200

export interface LineError {
  readonly field: ImportField | 'line'
  readonly code: ImportError
  readonly value: string
}

export interface ImportLine {
  readonly line: number
  /** Empty when it is missing or invalid. */
  readonly email: string
  /** Of known columns, in the form in which people are stored; an empty cell is ''. */
  readonly fields: Partial<Record<ImportField, string>>
  readonly errors: readonly LineError[]
}

const SCHEMAS: Partial<Record<ImportField, z.ZodMiniType>> = {
  email: Email,
  first_name: fullPersonName(),
  last_name: fullPersonName(),
  job_title: text(120),
  department: text(120),
  registration_number: RegistrationNumber,
  manager_email: Email,
}
/** These cannot be emptied: a cell without a value leaves what there is. */
const REQUIRED: ReadonlySet<ImportField> = new Set(['email'])

/** Reads the cells of a line by the contract's rules for people. `columns` has the field of each cell. */
export function readLine(line: number, cells: readonly string[], columns: readonly (ImportField | undefined)[]): ImportLine {
  const fields: Partial<Record<ImportField, string>> = {}
  const errors: LineError[] = []
  for (const [place, field] of columns.entries()) {
    if (!field) continue
    const cell = normalized((cells[place] ?? '').trim(), 'NFC')
    const read = readCell(field, cell)
    if (typeof read === 'string') fields[field] = read
    else errors.push({ field, code: read.code, value: cell.slice(0, VALUE_MAX).toWellFormed() })
  }
  if (cells.length > columns.length) errors.push({ field: 'line', code: 'too_many_cells', value: String(cells.length) })
  return { line, email: fields.email ?? '', fields, errors }
}

function readCell(field: ImportField, cell: string): string | { code: ImportError } {
  if (cell === '') return REQUIRED.has(field) ? { code: 'missing' } : ''
  if (field === 'locale') return localeOf(cell) ?? { code: 'unknown' }
  if (field === 'role') return roleOf(cell) ?? { code: 'unknown' }
  if (FORMULA.test(cell)) return { code: 'formula' }
  const parsed = SCHEMAS[field]?.safeParse(unprotectedText(cell))
  if (!parsed?.success) return { code: parsed?.error?.issues[0]?.code === 'too_big' ? 'too_long' : 'invalid' }
  return String(parsed.data ?? '')
}
