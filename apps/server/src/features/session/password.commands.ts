import type { PasskeyAnswer } from '@reflet/contract/login-steps'
import { nullable, type Queryable, rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import { hashPassword, verifyPassword, whenThereIsRoom } from '../../platform/passwords.ts'
import type { Viewer } from '../../platform/session.ts'
import { countAttempt, forgetAttempt, type Origin, ownPasswordAccount } from './attempts.commands.ts'
import { mailChange, requireOwnSignIn, securityChanged } from './factors.commands.ts'
import { checkPasskey, storedPasskeys } from './passkeys.commands.ts'
import { checkNewPassword, type PasswordOwner, passwordOwnerRow } from './password-rules.ts'
import { confirmSession, endOthers } from './sessions.commands.ts'
import { authenticationOptions, type Person } from './webauthn.ts'

/** @throws unauthenticated when the account is gone */
export async function passwordOwner(
  db: Queryable,
  { companyId, userId }: Person,
): Promise<PasswordOwner & { readonly password_hash: string | null }> {
  const [row] = await rows(
    db,
    { ...passwordOwnerRow, password_hash: nullable(t.text) },
    sql`select u.email, u.first_name, u.last_name, u.password_hash, c.name as company, c.code
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) throw new Problem('unauthenticated')
  return row
}

/**
 * Checks the viewer's password as a login does, with a lockout: a stolen session must not be a way to guess it. Counted by the account, not
 * by its address, which the account of another company may hold.
 * @throws wrong_password, unavailable
 */
async function checkOwnPassword(
  platform: Platform,
  userId: string,
  password_hash: string | null,
  password: string,
  origin: Origin,
): Promise<void> {
  await whenThereIsRoom(
    async () => {
      const attempt = await countAttempt(platform, ownPasswordAccount(userId), origin)
      const right = await verifyPassword(password, password_hash)
      if (attempt.refused || !right) throw new Problem('wrong_password')
      await forgetAttempt(platform, platform.db, attempt)
    },
    { trusted: true },
  )
}

/**
 * Proves again who the viewer is. With neither password nor passkey it begins: the options for a passkey, or null when the viewer has none.
 * @throws wrong_password, passkey_refused; forbidden when the person signs in with the company's provider only
 */
export async function reauthenticate(
  platform: Platform,
  viewer: Viewer,
  { password, passkey }: { readonly password?: string | undefined; readonly passkey?: PasskeyAnswer | undefined },
  origin: Origin,
): Promise<Record<string, unknown> | null> {
  // Where the company's provider alone signs the person in, nothing of ours proves who they are.
  if (password !== undefined || passkey) await requireOwnSignIn(platform, viewer)
  if (password !== undefined)
    await checkOwnPassword(platform, viewer.userId, (await passwordOwner(platform.db, viewer)).password_hash, password, origin)
  else if (passkey) {
    const { store } = await checkPasskey(platform, passkey, 'reauthentication', viewer)
    if (!(await store(platform.db))) throw new Problem('passkey_refused')
  } else {
    const own = await storedPasskeys(platform.db, viewer)
    return own.length === 0 ? null : authenticationOptions(platform, 'reauthentication', viewer, own)
  }
  await confirmSession(platform, platform.db, viewer)
  return null
}

/**
 * Changes the viewer's password. The other sessions end: who knew the old one is out.
 * @throws wrong_password, password_too_weak, forbidden when the person signs in with the company's provider only
 */
export async function changePassword(
  platform: Platform,
  viewer: Viewer,
  input: { readonly current: string; readonly new: string },
  origin: Origin,
): Promise<void> {
  const now = platform.clock()
  await requireOwnSignIn(platform, viewer)
  const owner = await passwordOwner(platform.db, viewer)
  await checkOwnPassword(platform, viewer.userId, owner.password_hash, input.current, origin)
  await checkNewPassword(input.new, owner, 'new')
  const hash = await whenThereIsRoom(() => hashPassword(input.new), { trusted: true })
  await platform.db.transaction(async (tx) => {
    // Of two concurrent changes one succeeds.
    const changed =
      await tx.execute(sql`update users set password_hash = ${hash} where company_id = ${viewer.companyId} and id = ${viewer.userId}
        and password_hash = ${owner.password_hash}`)
    if (changed === 0) throw new Problem('wrong_password')
    await tx.execute(sql`update password_resets set used_at = ${now}
      where company_id = ${viewer.companyId} and user_id = ${viewer.userId} and used_at is null`)
    await endOthers(tx, viewer)
    await confirmSession(platform, tx, viewer)
    await securityChanged(platform, tx, viewer, 'password_changed', origin.ip)
  })
  platform.wake(now)
}

/** A password that was set by a link from a mail: its owner learns of it, wherever the link was opened. */
export const mailPasswordSet = (tx: Queryable, person: Person, now: Date) => mailChange(tx, person, 'password_changed', now)
