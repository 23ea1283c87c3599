import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { IMPORT_FIELDS, type ImportField, MAX_IMPORT_LINES } from '@reflet/contract/admin-imports'
import { parse } from 'csv-parse'
import { delimiterOf, textOf, Unreadable } from './csv-text.ts'
import { fieldOf } from './words.ts'

/** A record is shorter: all of its fields together. */
const RECORD_MAX = 10_000
/** A record has fewer cells: as many as a sheet of Excel has columns. The parser's own limit counts characters, and an empty cell has none. */
const CELLS_MAX = 16_384
/** Characters that are parsed before other calls get a turn: some hundred lines. */
const SLICE = 8 * 1024

export interface CsvRecord {
  /** Of the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly columns: readonly (ImportField | undefined)[]
  /** At most; lines within quotes count, too. */
  readonly lines: number
  records(): AsyncGenerator<CsvRecord>
}

const FAILURES: Record<string, Unreadable['failure']> = {
  CSV_QUOTE_NOT_CLOSED: 'quotes_open',
  CSV_MAX_RECORD_SIZE: 'line_too_long',
}

/**
 * Opens a file of people: its encoding, its delimiter and its header are recognised.
 * @throws Unreadable, also while its records are read
 */
export async function openCsv(bytes: Buffer): Promise<CsvFile> {
  const text = textOf(bytes)
  const { delimiter, start } = delimiterOf(text)
  const first = await recordsOf(text, start, delimiter).next()
  if (first.done) throw new Unreadable('empty')
  const columns = first.value.cells.map(fieldOf)
  const known = columns.filter((column) => column !== undefined)
  if (!known.includes('email')) throw new Unreadable('no_email_column')
  if (new Set(known).size < known.length) throw new Unreadable('column_twice')
  async function* records() {
    let count = 0
    let isHeader = true
    for await (const record of recordsOf(text, start, delimiter)) {
      if (isHeader) isHeader = false
      else if (++count > MAX_IMPORT_LINES) throw new Unreadable('too_many_lines')
      else if (record.cells.some((cell) => cell.trim() !== '')) yield record
    }
    if (count === 0) throw new Unreadable('empty')
  }
  return { columns, lines: linesIn(text) - 1, records }
}

const linesIn = (text: string) => {
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

async function* slicesOf(text: string, start: number) {
  let end = start
  for (let at = start; at < text.length; at = end) {
    end = at + SLICE
    // The parser gets bytes: half of a surrogate pair would become a replacement character.
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++
    yield text.slice(at, end)
    await turn()
  }
}

async function* recordsOf(text: string, start: number, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: RECORD_MAX,
    cast: (cell, { index }) => {
      if (index >= CELLS_MAX) throw new Unreadable('line_too_long')
      return cell
    },
  })
  Readable.from(slicesOf(text, start)).pipe(parser)
  let before = start > 0 ? 1 : 0
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      const offset = start > 0 ? 1 : 0
      yield { line: before + 1, cells: record }
      before = info.lines + offset
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(FAILURES[(error as { code?: string }).code ?? ''] ?? 'unreadable')
  }
}

/** The fields of a file in the contract's order. */
export const fieldsIn = (columns: readonly (ImportField | undefined)[]) => IMPORT_FIELDS.filter((field) => columns.includes(field))
