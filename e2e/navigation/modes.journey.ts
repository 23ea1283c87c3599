import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { apiOf } from '../support/api.ts'
import { IPHONE } from '../support/device.ts'
import { expect, inGate, PHONE, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

const ANDROID = { viewport: PHONE, hasTouch: true, isMobile: true }

/** The longest animation of the menu's panel while it opens, in milliseconds. */
const menuMs = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const menu = document.querySelector('ion-menu') as HTMLElement & { open(): Promise<boolean> }
        const panel = menu.shadowRoot?.querySelector('.menu-inner') as HTMLElement
        let longest = 0
        let going = true
        const look = () => {
          for (const { effect } of panel.getAnimations()) longest = Math.max(longest, Number(effect?.getTiming().duration))
          if (going) requestAnimationFrame(look)
        }
        look()
        void menu.open().then(() => {
          going = false
          resolve(longest)
        })
      }),
  )

for (const { name, mode, ms, options } of [
  { name: 'an iPhone', mode: 'ios', ms: 400, options: IPHONE },
  { name: 'any other device', mode: 'md', ms: 300, options: { viewport: PHONE } },
])
  test(
    `on ${name} Ionic chooses ${mode}: the menu takes ${ms} ms, and pages have its transition`,
    inGate(mode === 'ios'),
    async ({ visitor }) => {
      const page = await visitor({ locale: 'fr-FR', reducedMotion: 'no-preference', ...options })
      await enter(page, 'camille@nova.example')
      await page.goto('/home')
      await expect(page.locator('html')).toHaveAttribute('mode', mode)
      await expect(shown(page).locator('ion-menu-button'), 'hidden until the menu has come').toBeVisible()
      expect(await menuMs(page)).toBe(ms)
      await page.locator('ion-menu .menu-item').nth(2).click()
      await expect(page).toHaveURL(/\/answer$/)
      await shown(page).locator('.form-actions ion-button').last().click()
      await expect(page).toHaveURL(/\/quality-index$/)
      await shown(page).locator('ion-back-button').click()
      await expect(page).toHaveURL(/\/answer$/)
      await expect(page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden)')).toHaveCount(1)
    },
  )

test('with reduced motion the theme changes at once, without a transition', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: PHONE })
  await enter(page, 'camille@nova.example')
  await page.goto('/home')
  const { before, after, transitions } = await page.evaluate(async () => {
    const transitions: string[] = []
    document.addEventListener('transitionrun', ({ propertyName }) => transitions.push(propertyName))
    const background = () => getComputedStyle(document.body).backgroundColor
    const before = background()
    document.documentElement.classList.toggle('ion-palette-dark')
    const after = background()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { before, after, transitions }
  })
  expect(after).not.toBe(before)
  expect(transitions).toEqual([])
})

test('on an iPhone a swipe from the edge goes back', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', reducedMotion: 'no-preference', ...IPHONE })
  await enter(page, 'camille@nova.example')
  await page.goto('/profile')
  await shown(page).locator('a[href="/edit-profile"], ion-item[href="/edit-profile"]').first().click()
  await expect(page).toHaveURL(/\/edit-profile/)
  await expect(page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden)')).toHaveCount(1)
  // Ionic fetches the code of gestures after the page has opened.
  await expect(async () => {
    await drag(page, { x: 5, y: 400 }, { x: 380, y: 400 })
    await expect(page).toHaveURL(/\/profile/, { timeout: 3_000 })
  }).toPass()
})

/** A drag with one finger. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  await touch('touchStart', from)
  for (let step = 1; step <= 20; step++)
    await touch('touchMove', { x: from.x + ((to.x - from.x) * step) / 20, y: from.y + ((to.y - from.y) * step) / 20 })
  await touch('touchEnd')
  await client.detach()
}

const pull = (page: Page) => drag(page, { x: 195, y: 160 }, { x: 195, y: 620 })

/** Pages with data of the server, and one call that each makes for it. */
const PULLED = {
  home: '/api/users/1',
  'my-skills': '/statistics',
  answer: '/api/feedbacks/received',
  'edit-profile': '/api/users/1',
  skills: '/api/skills',
  'self-evaluation': '/statistics',
  'reset-skills': '/statistics',
  'offer-feedback': '/api/skills',
  'add-contact': '/api/colleagues',
  group: '/contacts',
  'award-select': '/api/awards/types',
  'badge-home': '/api/badges',
  'badge-hierarchical-list': '/hierarchical',
  'badge-add-manager': '/hierarchical',
  'share-event-link/new': '/statistics',
  'recurrent-feedbacks/plan': '/statistics',
  terms: '/terms-of-use',
  'delete-account': '/api/users/1',
  'coffee-request': '/api/coffee-requests',
}

test('with reduced motion a pull on an Android phone ends with the transition that Ionic waits for', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', ...ANDROID })
  await enter(page, 'camille@nova.example')
  await page.goto('/my-skills')
  await expect(shown(page).locator('label.option').first()).toBeVisible()
  const ended = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        document.addEventListener('transitionend', ({ target }) => {
          if ((target as Element).className === 'refresher-refreshing-icon') resolve('ended')
        }),
      ),
  )
  await expect(async () => {
    await pull(page)
    expect(await Promise.race([ended, page.waitForTimeout(2_000)])).toBe('ended')
  }).toPass({ timeout: 60_000 })
})

for (const { name, options } of [
  { name: 'an iPhone', options: IPHONE },
  { name: 'an Android phone', options: ANDROID },
])
  test(
    `on ${name} pulling a page reloads its data, and shows an error when that fails`,
    inGate(options === ANDROID),
    async ({ visitor }) => {
      test.setTimeout(900_000)
      const page = await visitor({ locale: 'fr-FR', ...options })
      await enter(page, 'camille@nova.example')
      await apiOf(page).call(people.onboardingBadgeFinished)
      for (const [route, call] of Object.entries(PULLED)) {
        await page.goto(`/${route}`)
        await expect(shown(page).locator('.page-body > :not(:has(> [aria-live]))').filter({ visible: true }).first(), route).toBeVisible()
        await expect(shown(page).locator('.skeleton')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        let read = false
        page.on('request', (request) => {
          read ||= request.url().includes(call)
        })
        // Ionic fetches the code of gestures after the page has opened.
        await expect(async () => {
          await pull(page)
          expect(read, `${route} asks for ${call}`).toBe(true)
        }).toPass()
        await expect(shown(page).locator('ion-refresher.refresher-refreshing'), route).toHaveCount(0)
      }
      await page.goto('/my-skills')
      await expect(shown(page).locator('label.option').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await page.route('**/api/**', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', request_id: 'x' } }))
      await expect(async () => {
        await pull(page)
        await expect(shown(page).locator('.notice[role="alert"]')).toBeVisible({ timeout: 3_000 })
      }).toPass()
      await expect(shown(page).locator('label.option').first()).toBeVisible()
      await expect(shown(page).locator('ion-refresher.refresher-refreshing')).toHaveCount(0)
      await page.unroute('**/api/**')
      await shown(page).locator('.notice[role="alert"] button').click()
      await expect(shown(page).locator('.notice[role="alert"]')).toHaveCount(0)
    },
  )
