import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import samlp from 'samlp'
import { selfSigned } from '../../apps/server/src/platform/certificates.ts'
import { listenOn } from './https.ts'

/** Who signs in at the provider: what it says of them. */
export interface Subject {
  readonly number: string
  readonly email: string
}

/** A page with one button, as the login of a provider. */
const page = (action: string, fields: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Provider</title><main><h1>Company login</h1>
  <form method="get" action="${action}">${fields}<button>Sign in</button></form></main></html>`

const hidden = (values: URLSearchParams) =>
  [...values].map(([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`).join('')

/** `samlp`, an identity provider's own implementation of SAML: it reads our request and writes the response. With our settings for it. */
export async function startSaml(acsUrl: string, subject: Subject) {
  const { certificate, privateKey } = await selfSigned('idp.example', new Date())
  const issuer = 'urn:example:provider'
  const answer = samlp.auth({
    issuer,
    cert: certificate,
    key: privateKey,
    recipient: acsUrl,
    destination: acsUrl,
    getPostURL: (_audience: string, _request: unknown, _req: unknown, done: (error: Error | null, url: string) => void) =>
      done(null, acsUrl),
    getUserFromRequest: () => provider.subject,
    profileMapper: (user: Subject) => ({
      getClaims: () => ({ mail: user.email }),
      getNameIdentifier: () => ({ nameIdentifier: user.number }),
    }),
    lifetimeInSeconds: 300,
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const html = (text: string) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
    if (url.pathname === '/sso') return void html(page('/continue', hidden(url.searchParams)))
    // The part of Express that the library uses.
    const express = Object.assign(response, { set: () => undefined, send: (text: string) => html(String(text)) })
    const query = Object.fromEntries(url.searchParams)
    answer(Object.assign(request, { query, body: {}, originalUrl: request.url, get: () => undefined }), express, (error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  const listening = await listenOn(server)
  const settings = { idp_entity_id: issuer, sso_url: `http://127.0.0.1:${listening.port}/sso`, certificates: [certificate] }
  const provider = { ...listening, settings, subject }
  return provider
}

/** `oidc-provider`, which the OpenID Foundation has certified. */
export async function startOpenIdProvider(redirectUri: string, subject: Subject) {
  const server = createServer()
  const listening = await listenOn(server)
  const issuer = `http://127.0.0.1:${listening.port}`
  const [clientId, clientSecret] = ['reflet', 'a-secret-of-the-client-of-this-test']
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['of this test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: subject.email, email_verified: true, name: subject.number }),
    }),
  })
  const inner = provider.callback()
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const [, section, uid, step] = url.pathname.split('/')
    if (section !== 'interaction') return void inner(request, response)
    if (step !== 'confirm') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(page(`/interaction/${uid}/confirm`, ''))
    }
    void consent(provider, request, response)
  })
  return { ...listening, issuer, clientId, clientSecret }
}

/** The person signs in and agrees, in one step. */
async function consent(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'subject-1' } })
  const grant = new provider.Grant({ accountId: 'subject-1', clientId: String(params.client_id) })
  grant.addOIDCScope(String(params.scope))
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true })
}
