import { lookup as resolveName } from 'node:dns'
import type { request as Request } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Special-purpose addresses of IPv4 (RFC 6890 and its successors): private, loopback, link-local, shared, multicast, reserved, examples. */
const NOT_PUBLIC_4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** Of IPv6 only the global unicast block is public … */
const GLOBAL_6 = listOf('ipv6', ['2000::/3'])
/** … without what is special in it: Teredo and other protocols, examples, and 6to4, which carries an IPv4 address. */
const NOT_PUBLIC_6 = listOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), family)
  }
  return list
}

/** Whether an address is on the public internet, and not on this machine, its network or a tunnel into it. */
export function isPublicAddress(address: string): boolean {
  const [plain = ''] = address.split('%')
  if (isIP(plain) === 4) return !NOT_PUBLIC_4.check(plain, 'ipv4')
  return isIP(plain) === 6 && GLOBAL_6.check(plain, 'ipv6') && !NOT_PUBLIC_6.check(plain, 'ipv6')
}

/** The name resolves to an address that the server must not call. */
export class NotPublic extends Error {
  readonly code = 'not_public'
}

/** The body is longer than the caller's limit. */
export class TooLong extends Error {
  readonly code = 'too_long'
}

export interface OutgoingCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Record<string, string>
  readonly body?: string | Uint8Array
  readonly signal: AbortSignal
  /** The limit of the response body, in bytes; 0 reads none. */
  readonly largest: number
}

export interface OutgoingAnswer {
  readonly status: number
  header(name: string): string | null
  readonly text: string
}

/** Calls a URL that another person chose. */
export type Outgoing = (url: string, call: OutgoingCall) => Promise<OutgoingAnswer>

export interface OutgoingSettings {
  readonly onlyPublic: boolean
  /** Hosts, or hosts with a port, on private addresses that the operator named (`ALLOW_PRIVATE_HOSTS`). */
  readonly allowed?: readonly string[]
  readonly resolve?: typeof resolveName
}

/**
 * SSRF protection: calls URLs that others chose. With `onlyPublic` the address of the connection is checked, not the name, because a name
 * may resolve differently each time (DNS rebinding). No redirect is followed, no connection is reused.
 */
export function createOutgoing({ onlyPublic, allowed = [], resolve = resolveName }: OutgoingSettings): Outgoing {
  const open = resolve as LookupFunction
  const guarded = onlyPublic ? publicOnly(resolve) : open
  const named = new Set(allowed)
  return (url, call) => {
    const { protocol, hostname, port } = new URL(url)
    const isNamed = named.has(hostname) || named.has(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)
    const lookup = isNamed ? open : guarded
    const literal = hostname.replace(/^\[|\]$/g, '')
    // An IP address is never resolved.
    if (onlyPublic && !isNamed && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.reject(new NotPublic(literal))
    // Lazy loading: these modules load Node's own fetch.
    const loaded = protocol === 'https:' ? import('node:https') : import('node:http')
    return loaded.then(({ request }) => send(request, url, call, lookup))
  }
}

/** Resolves a name to its public addresses. */
function publicOnly(resolve: typeof resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const open = addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = open
      if (!first) return callback(new NotPublic(hostname), [])
      if (options.all) return callback(null, open)
      callback(null, first.address, first.family)
    })
  }
}

function send(request: typeof Request, url: string, call: OutgoingCall, lookup: LookupFunction): Promise<OutgoingAnswer> {
  const { method, headers, body, signal, largest } = call
  const answered = new Promise<OutgoingAnswer>((resolve, reject) => {
    const sent = request(url, { method, headers: { 'user-agent': 'Reflet', ...headers }, agent: false, lookup, signal })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0
      const header = (name: string) => String(response.headers[name.toLowerCase()] ?? '') || null
      const chunks: Buffer[] = []
      let length = 0
      response.on('error', reject)
      if (largest === 0) {
        response.destroy()
        return resolve({ status, header, text: '' })
      }
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > largest) response.destroy(new TooLong())
        else chunks.push(chunk)
      })
      response.on('end', () => resolve({ status, header, text: Buffer.concat(chunks).toString() }))
    })
    sent.end(body)
  })
  // The signal has the reason; the error only says that the request was aborted.
  return answered.catch((error) => Promise.reject(signal.aborted ? signal.reason : error))
}
