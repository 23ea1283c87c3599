import { createHash } from 'node:crypto'
import { SECOND_MS } from '@reflet/contract/durations'
import { insert, nullable, type Queryable, type RowOf, rows, sql, t } from '../../db/index.ts'
import { hashToken, randomToken, sameText } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/index.ts'
import { networkOf } from '../../platform/network.ts'
import { record } from '../audit/audit.ts'
import type { ClientOrigin } from './client-origin.ts'
import { type OpenedSession, openSession } from './sessions.commands.ts'

/** A one-time code only crosses the address bar; the app waits one second before it uses it. */
const CODE_MS = 60 * SECOND_MS
const CODE = /^[\w-]{43}$/

/** For whom a code is: the browser that began, known by its cookie, or the native app, by its PKCE challenge. */
export type Holder = { readonly browserHash: Buffer } | { readonly appChallenge: string }

/** Issues the one-time code of a person whom the company's provider has confirmed. */
export async function issueCode(
  tx: Queryable,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  method: 'saml' | 'oidc',
  holder: Holder,
  now: Date,
): Promise<string> {
  const code = randomToken()
  await insert(tx, 'sign_in_codes', {
    company_id: companyId,
    id: newId(now),
    user_id: userId,
    code_hash: hashToken(code),
    method,
    browser_hash: 'browserHash' in holder ? holder.browserHash : null,
    app_challenge: 'appChallenge' in holder ? holder.appChallenge : null,
    created_at: now,
    expires_at: new Date(now.getTime() + CODE_MS),
  })
  return code
}

const codeRow = {
  company_id: t.uuid,
  id: t.uuid,
  user_id: t.uuid,
  method: t.oneOf<'saml' | 'oidc'>(),
  browser_hash: nullable(t.bytes),
  app_challenge: nullable(t.text),
  is_open: t.bool,
  email: t.text,
  session_days: t.int,
}

/** What comes with a code: the cookie's value of the browser, or the verifier of the app. */
export interface Proof {
  readonly browser: string | null
  readonly codeVerifier: string | undefined
}

/** S256 of RFC 7636. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function isHeldBy({ browser_hash, app_challenge }: RowOf<typeof codeRow>, { browser, codeVerifier }: Proof): boolean {
  if (app_challenge !== null) return codeVerifier !== undefined && sameText(challengeOf(codeVerifier), app_challenge)
  // A verifier for a code that began without a challenge: it is not this app's code.
  if (codeVerifier !== undefined) return false
  return browser !== null && browser_hash !== null && hashToken(browser).equals(browser_hash)
}

/**
 * Logs in with the one-time code of a single sign-on. A wrong holder uses the code up: it was seen by someone else. A provider that was
 * replaced or removed meanwhile signs no one in.
 * @returns null when `code` is no code of ours: it is then a password
 * @throws unauthenticated when it was used, is too old, or belongs to someone else, another browser or another app
 */
export async function loginWithCode(
  platform: Platform,
  { email, code }: { readonly email: string; readonly code: string },
  proof: Proof,
  origin: ClientOrigin,
): Promise<OpenedSession | null> {
  if (!CODE.test(code)) return null
  const now = platform.clock()
  const opened = await platform.db.transaction(async (tx) => {
    const [row] = await rows(
      tx,
      codeRow,
      sql`with taken as (
          update sign_in_codes set used_at = ${now}
          where code_hash = ${hashToken(code)} and used_at is null returning id
        )
        select t.company_id, t.id, t.user_id, t.method, t.browser_hash, t.app_challenge, u.email, c.session_days,
          taken.id is not null and t.expires_at > ${now}
            and u.deactivated_at is null and c.suspended_at is null
            and exists (select from sign_in_saml s where t.method = 'saml' and s.company_id = t.company_id
                and s.updated_at <= t.created_at
              union all select from sign_in_oidc o where t.method = 'oidc' and o.company_id = t.company_id
                and o.updated_at <= t.created_at) as is_open
        from sign_in_codes t left join taken on taken.id = t.id
          join users u on u.company_id = t.company_id and u.id = t.user_id
          join companies c on c.company_id = t.company_id
        where t.code_hash = ${hashToken(code)} for no key update of u`,
    )
    if (!row) return null
    if (!row.is_open || row.email !== email || !isHeldBy(row, proof)) {
      const actor = { kind: 'person', id: null, network: networkOf(origin.ip) } as const
      const entry = { companyId: row.company_id, actor, target: { kind: 'person', id: row.user_id } }
      await record(tx, now, { ...entry, action: 'sign_in_refused', details: { method: row.method, reason: 'code' } })
      return 'refused'
    }
    return openSession(platform, tx, { company_id: row.company_id, id: row.user_id, session_days: row.session_days }, row, origin)
  })
  if (opened === 'refused') throw new Problem('unauthenticated')
  if (opened) platform.wake(now)
  return opened
}
