import pg from 'pg'
import { median } from './compare.ts'
import type { Call } from './load.ts'
import { type Loader, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { BIG_COMPANY, BIG_PEOPLE, personNumber, tokenOf } from './sizes.ts'

const COUNT = 200
const PASSES = 3
/** A session may search 120 times a minute. */
const PER_SESSION = 100
const TARGET_MS = 50

/** Which call searches, and whose it is at each turn. */
interface Search {
  readonly path: string
  caller(sent: number): string
}

export const COLLEAGUES: Search = {
  path: '/api/colleagues',
  caller: (sent) => tokenOf(personNumber(BIG_COMPANY, 1 + Math.floor(sent / PER_SESSION))),
}
/** The list of people of the administration: departed and invited people too, and how many there are in all. */
export const PEOPLE_LIST: Search = { path: '/api/admin/people', caller: () => tokenOf(personNumber(BIG_COMPANY, 1)) }

/** Searching in a company of 50,000, with realistic search texts: one caller at a time. */
export async function measureSearch(url: string, load: Loader, { path, caller }: Search): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('update users set role = $1 where id = (select bench.person(no, 1) from bench.company where no = $2)', [
    'admin',
    BIG_COMPANY,
  ])
  const { rows } = await client.query<{ first_name: string; last_name: string }>(
    `select first_name, last_name from users where company_id = (select id from bench.company where no = $1) order by sha256(uuid_send(id)) limit $2`,
    [BIG_COMPANY, COUNT],
  )
  await client.end()
  const kinds: Record<string, (first: string, last: string, n: number) => string> = {
    'nothing typed': () => '',
    '1 letter': (first, last, n) => (n % 2 ? first : last).slice(0, 1),
    '2 letters': (first, last, n) => (n % 2 ? first : last).slice(0, 2),
    '4 letters': (first, last, n) => (n % 2 ? first : last).slice(0, 4),
    'two words': (first, last) => `${first.slice(0, 3)} ${last.slice(0, 4)}`,
    'two letters, apart': (first, last) => `${first.slice(0, 1)} ${last.slice(0, 1)}`,
  }
  const running = await startServer(url)
  try {
    let sent = 0
    const lines: string[][] = []
    for (const [kind, query] of Object.entries(kinds)) {
      const measure = () => {
        const calls = rows.map(
          ({ first_name, last_name }, n): Call => ({
            method: 'GET',
            path: `${path}?query=${encodeURIComponent(query(first_name, last_name, n))}`,
            token: caller(sent++),
          }),
        )
        return load.run({ port: running.port, connections: 1, count: COUNT, calls })
      }
      // The first pass is a warm-up.
      await measure()
      const passes = []
      for (let n = 0; n < PASSES; n++) passes.push(await measure())
      const [p50, p99] = [median(passes.map((pass) => pass.p50)), median(passes.map((pass) => pass.p99))]
      lines.push([kind, number(p50, 1), number(p99, 1), verdict(p99 <= TARGET_MS, `≤ ${TARGET_MS}`)])
    }
    return table([`search among ${number(BIG_PEOPLE)}`, 'p50 (ms)', 'p99 (ms)', 'target (p99, ms)'], lines)
  } finally {
    await running.stop()
  }
}
