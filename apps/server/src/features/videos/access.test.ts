import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { MINUTE_MS } from '@reflet/contract/durations'
import { captionsPath, type Video, videoFilePath, videos } from '@reflet/contract/videos'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { createLog } from '../../platform/log.ts'
import { createCompany, createUser, type TestCompany, type TestUser } from '../../test/factories.ts'
import { aVideo, sendFile } from '../../test/files.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { resumeCompany, suspendCompany } from '../companies/companies.commands.ts'

const lines: string[] = []
const app = useTestApp({ log: createLog('info', { write: (line) => lines.push(line) }) })
const { company, anne, camille } = useCompany(app, { anne: { role: 'admin' }, camille: {} })
const FILM = aVideo(2_500_000)
const WORDS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nOnly for us\n'
let stranger: TestUser

/** A film with captions; returns the list of it that a person of the company reads. */
async function upload(by: TestUser): Promise<void> {
  const { id } = (await app.call(by, adminCatalogue.createVideo, { body: { names: { en: 'Our tour' } } })).body
  await sendFile(app, by, `/api/admin/videos/${id}/file`, FILM)
  await sendFile(app, by, `/api/admin/videos/${id}/captions/en`, Buffer.from(WORDS))
}
const listed = async (who: TestUser) =>
  (await app.call(who, videos.listVideos)).body.videos.find(({ title }) => title === 'Our tour') as Video
/** The signed addresses of the file and of the captions. */
const addressesOf = async (who: TestUser) => {
  const { sources, captions } = await listed(who)
  return [sources[0]?.src, captions[0]?.src] as [string, string]
}
const bare = (address: string) => address.split('?')[0] as string
const open = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

/** Nothing of a file is in a refusal. */
async function expectRefused(reply: Response, status: 401 | 404, because = ''): Promise<void> {
  const { code, request_id, ...more } = (await reply.json()) as Record<string, unknown>
  const expected = [status, status === 401 ? 'unauthenticated' : 'not_found', 'string', {}, 'private, no-cache']
  expect([reply.status, code, typeof request_id, more, reply.headers.get('cache-control')], because).toEqual(expected)
}
async function expectOpened(reply: Response): Promise<void> {
  expect(reply.status).toBe(200)
  const body = Buffer.from(await reply.arrayBuffer())
  expect(body.equals(FILM) || body.equals(Buffer.from(WORDS))).toBe(true)
}

beforeAll(async () => {
  await upload(anne)
  stranger = await createUser(app, await createCompany(app))
})

