import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverDatabase } from '../apps/server/src/db/index.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { openVault } from '../apps/server/src/platform/crypto.ts'
import type { TestApp } from '../apps/server/src/test/build-test-app.ts'
import { type FaultyProxy, startProxy } from '../apps/server/src/test/dark-proxy.ts'
import { createCompany, createUsers, type TestUser } from '../apps/server/src/test/factories.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { median } from './compare.ts'
import { type Running, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { masterKey } from './sizes.ts'

const FAILOVERS = Number(process.env.FAILOVERS ?? 40)
const WRITERS = 6
/** Load before each failover, and after it. */
const CALM_MS = 1_500
const PAUSE_MS = 5
const LARGEST_GAP_MS = 3_000
const GIVE_UP_MS = 30_000

type Kind = 'request' | 'evaluation' | 'contact'

/** The acknowledged writes of a writer. */
interface Acknowledged {
  readonly kind: Kind
  readonly id: string
}

/** One of six people who write all the time, retrying each call until it succeeds. */
class Writer {
  readonly acknowledged: Acknowledged[] = []
  /** The time of each acknowledgement. */
  readonly at: number[] = []
  readonly refusals = new Map<string, number>()
  readonly ended: Promise<void>
  readonly #url: string
  readonly #me: TestUser
  readonly #mate: TestUser
  #stopped = false

  constructor(url: string, me: TestUser, mate: TestUser) {
    this.#url = url
    this.#me = me
    this.#mate = mate
    this.ended = this.#write()
  }

  stop() {
    this.#stopped = true
  }

  async #write() {
    const { skillIds } = this.#me.company
    for (let turn = 0; !this.#stopped; turn++) {
      const key = `${this.#me.id}-${turn}`
      const skill_id = skillIds[turn % skillIds.length] as string
      if (turn % 3 === 0) {
        const sent = { skill_ids: [skill_id], recipients: [{ user_id: this.#mate.id }], idempotency_key: key }
        await this.#until('request', '/api/feedbacks/requests', sent, ({ id }: { id: string }) => id)
      } else if (turn % 3 === 1) {
        const rated = { evaluations: [{ skill_id, rating: 1 + (turn % 5) }] }
        const idOf = ({ evaluations }: { evaluations: { id: string }[] }) => evaluations[0]?.id
        await this.#until('evaluation', '/api/users/1/self-evaluations', rated, idOf)
      } else {
        const added = { contacts: [{ email: `${key}@partner.example` }] }
        const idOf = ({ contacts }: { contacts: { id: string }[] }) => contacts[0]?.id
        await this.#until('contact', '/api/users/1/contacts', added, idOf)
      }
      await sleep(PAUSE_MS)
    }
  }

  /** A person's reaction to a failed call: a retry. */
  async #until<Body>(kind: Kind, path: string, body: object, idOf: (body: Body) => string | undefined) {
    while (!this.#stopped) {
      const response = await fetch(`${this.#url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#me.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Body & { code?: string }
      if (response.status === 200) {
        const id = idOf(answer)
        if (!id) throw new Error(`${path} answered no id`)
        this.acknowledged.push({ kind, id })
        this.at.push(performance.now())
        return
      }
      const refusal = `${response.status} ${answer.code}`
      this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1)
      await sleep(50)
    }
  }

  /** The longest time without an acknowledgement around a moment. */
  gapAt(moment: number): number | null {
    const after = this.at.findIndex((at) => at > moment)
    return after < 0 ? null : (this.at[after] as number) - (this.at[after - 1] ?? moment)
  }
}

async function createPeople(url: string): Promise<TestUser[]> {
  const database = serverDatabase({ connectionString: url, max: 4 })
  await migrate(database.pool)
  const app = { now: () => new Date(), database, vault: openVault(Buffer.from(masterKey, 'base64')) } as unknown as TestApp
  const people = await createUsers(app, await createCompany(app), WRITERS + 1)
  await database.close()
  return people
}

const TABLES: Record<Kind, string> = { request: 'requests', evaluation: 'self_evaluations', contact: 'contacts' }

async function countLost(url: string, acknowledged: readonly Acknowledged[]): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  let lost = 0
  for (const [kind, ids] of Map.groupBy(acknowledged, (one) => one.kind)) {
    const { rows } = await client.query<{ lost: number }>(
      `select count(*)::int as lost from unnest($1::uuid[]) as id where id not in (select id from ${TABLES[kind]})`,
      [ids.map(({ id }) => id)],
    )
    lost += rows[0]?.lost ?? 0
  }
  await client.end()
  return lost
}

/** Every second machine fails with closed sockets, every other one silently. */
async function failOver(cluster: Cluster, proxy: FaultyProxy, silently: boolean, died: Promise<never>) {
  const moment = performance.now()
  if (silently) {
    proxy.darken()
    proxy.swallow(true)
  }
  cluster.killPrimary()
  await cluster.promote()
  const away = performance.now() - moment
  proxy.to(cluster.primary())
  if (silently) proxy.swallow(false)
  await Promise.race([died, sleep(CALM_MS)])
  return { moment, away }
}

interface Figures {
  readonly gaps: { readonly silently: boolean; readonly gap: number; readonly away: number }[]
  deaths: number
}

async function failOverOften(cluster: Cluster, proxy: FaultyProxy, server: Running, writers: readonly Writer[]): Promise<Figures> {
  const figures: Figures = { gaps: [], deaths: 0 }
  const died = Promise.race(writers.map((writer) => writer.ended)).then(() => Promise.reject(new Error('a writer ended')))
  died.catch(() => {})
  try {
    for (let n = 0; n < FAILOVERS; n++) {
      const silently = n % 2 === 1
      await Promise.race([died, sleep(CALM_MS)])
      const { moment, away } = await failOver(cluster, proxy, silently, died)
      const gap = Math.max(...(await Promise.all(writers.map((writer) => gapOf(writer, moment)))))
      figures.gaps.push({ silently, gap, away })
      console.log(`${n + 1}: ${silently ? 'silent' : 'loud'}, ${number(gap)} ms, of it ${number(away)} ms without a primary`)
      await cluster.rebuild()
    }
  } catch (error) {
    console.error(error)
  }
  if (!isAlive(server)) figures.deaths++
  return figures
}

async function gapOf(writer: Writer, moment: number): Promise<number> {
  const until = performance.now() + GIVE_UP_MS
  while (performance.now() < until) {
    const gap = writer.gapAt(moment)
    if (gap !== null) return gap
    await sleep(20)
  }
  return Infinity
}

function isAlive({ pid }: Running): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The server behind one database address with repeated failovers, under load. */
export async function measureFailover(): Promise<string> {
  const cluster = await startCluster()
  const proxy = await startProxy(cluster.primary())
  try {
    const people = await createPeople(cluster.url(cluster.primary()))
    const server = await startServer(cluster.url(proxy.port))
    const mate = people[WRITERS] as TestUser
    const writers = people.slice(0, WRITERS).map((me) => new Writer(`http://127.0.0.1:${server.port}`, me, mate))
    const { gaps, deaths } = await failOverOften(cluster, proxy, server, writers)
    for (const writer of writers) writer.stop()
    await Promise.allSettled(writers.map(({ ended }) => ended))
    const acknowledged = writers.flatMap((writer) => writer.acknowledged)
    const lost = await countLost(cluster.url(cluster.primary()), acknowledged)
    const refusals = new Map<string, number>()
    for (const writer of writers) for (const [what, n] of writer.refusals) refusals.set(what, (refusals.get(what) ?? 0) + n)
    console.log(refusals)
    await server.stop()
    return reportOf(gaps, deaths, acknowledged.length, lost, refusals)
  } finally {
    await proxy.close()
    await cluster.stop()
  }
}

function reportOf(gaps: Figures['gaps'], deaths: number, checked: number, lost: number, refusals: ReadonlyMap<string, number>): string {
  const of = (silently: boolean) => gaps.filter((one) => one.silently === silently).map(({ gap }) => gap)
  const all = gaps.map(({ gap }) => gap)
  const other = [...refusals].filter(([what]) => what !== '503 unavailable').reduce((sum, [, n]) => sum + n, 0)
  const spread = (values: number[]) => `${number(median(values))} / ${number(Math.max(...values))}`
  return table(
    ['failovers under load', '', 'target'],
    [
      ['failovers', String(gaps.length), verdict(gaps.length === FAILOVERS, `${FAILOVERS}`)],
      ['acknowledged writes that were looked for', number(checked), ''],
      ['– of them lost', number(lost), verdict(lost === 0, '0')],
      ['times the process ended', String(deaths), verdict(deaths === 0, '0')],
      ['answers other than success and 503 `unavailable`', number(other), verdict(other === 0, '0')],
      [
        'longest gap of a writer, median / largest (ms)',
        spread(all),
        verdict(Math.max(...all) <= LARGEST_GAP_MS, `≤ ${number(LARGEST_GAP_MS)}`),
      ],
      ['– of it no database was there', spread(gaps.map(({ away }) => away)), ''],
      ['– machines whose connections end', spread(of(false)), ''],
      ['– machines that fall silent', spread(of(true)), ''],
    ],
  )
}
