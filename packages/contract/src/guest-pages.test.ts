import { expect, test } from 'vitest'
import { coffeePage, guestAnswerPage, guestReceiptPage, managerPage } from './guest-pages.ts'

test('sent links stay valid: these paths do not change', () => {
  expect(guestAnswerPage('token', 'id')).toBe('/guest-answer/token/id')
  expect(guestReceiptPage('token', 'id')).toBe('/guest-answer-confirmation/token/id')
  expect(coffeePage('token')).toBe('/coffee/token')
  expect(managerPage('token')).toBe('/hierarchical-list/token')
})
