import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { type Browser, chromium } from '@playwright/test'
import { selfSigned } from '../../apps/server/src/platform/certificates.ts'
import { ensureHeadless } from '../../scripts/ensure-chromium.mjs'
import { launchOf } from './browser.ts'
import { freePort } from './ports.ts'

/** The name under which the browser knows our server; it resolves there only. */
const HOST = 'reflet.test'
export const ORIGIN = `https://${HOST}`

interface Listening {
  readonly port: number
  stop(): Promise<void>
}

/** Listens on loopback, on one of the worker's ports. */
export async function listenOn(server: Server | NetServer): Promise<Listening> {
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Hands requests on to a server on loopback, as a reverse proxy. */
function forwardTo(target: string) {
  const { hostname, port } = new URL(target)
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const forwarded = request({ hostname, port, method, path: url, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  }
}

/** TLS before a server on loopback: the cookies of a single sign-on need https. */
async function startTls(target: string): Promise<Listening> {
  const { certificate, privateKey } = await selfSigned(HOST, new Date())
  return listenOn(createSecureServer({ cert: certificate, key: privateKey }, forwardTo(target)))
}

/** A server that has another version of one script: `change` makes it of the server's. */
export function startWithScript(target: string, path: string, change: (script: string) => string): Promise<Listening> {
  const forward = forwardTo(target)
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url !== path) return forward(incoming, outgoing)
    const text = await (await fetch(target + path)).text()
    outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(change(text))
  })
  return listenOn(server)
}

/** Our server as `https://reflet.test`, in a browser that finds it there: a provider is on another site. */
export async function withSite(target: string, use: (browser: Browser) => Promise<void>): Promise<void> {
  const tls = await startTls(target)
  const { executablePath, args } = launchOf(ensureHeadless())
  const hosts = `--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${tls.port}`
  const browser = await chromium.launch({ executablePath, args: [...args, hosts] })
  await use(browser)
  await browser.close()
  await tls.stop()
}
