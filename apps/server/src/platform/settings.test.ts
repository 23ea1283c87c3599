import { describe, expect, test } from 'vitest'
import { BadSetting, readSettings } from './settings.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://reflet.example/',
  DATABASE_URL: 'postgres://reflet@db/reflet',
  SMTP_URL: 'smtps://mail.example',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
}

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
  ])('%s=%s is refused by name, without its value', (key, value) => {
    const read = () => readSettings({ [key]: value })
    expect(read).toThrow(BadSetting)
    expect(read).toThrow(key)
    expect(read).not.toThrow(value)
  })
})
