import { readFileSync } from 'node:fs'
import { coffeePage, guestAnswerPage, guestReceiptPage, managerPage } from '@reflet/contract/guest-pages'
import { expect, test } from 'vitest'
import { isGuestPath, isOutsideTabs, isPublicPath, loginPath, onboardingPath, withoutMailMarker } from './paths.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test.each([coffeePage('t'), guestAnswerPage('t', 'f'), guestReceiptPage('t', 'f'), managerPage('t')])(
  '%s opens without a login',
  (page) => {
    expect(isPublicPath(page)).toBe(true)
    expect(isGuestPath(page)).toBe(true)
  },
)

test.each([
  ['/guest-answer/t/f#n4', '/guest-answer/t/f'],
  ['/guest-answer/t/f%23n4', '/guest-answer/t/f'],
  ['/guest-answer/t/f?mail=m%23n4', '/guest-answer/t/f?mail=m'],
  ['/guest-answer/t/f#n4x', '/guest-answer/t/f#n4x'],
  ['/guest-answer/t/n4', '/guest-answer/t/n4'],
])('%s is opened as %s', (address, opened) => expect(withoutMailMarker(address)).toBe(opened))

test.each(['/event/t', '/login?next=/home', '/reset-password/t', '/terms'])('%s opens without a login', (page) => {
  expect(isPublicPath(page)).toBe(true)
  expect(isGuestPath(page)).toBe(false)
})

test.each(['/', '/home', '/answer', '/coffee-request', '/loginx'])('%s needs a login', (page) => expect(isPublicPath(page)).toBe(false))

test('native shows public pages and the onboarding outside the tabs', () => {
  expect(['/terms', onboardingPath, '/onboarding-dashboard', '/home'].map(isOutsideTabs)).toEqual([true, true, false, false])
})

test('the static shell of index.html is that of the login page at its path and at the root only', () => {
  const [, source = ''] = /!\/(.+)\/\.test\(w\.location\.pathname\)/.exec(read('index.html')) ?? []
  const painted = new RegExp(source)
  expect(['/', loginPath].map((path) => painted.test(path))).toEqual([true, true])
  expect(['/home', coffeePage('t'), guestAnswerPage('t', 'f'), '/terms'].some((path) => painted.test(path))).toBe(false)
})
