import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: version byte, IV, ciphertext, tag. `context` must be the same when opened. */
function encrypt(key: KeyObject, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws Error when the key, the context or a single bit is not the original's */
function decrypt(key: KeyObject, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error('sealed with an unknown version')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + IV_BYTES))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()])
}

/** What a person wrote, sealed under their company's key: nobody who reads the database alone can read it. */
export interface Seal {
  seal(text: string): Buffer
  seal(text: string | null): Buffer | null
  open(sealed: Buffer): string
  open(sealed: Buffer | null): string | null
}

/** A key pair on P-256, as base64url: the point uncompressed, and the scalar. */
export interface WebPushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Keys and tokens that come from the master key. */
export interface Vault {
  /** A new data key, wrapped for storing. */
  newWrappedKey(companyId: string): Buffer
  /** The seal of a company, from its wrapped key. */
  sealOf(companyId: string, wrappedKey: Buffer): Seal
  /**
   * 256-bit token for one purpose and one id. It is derived instead of stored, so that a mail can be made (again) later
   * while the database holds only its hash.
   */
  deriveToken(purpose: 'guest' | 'reset' | 'manager' | 'learner' | 'coffee' | 'event', id: string): string
  /** Ties the browser's CSRF cookie to its session. */
  csrfToken(accessToken: string): string
  /** Tells whether two inputs are the same without keeping either: a plain hash of a short text could be guessed. */
  fingerprint(text: string): Buffer
  /** What browsers know the server by when it sends them messages. */
  webPushKeys(): WebPushKeys
}

export function openVault(masterKey: Buffer): Vault {
  // Key objects: a key given as bytes is imported again at each use, which costs four times the work itself.
  const derived = (info: string) => createSecretKey(Buffer.from(hkdfSync('sha256', masterKey, '', info, 32)))
  const wrapping = derived('reflet wrap company keys')
  const tokens = derived('reflet derive tokens')
  const csrf = derived('reflet csrf')
  const fingerprints = derived('reflet fingerprints')
  const seals = new Map<string, Seal>()
  return {
    newWrappedKey: (companyId) => encrypt(wrapping, randomBytes(32), companyId),
    sealOf(companyId, wrappedKey) {
      let seal = seals.get(companyId)
      if (!seal) {
        const key = createSecretKey(decrypt(wrapping, wrappedKey, companyId))
        seal = {
          seal: ((text: string | null) => (text === null ? null : encrypt(key, Buffer.from(text), companyId))) as Seal['seal'],
          open: ((sealed: Buffer | null) => (sealed === null ? null : decrypt(key, sealed, companyId).toString())) as Seal['open'],
        }
        seals.set(companyId, seal)
      }
      return seal
    },
    deriveToken: (purpose, id) => createHmac('sha256', tokens).update(`${purpose}:${id}`).digest('base64url'),
    csrfToken: (accessToken) => createHmac('sha256', csrf).update(accessToken).digest('base64url'),
    fingerprint: (text) => createHmac('sha256', fingerprints).update(text).digest(),
    webPushKeys: () => keyPair(Buffer.from(hkdfSync('sha256', masterKey, '', 'reflet web push', 48))),
  }
}

/** How many points P-256 has. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** From more bytes than a key has, so that every key is as likely as another (FIPS 186-5, A.2.1). */
function keyPair(bytes: Buffer): WebPushKeys {
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

export const randomToken = () => randomBytes(32).toString('base64url')

/** Tokens are compared and stored only by this. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
