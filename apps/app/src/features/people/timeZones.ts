import { isRightToLeft, type Locale } from '@reflet/contract/common'

export interface Zone {
  id: string
  /** Where it is, and its offset now: “Paris (France) · UTC+1”. */
  label: string
}

/** The prefix of a zone's id, and its region. Browsers have names for countries, but not for continents. */
const REGIONS = {
  Africa: 'africa',
  America: 'americas',
  Antarctica: 'antarctica',
  Arctic: 'europe',
  Asia: 'asia',
  Atlantic: 'atlantic',
  Australia: 'oceania',
  Europe: 'europe',
  Indian: 'indian',
  Pacific: 'oceania',
} as const
type Region = (typeof REGIONS)[keyof typeof REGIONS] | 'other'

export interface ZoneGroup {
  region: Region
  zones: readonly Zone[]
}

const regionOf = (id: string): Region => REGIONS[id.slice(0, id.indexOf('/')) as keyof typeof REGIONS] ?? 'other'

/** In Latin digits everywhere, as the app's other numbers. */
const tag = (locale: Locale) => (locale === 'ar' ? 'ar-u-nu-latn' : locale)

const nameOf = (locale: Locale, timeZone: string, timeZoneName: 'shortGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(tag(locale), { timeZone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''

const cityOf = (id: string) => id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ')

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

function countriesIn(names: Intl.DisplayNames) {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return new Set(codes.map((code) => names.of(code)).filter((name) => name !== undefined))
}

/**
 * The device knows the place of each zone, but returns it only within a phrase such as “heure : Japon”. One zone with a known country shows
 * which phrase surrounds the place. A zone with only an abbreviation keeps its city's English name.
 */
function placesIn(locale: Locale) {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const [before, after] = nameOf(locale, 'Asia/Dubai', 'shortGeneric').split(names.of('AE') ?? '\n')
  const countries = countriesIn(names)
  return (id: string) => {
    const words = nameOf(locale, id, 'shortGeneric')
    const isKnown = before !== undefined && after !== undefined && words.startsWith(before) && words.endsWith(after)
    const city = cityOf(id)
    if (!isKnown) return city
    const place = words.slice(before.length, words.length - after.length)
    // In Arabic a city's name in Latin script is less helpful than the country.
    return countries.has(place) && place !== city && !isRightToLeft(locale) ? `${city} (${place})` : place
  }
}

/** Cache by language. */
const namers = new Map<Locale, (id: string) => string>()

function labelIn(locale: Locale) {
  const known = namers.get(locale)
  if (known) return known
  const placeOf = placesIn(locale)
  // “UTC” is no place and includes its offset.
  const label = (id: string) => (id.includes('/') ? `${placeOf(id)} · ${nameOf(locale, id, 'shortOffset')}` : id)
  namers.set(locale, label)
  return label
}

/** A zone unknown to this device keeps its technical name. */
export function zoneLabel(locale: Locale, id: string): string {
  try {
    return labelIn(locale)(id)
  } catch {
    return id
  }
}

export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A zone may have several ids (“Asia/Calcutta”, “Asia/Kolkata”): the one that the device lists. */
export function listedZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return timeZone
  }
}

const kept = new Map<Locale, readonly ZoneGroup[]>()

/** Every zone of the device, by region. Takes a tenth of a second the first time. */
export function zoneGroups(locale: Locale): readonly ZoneGroup[] {
  const known = kept.get(locale)
  if (known) return known
  const order = new Intl.Collator(locale).compare
  const label = labelIn(locale)
  const groups = new Map<Region, Zone[]>()
  for (const id of Intl.supportedValuesOf('timeZone')) {
    const region = regionOf(id)
    groups.set(region, [...(groups.get(region) ?? []), { id, label: label(id) }])
  }
  const made = [...groups].map(([region, zones]) => ({ region, zones: zones.toSorted((a, b) => order(a.label, b.label)) }))
  kept.set(locale, made)
  return made
}
