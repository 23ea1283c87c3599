import { cpus, release, totalmem } from 'node:os'
import pg from 'pg'
import { measureImport, measureUsage } from './administration.ts'
import { measureBadges } from './badges.ts'
import { measureCompany } from './company.ts'
import { addLives } from './company-data.ts'
import { addBigCompany, createDatabase } from './data.ts'
import { measureCall } from './main-calls.ts'
import { measureMemory } from './memory.ts'
import { measurePglite } from './pglite.ts'
import { startLoad } from './processes.ts'
import { number, writeFigures } from './report.ts'
import { measureRounds } from './rounds.ts'
import { measureRows } from './rows.ts'
import { measureScim } from './scim.ts'
import { COLLEAGUES, measureSearch, PEOPLE_LIST } from './search.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStatistics } from './statistics.ts'

/** `npm run bench`, or `npm run bench -- users rows` for some parts: measures and writes the results into README.md. */

const url = process.env.TEST_DATABASE_URL
if (!url) throw new Error('TEST_DATABASE_URL is missing: run this by `npm run bench`')

const SIZES = [10_000, 100_000, 1_000_000]
const USUAL = 100_000
const databases = new Map<number, Promise<string>>()

/** The database of a size, filled on first use. */
function database(rows: number): Promise<string> {
  const made = databases.get(rows) ?? createDatabase(url ?? '', `reflet_bench_${rows}`, rows)
  databases.set(rows, made)
  return made
}

let withBig: Promise<string> | null = null
/** The smallest database with a company of 50,000 people. */
function bigDatabase(): Promise<string> {
  withBig ??= database(SIZES[0] ?? 0).then(async (own) => {
    await addBigCompany(own)
    return own
  })
  return withBig
}

const load = startLoad()

const parts: Record<string, () => Promise<string>> = {
  users: async () => measureCall(await database(USUAL), load, 'users'),
  send: async () => measureCall(await database(USUAL), load, 'send'),
  answer: async () => measureCall(await database(USUAL), load, 'answer'),
  async rows() {
    const urls = new Map<number, string>()
    for (const rows of SIZES) urls.set(rows, await database(rows))
    return measureRows(urls, load)
  },
  memory: async () => measureMemory(await database(USUAL), load),
  pglite: () => measurePglite(load),
  search: async () => measureSearch(await bigDatabase(), load, COLLEAGUES),
  people: async () => measureSearch(await bigDatabase(), load, PEOPLE_LIST),
  usage: async () => measureUsage(await bigDatabase(), load),
  import: async () => measureImport(await database(SIZES[0] ?? 0), load),
  scim: async () => measureScim(await database(SIZES[0] ?? 0), load),
  signin: async () => measureSignIn(await database(SIZES[0] ?? 0), load),
  async company() {
    const own = await bigDatabase()
    await addLives(own)
    return measureCompany(own, load)
  },
  statistics: async () => measureStatistics(await database(USUAL), load),
  badges: async () => measureBadges(await database(USUAL), load),
  rounds: async () => measureRounds(await bigDatabase(), load),
  failover: async () => (await import('./failover.ts')).measureFailover(),
  taps: async () => (await import('./taps.ts')).measureTaps(),
  warm: async () => (await import('./warm.ts')).measureWarm(),
  web: async () => (await import('./web.ts')).measureWeb(await database(USUAL)),
}

async function machine(): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, current_setting(name) as setting from pg_settings where name in ('server_version', 'shared_buffers', 'fsync')`,
  )
  await client.end()
  const of = (name: string) => rows.find((row) => row.name === name)?.setting
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim()}), ${number(totalmem() / 2 ** 30)} GB, Linux ${release().split('-')[0]}, Node ${process.version}, PostgreSQL ${of('server_version')?.split(' ')[0]} (shared_buffers ${of('shared_buffers')}, fsync ${of('fsync')}), ${new Date().toISOString().slice(0, 10)}.`
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !parts[name])
if (unknown) throw new Error(`There is no part "${unknown}": ${Object.keys(parts).join(', ')}`)

let failed = 0
writeFigures('machine', await machine())
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name} …`)
  try {
    const figures = await measure()
    console.log(figures)
    writeFigures(name, figures)
  } catch (error) {
    // A part that cannot be measured keeps its old results and does not stop the others.
    console.error(error)
    failed++
  }
}
load.stop()
process.exit(failed ? 1 : 0)
