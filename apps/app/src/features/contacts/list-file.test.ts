import { expect, test } from 'vitest'
import { decodeList } from './list-file.ts'

const bytes = (...values: number[]) => new Uint8Array(values)
const utf16 = (text: string, littleEndian: boolean) => {
  const view = new DataView(new ArrayBuffer(2 * (text.length + 1)))
  for (const [at, letter] of [...`\uFEFF${text}`].entries()) view.setUint16(2 * at, letter.charCodeAt(0), littleEndian)
  return new Uint8Array(view.buffer)
}

test.each([
  ['UTF-8', new TextEncoder().encode('Prénom;أمينة'), 'fr', 'Prénom;أمينة'],
  ['UTF-8 with its mark', new TextEncoder().encode('\uFEFFPrénom'), 'fr', 'Prénom'],
  ['UTF-16, as Excel saves “Unicode text”', utf16('Prénom\tأ', true), 'fr', 'Prénom\tأ'],
  ['UTF-16, the other way round', utf16('Prénom', false), 'fr', 'Prénom'],
  ['an old Western file', bytes(0x50, 0x72, 0xe9, 0x6e, 0x6f, 0x6d), 'de', 'Prénom'],
  ['an old Arabic file', bytes(0xe3, 0xcd, 0xe3, 0xcf), 'ar', 'محمد'],
] as const)('%s', (_what, file, locale, text) => expect(decodeList(file, locale)).toBe(text))
