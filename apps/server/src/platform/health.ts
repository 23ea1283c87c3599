import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Problem } from './errors.ts'

/** Probes: alive while the process answers; ready when the database is migrated and mail and jobs run. */
export function healthRoutes(app: FastifyInstance, pool: Pool, parts: { jobs: () => boolean; mail: () => Promise<boolean> }) {
  app.get('/health/live', async () => ({ status: 'ok' }))
  app.get('/health/ready', async () => {
    const database = await pool.query('select 1 from schema_migrations limit 1').then((result) => result.rowCount === 1)
    if (!database || !parts.jobs() || !(await parts.mail())) throw new Problem('unavailable')
    return { status: 'ready' }
  })
}
