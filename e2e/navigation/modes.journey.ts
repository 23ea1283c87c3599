import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { apiOf } from '../support/api.ts'
import { IPHONE } from '../support/device.ts'
import { expect, PHONE, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

const ANDROID = { viewport: PHONE, hasTouch: true, isMobile: true }

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

/** From now on the page knows when it was pulled, and which transitions its elements had. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = { refreshedAt: Number.POSITIVE_INFINITY, started: [] as string[], ended: [] as string[] }
    document.addEventListener('ionRefresh', () => (seen.refreshedAt = performance.now()), true)
    document.addEventListener('transitionrun', ({ propertyName }) => seen.started.push(propertyName))
    document.addEventListener('transitionend', ({ target }) => seen.ended.push(String((target as Element).className)))
    Object.assign(window, { seen })
  })

type Seen = { refreshedAt: number; started: string[]; ended: string[] }
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

/** Whether this call began after the pull. */
const isReadAgain = (page: Page, call: string) =>
  page.evaluate((call) => {
    const { refreshedAt } = (window as unknown as { seen: Seen }).seen
    return performance.getEntriesByType('resource').some(({ name, startTime }) => startTime >= refreshedAt && name.includes(call))
  }, call)

/** Ionic fetches the code of gestures after the page has opened: the person tries again. */
async function pullUntil(page: Page, isSo: () => Promise<boolean>, what: string) {
  await expect(async () => {
    await drag(page, { x: 195, y: 160 }, { x: 195, y: 620 })
    await expect.poll(isSo, { message: what, timeout: 5_000 }).toBe(true)
  }).toPass()
  await expect(shown(page).locator('ion-refresher.refresher-refreshing'), what).toHaveCount(0)
}

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

for (const { name, mode, ms, options, pages } of [
  { name: 'an iPhone', mode: 'ios', ms: 400, options: IPHONE, pages: Object.entries(PULLED) },
  { name: 'an Android phone', mode: 'md', ms: 300, options: ANDROID, pages: Object.entries(PULLED).filter((_, place) => place % 4 === 0) },
])
  test(`on ${name} pulling a page reloads its data, and shows an error when that fails; with reduced motion the theme changes at once @whole`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: 'fr-FR', ...options })
    await enter(page, 'camille@nova.example')
    await apiOf(page).call(people.onboardingBadgeFinished)
    for (const [route, call] of pages) {
      await page.goto(`/${route}`)
      await expect(
        shown(page).getByTestId('page-body').locator('> :not(:has(> [aria-live]))').filter({ visible: true }).first(),
        route,
      ).toBeVisible()
      await expect(shown(page).getByTestId('skeleton')).toHaveCount(0)
      await watch(page)
      await pullUntil(page, () => isReadAgain(page, call), `${route} asks for ${call}`)
    }
    await expect(page.locator('html')).toHaveAttribute('mode', mode)
    await page.goto('/my-skills')
    await expect(shown(page).locator('label.option').first()).toBeVisible()
    await watch(page)

    await test.step('the theme, without a transition', async () => {
      const { before, after } = await page.evaluate(async () => {
        const background = () => getComputedStyle(document.body).backgroundColor
        const before = background()
        document.documentElement.classList.toggle('ion-palette-dark')
        const after = background()
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        return { before, after }
      })
      expect(after).not.toBe(before)
      expect((await seenBy(page)).started).toEqual([])
    })

    if (options === ANDROID)
      await test.step('a pull ends with the transition that Ionic waits for', () =>
        pullUntil(page, async () => (await seenBy(page)).ended.includes('refresher-refreshing-icon'), 'the transition ends'))

    await test.step('with motion the menu takes its time, and pages have their transition', async () => {
      const moving = await visitor({ locale: 'fr-FR', reducedMotion: 'no-preference', ...options })
      await enter(moving, 'camille@nova.example')
      await moving.goto('/home')
      await expect(shown(moving).locator('ion-menu-button'), 'hidden until the menu has come').toBeVisible()
      expect(await menuMs(moving)).toBe(ms)
      await moving.locator('ion-menu').getByRole('link').nth(2).click()
      await expect(moving).toHaveURL(/\/answer$/)
      await shown(moving).locator('.form-actions ion-button').last().click()
      await expect(moving).toHaveURL(/\/quality-index$/)
      await shown(moving).locator('ion-back-button').click()
      await expect(moving).toHaveURL(/\/answer$/)
      await expect(moving.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden)')).toHaveCount(1)
    })

    await test.step('a failure', async () => {
      const alert = shown(page).locator('.notice[role="alert"]')
      await page.route('**/api/**', (route) => route.fulfill({ status: 403, json: { code: 'forbidden', request_id: 'x' } }))
      await pullUntil(page, () => alert.isVisible(), 'the error is shown')
      await expect(shown(page).locator('label.option').first()).toBeVisible()
      await page.unroute('**/api/**')
      await alert.getByRole('button').click()
      await expect(alert).toHaveCount(0)
    })
  })
