import { describe, expect, test } from 'vitest'
import { originOf } from './host.policy.ts'

describe('the platform’s address', () => {
  test.each([
    ['adaptive-engine.domoscio.com', 'https://adaptive-engine.domoscio.com'],
    ['https://learning.example', 'https://learning.example'],
    ['https://Learning.example:443/', 'https://learning.example'],
    ['http://learning.example', null],
    ['https://learning.example:8443', null],
    ['https://learning.example/v2', null],
    ['https://learning.example?x=1', null],
    ['https://user:word@learning.example', null],
    ['ftp://learning.example', null],
    ['learning', null],
    ['https://127.0.0.1', null],
    ['https://2130706433', null],
    ['https://[::1]', null],
    ['https://[fd00::1]', null],
    ['https://10.0.0.1', null],
    ['https://169.254.169.254', null],
    ['https://localhost', null],
    ['https://app.localhost', null],
    ['https://printer.local', null],
    ['https://metadata.google.internal', null],
    ['https://router.home.arpa', null],
    ['http://localhost:4000', null],
    ['', null],
    ['not a host', null],
  ])('in production %s → %s', (host, origin) => {
    expect(originOf(host, true)).toBe(origin)
  })

  test.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['https://[::1]', 'https://[::1]'],
    ['ftp://localhost', null],
    ['http://127.0.0.2', null],
    ['http://10.0.0.1', null],
    ['http://learning.example', null],
  ])('in development %s → %s', (host, origin) => {
    expect(originOf(host, false)).toBe(origin)
  })
})
