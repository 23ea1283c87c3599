/** When the server is in production, and what it then requires (docs/PRODUCT.md, "Demo and production"). */

interface Given {
  readonly NODE_ENV: string
  readonly DEMO: '0' | '1'
  readonly PUBLIC_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined
  readonly SMTP_URL?: string | undefined
  readonly SMTP_TLS?: 'require' | 'off' | undefined
  readonly MASTER_KEY?: string | undefined
}

const REQUIRED = ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MASTER_KEY'] as const

const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the address is a loopback address: 127.0.0.0/8, ::1, localhost and its subdomains. */
export const isLoopback = (url: string) => LOOPBACK.test(new URL(url).hostname.replace(/\.$/, ''))

/** Why the address would send sessions over a network unencrypted; null when it does not. */
export const plainAddress = ({ PUBLIC_URL }: Given): string | null =>
  PUBLIC_URL !== undefined && new URL(PUBLIC_URL).protocol === 'http:' && !isLoopback(PUBLIC_URL)
    ? 'Setting PUBLIC_URL: must be https, except on this machine: sessions would cross the network unencrypted'
    : null

/** Why this is production; null when it is not. Fails closed: a forgotten NODE_ENV must not expose demo accounts. */
export function whyProduction({ NODE_ENV, DEMO, DATABASE_URL, PUBLIC_URL }: Given): string | null {
  if (NODE_ENV === 'production') return 'NODE_ENV=production'
  if (DEMO === '1') return null
  if (DATABASE_URL !== undefined) return 'DATABASE_URL is set; DEMO=1 if this is only for trying'
  if (PUBLIC_URL !== undefined && !isLoopback(PUBLIC_URL)) return 'PUBLIC_URL is not this machine; DEMO=1 if this is only for trying'
  return null
}

/** The missing settings of production, in one line; null when there are none. */
export function missingFor(why: string, given: Given): string | null {
  const missing = REQUIRED.filter((key) => given[key] === undefined)
  return missing.length === 0 ? null : `${missing.length > 1 ? 'Settings' : 'Setting'} ${missing.join(', ')}: needed in production (${why})`
}

const VERIFIED = new Set(['require', 'verify-ca', 'verify-full'])
const NAMED_OFF = new Set(['disable', 'no-verify'])

/**
 * DATABASE_URL with TLS: without `sslmode`, the server's certificate and host name are verified. `pg` verifies both for `require` and
 * `verify-ca`, too, and has announced a change: this sets the modes to their current meaning. A Unix socket needs no TLS.
 * @returns null when the mode may fall back to no TLS without an explicit choice
 */
export function withTls(databaseUrl: string): string | null {
  const url = new URL(databaseUrl)
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
  const mode = url.searchParams.get('sslmode')
  if (host.startsWith('/') || (mode !== null && NAMED_OFF.has(mode))) return databaseUrl
  if (url.searchParams.has('ssl') || (mode !== null && !VERIFIED.has(mode))) return null
  // libpq's meaning of the modes: the operator chose one explicitly.
  if (mode !== null && url.searchParams.has('uselibpqcompat')) return databaseUrl
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

/** Options of nodemailer that would override SMTP_TLS from within the URL. */
const TLS_OPTIONS = ['ignoreTLS', 'requireTLS', 'opportunisticTLS', 'secure']

/** Why SMTP_URL and SMTP_TLS are contradictory; null when they are not. */
export function smtpContradiction({ SMTP_URL, SMTP_TLS }: Given): string | null {
  if (SMTP_URL === undefined) return null
  const url = new URL(SMTP_URL)
  const option = TLS_OPTIONS.find((name) => url.searchParams.has(name))
  if (option) return `Setting SMTP_URL: must not have ${option}; use SMTP_TLS`
  if (SMTP_TLS === 'off' && url.protocol === 'smtps:') return 'Setting SMTP_TLS: off does not go with smtps: in SMTP_URL'
  return null
}
