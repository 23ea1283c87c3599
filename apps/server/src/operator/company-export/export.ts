import { USAGE_MONTHS_MAX } from '@reflet/contract/admin-usage'
import type { Locale } from '@reflet/contract/common'
import type { Queryable } from '../../db/index.ts'
import { fieldsOf, writeList } from '../../features/account/lists.ts'
import { getLearningPlatform } from '../../features/admin/learning/platform.queries.ts'
import { getPolicies } from '../../features/admin/policies/policies.queries.ts'
import { getSignIn } from '../../features/admin/sign-in/sign-in.queries.ts'
import { getUsage } from '../../features/admin/usage/usage.queries.ts'
import { USAGE_COLUMNS, usageRows } from '../../features/admin/usage/usage-csv.ts'
import { AUDIT_COLUMNS, pagesOfAudit } from '../../features/audit/audit-csv.ts'
import { type CompanyRow, getCompany } from '../../features/companies/companies.queries.ts'
import { ARCHIVE_MAX_BYTES, type Archive, createCsv, createJson, type FileArchive, writeArchive } from '../../platform/archive.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Platform } from '../../platform/index.ts'
import { writeCredentials, writeIssuers, writeText } from './badges.ts'
import { writeFilms } from './films.ts'
import { listsOfCompany } from './lists.ts'
import { aboutCompany } from './readme.ts'

/** How many of what are in the archive. */
export type Counts = Record<string, number>

export interface CompanyExport {
  readonly counts: Counts
  /** The ids of the videos whose film does not fit into a zip. */
  readonly left_out: readonly string[]
}

/**
 * What a company may have of its data, readable without this server, in one zip: what its administrators' calls show (people, catalogue,
 * settings, usage, audit log) and its published badges with what verifies them. No answer, no request and nothing that says who asked or
 * answered whom; no hash, key or token. One moment's state, read page by page. Memory holds a page, and the compressed CSV files of people,
 * catalogue and badges. A file that could not be completed is removed.
 * @param most bytes of the archive
 * @throws not_found; when the file exists
 */
export function exportCompany(platform: Platform, code: string, path: string, most = ARCHIVE_MAX_BYTES): Promise<CompanyExport> {
  const at = platform.clock()
  return writeArchive(path, at, async (archive) => {
    const { company, ...exported } = await platform.db.transaction((tx) => writeData(archive, tx, platform, code, most), 'snapshot')
    const badges = exported.counts.badges ?? 0
    if (badges > 0) await writeIssuers(archive, platform, company.company_id)
    const parts = { badges: badges > 0, films: (exported.counts.films ?? 0) > 0 }
    await writeText(archive, 'README.txt', aboutCompany(company.locale as Locale, at, company.name, parts))
    return exported
  })
}

async function writeData(archive: FileArchive, tx: Queryable, platform: Platform, code: string, most: number) {
  const company = await getCompany(tx, code)
  const { company_id } = company
  const json = createJson(archive.open('data.json'))
  await writeSettings(archive, json, tx, platform, company)
  const counts: Counts = {}
  for (const one of listsOfCompany(tx, platform, company)) counts[one.name] = await writeList(archive, json, one)
  const usage = await getUsage(tx, company_id, USAGE_MONTHS_MAX, platform.clock())
  await json.value('usage', usage)
  await json.end()
  await writeRows(archive, 'usage.csv', USAGE_COLUMNS, [usageRows(usage)])
  counts.audit_entries = await writeRows(archive, 'audit.csv', AUDIT_COLUMNS, pagesOfAudit(tx, company_id, {}))
  if (counts.badges) await writeCredentials(archive, tx, company_id)
  const { written, left_out } = await writeFilms(archive, tx, company_id, most)
  counts.films = written
  return { company, counts, left_out }
}

/** No secret: the queries tell none. */
async function writeSettings(
  archive: Archive,
  json: ReturnType<typeof createJson>,
  tx: Queryable,
  platform: Platform,
  company: CompanyRow,
) {
  const { company_id } = company
  const settings = {
    company,
    policies: await getPolicies(tx, company_id),
    sign_in: await getSignIn({ ...platform, db: tx }, company_id),
    learning_platform: await getLearningPlatform(tx, company_id, platform.production),
  }
  await json.value('exported_at', platform.clock().toISOString())
  for (const [name, value] of Object.entries(settings)) await json.value(name, value)
  await writeRows(archive, 'settings.csv', ['setting', 'value'], [fieldsOf(settings)])
}

type Pages = AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>

/** @returns how many rows the file has */
async function writeRows(archive: Archive, name: string, columns: readonly string[], pages: Pages): Promise<number> {
  const file = await createCsv(archive.open(name), columns)
  let count = 0
  for await (const page of pages) {
    count += page.length
    await file.add(page)
  }
  await file.end()
  return count
}
