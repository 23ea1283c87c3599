import type { Configuration } from 'openid-client'
import { type RowOf, rows, sql, t } from '../../../db/index.ts'
import { randomToken } from '../../../platform/crypto.ts'
import type { Platform } from '../../../platform/index.ts'
import { type OpenIdClient, openIdLibrary } from '../../../platform/openid.ts'
import { Refused } from '../refused.ts'
import {
  type Begun,
  beginSignOn,
  findBegun,
  findOrCreate,
  findTest,
  issueFor,
  type Onward,
  refusedAddress,
  sealOf,
  signOnCompanyRow,
  useBegun,
} from '../sign-on.commands.ts'
import { endTest, refuse } from '../sign-on-outcome.commands.ts'
import { type Claims, claimRulesRow, isIncomplete, personOf, receivedOf } from './claims.ts'
import { reasonOf } from './reasons.ts'

const oidcCompanyRow = { ...signOnCompanyRow, ...claimRulesRow, client_id: t.text, sealed_client_secret: t.bytes, updated_at: t.time }
export type OidcCompany = RowOf<typeof oidcCompanyRow>

/** Reads a provider's configuration, or remembers it. */
export type Provider = (key: string, client: OpenIdClient) => Promise<Configuration>

async function findOidc(platform: Platform, code: string): Promise<OidcCompany | null> {
  const [row] = await rows(
    platform.db,
    oidcCompanyRow,
    sql`select c.company_id, c.code, c.wrapped_key, o.issuer, o.client_id, o.sealed_client_secret, o.claim, o.person_by,
        o.hosted_domain, o.updated_at
      from companies c join sign_in_oidc o on o.company_id = c.company_id
      where c.code = ${code} and c.suspended_at is null`,
  )
  return row ?? null
}

/** @throws Refused provider_unreachable */
async function configurationOf(platform: Platform, provider: Provider, company: OidcCompany): Promise<Configuration> {
  const { company_id, issuer, client_id: clientId, updated_at } = company
  const clientSecret = sealOf(platform, company).open(company.sealed_client_secret, 'sign_in_oidc.sealed_client_secret', company_id)
  try {
    return await provider(`${company_id} ${new Date(updated_at).getTime()}`, { issuer, clientId, clientSecret })
  } catch {
    throw new Refused('provider_unreachable')
  }
}

const redirectUri = (platform: Platform, code: string) => `${platform.publicUrl()}/oidc/${code}/callback`

export interface Begin {
  readonly browser: string | null
  readonly appChallenge?: string | undefined
  readonly test?: string | undefined
  readonly ip: string
}

/** Begins a sign-in by authorization code with PKCE, state and nonce: where the browser goes, and the value of its cookie. */
export async function beginOidc(platform: Platform, provider: Provider, code: string, begin: Begin): Promise<Onward> {
  const company = await findOidc(platform, code)
  if (!company) return { to: refusedAddress(platform) }
  const { appChallenge, test, ip } = begin
  const browser = begin.browser ?? randomToken()
  const [state, nonce] = [randomToken(), randomToken()]
  try {
    const configuration = await configurationOf(platform, provider, company)
    const library = await openIdLibrary()
    const codeVerifier = library.randomPKCECodeVerifier()
    await beginSignOn(platform, company, { protocol: 'oidc', key: state, browser, appChallenge, test, nonce, codeVerifier })
    const url = library.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri(platform, code),
      scope: 'openid email profile',
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...(company.hosted_domain && { hd: company.hosted_domain }),
    })
    return { to: url.href, browser, marks: !appChallenge && !test }
  } catch (error) {
    if (!test || !(error instanceof Refused) || error.reason === 'test_unknown') return refuse(platform, company, 'oidc', error, ip)
    const begun = await findTest(platform, company, test)
    return endTest(platform, company, 'oidc', begun, { refused: error, person: null, received: [] })
  }
}

interface Reading {
  begun: Begun | null
  claims: Claims | null
}

/** Takes a provider's answer. Everything that is wrong with it leads to the same page; the audit log says what it was. */
export async function acceptOidc(
  platform: Platform,
  provider: Provider,
  code: string,
  { query, browser, ip }: { readonly query: string; readonly browser: string | null; readonly ip: string },
): Promise<Onward> {
  const company = await findOidc(platform, code)
  if (!company) return { to: refusedAddress(platform) }
  const reading: Reading = { begun: null, claims: null }
  try {
    return await accept(platform, provider, company, query, browser, reading)
  } catch (error) {
    const { begun, claims } = reading
    if (!(error instanceof Refused) || !begun?.tester_id) return refuse(platform, company, 'oidc', error, ip)
    return endTest(platform, company, 'oidc', begun, { refused: error, person: null, received: claims ? receivedOf(claims) : [] })
  }
}

async function accept(
  platform: Platform,
  provider: Provider,
  company: OidcCompany,
  query: string,
  browser: string | null,
  reading: Reading,
): Promise<Onward> {
  const now = platform.clock()
  const states = new URLSearchParams(query).getAll('state')
  const [state] = states
  if (!state || states.length > 1) throw new Refused('state')
  const begun = await findBegun(platform.db, company, 'oidc', state, browser, now)
  reading.begun = begun
  const claims = await claimsOf(platform, provider, company, begun, state, query)
  reading.claims = claims
  const value = personOf(claims, company)
  const person = await findOrCreate(platform, company, { by: company.person_by, value }, null)
  if (begun.tester_id) return endTest(platform, company, 'oidc', begun, { refused: null, person, received: receivedOf(claims) })
  const holder = begun.app_challenge ? { appChallenge: begun.app_challenge } : { browserHash: begun.browser_hash }
  // Of two answers with one state, the provider takes one code, and one goes on here.
  const to = await platform.db.transaction(async (tx) => {
    await useBegun(tx, company, begun, now)
    return issueFor(platform, tx, company, person, 'oidc', holder)
  })
  return { to, marks: !begun.app_challenge }
}

/** Exchanges the code, and reads the claims of the verified ID token; what it lacks, of the user info. @throws Refused */
async function claimsOf(
  platform: Platform,
  provider: Provider,
  company: OidcCompany,
  { id, nonce, sealed_code_verifier }: Begun,
  state: string,
  query: string,
): Promise<Claims> {
  const configuration = await configurationOf(platform, provider, company)
  const library = await openIdLibrary()
  const verifier = sealOf(platform, company).open(sealed_code_verifier, 'sign_in_requests.sealed_code_verifier', id)
  try {
    const tokens = await library.authorizationCodeGrant(configuration, new URL(`${redirectUri(platform, company.code)}?${query}`), {
      pkceCodeVerifier: verifier ?? '',
      expectedState: state,
      expectedNonce: nonce ?? '',
      idTokenExpected: true,
    })
    const claims = tokens.claims() as Claims & { sub: string }
    if (!isIncomplete(claims, company) || !configuration.serverMetadata().userinfo_endpoint) return claims
    return { ...(await library.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
  } catch (error) {
    throw new Refused(reasonOf(error))
  }
}
