import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { BadSetting } from './setting-files.ts'
import { readSettings } from './settings.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://reflet.example/',
  DATABASE_URL: 'postgres://reflet@db/reflet',
  SMTP_URL: 'smtps://mail.example',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}

const pemOf = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const RSA = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }) as never)
const EC = pemOf(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) as never)
const ACCOUNT = { type: 'service_account', project_id: 'reflet', client_email: 'push@reflet.example', private_key: RSA }
const APNS = { APNS_KEY: EC, APNS_KEY_ID: 'KEY1234567', APNS_TEAM_ID: 'TEAM123456', APNS_TOPIC: 'example.reflet' }

describe('settings', () => {
  test('have a default for everything outside production', () => {
    expect(readSettings({})).toMatchObject({ host: '127.0.0.1', port: 3000, production: false })
    expect(readSettings({ PORT: '' }).port).toBe(3000)
  })

  test('in production accept a URL without its trailing slash', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({ production: true, publicUrl: 'https://reflet.example' })
  })

  test.each(['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MASTER_KEY'])('production does not start without %s', (key) => {
    expect(() => readSettings({ ...PRODUCTION, [key]: undefined })).toThrow(`Setting ${key}: needed in production`)
  })

  test('production lists all missing ones in one line, also without NODE_ENV', () => {
    const all = 'Settings PUBLIC_URL, DATABASE_URL, SMTP_URL, MASTER_KEY: needed in production (NODE_ENV=production)'
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(all)
    const { DATABASE_URL, PUBLIC_URL } = PRODUCTION
    expect(() => readSettings({ DATABASE_URL })).toThrow(
      'Settings PUBLIC_URL, SMTP_URL, MASTER_KEY: needed in production (DATABASE_URL is set',
    )
    expect(() => readSettings({ PUBLIC_URL })).toThrow(
      'Settings DATABASE_URL, SMTP_URL, MASTER_KEY: needed in production (PUBLIC_URL is not',
    )
    expect(() => readSettings({ NODE_ENV: 'test', DATABASE_URL })).toThrow('needed in production')
    expect(readSettings({ ...PRODUCTION, NODE_ENV: 'development' }).production).toBe(true)
  })

  test('DEMO=1 makes it a demo, except under NODE_ENV=production', () => {
    const { DATABASE_URL, PUBLIC_URL } = PRODUCTION
    expect(readSettings({ DATABASE_URL, PUBLIC_URL, DEMO: '1' })).toMatchObject({
      production: false,
      databaseUrl: DATABASE_URL,
      smtpTls: false,
    })
    expect(() => readSettings({ DATABASE_URL, PUBLIC_URL, DEMO: '0' })).toThrow('needed in production')
    expect(() => readSettings({ NODE_ENV: 'production', DEMO: '1' })).toThrow('needed in production')
  })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'http://127.8.9.1:80',
    'http://[::1]:3000',
    'https://reflet.localhost',
    'http://localhost.',
  ])('PUBLIC_URL %s is local', (PUBLIC_URL) => {
    expect(readSettings({ PUBLIC_URL }).production).toBe(false)
  })

  const IN_A_NETWORK = [
    'http://192.168.1.5:3000',
    'http://0.0.0.0:3000',
    'http://localhost.example',
    'http://notlocalhost',
    'http://127.0.0.1.example',
    'http://[::2]',
  ]
  test.each(['https://reflet.example', ...IN_A_NETWORK])('PUBLIC_URL %s is production', (PUBLIC_URL) => {
    expect(() => readSettings({ PUBLIC_URL })).toThrow('needed in production')
  })

  test.each(IN_A_NETWORK)('no server starts with PUBLIC_URL %s', (PUBLIC_URL) => {
    const message = 'Setting PUBLIC_URL: must be https, except on this machine'
    expect(() => readSettings({ ...PRODUCTION, PUBLIC_URL })).toThrow(message)
    expect(() => readSettings({ PUBLIC_URL, DEMO: '1' })).toThrow(message)
    expect(readSettings({ ...PRODUCTION, PUBLIC_URL: 'http://127.0.0.1:3000' }).publicUrl).toBe('http://127.0.0.1:3000')
  })

  test.each([
    ['', '?sslmode=verify-full'],
    ['?sslmode=require', '?sslmode=verify-full'],
    ['?sslmode=verify-ca&sslrootcert=/ca.pem', '?sslmode=verify-full&sslrootcert=%2Fca.pem'],
    ['?sslmode=verify-full', '?sslmode=verify-full'],
    ['?sslmode=no-verify', '?sslmode=no-verify'],
    ['?sslmode=disable', '?sslmode=disable'],
    ['?host=/var/run/postgresql', '?host=/var/run/postgresql'],
  ])('production uses TLS to the database unless explicitly disabled: "%s" is read as "%s"', (given, read) => {
    expect(readSettings({ ...PRODUCTION, DATABASE_URL: `${PRODUCTION.DATABASE_URL}${given}` }).databaseUrl).toBe(
      `${PRODUCTION.DATABASE_URL}${read}`,
    )
  })

  test.each(['?sslmode=prefer', '?sslmode=allow', '?sslmode=', '?ssl=0', '?ssl=true'])(
    'production refuses DATABASE_URL with %s',
    (search) => {
      const DATABASE_URL = `${PRODUCTION.DATABASE_URL}${search}`
      expect(() => readSettings({ ...PRODUCTION, DATABASE_URL })).toThrow('Setting DATABASE_URL: sslmode must be')
      expect(readSettings({ ...PRODUCTION, NODE_ENV: 'development', DEMO: '1', DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
    },
  )

  test('production sends mails over TLS unless explicitly disabled', () => {
    const SMTP_URL = 'smtp://mail.example'
    expect(readSettings({ ...PRODUCTION, SMTP_URL }).smtpTls).toBe(true)
    expect(readSettings({ ...PRODUCTION, SMTP_URL, SMTP_TLS: 'off' }).smtpTls).toBe(false)
    expect(readSettings({}).smtpTls).toBe(false)
    expect(readSettings({ SMTP_TLS: 'require' }).smtpTls).toBe(true)
    expect(() => readSettings({ ...PRODUCTION, SMTP_TLS: 'off' })).toThrow('Setting SMTP_TLS: off does not go with smtps:')
    for (const option of ['ignoreTLS=true', 'requireTLS=false', 'secure=false']) {
      expect(() => readSettings({ ...PRODUCTION, SMTP_URL: `${SMTP_URL}?${option}` })).toThrow('Setting SMTP_URL: must not have')
    }
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', 'abc'],
    ['PUBLIC_URL', 'reflet.example'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['SMTP_URL', 'http://x'],
    ['MASTER_KEY', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['DEMO', 'yes'],
    ['SMTP_TLS', 'maybe'],
    ['FCM_SERVICE_ACCOUNT', '/etc/account.json'],
    ['FCM_SERVICE_ACCOUNT', JSON.stringify({ ...ACCOUNT, private_key: EC })],
    ['FCM_SERVICE_ACCOUNT', JSON.stringify({ ...ACCOUNT, project_id: undefined })],
    ['FCM_URL', 'fcm.googleapis.com'],
    ['APNS_KEY', RSA],
    ['APNS_KEY', 'AuthKey.p8'],
    ['APNS_KEY_ID', 'short'],
    ['APNS_TOPIC', 'two words'],
    ['APNS_URL', 'apns://push.example'],
  ])('%s is refused by name, without its value (%#)', (key, value) => {
    const read = () => readSettings({ [key]: value })
    expect(read).toThrow(BadSetting)
    expect(read).toThrow(key)
    expect(read).not.toThrow(value)
  })

  test('without those of a push service it is disabled', () => {
    expect(readSettings({}).push).toEqual({ fcm: undefined, apns: undefined })
  })

  test('of push services are read with their keys, whose lines may end in \\n', () => {
    const { push } = readSettings({
      FCM_SERVICE_ACCOUNT: JSON.stringify(ACCOUNT),
      ...APNS,
      APNS_KEY: EC.replaceAll('\n', '\\n'),
      APNS_URL: 'https://api.sandbox.push.apple.com/',
    })
    expect(push.fcm).toEqual({
      url: 'https://fcm.googleapis.com',
      projectId: 'reflet',
      clientEmail: 'push@reflet.example',
      privateKey: RSA,
      tokenUrl: 'https://oauth2.googleapis.com/token',
    })
    expect(push.apns).toEqual({
      url: 'https://api.sandbox.push.apple.com',
      key: EC,
      keyId: 'KEY1234567',
      teamId: 'TEAM123456',
      topic: 'example.reflet',
    })
  })

  test.each(Object.keys(APNS))('those of Apple are required together: %s is missing', (key) => {
    expect(() => readSettings({ ...APNS, [key]: '' })).toThrow(`Setting ${key}: needed with the other APNS_ settings`)
  })
})

describe('secrets from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflet-settings-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  test('are read, without the line’s end that editors add', () => {
    const key = randomBytes(32).toString('base64')
    const settings = readSettings({ MASTER_KEY_FILE: file('key', `${key}\n`), SMTP_URL_FILE: file('smtp', 'smtp://localhost:25') })
    expect(settings).toMatchObject({ masterKey: key, smtpUrl: 'smtp://localhost:25' })
  })

  test('that cannot be read, or are given twice, stop the start', () => {
    expect(() => readSettings({ MASTER_KEY_FILE: join(folder, 'missing') })).toThrow('Setting MASTER_KEY_FILE: cannot be read (ENOENT)')
    const path = file('smtp', 'smtp://localhost:25')
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: path })).toThrow('SMTP_URL, SMTP_URL_FILE: give one of them')
  })
})
