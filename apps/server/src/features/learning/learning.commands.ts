import { sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { type DomoscioAccount, DomoscioUnavailable, ensureStudent, probe, removeStudent } from './domoscio.ts'
import { getLearner, type Learning } from './learning.queries.ts'

/** A pseudonym: 132 bits of a MAC. No name, address or id of ours is sent. */
const pseudonymOf = ({ vault }: Platform, userId: string) => vault.deriveToken('learner', userId).slice(0, 22)

/** Creates a student for the viewer on the company's learning platform. Idempotent. */
export async function linkLearner(platform: Platform, viewer: Viewer): Promise<'linked' | 'unavailable'> {
  const { account } = await getLearner(platform, viewer)
  const done = await tried(platform, viewer, account, async (theirs) => {
    await keepStudent(platform, viewer, await ensureStudent(platform.outgoing, theirs, pseudonymOf(platform, viewer.userId)))
  })
  return done ? 'linked' : 'unavailable'
}

/**
 * Deletes the student on the platform, then the link. If the platform fails, the link stays, so that it can be retried; a company without a
 * learning platform does not prevent unlinking.
 */
export async function forgetLearner(platform: Platform, viewer: Learning): Promise<'unlinked' | 'unavailable'> {
  const { account, student } = await getLearner(platform, viewer)
  if (student === null) return 'unlinked'
  if (!account) {
    await keepStudent(platform, viewer, null)
    return 'unlinked'
  }
  const done = await tried(platform, viewer, account, async (theirs) => {
    await removeStudent(platform.outgoing, theirs, student, pseudonymOf(platform, viewer.userId))
    await keepStudent(platform, viewer, null)
  })
  return done ? 'unlinked' : 'unavailable'
}

/** Whether it succeeded; failures are logged. */
async function tried(
  platform: Platform,
  viewer: Learning,
  account: DomoscioAccount | null,
  run: (account: DomoscioAccount) => Promise<void>,
): Promise<boolean> {
  try {
    if (!account) throw new DomoscioUnavailable('no settings that can be used')
    await run(account)
    return true
  } catch (error) {
    if (!(error instanceof DomoscioUnavailable)) throw error
    platform.log.warn({ company_id: viewer.companyId, reason: error.message }, 'the learning platform is not available')
    return false
  }
}

async function keepStudent({ db }: Platform, { companyId, userId }: Learning, domoscio_student: string | null): Promise<void> {
  await db.execute(sql`update users set domoscio_student = ${domoscio_student} where company_id = ${companyId} and id = ${userId}`)
}

/** Asks the platform whether it takes the company's token. */
export async function testPlatform(platform: Platform, viewer: Viewer): Promise<'ok' | 'refused' | 'unavailable' | 'incomplete'> {
  const { account } = await getLearner(platform, viewer)
  return account ? probe(platform.outgoing, account) : 'incomplete'
}
