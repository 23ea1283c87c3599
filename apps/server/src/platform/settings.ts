import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SECOND_MS } from '@reflet/contract/durations'
import * as z from 'zod/mini'
import { appsEnvironment, type NativeApps, nativeApps } from './native-apps.ts'
import { missingFor, plainAddress, smtpContradiction, whyProduction, withTls } from './production.ts'
import { missingForApns, type PushServices, pushEnvironment, pushServices } from './push/settings.ts'
import { BadSetting, fromFiles } from './setting-files.ts'

const port = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback)
const url = (...schemes: string[]) =>
  z.optional(
    z.string().check(
      z.refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), {
        error: `must be a URL (${schemes.join(', ')})`,
      }),
    ),
  )
const key = z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/_-]{43}=?$/, { error: 'must be 32 bytes in base64' })))

/** Every setting, from the environment; docs/OPERATIONS.md explains each. An empty one counts as not set. */
const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'development'),
  DEMO: z._default(z.enum(['0', '1']), '0'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port(3000),
  PUBLIC_URL: url('http', 'https'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: url('postgres', 'postgresql'),
  DATABASE_POOL: z._default(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(200)), 16),
  DATABASE_PREPARED: z._default(z.enum(['on', 'off']), 'on'),
  SMTP_URL: url('smtp', 'smtps'),
  SMTP_TLS: z.optional(z.enum(['require', 'off'])),
  MAIL_FROM: z._default(z.string(), 'Reflet <no-reply@reflet.example>'),
  MAILDEV_SMTP_PORT: port(1025),
  MAILDEV_WEB_PORT: port(1080),
  MASTER_KEY: key,
  MASTER_KEY_PREVIOUS: key,
  METRICS_PORT: port(9464),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TRUST_PROXY: z._default(
    z
      .string()
      .check(
        z.regex(/^(0|[1-9]|[\da-fA-F.:/]+(,[\da-fA-F.:/]+)*)$/, { error: 'must be a number of proxies or a list of their addresses' }),
      ),
    '0',
  ),
  ALLOW_PRIVATE_HOSTS: z.optional(
    z
      .string()
      .check(z.regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/, { error: 'must be hosts separated by commas, each with or without a port' })),
  ),
  DRAIN_SECONDS: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(60))),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https'),
  OTEL_SERVICE_NAME: z._default(z.string(), 'reflet'),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1),
  OFFLINE_WEB_APP: z._default(z.enum(['on', 'off']), 'on'),
  ...pushEnvironment,
  ...appsEnvironment,
})

/** Longer than the interval of deploy/Caddyfile's readiness probe. */
const DRAIN_SECONDS = 3

export interface Settings {
  readonly production: boolean
  readonly host: string
  readonly port: number
  /** Without a trailing slash; if not set, known only after listening. */
  readonly publicUrl: string | undefined
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly poolSize: number
  /** Whether statements are prepared by name: not behind a pooler that does not keep them. */
  readonly prepared: boolean
  readonly smtpUrl: string | undefined
  /** Mails are sent over TLS only. */
  readonly smtpTls: boolean
  readonly mailFrom: string
  readonly maildev: { readonly smtpPort: number; readonly webPort: number }
  readonly masterKey: string | undefined
  /** Of a rotation that is under way. */
  readonly previousMasterKey: string | undefined
  /** Where metrics are served; port 0: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number }
  readonly logLevel: string
  /** The number of reverse proxies, or their addresses: only their entries in X-Forwarded-For are trusted. */
  readonly trustProxy: number | string
  /** Where traces are sent; null: nowhere. */
  readonly tracing: { readonly endpoint: string; readonly serviceName: string; readonly ratio: number } | null
  /** Hosts on private addresses that the server may call for a company. */
  readonly privateHosts: readonly string[]
  /** For how long a server that ends still answers. */
  readonly drainMs: number
  /** Whether browsers keep the web app, so that it opens without a connection. */
  readonly offlineWebApp: boolean
  readonly push: PushServices
  readonly apps: NativeApps
}

/** @throws BadSetting with the name of the first invalid one or of all missing ones, never a value */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = fromFiles(Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')))
  const parsed = Environment.safeParse(given, { error: z.locales.en().localeError })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new BadSetting(`Setting ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  const why = whyProduction(env)
  const production = why !== null
  const refused = (why && missingFor(why, env)) ?? plainAddress(env) ?? smtpContradiction(env)
  if (refused) throw new BadSetting(refused)
  const databaseUrl = production && env.DATABASE_URL ? withTls(env.DATABASE_URL) : env.DATABASE_URL
  if (databaseUrl === null) throw new BadSetting('Setting DATABASE_URL: sslmode must be verify-full, no-verify or disable in production')
  const incomplete = missingForApns(env)
  if (incomplete) throw new BadSetting(`Setting ${incomplete}: needed with the other APNS_ settings`)
  return {
    production,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl,
    poolSize: env.DATABASE_POOL,
    prepared: env.DATABASE_PREPARED === 'on',
    smtpUrl: env.SMTP_URL,
    smtpTls: env.SMTP_TLS ? env.SMTP_TLS === 'require' : production,
    mailFrom: env.MAIL_FROM,
    maildev: { smtpPort: env.MAILDEV_SMTP_PORT, webPort: env.MAILDEV_WEB_PORT },
    masterKey: env.MASTER_KEY,
    previousMasterKey: env.MASTER_KEY_PREVIOUS,
    metrics: { host: env.METRICS_HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
    trustProxy: /^\d$/.test(env.TRUST_PROXY) ? Number(env.TRUST_PROXY) : env.TRUST_PROXY,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME, ratio: env.OTEL_TRACES_SAMPLER_ARG }
      : null,
    privateHosts: env.ALLOW_PRIVATE_HOSTS?.toLowerCase().split(/\s*,\s*/) ?? [],
    drainMs: (env.DRAIN_SECONDS ?? (production ? DRAIN_SECONDS : 0)) * SECOND_MS,
    offlineWebApp: env.OFFLINE_WEB_APP === 'on',
    push: pushServices(env),
    apps: nativeApps(env),
  }
}

const masterKeyFile = (settings: Settings) => join(settings.dataDir, 'master.key')

/** Where `readMasterKey` reads it, for error messages. */
export const masterKeyName = (settings: Settings) => (settings.masterKey ? 'MASTER_KEY' : `MASTER_KEY (${masterKeyFile(settings)})`)

/** The master key before the current one, while it is being rotated. */
export const readPreviousKey = ({ previousMasterKey }: Settings) =>
  previousMasterKey === undefined ? undefined : Buffer.from(previousMasterKey, 'base64')

/** The master key: from the setting, else (never in production) created once in the data directory. 32 bytes. */
export function readMasterKey(settings: Settings): Buffer {
  if (settings.masterKey) return Buffer.from(settings.masterKey, 'base64')
  const path = masterKeyFile(settings)
  if (!existsSync(path)) {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}
