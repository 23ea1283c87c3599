import { badges } from '@reflet/contract/badges'
import { LOCALES } from '@reflet/contract/common'
import { HOUR_MS } from '@reflet/contract/durations'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { earn, publish, publishOne } from '../../../test/badges.ts'
import { buildAppForThisTest } from '../../../test/build-test-app.ts'
import { createCompany, createUser } from '../../../test/factories.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { unbakedSvg } from '../../../test/verifier.ts'
import { addressesOf } from '../issuing/addresses.ts'
import { asPng } from '../pictures/render.ts'

const app = useTestApp()
const { company, camille } = useCompanyPerTest(app, ['camille'], { badges_active: true })
const FORMATS = ['json', 'jwt', 'png', 'svg'] as const
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => fetch(`${app.url}${path}`, { headers, method })
const pageOf = async (id: string, headers: Record<string, string> = {}) =>
  (await get(`/badge/${id}`, { accept: BROWSER, ...headers })).text()
const langOf = (page: string) => /<html lang="(\w+)" dir="(\w+)">/.exec(page)?.slice(1)
const deleteIt = (id: string) => app.call(camille, badges.deleteBadge, { params: { id } })

let id: string
beforeEach(async () => {
  // Another minute: the rate limits are reset.
  app.advance(61_000)
  ;({ id } = await publishOne(app, camille))
})

/** Every public address of the badge. */
async function addresses(): Promise<string[]> {
  const credential = (await (await get(`/api/badges/${id}.json`)).json()) as {
    issuer: { id: string }
    credentialSubject: { achievement: { id: string } }
    credentialStatus: { statusListCredential: string }
  }
  const paths = [credential.issuer.id, credential.credentialSubject.achievement.id, credential.credentialStatus.statusListCredential].map(
    (url) => new URL(url).pathname,
  )
  const [issuer, achievement] = paths
  return [
    `/badge/${id}`,
    `/badge/${id}/picture.png`,
    ...FORMATS.map((format) => `/api/badges/${id}.${format}`),
    ...paths,
    `${issuer}/jwks.json`,
    `${achievement}.png`,
  ]
}

