import { badgeSvg } from '@reflet/contract/badge-picture'
import { isStorable, type Locale } from '@reflet/contract/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { atMost } from '../../../platform/concurrency-limit.ts'
import { notFound, Problem } from '../../../platform/errors.ts'
import { etagOf, hasIt } from '../../../platform/etag.ts'
import type { Platform } from '../../../platform/index.ts'
import { plainLine } from '../../../platform/plain-line.ts'
import { countCall } from '../../../platform/rate-limit.ts'
import { inLocale } from '../../../platform/translations.ts'
import { pictureOf, pngOf } from '../badge-file.queries.ts'
import { addressesOf } from '../issuing/addresses.ts'
import { achievementDocument, issuerDocument, keySet } from '../issuing/documents.ts'
import { bakedSvg } from '../pictures/baking.ts'
import { OG_WIDTH, openGraphSvg } from '../pictures/open-graph.ts'
import { asPng } from '../pictures/render.ts'
import { lookUpTogether, recentlyUsed } from './look-up.ts'
import { languageOf, wantsDocument } from './negotiation.ts'
import { achievementPage, badgePage, noticePage, PAGE_POLICY } from './page.ts'
import { type BadgeState, findAchievement, findBadge, findIssuer, type PublicBadge, statesOf } from './public.queries.ts'
import { getStatusList } from './status-lists.commands.ts'
import { isUuid, verifyBadge } from './verification.ts'

/** Width of a downloaded picture, in pixels. */
const PNG_WIDTH = 1200
/** Pages and pictures that are kept in memory. */
const PAGES = 500
const PICTURES = 100
/** Pictures are drawn on other threads, so few at a time. */
const DRAWN_AT_ONCE = 2
const DRAWINGS_WAITING = 50

const HTML = 'text/html; charset=utf-8'
const CREDENTIAL = 'application/vc+ld+json'
const LINKED_DATA = 'application/ld+json'

