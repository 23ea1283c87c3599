import { createDecipheriv, createECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createHttp2Server, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import type { PushPayload } from '@reflet/contract/push'
import type { ApnsSettings } from '../platform/push/apns.ts'
import type { FcmSettings } from '../platform/push/fcm.ts'

/** A call that the service received. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** The service's next response; by default it accepts everything. */
export interface Refusal {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** The address of a browsers' push service that never answers. */
export const NOWHERE = 'http://127.0.0.1:9'

type Refuse = (call: Received) => Refusal | null

export interface TestService {
  readonly url: string
  /** The calls since the last time. */
  take(): Received[]
  /** From now on; null accepts everything again. */
  refuse(how: Refusal | Refuse | null): void
  close(): void
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Records calls, and answers them as the test sets. */
function desk(accepted: (call: Received) => unknown) {
  let received: Received[] = []
  let refuse: Refuse = () => null
  return {
    take() {
      const calls = received
      received = []
      return calls
    },
    refuse(how: Refusal | Refuse | null) {
      refuse = typeof how === 'function' ? how : () => how
    },
    answer(call: Received, response: ServerResponse | Http2ServerResponse) {
      received.push(call)
      const refusal = refuse(call)
      const text = JSON.stringify(refusal ? (refusal.body ?? {}) : accepted(call))
      // Two response types with the same methods: a union of them cannot be called.
      const reply = response as ServerResponse
      reply.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json', ...refusal?.headers })
      reply.end(text)
    },
  }
}

async function bytesOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A service over HTTP/1.1. */
async function startService(accepted: (call: Received) => unknown = () => ({})): Promise<TestService> {
  const { answer, ...rest } = desk(accepted)
  const server = createServer((request, response) => {
    bytesOf(request).then((body) => answer({ path: request.url ?? '', headers: request.headers, body }, response))
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: await listen(server), ...rest, close }
}

export interface Browser {
  /** What the app registers: `PushSubscription.toJSON()`. */
  readonly token: string
  readonly path: string
  /** Decrypts what it received. */
  open(call: Received): PushPayload
}

/** A browser's push service, and browsers that subscribed there. */
export async function startWebPush(): Promise<TestService & { browser(): Browser }> {
  const service = await startService()
  return { ...service, browser: () => createBrowser(service.url) }
}

export function createBrowser(origin: string): Browser {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${randomBytes(24).toString('base64url')}`
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  return {
    token: JSON.stringify({ endpoint: `${origin}${path}`, expirationTime: null, keys }),
    path,
    open: ({ body }) => {
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
      const secret = derive(pair.computeSecret(sender), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}

/** Encryption of RFC 8188 and RFC 8291. */
const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Firebase: its account tokens, and its messages. */
export async function startFcm(): Promise<{ settings: FcmSettings; accounts: TestService; messages: TestService; close(): void }> {
  let tokens = 0
  const accounts = await startService(() => ({ access_token: `access-${++tokens}`, expires_in: 3600, token_type: 'Bearer' }))
  const messages = await startService(() => ({ name: 'projects/reflet/messages/1' }))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = {
    url: messages.url,
    projectId: 'reflet',
    clientEmail: 'push@reflet.example',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    tokenUrl: `${accounts.url}/token`,
  }
  const close = () => {
    accounts.close()
    messages.close()
  }
  return { settings, accounts, messages, close }
}

/** Apple's service, without TLS, with the public half of the team's key. */
export async function startApns() {
  const { answer, ...rest } = desk(() => ({}))
  const sessions = new Set<ServerHttp2Session>()
  let opened = 0
  const server = createHttp2Server((request, response) => {
    bytesOf(request).then((body) => answer({ path: request.url, headers: request.headers, body }, response))
  })
  server.on('session', (session) => {
    opened++
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  const hangUp = () => {
    for (const session of sessions) session.destroy()
  }
  const url = await listen(server)
  const close = () => {
    hangUp()
    server.close()
  }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const settings: ApnsSettings = {
    url,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keyId: 'KEY1234567',
    teamId: 'TEAM123456',
    topic: 'example.reflet',
  }
  return { settings, publicKey, url, ...rest, hangUp, connections: () => opened, close }
}
