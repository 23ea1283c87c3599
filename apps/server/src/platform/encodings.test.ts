import { mediaTypeOf } from '@reflet/contract/endpoint'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../test/contract-places.ts'
import { NOWHERE } from '../test/push-services.ts'
import { type Scene, setScene } from '../test/tenants/scene.ts'
import { passTime, useCompany } from '../test/use-company.ts'
import { useTestApp } from '../test/use-test-app.ts'

const app = useTestApp({ push: { webPushAt: [NOWHERE] } })
const { admin } = useCompany(app, { admin: { role: 'admin' } })
let links: Scene['links']
beforeAll(async () => {
  links = (await setScene(app)).links
})

const withBody = calls.filter(([, endpoint]) => mediaTypeOf(endpoint) !== null)

const BODIES: Record<string, string> = {
  'application/json': '{}',
  'application/x-www-form-urlencoded': 'a=b',
  'multipart/form-data; boundary=x': '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  'text/plain': '{}',
}

describe('an endpoint accepts exactly its own encoding', () => {
  test.each(withBody)('%s', async (name, endpoint) => {
    // An invented link is refused before its body is read.
    const params = (endpoint.access === 'guest' || endpoint.link ? links[name.split('.')[0] ?? ''] : {}) as Record<string, string>
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? key)
    // Another minute: the rate limits are reset, and the sign-in stays recent.
    await passTime(app, 61_000, admin)
    const own = mediaTypeOf(endpoint) ?? ''
    for (const [type, body] of Object.entries(BODIES)) {
      const reply = await fetch(`${app.url}${path}`, {
        method: endpoint.method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': type },
        body,
      })
      const { code } = (await reply.json()) as { code?: string }
      if (type.startsWith(own)) expect(reply.status, type).not.toBe(415)
      else expect([reply.status, code], type).toEqual([415, 'unsupported_media_type'])
    }
  })

  test('case and parameters of the media type have no effect', async () => {
    const reply = await fetch(`${app.url}/api/platform/used`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'Application/JSON; charset=UTF-8' },
      body: '{"platform":"browser"}',
    })
    expect(reply.status).toBe(200)
  })
})

describe('an unknown address', () => {
  const PREFIXES = [
    ...['/api', '/scim', '/saml', '/oidc', '/metrics', '/status', '/issuers', '/achievements', '/.well-known', '/health'],
    ...['/video-files', '/video-captions'],
  ]
  const paths = PREFIXES.flatMap((prefix) => [prefix, `${prefix}/`, `${prefix}/x`, `${prefix}/x/y?z=1`, `${prefix}?x`])
  test.each([...paths, '/%73tatus/x', '/Status'])('%s returns 404 as JSON', async (path) => {
    const reply = await fetch(`${app.url}${path}`, { headers: { accept: 'text/html' } })
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
  })

  test('but its prefix may be a screen', async () => {
    for (const path of ['/badge', '/badge-home', '/statusboard', '/metricsx', '/home']) {
      const reply = await fetch(`${app.url}${path}`)
      expect([path, reply.status, reply.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
  })

  test('an unknown badge is a page with status 404, or JSON when requested', async () => {
    // A social network that looks for a picture asks for anything.
    for (const accept of ['text/html,*/*', '*/*']) {
      const page = await fetch(`${app.url}/badge/unknown`, { headers: { accept } })
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    }
    for (const accept of ['application/json', 'application/vc+ld+json']) {
      const reply = await fetch(`${app.url}/badge/unknown`, { headers: { accept } })
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    }
  })
})
