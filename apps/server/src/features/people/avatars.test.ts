import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { AVATAR_SIZES, avatars, MAX_AVATAR_BYTES } from '@reflet/contract/avatars'
import { people, type UserRecord } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../db/index.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())

const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

/** Red on the left, blue on the right. */
const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: BLUE } }, gravity: 'east' },
  ])
const noise = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: RED, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })

/** Without a user, as somebody new: uploads are limited by session. */
async function upload(
  bytes: Buffer,
  { as, name = 'photo.jpg', type = 'image/jpeg' }: { as?: TestUser; name?: string; type?: string } = {},
) {
  const user = as ?? (await createUser(app, company))
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  const response = await fetch(`${app.url}${avatars.uploadAvatar.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as UserRecord & { code: string } }
}

const addressOf = async (user: TestUser) => (await app.call(user, people.getUser, { params: { userId: '1' } })).body.user.avatar_url
const sizeOf = (address: string, size: number) => address.replace('/96.', `/${size}.`)

async function open(address: string) {
  const response = await fetch(`${app.url}${address}`)
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** The three files behind what an upload answered. */
async function kept(reply: Awaited<ReturnType<typeof upload>>): Promise<Buffer[]> {
  expect(reply.status, reply.body.code).toBe(200)
  const files = await Promise.all(AVATAR_SIZES.map((size) => open(sizeOf(reply.body.user.avatar_url as string, size))))
  return files.map(({ bytes }) => bytes)
}

async function colourAt(file: Buffer, left: number, top: number) {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(top * (info.height - 1)) * info.width + Math.floor(left * (info.width - 1))) * 3
  const [red, , blue] = data.subarray(at, at + 3) as unknown as [number, number, number]
  return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red}, ${blue}`
}

describe('a picture', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('in %s becomes three squares', async (format) => {
    const files = await kept(await upload(await picture()[format]().toBuffer()))
    for (const [index, size] of AVATAR_SIZES.entries()) {
      expect(await sharp(files[index]).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
      expect(await colourAt(files[index] as Buffer, 0.1, 0.5)).toBe('red')
      expect(await colourAt(files[index] as Buffer, 0.9, 0.5)).toBe('blue')
    }
  })

  test.each([
    ['of one pixel', () => sharp({ create: { width: 1, height: 1, channels: 3, background: RED } }).png()],
    ['in grey', () => picture().toColourspace('b-w').png()],
    ['in CMYK', () => picture().toColourspace('cmyk').jpeg()],
    ['of 16 bits, half transparent', () => picture().ensureAlpha(0.5).toColourspace('rgb16').png()],
    ['of nearly five megabytes', () => noise(1300).png({ compressionLevel: 0 })],
  ])('%s is taken', async (_, make) => {
    const bytes = await make().toBuffer()
    const [small] = await kept(await upload(bytes))
    expect(await sharp(small).metadata()).toMatchObject({ space: 'srgb', width: 96, height: 96 })
  })

  test('is known by its content: names and declared types are not believed', async () => {
    const jpeg = await picture().jpeg().toBuffer()
    expect((await upload(jpeg, { name: 'notes.svg', type: 'image/svg+xml' })).status).toBe(200)
    const gif = await picture().gif().toBuffer()
    expect((await upload(gif, { name: 'photo.jpg', type: 'image/jpeg' })).body.code).toBe('unsupported_media_type')
  })

  test('stands upright and tells nothing but itself', async () => {
    const bytes = await picture()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'MARKER' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(bytes.includes('MARKER'), 'the test gives it something to strip').toBe(true)
    expect((await sharp(bytes).metadata()).orientation).toBe(6)
    for (const file of await kept(await upload(bytes))) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(file).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
      expect(file.includes('MARKER')).toBe(false)
      // A quarter turn to the right: what was left is above.
      expect(await colourAt(file, 0.5, 0.1)).toBe('red')
      expect(await colourAt(file, 0.5, 0.9)).toBe('blue')
    }
  })

  test('that moves stands still at its beginning', async () => {
    const frames = await Promise.all([RED, BLUE].map((background) => frame(background)))
    const bytes = await sharp(Buffer.concat(frames), { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .webp({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    for (const file of await kept(await upload(bytes))) {
      expect((await sharp(file).metadata()).pages).toBeUndefined()
      expect(await colourAt(file, 0.5, 0.5)).toBe('red')
    }
  })
})

const frame = (background: typeof RED) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .raw()
    .toBuffer()

describe('refused', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', async () => Buffer.from(SVG)],
    ['SVG with a declaration', async () => Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['GIF', () => picture().gif().toBuffer()],
    ['TIFF', () => picture().tiff().toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a film', async () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
    ['a sound', async () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['text', async () => Buffer.from('Not a picture')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s: unsupported_media_type', async (_, make) => {
    expect(await upload(await make())).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('half of a file, %s: image_unreadable', async (format) => {
    const bytes = await noise(300)[format]().toBuffer()
    for (const part of [bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 20)])
      expect(await upload(part)).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
  })

  test('HEIC with a codec that is not here: image_unreadable', async () => {
    const avif = (await picture().avif().toBuffer()).toString('latin1')
    const heic = Buffer.from(avif.replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC'), 'latin1')
    expect(await upload(heic, { name: 'photo.heic', type: 'image/heic' })).toMatchObject({
      status: 422,
      body: { code: 'image_unreadable' },
    })
  })

  test.each([
    ['PNG', pngOf, 6_400],
    ['JPEG', jpegOf, 6_400],
    ['WebP', webpOf, 16_000],
    ['lossless WebP', losslessWebpOf, 16_000],
    ['AVIF', avifOf, 4_100],
  ])('%s that unfolds to too many pixels: image_too_large, from its header alone', async (_, make, size) => {
    expect(await upload(await make(size))).toMatchObject({ status: 422, body: { code: 'image_too_large' } })
  })

  test.each([
    ['PNG', pngOf],
    ['lossless WebP', losslessWebpOf],
  ])('a %s whose header promises what is not there: image_unreadable', async (_, make) => {
    expect(await upload(await make(6_000))).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
  })

  test('an AVIF that says it is small and is not: image_unreadable', async () => {
    expect(await upload(await avifOf(10))).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
  })

  test('a WebP whose canvas is small and whose picture is not: image_unreadable', async () => {
    const huge = (await losslessWebpOf(16_000)).subarray(12)
    const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x09\0\0', 'latin1')
    const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
    riff.writeUInt32LE(4 + canvas.length + huge.length, 4)
    expect(await upload(Buffer.concat([riff, canvas, huge]))).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
  })

  test('a JPEG of thousands of empty scans: image_unreadable, at once', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: RED } })
      .jpeg({ progressive: true })
      .toBuffer()
    const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
    const many = Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: 4000 }, () => scan), bytes.subarray(-2)])
    expect(await upload(many)).toMatchObject({ status: 422, body: { code: 'image_unreadable' } })
    expect((await upload(bytes)).status, 'the same with its own scans').toBe(200)
  })

  test('more memory than its size tells: image_too_large', async () => {
    const deep = sharp({ create: { width: 5000, height: 5000, channels: 4, background: { ...RED, alpha: 1 } } }).toColourspace('rgb16')
    expect(await upload(await deep.png({ progressive: true }).toBuffer())).toMatchObject({ status: 422, body: { code: 'image_too_large' } })
    expect((await upload(await deep.resize(2000, 2000).png({ progressive: true }).toBuffer())).status).toBe(200)
  })

  test.each([
    ['cut off', (body: string) => body.slice(0, -40)],
    ['with another boundary', (body: string) => body.replaceAll('--limit', '--other')],
    ['without its end', (body: string) => body.replace(/--limit--\r\n$/, '')],
  ])('a body %s: invalid_input', async (_, spoil) => {
    const body = `--limit\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${'x'.repeat(100)}\r\n--limit--\r\n`
    const reply = await fetch(`${app.url}/api/user/avatar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${(await createUser(app, company)).token}`, 'content-type': 'multipart/form-data; boundary=limit' },
      body: spoil(body),
    })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([400, 'invalid_input'])
  })

  test('more than five megabytes: payload_too_large', async () => {
    const bytes = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(MAX_AVATAR_BYTES)])
    expect(await upload(bytes)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })

  test('no file, another field, two files', async () => {
    const user = await createUser(app, company)
    const jpeg = new Blob([Uint8Array.from(await picture().jpeg().toBuffer())])
    const send = async (fields: [string, Blob | string][]) => {
      const body = new FormData()
      for (const [key, value] of fields) body.append(key, value)
      const headers = { authorization: `Bearer ${user.token}` }
      return (await fetch(`${app.url}${avatars.uploadAvatar.path}`, { method: 'POST', headers, body })).status
    }
    expect(await send([['picture', jpeg]])).toBe(400)
    expect(await send([['file', 'words']])).toBe(400)
    expect((await app.call(user, avatars.uploadAvatar)).body.code).toBe('unsupported_media_type')
    expect(await addressOf(user)).toBeNull()
  })

  test('keeps the picture that was there', async () => {
    const user = await createUser(app, company)
    const before = (await upload(await picture().png().toBuffer(), { as: user })).body.user.avatar_url
    expect((await upload(Buffer.from('Not a picture'), { as: user })).status).toBe(415)
    expect(await addressOf(user)).toBe(before)
    expect((await open(before as string)).status).toBe(200)
  })
})

