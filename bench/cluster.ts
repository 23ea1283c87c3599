import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../scripts/ports.mjs'
import { createCluster, postgres, postgresFolder } from '../scripts/postgres.mjs'

const WAIT_MS = 60_000

interface Node {
  readonly data: string
  readonly port: number
}

/** A primary with a synchronous standby, which swap roles. */
export interface Cluster {
  /** The port of the primary. */
  primary(): number
  url(port: number): string
  /** Waits until committed data are on both machines. */
  inSync(): Promise<void>
  /** Simulates a power failure. */
  killPrimary(): void
  /** Promotes the standby to primary, without a standby of its own for now. */
  promote(): Promise<void>
  /** Rebuilds the old primary as the standby of the new one. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}

export async function startCluster(): Promise<Cluster> {
  const folder = postgresFolder()
  const nodes = await Promise.all(['a', 'b'].map(async (name): Promise<Node> => ({ data: join(folder, name), port: await freePort() })))
  let [primary, standby] = nodes as [Node, Node]
  const url = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

  // A standby that has just lost its primary waits this long before it checks again, also for a promotion.
  const settings = (port: number) =>
    `-c wal_retrieve_retry_interval=200ms -p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c shared_buffers=64MB -c max_connections=60 -c hot_standby=on`
  const start = ({ data, port }: Node) => postgres('pg_ctl', ['-D', data, '-w', '-l', `${data}.log`, '-o', settings(port), 'start'], folder)

  async function ask<Row extends pg.QueryResultRow>(port: number, ...statements: string[]): Promise<Row[]> {
    const client = new pg.Client(url(port))
    await client.connect()
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    await client.end()
    return rows
  }
  async function until(port: number, question: string): Promise<void> {
    const end = Date.now() + WAIT_MS
    while (Date.now() < end) {
      const [row] = await ask<{ yes: boolean }>(port, question)
      if (row?.yes) return
      await sleep(50)
    }
    throw new Error(`not in a minute: ${question}`)
  }
  const inSync = () =>
    until(primary.port, `select count(*) = 1 as yes from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`)

  async function addStandby(): Promise<void> {
    rmSync(standby.data, { recursive: true, force: true })
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    await postgres('pg_basebackup', ['-D', standby.data, ...from, '-X', 'stream', '-c', 'fast', '--no-sync'], folder)
    // After the promotion commits do not wait, until it has a standby of its own.
    writeFileSync(join(standby.data, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`)
    writeFileSync(join(standby.data, 'standby.signal'), '')
    await start(standby)
    await ask(primary.port, `alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
    await inSync()
  }

  await createCluster(primary.data)
  await start(primary)
  await addStandby()
  return {
    primary: () => primary.port,
    url,
    inSync,
    killPrimary() {
      const postmaster = Number(readFileSync(join(primary.data, 'postmaster.pid'), 'utf8').split('\n')[0])
      // Zero would be this process and all of its group.
      if (!(postmaster > 1)) throw new Error('the primary does not run')
      // Stopped first, so that the list of its children is complete.
      process.kill(postmaster, 'SIGSTOP')
      const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').match(/\d+/g) ?? []
      for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, 'SIGKILL')
    },
    async promote() {
      await postgres('pg_ctl', ['-D', standby.data, '-w', 'promote'], folder)
      ;[primary, standby] = [standby, primary]
    },
    rebuild: addStandby,
    async stop() {
      for (const { data } of [standby, primary]) {
        await postgres('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'], folder).catch((error: Error) =>
          console.error(error.message),
        )
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
