import { type Archive, createCsv, type Json } from '../../platform/archive.ts'
import type { Cell } from '../../platform/csv.ts'

/** Columns that are fields of the same names. */
export const fields = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, (row: Readonly<Record<Name, Cell>>) => row[name]])) as Record<
    Name,
    (row: Readonly<Record<Name, Cell>>) => Cell
  >

/** A CSV file of a list: each item yields any number of rows. */
interface Sheet<Item> {
  readonly name: string
  readonly columns: readonly string[]
  rows(item: Item): Cell[][]
}

/** A list of the export: its items as they are, and their CSV files. */
export interface List {
  readonly name: string
  readonly sheets: readonly { readonly name: string; readonly columns: readonly string[] }[]
  /** Page by page: each item with its rows, sheet by sheet. */
  pages(): AsyncIterable<readonly { readonly item: unknown; readonly rows: readonly Cell[][][] }[]>
}

type Columns<Row> = Record<string, (row: Row) => Cell>

export function sheet<Item, Row>(name: string, rowsOf: (item: Item) => readonly Row[], columns: Columns<Row>): Sheet<Item> {
  const cells = Object.values(columns)
  return {
    name,
    columns: Object.keys(columns),
    rows: (item) => rowsOf(item).map((row) => cells.map((cell) => cell(row))),
  }
}

type Pages<Item> = AsyncIterable<readonly Item[]>

export const listWith = <Item>(name: string, items: Pages<Item>, ...sheets: Sheet<Item>[]): List => ({
  name,
  sheets,
  async *pages() {
    for await (const page of items) yield page.map((item) => ({ item, rows: sheets.map((one) => one.rows(item)) }))
  },
})

/** The usual list: one sheet of the same name, one row per item. */
export const list = <Item>(name: string, columns: Columns<NoInfer<Item>>, items: Pages<Item>): List =>
  listWith(
    name,
    items,
    sheet(name, (item: Item) => [item], columns),
  )

/** A list that is read in one query, when its turn comes. */
export async function* once<Item>(read: () => Promise<readonly Item[]>): AsyncGenerator<readonly Item[]> {
  yield await read()
}

/** Every page of a list with a pagination cursor, one after the other. */
export async function* walk<Page extends { next_cursor: string | null }, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[] | Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield await itemsOf(page)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
}

/** A person in one cell. */
export const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  [first_name, last_name].filter(Boolean).join(' ')

/** Writes a list into the JSON document and as its CSV files. @returns how many items it has */
export async function writeList(archive: Archive, json: Json, { name, sheets, pages }: List): Promise<number> {
  const items = await json.list(name)
  const files = await Promise.all(sheets.map((sheet) => createCsv(archive.open(`${sheet.name}.csv`), sheet.columns)))
  let count = 0
  for await (const page of pages()) {
    count += page.length
    await items.add(page.map(({ item }) => item))
    for (const [place, file] of files.entries()) await file.add(page.flatMap(({ rows }) => rows[place] ?? []))
  }
  await items.end()
  for (const file of files) await file.end()
  return count
}

/** The fields of an object as rows of a name and a value: nested ones have dotted names. */
export function fieldsOf(value: object, prefix = ''): Cell[][] {
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) =>
    field !== null && typeof field === 'object' ? fieldsOf(field, `${prefix}${key}.`) : [[prefix + key, field as Cell]],
  )
}