async function pngOf(size: number) {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(size, 16)
  png.writeUInt32BE(size, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

async function jpegOf(size: number) {
  const jpeg = await picture(64, 64).jpeg().toBuffer()
  const frameHeader = jpeg.indexOf(Buffer.of(0xff, 0xc0))
  jpeg.writeUInt16BE(size, frameHeader + 5)
  jpeg.writeUInt16BE(size, frameHeader + 7)
  return jpeg
}

async function webpOf(size: number) {
  const webp = await picture(64, 64).webp().toBuffer()
  webp.writeUInt16LE(size, 26)
  webp.writeUInt16LE(size, 28)
  return webp
}

async function avifOf(size: number) {
  const avif = await picture(64, 64).avif().toBuffer()
  const extents = avif.indexOf('ispe')
  avif.writeUInt32BE(size, extents + 8)
  avif.writeUInt32BE(size, extents + 12)
  return avif
}

/** 14 bits of width less one, then 14 of height, after the signature byte. */
async function losslessWebpOf(size: number) {
  const webp = await picture(64, 64).webp({ lossless: true }).toBuffer()
  webp.writeUInt32LE(((size - 1) | ((size - 1) << 14)) >>> 0, 21)
  return webp
}

describe('its address', () => {
  test('is public, is cached for ever, and may stand on any page', async () => {
    const address = (await upload(await picture().png().toBuffer())).body.user.avatar_url as string
    expect(address).toMatch(/^\/avatars\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\/96\.webp$/)
    const { headers } = await open(address)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers.get('content-security-policy'), 'pages of ours may show it').toContain("img-src 'self'")
  })

  test('changes with the picture; the old one is gone', async () => {
    const user = await createUser(app, company)
    const first = (await upload(await picture().png().toBuffer(), { as: user })).body.user.avatar_url as string
    const second = (await upload(await picture().jpeg().toBuffer(), { as: user })).body.user.avatar_url as string
    expect(second).not.toBe(first)
    expect(await addressOf(user)).toBe(second)
    for (const size of AVATAR_SIZES) {
      const old = await open(sizeOf(first, size))
      expect([old.status, JSON.parse(old.bytes.toString()).code, old.headers.get('cache-control')]).toEqual([404, 'not_found', 'no-store'])
      expect((await open(sizeOf(second, size))).status).toBe(200)
    }
  })

  test('ends with the picture, and nobody else’s does', async () => {
    const [mine, other] = [await createUser(app, company), await createUser(app, company)]
    const bytes = await picture().png().toBuffer()
    const address = (await upload(bytes, { as: mine })).body.user.avatar_url as string
    const others = (await upload(bytes, { as: other })).body.user.avatar_url as string
    const removed = await app.call(mine, avatars.deleteAvatar)
    expect([removed.status, removed.body.user.avatar_url]).toEqual([200, null])
    expect((await open(address)).status).toBe(404)
    expect((await open(others)).status).toBe(200)
    expect(await addressOf(other)).toBe(others)
    expect((await app.call(mine, avatars.deleteAvatar)).status, 'removing nothing').toBe(200)
  })

  test('is one of three files of a known id', async () => {
    const address = (await upload(await picture().png().toBuffer())).body.user.avatar_url as string
    for (const wrong of [sizeOf(address, 97), address.replace('.webp', '.jpg'), `/avatars/${randomUUID()}/96.webp`, '/avatars/1/96.webp'])
      expect((await open(wrong)).status, wrong).toBe(404)
  })

  test('is right however many uploads and removals come at once', async () => {
    const user = await createUser(app, company)
    const bytes = await picture().png().toBuffer()
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => upload(bytes, { as: user })),
      app.call(user, avatars.deleteAvatar),
      ...Array.from({ length: 4 }, () => upload(bytes, { as: user })),
      app.call(user, avatars.deleteAvatar),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const address = await addressOf(user)
    const stored = await rows<{ id: string }>(app.database.db, sql`select id from avatars where user_id = ${user.id}`)
    expect(stored.map(({ id }) => `/avatars/${id}/96.webp`)).toEqual(address === null ? [] : [address])
  })

  test('costs one read by an index', async () => {
    const plan = await rows<{ 'QUERY PLAN': string }>(app.database.db, sql`explain select small from avatars where id = ${randomUUID()}`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using avatars_id_key/)
  })
})
