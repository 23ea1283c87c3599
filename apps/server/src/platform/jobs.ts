import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PgBoss } from 'pg-boss'
import { describe, isDatabaseAway } from './http-errors.ts'
import type { Log } from './log.ts'

/** A scheduled job. It runs in one process at a time, however many there are. */
export interface Schedule {
  readonly name: string
  /** Cron expression of five fields, UTC. */
  readonly cron: string
  run(): Promise<void>
}

export interface Jobs {
  /** Whether the scheduler is running. */
  running(): boolean
  stop(): Promise<void>
}

/** Called after each run of a job in this process. */
type Ran = (name: string, outcome: 'success' | 'failure') => void

/** Retry interval of the start while the database is unavailable. */
const AGAIN_MS = 1_000

/**
 * Starts pg-boss on the server's own pool and registers the schedules. The server accepts calls already: an unavailable database does not
 * stop it, the start is retried.
 * @returns null when `signal` ended the wait
 */
export async function startJobs(
  pool: Pool,
  schedules: readonly Schedule[],
  log: Log,
  embedded: boolean,
  signal: AbortSignal,
  ran: Ran = () => undefined,
): Promise<Jobs | null> {
  while (!signal.aborted) {
    const boss = await newBoss(pool, log, embedded)
    try {
      await register(boss, schedules, ran)
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

/** Lazy loading: the server accepts calls before this module is loaded. */
async function newBoss(pool: Pool, log: Log, embedded: boolean): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: (await pool.query(text, values)).rows ?? [] }) },
    backend: embedded ? 'pglite' : 'postgres',
    supervise: true,
    schedule: true,
  })
  boss.on('error', (error) => log.warn(describe(error), 'jobs'))
  return boss
}

async function register(boss: PgBoss, schedules: readonly Schedule[], ran: Ran): Promise<void> {
  await boss.start()
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'singleton' })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 15 }, async () => {
      try {
        await run()
        ran(name, 'success')
      } catch (error) {
        ran(name, 'failure')
        throw error
      }
    })
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
