import type { Locale } from '@reflet/contract/common'

/** The size limit of a file that is read into the text box. */
export const MAX_LIST_BYTES = 5 * 1024 * 1024

/** Spreadsheets save in Unicode, or in their system's legacy encoding. */
const before = (locale: Locale) => (locale === 'ar' ? 'windows-1256' : 'windows-1252')

/** The text of a file of unknown encoding. */
export function decodeList(bytes: Uint8Array, locale: Locale): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(before(locale)).decode(bytes)
  }
}
