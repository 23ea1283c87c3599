import { avatars, MAX_AVATAR_BYTES } from '@reflet/contract/avatars'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { avatarCalls } from '../../test/avatars.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser } from '../../test/factories.ts'
import { avifOf, jpegOf, losslessWebpOf, noise, picture, pngOf, RED, webpOf } from '../../test/pictures.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { upload, addressOf, open } = avatarCalls(app, company)

async function hugeOnSmallCanvas() {
  const huge = (await losslessWebpOf(16_000)).subarray(12)
  const canvas = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x09\0\0\x09\0\0', 'latin1')
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(4 + canvas.length + huge.length, 4)
  return Buffer.concat([riff, canvas, huge])
}

async function heic() {
  const avif = (await picture().avif().toBuffer()).toString('latin1')
  return Buffer.from(avif.replaceAll('avif', 'heic').replaceAll('av01', 'hvc1').replaceAll('av1C', 'hvcC'), 'latin1')
}

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
    expectProblem(await upload(await make()), 415, 'unsupported_media_type')
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('half of a file, %s: image_unreadable', async (format) => {
    const bytes = await noise(300)[format]().toBuffer()
    for (const part of [bytes.subarray(0, bytes.length / 2), bytes.subarray(0, 20)])
      expectProblem(await upload(part), 422, 'image_unreadable')
  })

  test.each([
    ['PNG', pngOf, 6_400],
    ['JPEG', jpegOf, 6_400],
    ['WebP', webpOf, 16_000],
    ['lossless WebP', losslessWebpOf, 16_000],
    ['AVIF', avifOf, 4_100],
  ])('%s that decompresses to too many pixels: image_too_large, from its header alone', async (_, make, size) => {
    expectProblem(await upload(await make(size)), 422, 'image_too_large')
  })

  test.each<[string, () => Promise<Buffer>]>([
    ['a PNG whose header does not match its content', () => pngOf(6_000)],
    ['a lossless WebP whose header does not match its content', () => losslessWebpOf(6_000)],
    ['an AVIF with a wrong small size', () => avifOf(10)],
    ['a WebP whose canvas is smaller than its picture', hugeOnSmallCanvas],
    ['HEIC with an unsupported codec', heic],
  ])('%s: image_unreadable', async (_, make) => {
    expectProblem(await upload(await make()), 422, 'image_unreadable')
  })

  test('a JPEG of thousands of empty scans: image_unreadable, at once', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: RED } })
      .jpeg({ progressive: true })
      .toBuffer()
    const scan = bytes.subarray(bytes.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
    const many = Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: 4000 }, () => scan), bytes.subarray(-2)])
    expectProblem(await upload(many), 422, 'image_unreadable')
    expect((await upload(bytes)).status, 'the same with its own scans').toBe(200)
  })

  test('more memory than its size implies: image_too_large', async () => {
    const deep = sharp({ create: { width: 5000, height: 5000, channels: 4, background: { ...RED, alpha: 1 } } }).toColourspace('rgb16')
    expectProblem(await upload(await deep.png({ progressive: true }).toBuffer()), 422, 'image_too_large')
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
    expectProblem(await upload(bytes), 413, 'payload_too_large')
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
    expectProblem(await app.call(user, avatars.uploadAvatar), 415, 'unsupported_media_type')
    expect(await addressOf(user)).toBeNull()
  })

  test('keeps the previous picture', async () => {
    const user = await createUser(app, company)
    const before = (await upload(await picture().png().toBuffer(), { as: user })).body.user.avatar_url
    expect((await upload(Buffer.from('Not a picture'), { as: user })).status).toBe(415)
    expect(await addressOf(user)).toBe(before)
    expect((await open(before as string)).status).toBe(200)
  })
})
