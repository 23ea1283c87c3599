import { randomUUID } from 'node:crypto'
import { AVATAR_SIZES, avatars } from '@reflet/contract/avatars'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../db/index.ts'
import { avatarCalls } from '../../test/avatars.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser } from '../../test/factories.ts'
import { BLUE, colourAt, frame, noise, picture, RED } from '../../test/pictures.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { upload, addressOf, sizeOf, open, kept } = avatarCalls(app, company)

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
  ])('%s is accepted', async (_, make) => {
    const bytes = await make().toBuffer()
    const [small] = await kept(await upload(bytes))
    expect(await sharp(small).metadata()).toMatchObject({ space: 'srgb', width: 96, height: 96 })
  })

  test('is recognised by its content, not by names and declared types', async () => {
    const jpeg = await picture().jpeg().toBuffer()
    expect((await upload(jpeg, { name: 'notes.svg', type: 'image/svg+xml' })).status).toBe(200)
    const gif = await picture().gif().toBuffer()
    expectProblem(await upload(gif, { name: 'photo.jpg', type: 'image/jpeg' }), 415, 'unsupported_media_type')
  })

  test('is rotated upright and contains no metadata', async () => {
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
      // A quarter turn to the right: the left side becomes the top.
      expect(await colourAt(file, 0.5, 0.1)).toBe('red')
      expect(await colourAt(file, 0.5, 0.9)).toBe('blue')
    }
  })

  test('that is animated becomes its first frame', async () => {
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

describe('a picture’s URL', () => {
  test('is public, is cached for ever, and may be embedded anywhere', async () => {
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

  test('changes with the picture; the old one is not found', async () => {
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

  test('is removed with the picture, and no one else’s is', async () => {
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

  test('is consistent under concurrent uploads and removals', async () => {
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
    const stored = await rows(app.database.db, { id: t.uuid }, sql`select id from avatars where user_id = ${user.id}`)
    expect(stored.map(({ id }) => `/avatars/${id}/96.webp`)).toEqual(address === null ? [] : [address])
  })

  test('costs one read by an index', async () => {
    const plan = await rows(app.database.db, { 'QUERY PLAN': t.text }, sql`explain select small from avatars where id = ${randomUUID()}`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using avatars_id_key/)
  })
})
