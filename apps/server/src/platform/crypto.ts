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

/** Old format, bound to the company only, without a key id; used before `BOUND`. */
const COMPANY_ONLY = 1
/** Bound to company, column and row (additional authenticated data); the key id selects the key, so that keys can be rotated. */
const BOUND = 2
const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16

/** Every column with encrypted values, as table and column; `company-keys.test.ts` compares it with the database. */
export const SEALED_COLUMNS = [
  'awards.sealed_message',
  'badge_keys.sealed_private_key',
  'coffee_requests.sealed_message',
  'coffee_requests.sealed_place',
  'companies.sealed_domoscio_token',
  'feedbacks.sealed_improve',
  'feedbacks.sealed_keep',
  'feedbacks.sealed_reason',
  'feedbacks.sealed_situation',
  'feedbacks.sealed_thanks',
  'feedbacks.sealed_will_try',
  'manager_notes.sealed_note',
  'push_tokens.sealed_token',
  'recurrences.sealed_context',
  'recurrences.sealed_message',
  'requests.sealed_context',
  'requests.sealed_message',
  'sign_in_keys.sealed_private_key',
  'sign_in_oidc.sealed_client_secret',
  'sign_in_requests.sealed_code_verifier',
  'sign_in_requests.sealed_result',
  'totp_secrets.sealed_secret',
] as const
export type SealedColumn = (typeof SEALED_COLUMNS)[number]

interface Key {
  readonly object: KeyObject
  /** Derived from the key: the same key always has the same id, and the id reveals nothing about the key. */
  readonly id: Buffer
}

// Key objects: a key given as bytes is imported again on each use, which costs four times the operation itself.
const keyOf = (bytes: Buffer, idOf = bytes): Key => ({
  object: createSecretKey(bytes),
  id: Buffer.from(hkdfSync('sha256', idOf, '', 'reflet key id', KEY_ID_BYTES)),
})

/** AES-256-GCM: version byte, key id, IV, ciphertext, tag. `context` must be the same for decryption. */
function encrypt(key: Key, plain: string | Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.object, iv).setAAD(Buffer.from(context))
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain)
  return Buffer.concat([Buffer.of(BOUND), key.id, iv, text, cipher.final(), cipher.getAuthTag()])
}

const versionOf = (sealed: Buffer) => sealed[0]
const keyIdOf = (sealed: Buffer) => sealed.subarray(1, 1 + KEY_ID_BYTES)

/** @throws Error when the key, the context or a single bit differs from the original */
function decrypt(key: Key, sealed: Buffer, context: string): Buffer {
  if (versionOf(sealed) !== BOUND) throw new Error('sealed with an unknown version')
  if (!keyIdOf(sealed).equals(key.id)) throw new Error('sealed with another key')
  return decryptFrom(1 + KEY_ID_BYTES, key, sealed, context)
}

function decryptFrom(start: number, key: Key, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key.object, sealed.subarray(start, start + IV_BYTES))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(start + IV_BYTES, -TAG_BYTES)), decipher.final()])
}

/** PostgreSQL accepts an id in capitals, too, and stores it in lower case. */
const serverContext = (purpose: ServerKey) => `server_keys/${purpose}`

const contextOf = (companyId: string, column: SealedColumn | 'companies.wrapped_key', rowId: string) =>
  `${companyId}/${column}/${rowId.toLowerCase()}`

/**
 * Encryption of user text with the company's data key: the database alone does not reveal it. A ciphertext is bound to one column of one
 * row (`rowId` is its `id`; of `companies` its `company_id`): copied to another, it cannot be decrypted.
 */
export interface Seal {
  seal(text: string, column: SealedColumn, rowId: string): Buffer
  seal(text: string | null, column: SealedColumn, rowId: string): Buffer | null
  /** @throws Error when it was encrypted for another row or column or with another key, or was changed */
  open(sealed: Buffer, column: SealedColumn, rowId: string): string
  open(sealed: Buffer | null, column: SealedColumn, rowId: string): string | null
}

