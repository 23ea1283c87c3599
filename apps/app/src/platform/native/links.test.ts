import { describe, expect, test } from 'vitest'
import { openedBy } from './links.ts'

const SERVER = 'https://reflet.example'

describe('an address that the system hands to the app', () => {
  test.each(['/guest-answer/tok-en_1/0198c7f2-0000-7000-8000-000000000000', '/reset-password/abc', '/coffee/abc?answer=yes', '/event/abc'])(
    'opens the page of a mailed link: %s',
    (path) => {
      expect(openedBy(SERVER + path, SERVER)).toEqual({ path })
    },
  )

  test.each(['#n4', '%23n4'])('leaves out the marker of a mail program, also as a gateway writes it: %s', (marker) => {
    expect(openedBy(`${SERVER}/event/abc${marker}`, SERVER)).toEqual({ path: '/event/abc' })
    expect(openedBy(`${SERVER}/event/abc?mail=t${marker}`, SERVER)).toEqual({ path: '/event/abc?mail=t' })
  })

  test.each([
    'https://reflet.example.evil.example/event/abc',
    'https://evil.example/event/abc',
    'http://reflet.example/event/abc',
    'https://reflet.example:8443/event/abc',
    'https://reflet.example@evil.example/event/abc',
    `${SERVER}/guest-answer/abc%2Fdef/1`,
    `${SERVER}/guest-answer/abc`,
    `${SERVER}/event/%2e%2e%2Fprofile`,
    `${SERVER}/event/../profile`,
    `${SERVER}/profile`,
    `${SERVER}/api/users/1`,
    'javascript:alert(1)',
    'not an address',
    '',
  ])('opens nothing else: %s', (address) => {
    expect(openedBy(address, SERVER)).toBeNull()
  })

  test('returns a single sign-on', () => {
    const signOn = { email: 'a+b@nova.example', token: 'abc' }
    expect(openedBy(`reflet://?saml=true&email=${encodeURIComponent(signOn.email)}&token=abc`, SERVER)).toEqual({ signOn })
    expect(openedBy('reflet://?saml=true&email=a%40nova.example', SERVER)).toBeNull()
    expect(openedBy('reflet://event/abc', SERVER)).toBeNull()
  })

  test('without a server nothing is opened', () => {
    expect(openedBy('/event/abc', '')).toBeNull()
    expect(openedBy('https://localhost/event/abc', '')).toBeNull()
  })
})
