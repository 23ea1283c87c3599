import { APP_VERSION } from '@reflet/contract/updates'

const numbers = (version: string) => version.split('.').map(Number)

/** Whether a version is below another, number by number: `1.9` is below `1.10`. null when one of them is no version. */
export function isBelow(version: string, least: string): boolean | null {
  if (!APP_VERSION.test(version) || !APP_VERSION.test(least)) return null
  const [mine, other] = [numbers(version), numbers(least)]
  for (let place = 0; place < Math.max(mine.length, other.length); place++) {
    const difference = (mine[place] ?? 0) - (other[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
