import type { Passkey, Security, Session } from '@reflet/contract/security'
import { instant, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'
import { livesAt, type Viewer } from '../../platform/session.ts'
import { isSecondFactorDemanded, mayUsePassword, rulesColumns, signInRulesRow } from './sign-in.policy.ts'
import { startAddress } from './single-sign-on.queries.ts'

const securityRow = {
  ...signInRulesRow,
  has_password: t.bool,
  totp: t.bool,
  recovery_codes: t.int,
  code: t.text,
  saml: t.bool,
  oidc: t.bool,
}

const passkeyRow = { id: t.uuid, name: t.text, backed_up: t.bool, created_at: t.time, used_at: nullable(t.time) }
export const toPasskey = (row: RowOf<typeof passkeyRow>): Passkey => ({
  id: row.id,
  name: row.name,
  synced: row.backed_up,
  created_at: instant(row.created_at),
  used_at: row.used_at === null ? null : instant(row.used_at),
})

/** How the viewer signs in. */
export async function getSecurity(platform: Platform, { companyId, userId }: Viewer): Promise<Security> {
  const { db } = platform
  const [row] = await rows(
    db,
    securityRow,
    sql`select ${rulesColumns}, c.code, u.password_hash is not null as has_password,
        exists (select from totp_secrets t where t.company_id = u.company_id and t.user_id = u.id
          and t.confirmed_at is not null) as totp,
        (select count(*)::int from recovery_codes r where r.company_id = u.company_id and r.user_id = u.id
          and r.used_at is null) as recovery_codes, exists (select from sign_in_saml s where s.company_id = c.company_id) as saml,
        exists (select from sign_in_oidc o where o.company_id = c.company_id) as oidc
      from users u join companies c on c.company_id = u.company_id
      where u.company_id = ${companyId} and u.id = ${userId}`,
  )
  if (!row) throw new Error('a viewer without a person')
  const passkeys = await rows(
    db,
    passkeyRow,
    sql`select id, name, backed_up, created_at, used_at from passkeys
      where company_id = ${companyId} and user_id = ${userId} order by created_at, id`,
  )
  return {
    has_password: row.has_password,
    password_allowed: mayUsePassword(row, platform.clock()),
    single_sign_on: startAddress(platform, row),
    totp: row.totp,
    passkeys: passkeys.map(toPasskey),
    recovery_codes: row.recovery_codes,
    second_factor_demanded: isSecondFactorDemanded(row),
  }
}

/** The viewer's sessions that have not expired, the latest first. */
export async function listSessions(db: Queryable, { companyId, userId, sessionId }: Viewer, now: Date): Promise<Session[]> {
  const found = await rows(
    db,
    {
      id: t.uuid,
      method: t.text,
      browser: nullable(t.text),
      system: nullable(t.text),
      network: nullable(t.text),
      created_at: t.time,
      used_at: t.time,
    },
    sql`select s.id, s.method, s.browser, s.system, s.network, s.created_at, s.used_at
      from sessions s join companies c on c.company_id = s.company_id
      where s.company_id = ${companyId} and s.user_id = ${userId} and ${livesAt(now)}
      order by s.used_at desc, s.id desc`,
  )
  return found.map((row) => ({
    ...row,
    current: row.id === sessionId,
    created_at: instant(row.created_at),
    used_at: instant(row.used_at),
  }))
}
