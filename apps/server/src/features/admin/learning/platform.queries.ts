import type { LearningPlatform } from '@reflet/contract/admin-learning'
import { nullable, type Queryable, rows, sql, t } from '../../../db/index.ts'
import { originOf } from '../../learning/host.policy.ts'

/** The company's learning platform, without its token. */
export async function getLearningPlatform(db: Queryable, companyId: string, production: boolean): Promise<LearningPlatform> {
  const [row] = await rows(
    db,
    { host: nullable(t.text), instance: nullable(t.text), has_token: t.bool },
    sql`select domoscio_host as host, domoscio_instance as instance, sealed_domoscio_token is not null as has_token
      from companies where company_id = ${companyId}`,
  )
  const { host = null, instance = null, has_token = false } = row ?? {}
  return { host, instance, has_token, usable: has_token && instance !== null && host !== null && originOf(host, production) !== null }
}
