import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { BadSetting, readSettings } from './settings.ts'

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

  test('in production take an address without its trailing slash', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({ production: true, publicUrl: 'https://reflet.example' })
  })

  test.each(['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MASTER_KEY'])('production does not start without %s', (key) => {
    expect(() => readSettings({ ...PRODUCTION, [key]: undefined })).toThrow(`Setting ${key}: needed in production`)
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

  test('without those of a push service it is not set up', () => {
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

  test.each(Object.keys(APNS))('those of Apple come together: %s is missed', (key) => {
    expect(() => readSettings({ ...APNS, [key]: '' })).toThrow(`Setting ${key}: needed with the other APNS_ settings`)
  })
})
