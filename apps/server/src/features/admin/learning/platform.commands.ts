import { assignments, sql } from '../../../db/index.ts'
import type { Seal } from '../../../platform/crypto.ts'
import { Problem } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/index.ts'
import { record } from '../../audit/audit.ts'
import { originOf } from '../../learning/host.policy.ts'
import type { Administration } from '../people/people.commands.ts'
import { getLearningPlatform } from './platform.queries.ts'

interface Wanted {
  readonly host: string
  readonly instance: string
  readonly token?: string | undefined
}

/**
 * Sets the company's learning platform. A stored token is kept for the same host only: it must not be sent to another one.
 * @throws host_not_allowed, token_missing
 */
export async function setLearningPlatform(
  platform: Platform,
  by: Administration,
  seal: Seal,
  { host, instance, token }: Wanted,
): Promise<void> {
  const { companyId, actor } = by
  const now = platform.clock()
  const origin = originOf(host, platform.production)
  if (origin === null) throw new Problem('host_not_allowed', { fields: { host: 'host_not_allowed' } })
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`select from companies where company_id = ${companyId} for no key update`)
    const before = await getLearningPlatform(tx, companyId, platform.production)
    const isSame = before.has_token && before.host !== null && originOf(before.host, platform.production) === origin
    if (token === undefined && !isSame) throw new Problem('token_missing', { fields: { token: 'missing' } })
    const sealed = token === undefined ? {} : { sealed_domoscio_token: seal.seal(token, 'companies.sealed_domoscio_token', companyId) }
    await tx.execute(
      sql`update companies set ${assignments({ domoscio_host: host, domoscio_instance: instance, ...sealed })} where company_id = ${companyId}`,
    )
    await record(tx, now, { companyId, actor, action: 'learning_platform_changed', details: { host, token: token !== undefined } })
  })
}

/** Removes the learning platform with its token. Idempotent. */
export async function removeLearningPlatform(platform: Platform, { companyId, actor }: Administration): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const none = { domoscio_host: null, domoscio_instance: null, sealed_domoscio_token: null }
    await tx.execute(sql`update companies set ${assignments(none)} where company_id = ${companyId}`)
    await record(tx, platform.clock(), { companyId, actor, action: 'learning_platform_removed' })
  })
}
