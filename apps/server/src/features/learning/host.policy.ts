const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A name with a top-level domain, so no IP address; no top-level domain of a private network. */
const PUBLIC_NAME = /\.(?!local$|localhost$|internal$|arpa$)[a-z][a-z0-9-]+$/

/**
 * SSRF protection: validates the host name or https URL of a company's learning platform, as set by an administrator. The server calls it,
 * so it must not resolve to the operator's own network; outside production, localhost is allowed.
 * @returns the origin; null for anything else
 */
export function originOf(host: string, production: boolean): string | null {
  const text = host.includes('://') ? host : `https://${host}`
  if (!URL.canParse(text)) return null
  const { protocol, username, password, hostname, port, pathname, search, hash, origin } = new URL(text)
  if (username || password || pathname !== '/' || search || hash) return null
  if (HERE.has(hostname)) return !production && /^https?:$/.test(protocol) ? origin : null
  return protocol === 'https:' && port === '' && PUBLIC_NAME.test(hostname) ? origin : null
}
