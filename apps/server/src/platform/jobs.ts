import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { describe } from './http-errors.ts'
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

/** Starts pg-boss on the server's own pool and registers the schedules. */
export async function startJobs(pool: Pool, schedules: readonly Schedule[], log: Log, embedded: boolean): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: async (text: string, values?: unknown[]) => ({ rows: (await pool.query(text, values)).rows ?? [] }) },
    backend: embedded ? 'pglite' : 'postgres',
    supervise: true,
    schedule: true,
  })
  boss.on('error', (error) => log.warn(describe(error), 'jobs'))
  await boss.start()
  for (const { name, cron, run } of schedules) {
    await boss.createQueue(name, { policy: 'singleton' })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: 15 }, async () => run())
  }
  let running = true
  return {
    running: () => running,
    async stop() {
      running = false
      await boss.stop({ graceful: true, timeout: 5_000, close: false })
    },
  }
}
