import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { PasskeyAnswer } from '@reflet/contract/login-steps'

/** CBOR (RFC 8949) of what a virtual authenticator sends: small maps, integers, byte and text strings. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64

/** What is wrong with a response. */
export interface Wrong {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly signature?: (signature: Buffer) => Buffer
}

/** An authenticator as WebAuthn defines it, with one ES256 key: what a browser would send, so that each part can be wrong. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const authenticatorData = (flags: number, rpId: string, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const answer = (response: Record<string, string | string[]>): PasskeyAnswer => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    response,
    clientExtensionResults: {},
  })

  const rpIdOf = ({ rpId = new URL(origin).hostname }: Wrong) => rpId
  const flagsOf = ({ isVerified = true }: Wrong) => USER_PRESENT | (isVerified ? USER_VERIFIED : 0)
  return {
    id: id.toString('base64url'),
    register(options: Record<string, unknown>, wrong: Wrong = {}): PasskeyAnswer {
      const cose = new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(cose)])
      const data = authenticatorData(flagsOf(wrong) | ATTESTED, rpIdOf(wrong), attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', wrong.challenge ?? String(options.challenge), wrong.origin ?? origin).toString(
          'base64url',
        ),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    sign(options: Record<string, unknown>, wrong: Wrong = {}): PasskeyAnswer {
      if (wrong.counter !== undefined) counter = wrong.counter
      const data = authenticatorData(flagsOf(wrong), rpIdOf(wrong))
      const client = clientData('webauthn.get', wrong.challenge ?? String(options.challenge), wrong.origin ?? origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: (wrong.signature?.(signature) ?? signature).toString('base64url'),
      })
    },
  }
}
