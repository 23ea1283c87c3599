import { createArchive, createCsv, createJson } from '../../platform/archive.ts'
import { atMost } from '../../platform/concurrency-limit.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { listsOf } from './lists.queries.ts'
import { fieldsOf, writeList } from './lists.ts'
import { aboutExport } from './readme.ts'
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
  await text.write(aboutExport(viewer.locale, at, names, picture !== null))
  await text.end()
  if (picture) archive.add('picture.webp', picture)

  const json = createJson(archive.open('data.json'))
  await json.value('exported_at', at.toISOString())
  await json.value('profile', profile)
  const csv = await createCsv(archive.open('profile.csv'), ['field', 'value'])
  await csv.add(fieldsOf(profile ?? {}))
  await csv.end()
  for (const list of lists) await writeList(archive, json, list)
  await json.end()
  const pieces = archive.finish()
  return {
    fileName: `reflet-export-${at.toISOString().slice(0, 'YYYY-MM-DD'.length)}.zip`,
    bytes: pieces.reduce((total, piece) => total + piece.length, 0),
    pieces,
  }
}
