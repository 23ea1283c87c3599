import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { describe, isDatabaseAway } from './http-errors.ts'
import type { Log } from './log.ts'

/** Work that happens by the clock. Each runs in one process at a time, however many there are. */
export interface Schedule {
  readonly name: string
  /** Five fields, UTC. */
  readonly cron: string
  run(): Promise<void>
}

export interface Jobs {
  /** Whether schedules are being watched. */
  running(): boolean
  stop(): Promise<void>
}

/** While the database fails over, starting waits so long between two attempts. */
const AGAIN_MS = 1_000

/**
 * Starts pg-boss on the server's own pool and registers the schedules. The server takes calls already: a database that is away ends
 * nothing, it is waited for.
 * @returns null when `signal` ended the wait
 */
export async function startJobs(
  pool: Pool,
  schedules: readonly Schedule[],
  log: Log,
  embedded: boolean,
  signal: AbortSignal,
): Promise<Jobs | null> {
  while (!signal.aborted) {
    const boss = newBoss(pool, log, embedded)
    try {
      await register(boss, schedules)
      return jobsOf(boss)
    } catch (error) {
      await boss.stop({ graceful: false, close: false }).catch((failed) => log.warn(describe(failed), 'jobs'))
      if (!isDatabaseAway(error)) throw error
      log.warn(describe(error), 'jobs wait for the database')
      await pause(AGAIN_MS)
    }
  }
  return null
}

function newBoss(pool: Pool, log: Log, embedded: boolean): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: (await pool.query(text, values)).rows ?? [] }) },
    backend: embedded ? 'pglite' : 'postgres',
    supervise: true,
    schedule: true,
  })
  boss.on('error', (error) => log.warn(describe(error), 'jobs'))
  return boss
}

async function register(boss: PgBoss, schedules: readonly Schedule[]): Promise<void> {
  await boss.start()
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'singleton' })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 15 }, async () => run())
  }
}

function jobsOf(boss: PgBoss): Jobs {
  let running = true
  return {
    running: () => running,
    async stop() {
      running = false
      await boss.stop({ graceful: true, timeout: 5_000, close: false })
    },
  }
}
