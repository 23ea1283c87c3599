import pg from 'pg'
import { LIVES, type Life, MEASURED, MEASURED_FROM } from './company-data.ts'
import { alternate, medianOf, type Round, ratio, type Side } from './compare.ts'
import type { Call } from './load.ts'
import { type Loader, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { personNumber, tokenOf } from './sizes.ts'

const ROUNDS = 7
const COUNT = 200
const TARGET = 1.5
/** A session may search 120 times a minute. */
const SEARCHERS = 400

interface Names {
  readonly first_name: string
  readonly last_name: string
}

const get = (person: number, path: string): Call => ({ method: 'GET', path, token: tokenOf(person) })
const numberOf = ({ company }: Life, n: number) => personNumber(company, MEASURED_FROM + (n % MEASURED))

/** The calls of the home screen. */
const HOME = ['/api/users/1', '/api/newsfeed', '/api/users/1/suggestions', '/api/users/1/statistics']

/** The measured calls of one visit, by the number of the visit. */
const visits: Record<string, (life: Life, n: number) => Call[]> = {
  home: (life, n) => HOME.map((path) => get(numberOf(life, n), path)),
  suggestions: (life, n) => [get(numberOf(life, n), '/api/users/1/suggestions')],
  'contacts, first page': (life, n) => [get(numberOf(life, n), '/api/users/1/contacts')],
  'contacts, searched': (life, n) => [get(numberOf(life, n), '/api/users/1/contacts?query=ma')],
  'groups of contacts': (life, n) => [get(numberOf(life, n), '/api/users/1/groups')],
}

/** Search texts that find an existing person. */
const typed: Record<string, (names: Names, n: number) => string> = {
  'nothing typed': () => '',
  '1 letter': ({ first_name, last_name }, n) => (n % 2 ? first_name : last_name).slice(0, 1),
  '2 letters': ({ first_name, last_name }, n) => (n % 2 ? first_name : last_name).slice(0, 2),
  '4 letters': ({ first_name, last_name }, n) => (n % 2 ? first_name : last_name).slice(0, 4),
  'a whole word': ({ first_name, last_name }, n) => (n % 2 ? first_name : last_name),
  'two words': ({ first_name, last_name }) => `${first_name.slice(0, 3)} ${last_name.slice(0, 4)}`,
  'two letters, apart': ({ first_name, last_name }) => `${first_name.slice(0, 1)} ${last_name.slice(0, 1)}`,
}

/** People whose names are typed. */
async function namesOf(client: pg.Client, { company }: Life): Promise<Names[]> {
  const { rows } = await client.query<Names>(
    'select first_name, last_name from users where company_id = (select id from bench.company where no = $1) order by sha256(uuid_send(id)) limit 300',
    [company],
  )
  return rows
}

/** Everyday calls in a company of 50,000 people compared with a company of 500, one caller at a time. */
export async function measureCompany(url: string, load: Loader): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const names = { small: await namesOf(client, LIVES.small), big: await namesOf(client, LIVES.big) }
  await client.end()
  const running = await startServer(url)
  const postmaster = await postmasterOf(url)
  try {
    let sent = 0
    const compare = (calls: (size: keyof typeof LIVES, n: number) => Call[]) => {
      const together = calls('small', 0).length
      const side = (size: keyof typeof LIVES): Side => ({
        running,
        calls: async (count) => Array.from({ length: count / together }, (_, n) => calls(size, n)).flat(),
      })
      const plan = { load, postmaster, connections: 1, rounds: ROUNDS, count: COUNT, together }
      return alternate({ small: side('small'), big: side('big') }, plan)
    }
    const search = (query: (names: Names, n: number) => string) => (size: keyof typeof LIVES, n: number) => {
      const text = query(names[size][n % names[size].length] ?? { first_name: '', last_name: '' }, n)
      return [get(personNumber(LIVES[size].company, 1 + (sent++ % SEARCHERS)), `/api/colleagues?query=${encodeURIComponent(text)}`)]
    }
    const lines: string[][] = []
    for (const [what, calls] of Object.entries(visits)) {
      lines.push(line(what, await compare((size, n) => calls(LIVES[size], n))))
    }
    for (const [what, query] of Object.entries(typed)) lines.push(line(`colleagues: ${what}`, await compare(search(query))))
    return table(['', '500 people, p50 (ms)', '50,000 people, p50 (ms)', 'p50 ÷', 'p99 ÷', 'CPU ÷', 'target (p50)'], lines)
  } finally {
    await running.stop()
  }
}

function line(what: string, { small, big }: Record<'small' | 'big', readonly Round[]>): string[] {
  const p50 = ratio(big, small, 'p50')
  return [
    what,
    number(medianOf(small, 'p50'), 2),
    number(medianOf(big, 'p50'), 2),
    number(p50, 2),
    number(ratio(big, small, 'p99'), 2),
    number(ratio(big, small, 'cpu'), 2),
    verdict(p50 <= TARGET, `≤ ${TARGET}`),
  ]
}
