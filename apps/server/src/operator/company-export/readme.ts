import type { Locale } from '@reflet/contract/common'
import { readMe } from '../../platform/readme.ts'
import texts from './readme.json' with { type: 'json' }

type File = keyof (typeof texts)['en']['files']
type Named = readonly [name: string, file: File]

const ALWAYS: readonly Named[] = [
  ['data.json', 'data'],
  ['settings.csv', 'settings'],
  ['people.csv', 'people'],
  ['skills.csv', 'skills'],
  ['award_types.csv', 'award_types'],
  ['videos.csv', 'videos'],
  ['usage.csv', 'usage'],
  ['audit.csv', 'audit'],
  ['badges.csv', 'badges'],
]
const OF_BADGES: readonly Named[] = [
  ['badges/credentials.ndjson', 'credentials'],
  ['badges/issuer-….json', 'issuers'],
  ['badges/status-….json', 'status_lists'],
]
const OF_FILMS: readonly Named[] = [['videos/', 'films']]

/** A text for the company, in its language, that explains each file of its export. */
export function aboutCompany(
  locale: Locale,
  at: Date,
  company: string,
  has: { readonly badges: boolean; readonly films: boolean },
): string {
  const { title, made, lead, left_out, verify, files } = texts[locale]
  const introduction = {
    title: title.replace('{{company}}', () => company),
    made,
    paragraphs: [lead, left_out, ...(has.badges ? [verify] : [])],
  }
  const names = [...ALWAYS, ...(has.badges ? OF_BADGES : []), ...(has.films ? OF_FILMS : [])]
  return readMe(
    locale,
    at,
    introduction,
    names.map(([name, file]) => [name, files[file]]),
  )
}
