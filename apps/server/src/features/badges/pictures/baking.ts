import { crc32 } from 'node:zlib'
import { type BadgePicture, badgeSvg } from '@reflet/contract/badge-picture'

/** Signature of a PNG file, and its header chunk: length, type, 13 bytes, checksum. */
const PNG_SIGNATURE_BYTES = 8
const HEADER_CHUNK_BYTES = 4 + 4 + 13 + 4
const KEYWORD = 'openbadgecredential'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/**
 * A PNG that carries its credential: an uncompressed iTXt chunk after the header (Open Badges 3.0, "Baking specification"): keyword, two
 * bytes of compression, an empty language and an empty translated keyword, then the text.
 */
export function bakedPng(png: Buffer, credential: string): Buffer {
  const after = PNG_SIGNATURE_BYTES + HEADER_CHUNK_BYTES
  const text = Buffer.concat([Buffer.from(`${KEYWORD}\0\0\0\0\0`, 'latin1'), Buffer.from(credential, 'utf8')])
  return Buffer.concat([png.subarray(0, after), chunk('iTXt', text), png.subarray(after)])
}

/** The same for SVG: an element with the credential, which cannot end its CDATA section: `>` is written as an escape of JSON. */
export const bakedSvg = (picture: BadgePicture, credential: string) =>
  badgeSvg(picture, `<openbadges:credential><![CDATA[${credential.replaceAll('>', '\\u003e')}]]></openbadges:credential>`)