/** A key pair on P-256, as base64url: the point uncompressed, and the scalar. */
export interface WebPushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Keys of the whole server, which links, counters and subscriptions depend on; `server-keys.ts` stores them wrapped. Bytes of each. */
export const SERVER_KEYS = { tokens: 32, csrf: 32, fingerprints: 32, web_push: 48 } as const
export type ServerKey = keyof typeof SERVER_KEYS

/** How the release before `server_keys` derived them from the master key. */
const DERIVED: Record<ServerKey, string> = {
  tokens: 'reflet derive tokens',
  csrf: 'reflet csrf',
  fingerprints: 'reflet fingerprints',
  web_push: 'reflet web push',
}
export const derivedServerKey = (masterKey: Buffer, purpose: ServerKey) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', DERIVED[purpose], SERVER_KEYS[purpose]))

/** What a derived token is for. */
export type TokenPurpose =
  | 'guest'
  | 'guest_copy'
  | 'reset'
  | 'manager'
  | 'learner'
  | 'coffee'
  | 'event'
  | 'stop'
  | 'device'
  | 'address_change_old'
  | 'address_change_new'
  | 'address_restore'
  | 'sign_in_test'
  | 'film'

/** Keys and tokens derived from the master key. */
export interface Vault {
  /** A new data key, wrapped for storage. */
  newWrappedKey(companyId: string): Buffer
  /** The same data key, wrapped with the key id of the current master key. */
  rewrappedKey(companyId: string, wrappedKey: Buffer): Buffer
  /** Whether the current master key wrapped it, not the previous one. */
  isCurrent(wrappedKey: Buffer): boolean
  /** Whether this master key wrapped it, for this company. */
  opens(companyId: string, wrappedKey: Buffer): boolean
  /** The cipher of a company, from its wrapped key. */
  sealOf(companyId: string, wrappedKey: Buffer): Seal
  /**
   * 256-bit token for one purpose and one id. It is derived instead of stored, so that a mail can be built (again) later while the database
   * stores only its hash.
   */
  deriveToken(purpose: TokenPurpose, id: string): string
  /** Binds the browser's CSRF cookie to its session. */
  csrfToken(accessToken: string): string
  /** A keyed hash to compare two inputs without storing either: a plain hash of a short text could be guessed. */
  fingerprint(text: string): Buffer
  /** VAPID key: how browsers identify the server that sends push messages. */
  webPushKeys(): WebPushKeys
}

/** The master keys' wrapping keys: the current one wraps, both unwrap. */
export interface Wrapping {
  wrap(plain: Buffer, context: string): Buffer
  unwrap(wrapped: Buffer, context: string): Buffer
  isCurrent(wrapped: Buffer): boolean
  /** Of the format before `BOUND`, which has no key id. */
  unwrapCompanyOnly(wrapped: Buffer, companyId: string): Buffer
}

function wrappingOf(masterKey: Buffer, previous: Buffer | undefined): Wrapping {
  const keys = [masterKey, ...(previous ? [previous] : [])].map((key) =>
    keyOf(Buffer.from(hkdfSync('sha256', key, '', 'reflet wrap company keys', 32)), key),
  ) as [Key, ...Key[]]
  const keyFor = (wrapped: Buffer) => keys.find(({ id }) => id.equals(keyIdOf(wrapped))) ?? keys[0]
  return {
    wrap: (plain, context) => encrypt(keys[0], plain, context),
    unwrap: (wrapped, context) => decrypt(keyFor(wrapped), wrapped, context),
    isCurrent: (wrapped) => versionOf(wrapped) === BOUND && keyIdOf(wrapped).equals(keys[0].id),
    unwrapCompanyOnly(wrapped, companyId) {
      for (const key of keys.slice(1)) {
        try {
          return decryptFrom(1, key, wrapped, companyId)
        } catch {
          // Another key wrapped it.
        }
      }
      return decryptFrom(1, keys[0], wrapped, companyId)
    },
  }
}

/** Wraps and unwraps the keys of the server. */
export function openServerKeys(masterKey: Buffer, previous?: Buffer) {
  const { wrap, unwrap, isCurrent } = wrappingOf(masterKey, previous)
  return {
    isCurrent,
    wrap: (purpose: ServerKey, key: Buffer) => wrap(key, serverContext(purpose)),
    /** @throws Error when neither master key wrapped it */
    unwrap: (purpose: ServerKey, wrapped: Buffer) => unwrap(wrapped, serverContext(purpose)),
  }
}

