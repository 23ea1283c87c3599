import pg from 'pg'
import { alternate, CONNECTIONS, median, medianOf, ratio, type Side } from './compare.ts'
import type { Call, Load } from './load.ts'
import { type Loader, postmasterOf, type Running, startServer, startStatic } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { tokenOf } from './sizes.ts'
import { addReceivers, answersOf, COMPANY, EACH, numberOf, type Receiver } from './statistics-data.ts'

const ROUNDS = 7
const PUBLISH_TARGET_MS = 150
const PAGE_TARGET = 0.7
const LIST_TARGET = 1.3
/** Of these people, so many skills each: below the limit of a minute. */
const PUBLISHED_EACH = 6

/** Badges: publishing, the public page beside a static file, and the list of a person with a long history beside one with a short one. */
export async function measureBadges(url: string, load: Loader): Promise<string> {
  const skillIds = await addReceivers(url)
  const client = new pg.Client(url)
  await client.connect()
  // A rule that everybody meets: what it costs to check does not depend on it.
  await client.query(
    `update companies set badges_active = true, badge_ratings = 1, badge_people = 1, badge_relations = 1, badge_superior = false, badge_mean = 1
      where company_id = (select id from bench.company where no = $1)`,
    [COMPANY],
  )
  const running = await startServer(url)
  try {
    return [
      await publishing(running, load, client, skillIds),
      await publicPage(running, load, await postmasterOf(url), await publishOne(running, skillIds)),
      await lists(running, load, await postmasterOf(url)),
    ].join('\n\n')
  } finally {
    await running.stop()
    await client.end()
  }
}

const publish = (n: number, skillId: string): Call => ({
  method: 'POST',
  path: '/api/badges/new',
  token: tokenOf(numberOf('many', n)),
  body: { badges: [skillId] },
})

/** One badge a call, one caller at a time; each pass publishes the same again. */
async function publishing(running: Running, load: Loader, client: pg.Client, skillIds: readonly string[]): Promise<string> {
  const calls = Array.from({ length: EACH }, (_, n) => skillIds.slice(0, PUBLISHED_EACH).map((skillId) => publish(n, skillId))).flat()
  const passes: Load[] = []
  // The first pass is a warm-up: it makes the key, the status list and the achievements.
  for (let pass = 0; pass <= ROUNDS; pass++) {
    const done = await load.run({ port: running.port, connections: 1, count: calls.length, calls })
    if (pass > 0) passes.push(done)
    await client.query('delete from badges')
    await client.query('delete from rate_limits')
  }
  const [p50, p99] = [median(passes.map((pass) => pass.p50)), median(passes.map((pass) => pass.p99))]
  return table(
    ['POST /api/badges/new', 'p50 (ms)', 'p99 (ms)', 'target (p99, ms)'],
    [['one badge', number(p50, 1), number(p99, 1), verdict(p99 <= PUBLISH_TARGET_MS, `≤ ${PUBLISH_TARGET_MS}`)]],
  )
}

async function publishOne({ port }: Running, skillIds: readonly string[]): Promise<string> {
  const { token, body } = publish(0, skillIds[0] as string)
  const reply = await fetch(`http://127.0.0.1:${port}/api/badges/new`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { badges } = (await reply.json()) as { badges: { id: string }[] }
  return `/badge/${badges[0]?.id}`
}

async function publicPage(running: Running, load: Loader, postmaster: number, path: string): Promise<string> {
  const page = await (await fetch(`http://127.0.0.1:${running.port}${path}`)).text()
  const file = await startStatic(page)
  try {
    const side = (server: Running): Side => ({ running: server, calls: async () => [{ method: 'GET', path, token: 'none' }] })
    const plan = { load, postmaster, connections: CONNECTIONS, rounds: ROUNDS, count: 20_000 }
    const { badge, bare } = await alternate({ badge: side(running), bare: side(file) }, plan)
    const speed = ratio(badge, bare, 'perSecond')
    return table(
      [`GET /badge/{id}, ${number(Buffer.byteLength(page) / 1000, 1)} KB`, 'page', 'file', 'ratio', 'target'],
      [
        [
          'calls a second',
          number(medianOf(badge, 'perSecond')),
          number(medianOf(bare, 'perSecond')),
          number(speed, 2),
          verdict(speed >= PAGE_TARGET, `≥ ${PAGE_TARGET}`),
        ],
        ['p99 (ms)', number(medianOf(badge, 'p99'), 1), number(medianOf(bare, 'p99'), 1), number(ratio(badge, bare, 'p99'), 2), ''],
      ],
    )
  } finally {
    await file.stop()
  }
}

async function lists(running: Running, load: Loader, postmaster: number): Promise<string> {
  const side = (receiver: Receiver): Side => ({
    running,
    calls: async (count) =>
      Array.from({ length: count }, (_, n): Call => ({ method: 'GET', path: '/api/badges', token: tokenOf(numberOf(receiver, n)) })),
  })
  const plan = { load, postmaster, connections: 1, rounds: ROUNDS, count: 200 }
  const { few, many } = await alternate({ few: side('ten'), many: side('many') }, plan)
  const [latency, cpu] = [ratio(many, few, 'p50'), ratio(many, few, 'cpu')]
  return table(
    [
      'GET /api/badges',
      `${answersOf('ten')} answers, p50 (ms)`,
      `${number(answersOf('many'))} answers, p50 (ms)`,
      'p50 ÷',
      'CPU ÷',
      'target',
    ],
    [
      [
        'my badges',
        number(medianOf(few, 'p50'), 2),
        number(medianOf(many, 'p50'), 2),
        number(latency, 2),
        number(cpu, 2),
        verdict(latency <= LIST_TARGET && cpu <= LIST_TARGET, `≤ ${LIST_TARGET}`),
      ],
    ],
  )
}
