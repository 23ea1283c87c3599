import type { ImportFailure } from '@reflet/contract/admin-imports'
import { fieldOf } from './words.ts'

/** A file that cannot be read as a whole. */
export class Unreadable extends Error {
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure)
    this.failure = failure
  }
}

const startsWith = (bytes: Buffer, ...start: number[]) => start.every((byte, place) => bytes[place] === byte)
/** Control characters that no text of a spreadsheet has; Windows-1252 decodes its unused bytes to C1. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f]/

/**
 * The text of a file: UTF-8 with or without a byte order mark, UTF-16 with one (what spreadsheets call Unicode), else Windows-1252.
 * @throws Unreadable when it is no text in any of them
 */
export function textOf(bytes: Buffer): string {
  const decoded = decode(bytes)
  if (CONTROLS.test(decoded)) throw new Unreadable(startsWith(bytes, 0x50, 0x4b) ? 'unreadable' : 'encoding_unknown')
  return decoded
}

function decode(bytes: Buffer): string {
  const marked = startsWith(bytes, 0xef, 0xbb, 0xbf)
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (marked) throw new Unreadable('encoding_unknown')
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const DELIMITERS = [',', ';', '\t'] as const
/** What spreadsheets write before the header to name the delimiter. */
const HINT = /^sep=(.)\r?\n/i
/** A header is shorter. */
const HEADER_MAX = 4_000

/** How a file separates its cells: as its hint says, else so that most of its header is known. */
export function delimiterOf(text: string): { delimiter: string; start: number } {
  const hint = HINT.exec(text)
  if (hint) return { delimiter: hint[1] as string, start: hint[0].length }
  const header = text.slice(0, HEADER_MAX).split(/\r?\n|\r/, 1)[0] ?? ''
  const known = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: header.split(delimiter).filter((cell) => fieldOf(cell.replace(/^\s*"|"\s*$/g, ''))).length,
  }))
  const best = known.reduce((a, b) => (b.count > a.count ? b : a))
  return { delimiter: best.delimiter, start: 0 }
}
