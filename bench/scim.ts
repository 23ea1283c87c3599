import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { atRest, besideTable, loaded } from './beside.ts'
import { type Loader, memoryOf, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { BIG_PEOPLE, loader } from './sizes.ts'

/** An initial cycle of Entra ID: each person is looked up by userName and created. */

const CALLS_PER_SECOND = 200
const CONNECTIONS = 8
/** Of Entra's calls: it slows down when answers take longer. */
const TARGET_P99_MS = 100
const TARGET_MB = 300
const TOKEN = `reflet_scim_${'b'.repeat(43)}`
/** The company that is provisioned. */
const INTO = 1
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
/** Fewer for a trial: `SCIM_PEOPLE=2000 npm run bench -- scim`. */
const PEOPLE = Number(process.env.SCIM_PEOPLE ?? BIG_PEOPLE)

const personOf = (n: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  externalId: `object-${n}`,
  userName: `s${n}@scim.example`,
  active: true,
  displayName: `Prénom${n % 900} Nom${n % 7000}`,
  name: { givenName: `Prénom${n % 900}`, familyName: `Nom${n % 7000}` },
  title: 'Ingénieure',
  preferredLanguage: 'fr-FR',
  emails: [{ type: 'work', primary: true, value: `s${n}@scim.example` }],
  [ENTERPRISE]: { employeeNumber: `S-${n}`, department: `Département ${n % 100}` },
})

const percentile = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Provisions people at Entra's pace; returns the milliseconds of each call, in order of size, and the seconds of all. */
async function provision(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  const call = async (method: string, path: string, wanted: number, body?: object) => {
    const begun = performance.now()
    const content = body && JSON.stringify(body)
    const { status, answer } = await new Promise<{ status: number | undefined; answer: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${TOKEN}`, ...(content && { 'content-type': 'application/scim+json' }) }
      const sent = request({ host: '127.0.0.1', port, agent, method, path: `/scim/v2${path}`, headers }, (reply) => {
        text(reply).then((answer) => resolve({ status: reply.statusCode, answer }), reject)
      })
      sent.on('error', reject)
      sent.end(content)
    })
    latencies.push(performance.now() - begun)
    if (status !== wanted) throw new Error(`${method} ${path}: ${status} ${answer}`)
    return JSON.parse(answer) as { totalResults?: number }
  }
  const begun = performance.now()
  let next = 0
  const worker = async () => {
    for (let n = next++; n < PEOPLE; n = next++) {
      await sleep(Math.max(0, begun + (n * 2 * 1000) / CALLS_PER_SECOND - performance.now()))
      const filter = encodeURIComponent(`userName eq "s${n}@scim.example"`)
      const found = await call('GET', `/Users?filter=${filter}`, 200)
      if (found.totalResults !== 0) throw new Error(`s${n} exists`)
      await call('POST', '/Users', 201, personOf(n))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const seconds = (performance.now() - begun) / 1000
  agent.destroy()
  return { seconds, latencies: latencies.sort((a, b) => a - b) }
}

/** 50,000 people at 200 calls a second, while people of all companies open the app. */
export async function measureScim(url: string, load: Loader): Promise<string> {
  const client = await loader(url)
  await client.query(
    `insert into scim_tokens (company_id, id, name, token_hash, created_at)
      select id, gen_random_uuid(), 'Entra', $2, now() from bench.company where no = $1`,
    [INTO, createHash('sha256').update(TOKEN).digest()],
  )
  const running = await startServer(url)
  const postmaster = await postmasterOf(url)
  try {
    const rest = await atRest(running, load, postmaster)
    const before = memoryOf(running.pid)
    let done = { seconds: 0, latencies: [] as number[] }
    const busy = await loaded(running, load, postmaster, async () => {
      done = await provision(running.port)
    })
    const largest = memoryOf(running.pid, 'VmHWM')
    const p99 = percentile(done.latencies, 0.99)
    return [
      besideTable(rest, busy),
      '',
      table(
        [`${number(PEOPLE)} people, looked up and created`, '', 'target'],
        [
          ['calls a second', number(done.latencies.length / done.seconds), `${CALLS_PER_SECOND} asked for`],
          ['p50 of a call (ms)', number(percentile(done.latencies, 0.5), 1), ''],
          ['– p99 (ms)', number(p99, 1), verdict(p99 <= TARGET_P99_MS, `≤ ${TARGET_P99_MS}`)],
          ['memory of the server before (RSS, MB)', number(before), ''],
          ['– at its highest (MB)', number(largest), verdict(largest <= TARGET_MB, `≤ ${TARGET_MB}`)],
        ],
      ),
    ].join('\n')
  } finally {
    await running.stop()
    await client.end()
  }
}
