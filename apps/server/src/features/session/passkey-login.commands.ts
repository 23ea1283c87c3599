import type { PasskeyAnswer } from '@reflet/contract/login-steps'
import { rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { ClientOrigin } from './client-origin.ts'
import { checkPasskey } from './passkeys.commands.ts'
import { type OpenedSession, openSession } from './sessions.commands.ts'
import { mayUsePassword, rulesColumns, signInRulesRow } from './sign-in.policy.ts'

/**
 * Logs in with a passkey alone: it is something that the person has, unlocked by something that they know or are, so no further factor is
 * asked for.
 * @throws unauthenticated, whatever is wrong
 */
export async function loginPasskey(platform: Platform, answer: PasskeyAnswer, origin: ClientOrigin): Promise<OpenedSession> {
  const now = platform.clock()
  const { owner, store } = await checkPasskey(platform, answer, 'login', null).catch((error: unknown) => {
    throw error instanceof Problem ? new Problem('unauthenticated') : error
  })
  const { companyId, userId } = owner
  const opened = await platform.db.transaction(async (tx) => {
    const [account] = await rows(
      tx,
      { ...signInRulesRow, company_id: t.uuid, id: t.uuid, session_days: t.int },
      sql`select u.company_id, u.id, c.session_days, ${rulesColumns}
        from users u join companies c on c.company_id = u.company_id
        where u.company_id = ${companyId} and u.id = ${userId} and u.deactivated_at is null and c.suspended_at is null
        for no key update of u`,
    )
    if (!account || !mayUsePassword(account, now)) throw new Problem('unauthenticated')
    if (!(await store(tx))) throw new Problem('unauthenticated')
    return openSession(platform, tx, account, { method: 'passkey' }, origin)
  })
  platform.wake(now)
  return opened
}
