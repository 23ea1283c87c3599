import { type Params, type Queryable, query, type RowOf, rows, sql, t } from '../../db/index.ts'
import type { Platform } from '../../platform/index.ts'

/** Which protocols a company of this code uses. */
const companyRow = { code: t.text, saml: t.bool, oidc: t.bool }

/** Where a sign-in begins: SAML first, so that a company can try OpenID Connect before it removes it; null without either. */
export function startAddress(platform: Pick<Platform, 'publicUrl'>, { code, saml, oidc }: RowOf<typeof companyRow>): string | null {
  if (!saml && !oidc) return null
  return `${platform.publicUrl()}/${saml ? 'saml' : 'oidc'}/${code}/login`
}

const selectCompanies = query(
  'sign_in_by_number',
  companyRow,
  (
    v: Params<{ number: string; company: string | null }>,
  ) => sql`select distinct c.code, s.company_id is not null as saml, o.company_id is not null as oidc
    from users u
      join companies c on c.company_id = u.company_id
      left join sign_in_saml s on s.company_id = c.company_id
      left join sign_in_oidc o on o.company_id = c.company_id
    where registration_key(u.registration_number) = registration_key(${v.number})
      and u.registration_number is not null and u.deactivated_at is null and c.suspended_at is null
      and (s.company_id is not null or o.company_id is not null)
      and (${v.company}::text is null
        or ${v.company}::text in (lower(c.code), lower(c.name)))
    limit 2`,
)

/** Where people with this registration number sign in. One statement for known and unknown numbers, so that both take the same time. */
export async function checkNumber(
  platform: Platform,
  { matricule, company }: { readonly matricule: string; readonly company?: string | undefined },
): Promise<{ status: 'true' | 'false' | 'company'; link?: string }> {
  const found = await selectCompanies(platform.db, { number: matricule, company: company?.toLowerCase() || null })
  const [first, second] = found
  if (second) return { status: 'company' }
  const link = first && startAddress(platform, first)
  return link ? { status: 'true', link } : { status: 'false' }
}

/** Whether a company has an identity provider. */
export async function hasSingleSignOn(db: Queryable, companyId: string): Promise<boolean> {
  const [row] = await rows(
    db,
    { found: t.bool },
    sql`select exists (select from sign_in_saml where company_id = ${companyId})
      or exists (select from sign_in_oidc where company_id = ${companyId}) as found`,
  )
  return row?.found === true
}
