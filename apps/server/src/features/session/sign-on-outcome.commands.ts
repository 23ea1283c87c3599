import { sql } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import { plainLine } from '../../platform/plain-line.ts'
import { isAbove } from '../../platform/rate-limit.ts'
import { type Actor, record } from '../audit/audit.ts'
import { Refused } from './refused.ts'
import type { Protocol } from './sign-in.policy.ts'
import { type Begun, type FoundPerson, type Onward, refusedAddress, type SignOnCompany, sealOf } from './sign-on.commands.ts'

/** What a test shows to its administrator. */
export interface TestResult {
  readonly refused: Refused | null
  readonly person: FoundPerson | null
  readonly received: readonly { readonly name: string; readonly values: readonly string[] }[]
}

const MOST_RECEIVED = 40
const LONGEST_VALUE = 300

/** Stores what a test brought, sealed, and enters it into the audit log. @returns where the browser goes */
export async function endTest(
  platform: Platform,
  company: SignOnCompany,
  protocol: Protocol,
  begun: Begun,
  result: TestResult,
): Promise<Onward> {
  const now = platform.clock()
  const received = result.received.slice(0, MOST_RECEIVED).map(({ name, values }) => ({
    name: name.slice(0, LONGEST_VALUE).toWellFormed(),
    values: values.slice(0, 20).map((value) => value.slice(0, LONGEST_VALUE).toWellFormed()),
  }))
  const person = result.person && { id: result.person.id, name: result.person.name }
  const { reason = 'ok', detail } = result.refused ?? {}
  const sealed = sealOf(platform, company).seal(
    JSON.stringify({ person, received, details: plainDetail(detail) }),
    'sign_in_requests.sealed_result',
    begun.id,
  )
  await platform.db.transaction(async (tx) => {
    await tx.execute(sql`update sign_in_requests set used_at = coalesce(used_at, ${now}), outcome = ${reason},
        sealed_result = ${sealed}
      where company_id = ${company.company_id} and id = ${begun.id}`)
    const actor = { kind: 'person', id: begun.tester_id, network: null } as const
    const details = { protocol, outcome: reason }
    await record(tx, now, { companyId: company.company_id, actor, action: 'sign_in_tested', details })
  })
  return { to: `${platform.publicUrl()}/admin/sign-in?test=${begun.id}` }
}

/** Entries of one network in a minute. */
const MOST_REFUSALS = 120
const LONGEST_DETAIL = 200

/** What came from outside, so that it can be stored: no control characters, no halves of letters, not long. */
const plainDetail = (detail: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, plainLine(value).slice(0, LONGEST_DETAIL).toWellFormed()]))

/** Where the browser goes after a refusal, whatever the reason was; the audit log says it. Any other error is thrown again. */
export async function refuse(platform: Platform, company: SignOnCompany, method: Protocol, error: unknown, ip: string): Promise<Onward> {
  if (!(error instanceof Refused)) throw error
  await recordRefused(platform, company, method, error, ip)
  return { to: refusedAddress(platform) }
}

/** Enters a refusal into the company's audit log. */
async function recordRefused(
  platform: Platform,
  company: SignOnCompany,
  method: Protocol,
  { reason, detail }: Refused,
  ip: string,
): Promise<void> {
  // The log keeps everything for two years: a network cannot fill it.
  const now = platform.clock()
  const isOver = await isAbove(platform.db, platform.vault.fingerprint(`sign_on_refused:${networkOf(ip)}`), now, MOST_REFUSALS)
  if (isOver) return
  const actor: Actor = { kind: 'person', id: null, network: networkOf(ip) }
  const details = { method, reason, ...plainDetail(detail) }
  await record(platform.db, now, { companyId: company.company_id, actor, action: 'sign_in_refused', details })
}
