import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './errors.ts'

/** Prefixes of API and assets: an unknown path below these is never answered with the app's page (docs/PRODUCT.md, "Addresses"). */
const OF_PROGRAMS = /^\/(api|scim|saml|oidc|metrics|status|issuers|achievements|health|\.well-known|video-files|video-captions)(\/|$)/i

/** A published badge's page: bare `/badge` is a screen of the app. */
const BADGE_PAGE = /^\/badge\/./i

/** Files in this folder have a content hash in their name. */
const HASHED = '/static/'

/** The service worker, and the one that takes its place where no browser is to keep the app. */
const WORKER = '/sw.js'
const PLAIN_WORKER = 'plain-worker.js'

/** Headers for pages only: on a script or a style they are useless bytes. */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Hashes of the inline scripts of the built page, for the content security policy; none when it is not built. */
export function scriptHashesOf(webRoot: string): string[] {
  const file = join(webRoot, 'csp.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { script: string[] }).script : []
}

/**
 * Serves the built app: precompressed files, and its page for every path of a screen. Without `offline` the service worker's address has the
 * one that removes what the other kept in a browser (docs/OPERATIONS.md, "The web app without a connection").
 */
export async function serveWeb(app: FastifyInstance, webRoot: string, { offline }: { readonly offline: boolean }): Promise<void> {
  const built = existsSync(join(webRoot, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const hashed = path.slice(webRoot.length).replaceAll('\\', '/').startsWith(HASHED)
        if (hashed) for (const name of OF_PAGES) reply.removeHeader(name)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    if (!offline) app.get(WORKER, { schema: { hide: true } }, (_request, reply) => reply.sendFile(PLAIN_WORKER))
  }
  app.setNotFoundHandler((request, reply) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    const path = pathOf(request.url)
    if (!reads || !built || OF_PROGRAMS.test(path) || /\.[a-z0-9]+$/i.test(path)) throw notFound()
    if (!BADGE_PAGE.test(path)) return reply.sendFile('index.html')
    if (!request.headers.accept?.includes('text/html')) throw notFound()
    return reply.code(404).sendFile('index.html')
  })
}

/** As the router reads it: decoded, without the query; an invalid encoding is kept as it is. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
