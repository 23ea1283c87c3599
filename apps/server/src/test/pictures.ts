import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export const RED = { r: 220, g: 20, b: 20 }
export const BLUE = { r: 20, g: 20, b: 220 }

/** Red on the left, blue on the right. */
export const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: BLUE } }, gravity: 'east' },
  ])
export const noise = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })

export async function colourAt(file: Buffer, left: number, top: number) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(top * (info.height - 1)) * info.width + Math.floor(left * (info.width - 1))) * 3
  const [red, , blue] = data.subarray(at, at + 3) as unknown as [number, number, number]
  return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red}, ${blue}`
}

export const frame = (background: typeof RED) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .raw()
    .toBuffer()

export async function pngOf(size: number) {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(size, 16)
  png.writeUInt32BE(size, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

export async function jpegOf(size: number) {
  const jpeg = await picture(64, 64).jpeg().toBuffer()
  const frameHeader = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  jpeg.writeUInt16BE(size, frameHeader + 5)
  jpeg.writeUInt16BE(size, frameHeader + 7)
  return jpeg
}

export async function webpOf(size: number) {
  const webp = await picture(64, 64).webp().toBuffer()
  webp.writeUInt16LE(size, 26)
  webp.writeUInt16LE(size, 28)
  return webp
}

export async function avifOf(size: number) {
  const avif = await picture(64, 64).avif().toBuffer()
  const extents = avif.indexOf('ispe')
  avif.writeUInt32BE(size, extents + 8)
  avif.writeUInt32BE(size, extents + 12)
  return avif
}

/** 14 bits of width less one, then 14 of height, after the signature byte. */
export async function losslessWebpOf(size: number) {
  const webp = await picture(64, 64).webp({ lossless: true }).toBuffer()
  webp.writeUInt32LE(((size - 1) | ((size - 1) << 14)) >>> 0, 21)
  return webp
}
