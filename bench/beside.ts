import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { userCalls } from './calls.ts'
import { cpuOf, cpuOfPostgres, type Loader, type Running } from './processes.ts'
import { number, table, verdict } from './report.ts'

/** What people notice of work in the background: the first screen's call at a fixed rate, at rest and meanwhile. */

/** The load of a hundred thousand people who open the app every eight minutes. */
const PER_SECOND = 200
const CONNECTIONS = 16
const WARM_UP = 4_000
const REST_MS = 20_000
const TARGET_P99 = 2

/** Mails are written and fall due a day later: none is sent during a measurement. */
export async function holdMails(client: pg.Client): Promise<void> {
  await client.query(`create or replace function bench.later() returns trigger language plpgsql as
    $$ begin new.send_after := new.send_after + interval '1 day'; return new; end $$`)
  await client.query('create or replace trigger bench_later before insert on outbox for each row execute function bench.later()')
  await client.query('alter table outbox enable always trigger bench_later')
}

/** Triggers a scheduled job. */
export const strike = (client: pg.Client, job: string) =>
  client.query(`insert into pgboss.job (name, policy) values ($1, 'singleton')`, [job])

/** Waits until the server has planned a job. */
export async function jobsOf(client: pg.Client, job: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { rows } = await client.query(`select from pg_tables where schemaname = 'pgboss' and tablename = 'queue'`)
    if (rows.length > 0 && (await client.query('select from pgboss.queue where name = $1', [job])).rows.length > 0) return
    await sleep(200)
  }
  throw new Error('the server’s schedules did not start')
}

/** Runs the load until `during` ends; returns its latencies, and the CPU time of server and PostgreSQL. */
export async function loaded(running: Running, load: Loader, postmaster: number, during: () => Promise<unknown>) {
  const before = cpuOf(running.pid) + cpuOfPostgres(postmaster)
  const figures = load.run({
    port: running.port,
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    count: 2_000_000,
    calls: await userCalls()(),
  })
  try {
    await Promise.race([during(), figures])
  } finally {
    load.enough()
    await figures
  }
  return { ...(await figures), cpu: cpuOf(running.pid) + cpuOfPostgres(postmaster) - before }
}

export type Loaded = Awaited<ReturnType<typeof loaded>>

export async function atRest(running: Running, load: Loader, postmaster: number): Promise<Loaded> {
  await load.run({ port: running.port, connections: CONNECTIONS, count: WARM_UP, calls: await userCalls()() })
  return loaded(running, load, postmaster, () => sleep(REST_MS))
}

export function besideTable(rest: Loaded, busy: Loaded): string {
  const p99 = busy.p99 / rest.p99
  return table(
    [`GET /api/users/1, ${PER_SECOND} a second`, 'at rest', 'meanwhile', 'ratio', 'target'],
    [
      ['p50 (ms)', number(rest.p50, 1), number(busy.p50, 1), number(busy.p50 / rest.p50, 2), ''],
      ['p99 (ms)', number(rest.p99, 1), number(busy.p99, 1), number(p99, 2), verdict(p99 <= TARGET_P99, `≤ ${TARGET_P99}`)],
    ],
  )
}
