import { isIP } from 'node:net'

/**
 * The network of an address, the key of rate limits: IPv4 by /24, IPv6 by /64, which is the size for one household or one machine. An
 * IPv4-mapped IPv6 address (`::ffff:192.0.2.1`) is an IPv4 address.
 */
export function networkOf(address: string): string {
  const kind = isIP(address)
  if (kind === 4) return network24(address.split('.').map(Number))
  if (kind === 6) {
    const groups = groupsOf(address)
    const [high = 0, low = 0] = groups.slice(6)
    if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return network24([high >> 8, high & 255, low >> 8])
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`
  }
  return 'unknown'
}

const network24 = (bytes: readonly number[]) => `${bytes.slice(0, 3).join('.')}.0/24`

/** The eight groups of a valid IPv6 address, without its zone. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%')
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(plain)
  const [a = 0, b = 0, c = 0, d = 0] = (dotted ?? []).slice(1).map(Number)
  const hex = dotted ? `${plain.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}` : plain
  const [before = [], after = []] = hex.split('::').map((side) => (side ? side.split(':').map((group) => Number.parseInt(group, 16)) : []))
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}
