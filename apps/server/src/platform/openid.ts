import { MINUTE_MS, SECOND_MS } from '@reflet/contract/durations'
import type { Configuration } from 'openid-client'
import type { Platform } from './index.ts'

/** A provider that does not answer must not hold a sign-in. */
const TIMEOUT_MS = 10 * SECOND_MS
/** A configuration or a key set is a few kilobytes. */
const LARGEST = 512 * 1024
/** Clocks of servers differ, in seconds. */
const TOLERANCE = 60
/** A provider that changes its configuration is seen after so long; its keys are read when one is missing. */
const KEPT_MS = 10 * MINUTE_MS
const MOST_KEPT = 200

export interface OpenIdClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Loaded with the first such sign-in. */
export const openIdLibrary = () => import('openid-client')

/** `fetch` for the library, by way of `platform.outgoing`: providers are addresses that others chose (SSRF protection). */
function fetchBy(platform: Platform) {
  return async (url: string, options: { method: string; headers: Record<string, string>; body?: unknown }): Promise<Response> => {
    const answer = await platform.outgoing(url, {
      method: options.method as 'GET' | 'POST',
      headers: options.headers,
      ...(options.body !== undefined && options.body !== null && { body: String(options.body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      largest: LARGEST,
    })
    const headers = { 'content-type': answer.header('content-type') ?? 'text/plain' }
    return new Response(answer.text || null, { status: answer.status, headers })
  }
}

/** The library reads the machine's clock. In seconds. */
const skewOf = (platform: Platform) => Math.round((platform.clock().getTime() - Date.now()) / SECOND_MS)

/**
 * Reads a provider's configuration. The signature of ID tokens is always verified by the provider's keys, although they come from the
 * provider itself.
 * @throws Error when it cannot be read, is of another issuer, or offers no authorization code
 */
export async function discoverProvider(platform: Platform, { issuer, clientId, clientSecret }: OpenIdClient): Promise<Configuration> {
  const library = await openIdLibrary()
  const metadata = { client_secret: clientSecret, [library.clockSkew]: skewOf(platform), [library.clockTolerance]: TOLERANCE }
  const found = await library.discovery(new URL(issuer), clientId, metadata, undefined, {
    [library.customFetch]: fetchBy(platform) as NonNullable<Configuration[typeof library.customFetch]>,
    ...(!platform.production && { execute: [library.allowInsecureRequests] }),
  })
  const server = found.serverMetadata()
  // The library makes an exception for Entra ID's issuer of all tenants, whose tokens any tenant could make.
  if (server.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error('the configuration is of another issuer')
  const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  const authentication = takesPost ? library.ClientSecretPost(clientSecret) : library.ClientSecretBasic(clientSecret)
  const configuration = new library.Configuration(server, clientId, metadata, authentication)
  configuration[library.customFetch] = fetchBy(platform) as NonNullable<Configuration[typeof library.customFetch]>
  if (!platform.production) library.allowInsecureRequests(configuration)
  library.enableNonRepudiationChecks(configuration)
  return configuration
}

interface Kept {
  readonly configuration: Promise<Configuration>
  readonly until: number
}

/** Configurations that were read lately, by what they were read for. */
export function providerCache(platform: Platform) {
  const kept = new Map<string, Kept>()
  return (of: string, client: OpenIdClient): Promise<Configuration> => {
    const now = Date.now()
    const key = `${of} ${skewOf(platform)}`
    const known = kept.get(key)
    if (known && known.until > now) return known.configuration
    const configuration = discoverProvider(platform, client)
    kept.set(key, { configuration, until: now + KEPT_MS })
    configuration.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return configuration
  }
}
