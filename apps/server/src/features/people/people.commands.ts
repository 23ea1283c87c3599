import type { UserPatch } from '@reflet/contract/people'
import type * as z from 'zod/mini'
import { assignments, insertInto, type Queryable, rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { personAt, record } from '../audit/audit.ts'
import { TERMS_VERSION } from '../legal/legal.queries.ts'
import { indexPerson } from '../search-index/search-index.ts'
import { borneUntil, nameChosen } from './names.policy.ts'
import { type SwitchedOff, switchedOff } from './notifications.policy.ts'

/** The searchable texts of a person. */
const FINDABLE = ['first_name', 'last_name', 'job_title']

const NAMES = ['first_name', 'last_name'] as const

/** Updates the viewer's given fields; also the given notification settings only. A new name is not confirmed, and is in the audit log. */
export async function updateUser(platform: Platform, viewer: Viewer, patch: z.output<typeof UserPatch>, ip: string): Promise<void> {
  const { notifications, ...fields } = patch
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (Object.keys(changes).length === 0 && !notifications) return
  const { companyId, userId } = viewer
  const me = sql`company_id = ${companyId} and id = ${userId}`
  const now = platform.clock()
  await platform.db.transaction(async (tx) => {
    const [before] = await rows(
      tx,
      { off: t.json<SwitchedOff>(), first_name: t.text, last_name: t.text },
      sql`select notifications as off, first_name, last_name from users where ${me} for update`,
    )
    if (!before) return
    const off = notifications ? { notifications: switchedOff(before.off, notifications) } : {}
    const renamed = NAMES.filter((name) => patch[name] !== undefined && patch[name] !== before[name])
    await tx.execute(
      sql`update users set ${assignments({ ...changes, ...off, ...(renamed.length > 0 && nameChosen(now, patch)) })} where ${me}`,
    )
    if (FINDABLE.some((field) => field in changes)) await indexPerson(tx, companyId, userId)
    if (renamed.length === 0) return
    const target = { kind: 'person', id: userId } as const
    await record(tx, now, { companyId, actor: personAt(userId, ip), action: 'name_changed', target, details: { fields: renamed } })
  })
}

/** Forgets the confirmed names that people replaced, when the new ones are confirmed. */
export async function forgetFormerNames(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`update users set confirmed_first_name = null, confirmed_last_name = null, name_changed_at = null
    where name_changed_at <= ${borneUntil(now)}`)
}

/** Stores where the app was last used: `browser` or `mobile`. */
export async function setPlatform(platform: Platform, viewer: Viewer, used: 'browser' | 'mobile'): Promise<void> {
  await platform.db.execute(sql`update users set platform = ${used} where company_id = ${viewer.companyId} and id = ${viewer.userId}`)
}

type OnboardingFlag =
  | 'is_onboarding_finished'
  | 'is_onboarding_dashboard_finished'
  | 'is_onboarding_answer_finished'
  | 'is_onboarding_badge_finished'

/** Sets a flag of the onboarding. Idempotent. */
export async function finishOnboarding(platform: Platform, viewer: Viewer, flag: OnboardingFlag): Promise<void> {
  await platform.db.execute(
    sql`update users set ${assignments({ [flag]: true, ...(flag === 'is_onboarding_finished' && { onboarding_step: 'finished' as const }) })} where company_id = ${viewer.companyId} and id = ${viewer.userId}`,
  )
}

/**
 * Stores that the viewer accepted the terms in force, when and in which language; the first time counts.
 * @throws terms_changed when another version was shown to them
 */
export async function acceptTerms(platform: Platform, viewer: Viewer, version: string): Promise<void> {
  if (version !== TERMS_VERSION) throw new Problem('terms_changed')
  const now = platform.clock()
  const { companyId: company_id, userId: user_id, locale } = viewer
  await platform.db.transaction(async (tx) => {
    await tx.execute(
      sql`${insertInto('terms_acceptances', { company_id, id: newId(now), user_id, version, locale, accepted_at: now })} on conflict do nothing`,
    )
    await tx.execute(sql`update users set terms_version = ${version} where company_id = ${company_id} and id = ${user_id}`)
  })
}
