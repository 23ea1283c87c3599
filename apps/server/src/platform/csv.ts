import { Readable } from 'node:stream'
import Papa from 'papaparse'

export type Cell = string | number | boolean | null

/** CSV injection: what a spreadsheet would evaluate as a formula, after spaces and quotes, too, or what is protected already. */
const FORMULA = String.raw`'*(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠]`
/**
 * Where a cell may begin. Which separator a spreadsheet cuts at depends on its language; a quote that is not the first character of what it
 * then takes for a cell holds nothing together.
 */
const CELL = String.raw`(?<=^|[,;\t\r\n])`
const UNPROTECTED = new RegExp(`${CELL}(?=${FORMULA})`, 'g')
const PROTECTED = new RegExp(`${CELL}'(?=${FORMULA})`, 'g')

/** Text of which no piece is a formula: an apostrophe precedes it. */
export const protectedText = (text: string) => text.replace(UNPROTECTED, "'")

/** The text that was protected. */
export const unprotectedText = (text: string) => text.replace(PROTECTED, '')

/** Byte order mark: without it, spreadsheets do not detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const protectedCell = (cell: Cell) => (typeof cell === 'string' ? protectedText(cell) : cell)

/** Lines of CSV (RFC 4180) without formulas. */
export const csvLines = (rows: readonly (readonly Cell[])[]) =>
  rows.length === 0 ? '' : `${Papa.unparse(rows.map((cells) => cells.map(protectedCell)))}\r\n`

/** The first line of a file, with the names of its columns. */
export const csvHead = (columns: readonly string[]) => BYTE_ORDER_MARK + csvLines([columns])

/** A file that is read page by page while it is sent: memory holds one page, whatever its size. */
export function csvStream(columns: readonly string[], pages: AsyncIterable<readonly (readonly Cell[])[]>): Readable {
  async function* text() {
    yield csvHead(columns)
    for await (const page of pages) if (page.length > 0) yield csvLines(page)
  }
  return Readable.from(text())
}

/** Pages of a list until its last one. */
export async function* eachPage<Item>(
  read: (cursor: string | undefined) => Promise<{ items: readonly Item[]; next_cursor: string | null }>,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield page.items
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}
