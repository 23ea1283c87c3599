import type { Endpoint } from '@reflet/contract/endpoint'
import type { FastifyInstance } from 'fastify'

interface Linked {
  /** The token of the page's link. */
  readonly link: string
  readonly [param: string]: string | undefined
}

/**
 * A mail program without one-click unsubscribe opens the address of `List-Unsubscribe` (RFC 8058) in a browser: it gets the page where the
 * reader confirms. Opening it has no side effects, so it needs no rate limit. Mails of earlier releases have the token of the guest link
 * there, which no longer unsubscribes; their page says where the unsubscribe link is.
 */
export function stopPage(app: FastifyInstance, { path }: Endpoint, pageOf: (params: Linked) => string) {
  app.get<{ Params: { token: string }; Querystring: { link?: string | string[] } }>(
    path,
    { exposeHeadRoute: false, schema: { hide: true } },
    async ({ params, query }, reply) => {
      const link = typeof query.link === 'string' ? query.link : undefined
      const known = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]))
      const mail = link === undefined ? '' : `&mail=${known.token}`
      return reply.redirect(`${pageOf({ ...known, link: encodeURIComponent(link ?? params.token) })}?stop=1${mail}`, 303)
    },
  )
}

/** The addresses in a mail to an external person: its page, the unsubscribe page, and the one-click unsubscribe address. */
export function stopLinks(publicUrl: string, { page, api, link, mail }: { page: string; api: string; link: string; mail: string }) {
  return {
    link: `${publicUrl}${page}?mail=${mail}`,
    unsubscribe: `${publicUrl}${page}?mail=${mail}&stop=1`,
    unsubscribeUrl: `${publicUrl}${api}/stop?link=${link}`,
    oneClick: true as const,
  }
}