describe.each([
  ['a film', 0],
  ['captions', 1],
] as const)('%s', (_what, place) => {
  let address: string
  let path: string
  beforeEach(async () => {
    address = (await addressesOf(camille))[place]
    path = bare(address)
  })

  test('without a session and without a signature: refused, whether it exists or not', async () => {
    await expectRefused(await open(path), 401)
    await expectRefused(await open(place === 0 ? videoFilePath(randomUUID()) : captionsPath(randomUUID())), 401)
    await expectRefused(await open(path, { authorization: `Bearer ${'x'.repeat(43)}` }), 401)
  })

  test('a session of the company opens it, by cookie and by header; one of another company does not', async () => {
    for (const who of [camille, anne]) {
      await expectOpened(await open(path, bearer(who)))
      await expectOpened(await open(path, { cookie: `access_token=${who.token}` }))
    }
    await expectRefused(await open(path, bearer(stranger)), 404)
    await expectRefused(await open(path, { cookie: `access_token=${stranger.token}` }), 404)
  })

  test('the cookie does not count for a page of another subdomain', async () => {
    const headers = { cookie: `access_token=${camille.token}`, 'sec-fetch-site': 'same-site' }
    const [reply] = (await once(request(app.url + path, { headers }).end(), 'response')) as [IncomingMessage]
    expect([reply.statusCode, JSON.parse(await text(reply))]).toMatchObject([403, { code: 'csrf_failed' }])
  })

  test('a signed address opens it for ten minutes', async () => {
    await expectOpened(await open(address))
    app.advance(9.9 * MINUTE_MS)
    await expectOpened(await open(address))
    app.advance(0.2 * MINUTE_MS)
    await expectRefused(await open(address), 401)
    await expectRefused(await open(address, bearer(stranger)), 404)
    await expectOpened(await open(address, bearer(camille)))
  })

  test('an altered address opens nothing', async () => {
    const query = new URLSearchParams(address.split('?')[1])
    const [expires, signature] = [query.get('expires') as string, query.get('signature') as string]
    const later = String(Number(expires) + 600)
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const swapped = bare((await addressesOf(camille))[1 - place] as string)
    for (const [altered, because] of [
      [`${path}?expires=${later}&signature=${signature}`, 'another expiry'],
      [`${path}?expires=0${expires}&signature=${signature}`, 'the same expiry in another form'],
      [`${path}?expires=never&signature=${signature}`, 'no expiry'],
      [`${path}?expires=${expires}&signature=${flipped}`, 'another signature'],
      [`${path}?expires=${expires}&signature=${signature.slice(1)}`, 'a part of it'],
      [`${path}?expires=${expires}&signature=${app.vault.deriveToken('event', `${company.id}:${path}:${expires}`)}`, 'of another purpose'],
      [`${path}?expires=${expires}`, 'none'],
      [`${swapped}?expires=${expires}&signature=${signature}`, 'of the other file'],
    ])
      await expectRefused(await open(altered as string), 401, because)
  })

  test('the signature is of one file and one company', async () => {
    const [, admin] = await anotherCompany()
    await upload(admin)
    const theirs = (await addressesOf(admin))[place]
    await expectRefused(await open(`${bare(theirs)}?${address.split('?')[1]}`), 401)
    await expectRefused(await open(`${bare(theirs)}?${address.split('?')[1]}`, bearer(camille)), 404)
  })

  test('a deactivated person and a suspended company open nothing, nor does an address from before the suspension', async () => {
    const leaver = await createUser(app, company)
    await expectOpened(await open(path, bearer(leaver)))
    await app.database.db.execute(sql`update users set deactivated_at = ${app.now()} where id = ${leaver.id}`)
    await expectRefused(await open(path, bearer(leaver)), 401)

    const [other, admin] = await anotherCompany()
    await upload(admin)
    const theirs = (await addressesOf(admin))[place]
    await expectOpened(await open(theirs))
    const known = { company_id: other.id, code: 'theirs' }
    await suspendCompany(app.platform, known)
    await expectRefused(await open(theirs), 401)
    await expectRefused(await open(bare(theirs), bearer(admin)), 401)
    await resumeCompany(app.platform, known)
    await expectOpened(await open(theirs))
  })

  test('a browser keeps it and asks before each use; no shared cache does, and only a signed one is for another origin', async () => {
    const signed = await open(address)
    const etag = signed.headers.get('etag') as string
    expect([signed.headers.get('cache-control'), signed.headers.get('cross-origin-resource-policy')]).toEqual([
      'private, no-cache',
      'cross-origin',
    ])
    const mine = await open(path, bearer(camille))
    expect([mine.headers.get('cache-control'), mine.headers.get('cross-origin-resource-policy')]).toEqual([
      'private, no-cache',
      'same-origin',
    ])
    const again = await open(path, { ...bearer(camille), 'if-none-match': etag })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    await expectRefused(await open(path, { 'if-none-match': etag }), 401)
  })
})

test('ranges of a film are read by session and by signature, and of an expired address not at all', async () => {
  const [address] = await addressesOf(camille)
  const range = { range: 'bytes=1048570-1048600' }
  for (const reply of [await open(address, range), await open(bare(address), { ...range, ...bearer(camille) })]) {
    expect([reply.status, reply.headers.get('content-range')]).toEqual([206, `bytes 1048570-1048600/${FILM.length}`])
    expect(Buffer.from(await reply.arrayBuffer()).equals(FILM.subarray(1048570, 1048601))).toBe(true)
  }
  app.advance(11 * MINUTE_MS)
  await expectRefused(await open(address, range), 401)
  const played = await open(address, { ...range, cookie: `access_token=${camille.token}` })
  expect(played.status, 'the web app plays on').toBe(206)
  await played.arrayBuffer()
})

test('captions by an address that is no id are unknown', async () => {
  const reply = await open(`/video-captions/${'-'.repeat(36)}.vtt`, bearer(camille))
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
})

test('no signature is in the log', async () => {
  const [address] = await addressesOf(camille)
  lines.length = 0
  await expectOpened(await open(address))
  await expectRefused(await open(address.replace('signature=', 'signature=x')), 401)
  await expect.poll(() => lines.filter((line) => line.includes('/video-files/:id')).length).toBe(2)
  expect(lines.join('')).not.toMatch(/signature|expires/)
})

/** Another one with an administrator. */
async function anotherCompany(): Promise<[TestCompany, TestUser]> {
  const other = await createCompany(app)
  return [other, await createUser(app, other, { role: 'admin' })]
}
