import { rows, sql, t } from '../../db/index.ts'
import { Problem } from '../../platform/errors.ts'
import type { Platform } from '../../platform/index.ts'
import type { Viewer } from '../../platform/session.ts'
import { personAt, record } from '../audit/audit.ts'
import { insertTest, testLinkOf } from './sign-on.commands.ts'

/**
 * Begins a test of the company's settings: a sign-in that signs no one in.
 * @throws single_sign_on_missing when the company has no such provider
 */
export async function beginTest(platform: Platform, { companyId, userId }: Viewer, protocol: 'saml' | 'oidc', ip: string) {
  const [company] = await rows(
    platform.db,
    { code: t.text, saml: t.bool, oidc: t.bool },
    sql`select code, exists (select from sign_in_saml s where s.company_id = c.company_id) as saml,
        exists (select from sign_in_oidc o where o.company_id = c.company_id) as oidc
      from companies c where c.company_id = ${companyId}`,
  )
  if (!company?.[protocol]) throw new Problem('single_sign_on_missing')
  const id = await insertTest(platform, companyId, userId, protocol)
  const actor = personAt(userId, ip)
  await record(platform.db, platform.clock(), { companyId, actor, action: 'sign_in_test_begun', details: { protocol } })
  return { id, link: `${platform.publicUrl()}/${protocol}/${company.code}/login?test=${testLinkOf(platform, id)}` }
}
