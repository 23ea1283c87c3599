import { type Archive, createArchive, createCsv, createJson, type Json } from '../../platform/archive.ts'
import { atMost } from '../../platform/concurrency-limit.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listsOf } from './lists.queries.ts'
import type { List } from './lists.ts'
import { readMe } from './readme.ts'
import { pictureOf, profileOf } from './stored.queries.ts'

/** The exported file and its contents. */
export interface Export {
  readonly fileName: string
  readonly bytes: number
  readonly pieces: readonly Uint8Array[]
}

/** Each export holds what it has compressed so far: some megabytes after years of use. */
const fewAtOnce = atMost(2, 40)

/**
 * Everything stored about the viewer, as one zip: all data in `data.json`, each list as a CSV file, and a text that explains the files. It
 * is read page by page; only compressed data are held in memory.
 * @throws unavailable when too many exports are waiting
 */
export const exportUser = (platform: Platform, viewer: Viewer): Promise<Export> => fewAtOnce(() => build(platform, viewer))

async function build(platform: Platform, viewer: Viewer): Promise<Export> {
  const at = platform.clock()
  const archive = createArchive(at)
  const lists = listsOf(platform, viewer)
  const [profile, picture] = await Promise.all([profileOf(platform.db, viewer), pictureOf(platform.db, viewer)])
  const names = ['profile', ...lists.flatMap(({ sheets }) => sheets.map(({ name }) => name))]
  const text = archive.open('README.txt')
  await text.write(readMe(viewer.locale, at, names, picture !== null))
  await text.end()
  if (picture) archive.add('picture.webp', picture)

  const json = createJson(archive.open('data.json'))
  await json.value('exported_at', at.toISOString())
  await json.value('profile', profile)
  const csv = await createCsv(archive.open('profile.csv'), ['field', 'value'])
  await csv.add(flat(profile ?? {}))
  await csv.end()
  for (const list of lists) await write(archive, json, list)
  await json.end()
  const pieces = archive.finish()
  return {
    fileName: `reflet-export-${at.toISOString().slice(0, 'YYYY-MM-DD'.length)}.zip`,
    bytes: pieces.reduce((total, piece) => total + piece.length, 0),
    pieces,
  }
}

async function write(archive: Archive, json: Json, { name, sheets, pages }: List): Promise<void> {
  const items = await json.list(name)
  const files = await Promise.all(sheets.map((sheet) => createCsv(archive.open(`${sheet.name}.csv`), sheet.columns)))
  for await (const page of pages()) {
    await items.add(page.map(({ item }) => item))
    for (const [place, file] of files.entries()) await file.add(page.flatMap(({ rows }) => rows[place] ?? []))
  }
  await items.end()
  for (const file of files) await file.end()
}

/** Flattens fields: nested ones have dotted names. */
function flat(value: object, prefix = ''): Cell[][] {
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) =>
    field !== null && typeof field === 'object' ? flat(field, `${prefix}${key}.`) : [[prefix + key, field as Cell]],
  )
}