/** `no-cache`: a cache asks whether it is still there, so that a deleted badge is gone at once. Any site may read it. */
const PUBLIC = {
  'cache-control': 'public, no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}
/** A refusal is for any site as well, and is not cached. */
const REFUSED = { 'cache-control': 'no-store', 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
/** A picture that is opened by itself runs nothing. */
const NO_PAGE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

interface Document {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
  readonly policy: string
}

const documentOf = (content: string | Buffer, type: string, policy = NO_PAGE): Document => {
  // As bytes, so that the type is sent as it is: a JWT and a JSON document have no charset.
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return { body, type, policy, etag: etagOf(body) }
}

/** A document with its tag. It is always sent whole: there are no ranges. */
function send(request: FastifyRequest, reply: FastifyReply, { body, type, etag, policy }: Document, more: Record<string, string> = {}) {
  reply.headers({ ...PUBLIC, etag, 'content-security-policy': policy, 'x-content-type-options': 'nosniff', ...more })
  if (hasIt(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type(type).send(body)
}

type Query = Readonly<Record<string, unknown>>
type Reads = { Params: Record<string, string>; Querystring: Query }

/**
 * The public side of badges: pages and documents without a login, for people and for other programs. They are read by anyone, are the same
 * for everyone, and set no cookie.
 */
export function publicBadgeRoutes(app: FastifyInstance, platform: Platform) {
  const { db, clock, publicUrl } = platform
  const stateOf = lookUpTogether((ids) => statesOf(db, ids))
  const pages = recentlyUsed<Document>(PAGES)
  const pictures = recentlyUsed<Document>(PICTURES)
  const drawing = atMost(DRAWN_AT_ONCE, DRAWINGS_WAITING)
  const addresses = () => addressesOf(publicUrl())
  const readersLanguage = (request: FastifyRequest<Reads>, fallback: Locale = 'en') =>
    languageOf(request.query.lang, request.headers['accept-language'], fallback)
  const read = (path: string, run: (request: FastifyRequest<Reads>, reply: FastifyReply) => Promise<unknown>) =>
    app.get<Reads>(path, { schema: { hide: true } }, (request, reply) => run(request, reply.headers(REFUSED)))

  /** @throws not_found, gone */
  async function publishedState(id: string): Promise<BadgeState> {
    const state = isUuid(id) ? await stateOf(id) : undefined
    if (!state) throw notFound()
    if (state.revoked) throw new Problem('gone')
    return state
  }

  /** @throws gone when it was deleted just now */
  async function badgeOf(id: string): Promise<PublicBadge> {
    const badge = await findBadge(db, id)
    if (!badge) throw new Problem('gone')
    return badge
  }

  /** Work that a reader can cause again and again is counted by their network. */
  async function drawn(request: FastifyRequest, key: string, make: () => Promise<Document>): Promise<Document> {
    const known = pictures.get(key)
    if (known) return known
    await countCall(platform, 'badge', { ip: request.ip })
    return pictures.set(key, await drawing(make))
  }

  const FILES: Readonly<Record<string, (request: FastifyRequest, id: string, state: BadgeState) => Promise<Document>>> = {
    json: async (_request, id) => documentOf((await badgeOf(id)).credential, CREDENTIAL),
    jwt: async (_request, id) => documentOf((await badgeOf(id)).jwt, 'application/vc+jwt'),
    svg: async (_request, id) => {
      const badge = await badgeOf(id)
      return documentOf(bakedSvg(pictureOf(badge), badge.credential), 'image/svg+xml')
    },
    png: (request, id, { company }) =>
      drawn(request, `badge ${id} ${company}`, async () => {
        return documentOf(await pngOf(await badgeOf(id)), 'image/png')
      }),
  }

  read('/api/badges/:file', async (request, reply) => {
    const [id = '', format = 'json', ...rest] = (request.params.file ?? '').split('.')
    const make = Object.hasOwn(FILES, format) && rest.length === 0 ? FILES[format] : undefined
    if (!make) throw notFound()
    const state = await publishedState(id)
    return send(request, reply, await make(request, id, state))
  })

  read('/badge/:id', async (request, reply) => {
    const { id = '' } = request.params
    // The router ignores a trailing slash: this is a screen of the app.
    if (id === '') return reply.callNotFound()
    const asDocument = wantsDocument(request.headers.accept)
    const vary = { vary: 'accept, accept-language' }
    let state: BadgeState
    try {
      state = await publishedState(id)
    } catch (error) {
      if (asDocument || !(error instanceof Problem)) throw error
      request.refusal = error.code
      const page = noticePage(readersLanguage(request), error.code === 'gone' ? 'gone' : 'missing')
      reply.code(error.status).headers({ ...vary, 'content-security-policy': PAGE_POLICY })
      return reply.type(HTML).send(page)
    }
    if (asDocument) return send(request, reply, documentOf((await badgeOf(id)).credential, CREDENTIAL), vary)
    if (request.query.verify !== undefined) return sendVerified(request, reply, id, state)
    const locale = readersLanguage(request, state.locale)
    const key = `${id} ${locale} ${state.suspended_at ?? ''} ${state.company}`
    const page = pages.get(key) ?? pages.set(key, await pageDocument(id, locale, state))
    return send(request, reply, page, vary)
  })

  const untilOf = ({ suspended_at }: BadgeState) => (suspended_at === null ? null : new Date(suspended_at))

  const pageDocument = async (id: string, locale: Locale, state: BadgeState) =>
    documentOf(badgePage({ locale, addresses: addresses(), badge: await badgeOf(id), until: untilOf(state) }), HTML, PAGE_POLICY)

  async function sendVerified(request: FastifyRequest<Reads>, reply: FastifyReply, id: string, state: BadgeState) {
    await countCall(platform, 'badge', { ip: request.ip })
    const badge = await badgeOf(id)
    const locale = readersLanguage(request, state.locale)
    const verified = { steps: await verifyBadge(platform, badge), at: clock() }
    const page = badgePage({ locale, addresses: addresses(), badge, until: untilOf(state), verified })
    reply.headers({ 'content-security-policy': PAGE_POLICY })
    return reply.type(HTML).send(page)
  }

  read('/badge/:id/picture.png', async (request, reply) => {
    const { id = '' } = request.params
    const state = await publishedState(id)
    const locale = languageOf(request.query.lang, undefined, state.locale)
    const picture = await drawn(request, `shared ${id} ${locale} ${state.company}`, async () => {
      const badge = await badgeOf(id)
      const { category, company } = pictureOf(badge)
      const title = plainLine(inLocale(badge.achievement.names, locale))
      const name = plainLine(badge.shown_name)
      return documentOf(
        await asPng(openGraphSvg({ locale, category, title, name, company, issuedAt: badge.issued_at }), OG_WIDTH),
        'image/png',
      )
    })
    return send(request, reply, picture)
  })

  /** @throws not_found */
  async function issuerOf({ params: { code = '' } }: FastifyRequest<Reads>) {
    const issuer = isStorable(code) ? await findIssuer(db, code) : undefined
    if (!issuer) throw notFound()
    return issuer
  }

  read('/issuers/:code', async (request, reply) => {
    const issuer = await issuerOf(request)
    return send(request, reply, documentOf(JSON.stringify(issuerDocument(addresses(), issuer, publicUrl(), issuer.keys)), LINKED_DATA))
  })

  read('/issuers/:code/jwks.json', async (request, reply) => {
    const issuer = await issuerOf(request)
    return send(request, reply, documentOf(JSON.stringify(keySet(addresses(), issuer.code, issuer.keys)), 'application/jwk-set+json'))
  })

  read('/achievements/:file', async (request, reply) => {
    const [id = '', format, ...rest] = (request.params.file ?? '').split('.')
    const found = isUuid(id) && rest.length === 0 && (format === undefined || format === 'png') ? await findAchievement(db, id) : undefined
    if (!found) throw notFound()
    const { achievement, issuer } = found
    if (format === 'png') {
      const picture = await drawn(request, `achievement ${id} ${issuer.name}`, async () => {
        const title = plainLine(inLocale(achievement.names, achievement.locale))
        const svg = badgeSvg({ category: achievement.category, company: plainLine(issuer.name), year: null, title })
        return documentOf(await asPng(svg, PNG_WIDTH), 'image/png')
      })
      return send(request, reply, picture)
    }
    const vary = { vary: 'accept, accept-language' }
    const isPage = (request.headers.accept ?? '').includes('text/html') && !wantsDocument(request.headers.accept)
    if (!isPage) {
      const locale = languageOf(request.query.lang, undefined, achievement.locale)
      const document = achievementDocument(addresses(), issuer, achievement, locale)
      return send(request, reply, documentOf(JSON.stringify(document), LINKED_DATA), vary)
    }
    const locale = readersLanguage(request, achievement.locale)
    return send(request, reply, documentOf(achievementPage(locale, issuer, achievement), HTML, PAGE_POLICY), vary)
  })

  read('/status/:list', async (request, reply) => {
    const { list = '' } = request.params
    const document = isUuid(list) ? await getStatusList(platform, list) : undefined
    if (document === undefined) throw notFound()
    return send(request, reply, documentOf(document, CREDENTIAL))
  })
}
