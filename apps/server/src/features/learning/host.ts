const HERE = new Set(['localhost', '127.0.0.1', '[::1]'])
/** A name with a top-level domain, so no address; none that stands for one's own network. */
const PUBLIC_NAME = /\.(?!local$|localhost$|internal$|arpa$)[a-z][a-z0-9-]+$/

/**
 * Where a company's learning platform is, from what an administrator set: a host name or its https address. The server
 * calls it by itself, so that it must not lead into the operator's own network; outside production, this machine may.
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