describe('who reads which form', () => {
  test.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    [BROWSER, 'text/html; charset=utf-8'],
    ['application/vc+ld+json', 'application/vc+ld+json'],
    ['application/vc', 'application/vc+ld+json'],
    ['application/ld+json, application/json;q=0.5', 'application/vc+ld+json'],
    ['text/html;q=0.2, application/json', 'application/vc+ld+json'],
    ['application/json;q=0, text/html', 'text/html; charset=utf-8'],
    [`application/json;q=${'9'.repeat(5_000)}`, 'application/vc+ld+json'],
    [',;q=,;;', 'text/html; charset=utf-8'],
  ])('%s', async (accept, type) => {
    const reply = await get(`/badge/${id}`, accept === undefined ? {} : { accept })
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('vary')]).toEqual([
      200,
      type,
      expect.stringMatching(/accept\b/i),
    ])
  })

  test('the page is in the visitor’s language; one that there is not is in that of the company', async () => {
    expect(langOf(await pageOf(id))).toEqual(['en', 'ltr'])
    expect(langOf(await pageOf(id, { 'accept-language': 'ar-EG,fr;q=0.8' }))).toEqual(['ar', 'rtl'])
    expect(langOf(await pageOf(id, { 'accept-language': 'nl, de;q=0.3, es;q=0.9' }))).toEqual(['es', 'ltr'])
    expect(langOf(await pageOf(id, { 'accept-language': 'zh' }))).toEqual(['en', 'ltr'])
    for (const tricked of ['lang=xx', 'lang=fr&lang=de', 'lang[]=fr', 'lang=__proto__', 'lang=constructor'])
      expect(langOf(await (await get(`/badge/${id}?${tricked}`)).text())).toEqual(['en', 'ltr'])
  })

  test('a machine that reads the achievement gets it in the language that it names', async () => {
    const [, , , , , , , achievement = ''] = await addresses()
    const names = async (lang: string) => ((await (await get(`${achievement}?lang=${lang}`)).json()) as { inLanguage: string }).inLanguage
    expect([await names('ar'), await names('xx')]).toEqual(['ar', 'en'])
    expect((await get(achievement, { accept: BROWSER })).headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

test('a page in each language is small, complete without a script, and allows none', async () => {
  for (const lang of LOCALES) {
    const reply = await get(`/badge/${id}?lang=${lang}`, { accept: BROWSER, 'accept-language': 'en' })
    const page = await reply.text()
    expect(langOf(page)).toEqual([lang, lang === 'ar' ? 'rtl' : 'ltr'])
    expect(page, 'every placeholder is filled').not.toMatch(/\{\{|undefined|null/)
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(30_000)
    expect(page).not.toMatch(/<script|<form|<iframe|javascript:|\son\w+=/i)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|script-src/)
    expect(page).toContain('Camille Martin')
    expect(page).toContain(`<meta property="og:image" content="${app.url}/badge/${id}/picture.png?lang=${lang}">`)
    expect(page).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(page).not.toContain(camille.email)
  }
})

test('every document is for any site, without cookies, and asks to be checked before it is used again', async () => {
  for (const path of await addresses()) {
    const reply = await get(path, { origin: 'https://elsewhere.example', cookie: `access_token=${camille.token}` })
    const headers = Object.fromEntries(reply.headers)
    expect([path, reply.status]).toEqual([path, 200])
    // A body that is not read keeps its connection open, and the server waits for it when it ends.
    await reply.arrayBuffer()
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(reply.headers.getSetCookie()).toEqual([])
  }
})

test('a server that has another address now signs its status list again, once', async () => {
  let address = 'https://before.example'
  const moving = await buildAppForThisTest({ settings: { publicUrl: () => address } })
  await publishOne(moving, await createUser(moving, await createCompany(moving, { badges_active: true })))
  const [list] = await rows(moving.database.db, { id: t.uuid }, sql`select id from status_lists`)
  const statusList = () => addressesOf(address).statusList(list?.id as string)
  const read = async () => (await fetch(`${moving.url}${new URL(statusList()).pathname}`)).text()
  const idOf = (document: string) => (JSON.parse(document) as { id: string }).id
  expect(idOf(await read())).toBe(statusList())
  address = 'https://after.example'
  moving.advance(61_000)
  const after = await read()
  expect(idOf(after)).toBe(statusList())
  moving.advance(61_000)
  expect(await read()).toBe(after)
})

test('tags of documents: what is known is not sent again, tricks get the whole document', async () => {
  for (const path of await addresses()) {
    const whole = await get(path)
    const [etag, body] = [whole.headers.get('etag') as string, Buffer.from(await whole.arrayBuffer())]
    for (const known of [etag, `W/${etag}`, '*', `"x", ${etag}`, `"x",W/${etag},"y"`]) {
      const reply = await get(path, { 'if-none-match': known })
      expect([path, known, reply.status, await reply.text()]).toEqual([path, known, 304, ''])
      expect(reply.headers.get('etag')).toBe(etag)
    }
    const tricks: Record<string, string>[] = [
      { 'if-none-match': etag.slice(1, -1) },
      { 'if-none-match': `"${'x'.repeat(5_000)}"` },
      { 'if-none-match': ',,,"' },
      { range: 'bytes=0-9' },
      { range: 'bytes=-1' },
      { range: 'bytes=9999999-' },
      { range: 'bytes=0-0,1-1,2-2' },
      { range: 'bytes=0-9', 'if-range': etag },
      { 'if-modified-since': 'Wed, 25 Nov 2126 00:00:00 GMT' },
    ]
    for (const headers of tricks) {
      const reply = await get(path, headers)
      expect([path, headers, reply.status]).toEqual([path, headers, 200])
      expect(Buffer.from(await reply.arrayBuffer()).equals(body)).toBe(true)
    }
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  }
})

test('a deleted badge is gone in every format and language, and answers nothing about itself', async () => {
  const all = (await addresses()).filter((path) => path.includes(id))
  const etags = new Map<string, string>()
  for (const path of all) etags.set(path, (await get(path)).headers.get('etag') as string)
  expect((await deleteIt(id)).status).toBe(200)
  for (const path of all) {
    const reply = await get(path, { 'if-none-match': etags.get(path) as string, accept: 'application/json' })
    expect([path, reply.status, ((await reply.json()) as { code: string }).code]).toEqual([path, 410, 'gone'])
    expect(reply.headers.get('cache-control')).toContain('no-store')
  }
  for (const query of ['', '?verify', '?lang=ar', '?verify&lang=ar']) {
    const reply = await get(`/badge/${id}${query}`, { accept: BROWSER })
    const page = await reply.text()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8'])
    expect(page).not.toMatch(/Camille|Martin|og:/)
    expect(page).not.toContain(company.id)
  }
  const [again] = await publish(app, camille, [company.skillIds[0] as string])
  expect(again?.id).not.toBe(id)
  expect((await get(`/badge/${again?.id}`)).status).toBe(200)
  expect((await get(`/badge/${id}`)).status).toBe(410)
})

test('an unknown badge is a page with status 404, whatever its address looks like', async () => {
  for (const unknown of [
    crypto.randomUUID(),
    'x',
    '%00',
    '..%2f..%2fetc',
    `${id}%20`,
    id.toUpperCase(),
    "'; drop table badges --",
    'é'.repeat(300),
  ]) {
    const reply = await get(`/badge/${encodeURI(unknown)}`, { accept: BROWSER })
    expect([unknown, reply.status, reply.headers.get('content-type')]).toEqual([unknown, 404, expect.stringContaining('text/html')])
  }
  for (const path of [
    `/api/badges/${id}.exe`,
    `/api/badges/${id}.json.png`,
    `/api/badges/.json`,
    `/api/badges/${id}.constructor`,
    '/status/x',
    '/issuers/x',
    '/issuers/x/jwks.json',
    '/achievements/x',
    '/achievements/x.png',
    `/achievements/${id}`,
    `/badge/${crypto.randomUUID()}/picture.png`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('a company that changes its name shows it at once, in pages that were read before as well', async () => {
  await pageOf(id)
  const picture = (await get(`/api/badges/${id}.png`)).headers.get('etag')
  await app.database.db.execute(sql`update companies set name = 'Renamed Company' where company_id = ${company.id}`)
  expect(await pageOf(id)).toContain('Renamed Company')
  expect((await get(`/api/badges/${id}.png`)).headers.get('etag')).not.toBe(picture)
})

test('texts that attack, in a skill, a name and a company of 200 characters, are text in every document', async () => {
  const NASTY = `<script>alert(1)</script>"><img src=x onerror=alert(1)>&amp;\u202Egnp.evil\u2066 ]]> ${'W'.repeat(60)}`
  const HIDDEN = /[\u202A-\u202E\u2066-\u2069]/
  const skillId = company.skillIds[1] as string
  const name = NASTY.padEnd(200, 'é')
  await app.database.db.execute(sql`update skills set catalogue_key = null, names = ${JSON.stringify({ fr: NASTY, en: NASTY, ar: NASTY })}::jsonb
    where id = ${skillId}`)
  await app.database.db.execute(sql`update companies set name = ${name} where company_id = ${company.id}`)
  const mallory = await createUser(app, company, { first_name: NASTY.slice(0, 80), last_name: NASTY.slice(80, 160) })
  await earn(app, mallory, skillId)
  const [made] = await publish(app, mallory, [skillId])
  id = made?.id as string
  for (const lang of LOCALES) {
    const page = await (await get(`/badge/${id}?lang=${lang}`, { accept: BROWSER })).text()
    expect(page).not.toMatch(/<script|<img/)
    expect(page).not.toMatch(HIDDEN)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  }
  const credential = await (await get(`/api/badges/${id}.json`)).text()
  expect(credential).not.toMatch(HIDDEN)
  const svg = await (await get(`/api/badges/${id}.svg`)).text()
  expect(svg).not.toMatch(HIDDEN)
  expect(svg.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')).not.toMatch(/<script|<img/)
  expect(svg.split(']]>'), 'the credential cannot end its section').toHaveLength(2)
  expect(JSON.parse(unbakedSvg(svg))).toEqual(JSON.parse(credential))
  // A parser of XML reads it, and draws it.
  const drawn = await sharp(await asPng(svg, 64)).metadata()
  expect([drawn.format, drawn.width]).toEqual(['png', 64])
  for (const lang of LOCALES) {
    const picture = await sharp(Buffer.from(await (await get(`/badge/${id}/picture.png?lang=${lang}`)).arrayBuffer())).metadata()
    expect([picture.width, picture.height]).toEqual([1200, 630])
  }
  expect(await (await get(`/badge/${id}?verify&lang=en`)).text()).toContain('This badge is genuine')
})

test('who draws pictures again and again is slowed down; what is drawn already is not', async () => {
  expect((await get(`/api/badges/${id}.png`)).status).toBe(200)
  const statuses: number[] = []
  for (let i = 0; i < 121; i++) statuses.push((await get(`/badge/${id}?verify`)).status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
  expect((await get(`/api/badges/${id}.png`)).status).toBe(200)
  expect((await get(`/badge/${id}`)).status).toBe(200)
  app.advance(HOUR_MS)
  expect((await get(`/badge/${id}?verify`)).status).toBe(200)
})
