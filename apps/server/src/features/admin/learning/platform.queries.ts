import type { LearningPlatform } from '@reflet/contract/admin-learning'
import { sql } from 'drizzle-orm'
import { type Queryable, rows } from '../../../db/index.ts'
import { originOf } from '../../learning/host.policy.ts'

/** The company's learning platform, without its token. */
export async function getLearningPlatform(db: Queryable, companyId: string, production: boolean): Promise<LearningPlatform> {
  const [row] = await rows<{ host: string | null; instance: string | null; has_token: boolean }>(
    db,
    sql`select domoscio_host as host, domoscio_instance as instance, sealed_domoscio_token is not null as has_token
      from companies where company_id = ${companyId}`,
  )
  const { host = null, instance = null, has_token = false } = row ?? {}
  return { host, instance, has_token, usable: has_token && instance !== null && host !== null && originOf(host, production) !== null }
}