export interface VaultOptions {
  /** The master key before: while both are given, what either wrapped can be opened. */
  readonly previous?: Buffer | undefined
  /** Default: derived from the master key, as in tests. */
  readonly serverKeys?: ReadonlyMap<ServerKey, Buffer>
}

export function openVault(masterKey: Buffer, { previous, serverKeys }: VaultOptions = {}): Vault {
  const wrapping = wrappingOf(masterKey, previous)
  const serverKey = (purpose: ServerKey) => serverKeys?.get(purpose) ?? derivedServerKey(masterKey, purpose)
  const tokens = createSecretKey(serverKey('tokens'))
  const csrf = createSecretKey(serverKey('csrf'))
  const fingerprints = createSecretKey(serverKey('fingerprints'))
  const seals = new Map<string, { readonly seal: Seal; readonly companyOnly: boolean }>()
  const wrap = (companyId: string, key: Buffer) => wrapping.wrap(key, contextOf(companyId, 'companies.wrapped_key', companyId))
  const unwrap = (companyId: string, wrapped: Buffer) =>
    versionOf(wrapped) === COMPANY_ONLY
      ? wrapping.unwrapCompanyOnly(wrapped, companyId)
      : wrapping.unwrap(wrapped, contextOf(companyId, 'companies.wrapped_key', companyId))
  return {
    newWrappedKey: (companyId) => wrap(companyId, randomBytes(32)),
    rewrappedKey: (companyId, wrappedKey) => wrap(companyId, unwrap(companyId, wrappedKey)),
    isCurrent: wrapping.isCurrent,
    opens(companyId, wrappedKey) {
      try {
        return unwrap(companyId, wrappedKey).length === 32
      } catch {
        return false
      }
    },
    sealOf(companyId, wrappedKey) {
      const companyOnly = isCompanyOnly(wrappedKey)
      const known = seals.get(companyId)
      if (known?.companyOnly === companyOnly) return known.seal
      const seal = sealWith(companyId, keyOf(unwrap(companyId, wrappedKey)), companyOnly)
      seals.set(companyId, { seal, companyOnly })
      return seal
    },
    deriveToken: (purpose, id) => createHmac('sha256', tokens).update(`${purpose}:${id}`).digest('base64url'),
    csrfToken: (accessToken) => createHmac('sha256', csrf).update(accessToken).digest('base64url'),
    fingerprint: (text) => createHmac('sha256', fingerprints).update(text).digest(),
    webPushKeys: () => keyPair(serverKey('web_push')),
  }
}

/** Whether a value, or a company's wrapped key, is of the format before `BOUND`. */
export const isCompanyOnly = (sealed: Buffer) => versionOf(sealed) === COMPANY_ONLY

/**
 * Values that are bound to the company only can be decrypted while the company's wrapped key has that format, too. The key is wrapped again
 * once all values are bound (`company-keys.ts`); from then on such a value, which could have been copied, is refused.
 */
function sealWith(companyId: string, key: Key, takesCompanyOnly: boolean): Seal {
  const open = (sealed: Buffer | null, column: SealedColumn, rowId: string) => {
    if (sealed === null) return null
    const plain =
      takesCompanyOnly && isCompanyOnly(sealed)
        ? decryptFrom(1, key, sealed, companyId)
        : decrypt(key, sealed, contextOf(companyId, column, rowId))
    return plain.toString()
  }
  const seal = (text: string | null, column: SealedColumn, rowId: string) =>
    text === null ? null : encrypt(key, text, contextOf(companyId, column, rowId))
  return { seal, open } as Seal
}

/** The order of P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** From more bytes than a key has, so that the distribution is uniform (FIPS 186-5, A.2.1). */
function keyPair(bytes: Buffer): WebPushKeys {
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

export const randomToken = () => randomBytes(32).toString('base64url')

/** Tokens are stored and compared as this hash only. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
