import type { Locale } from '@reflet/contract/common'
import { readMe } from '../../platform/readme.ts'
import texts from './readme.json' with { type: 'json' }

type File = keyof (typeof texts)['en']['files']

/** A text for the viewer that explains each file of the export. */
export function aboutExport(locale: Locale, at: Date, sheets: readonly string[], hasPicture: boolean): string {
  const { title, made, lead, confidential, files } = texts[locale]
  return readMe(locale, at, { title, made, paragraphs: [lead, confidential] }, [
    ['data.json', files.data],
    ...(hasPicture ? ([['picture.webp', files.picture]] as const) : []),
    ...sheets.map((sheet) => [`${sheet}.csv`, files[sheet as File]] as const),
  ])
}
