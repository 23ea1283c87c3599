import type { Page } from '@playwright/test'
import { DAY_MS } from '@reflet/contract/durations'
import { Answer } from '../feedback/answers/answer.ts'
import { shown } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'
import { wordsOf } from '../support/words.ts'
import { expect, type System, test } from './app.ts'
import { Refusal } from './phone.ts'

const WHO = { fr: 'camille@nova.example', ar: 'amir@nova.example' } as const

/** The pages that are not behind another one. */
const TOP = 'ion-router-outlet > .ion-page:not(.ion-page-hidden)'

/** Through the tabs to a page with one behind it, which stays where it was left. */
async function walkTabs(page: Page, system: System) {
  const tab = (name: string) => page.locator(`nav.tab-bar a[href="/tabs/${name}"]`)
  await expect(page).toHaveURL(/\/tabs\/home$/)
  await expect(page.locator('html')).toHaveAttribute('mode', system === 'ios' ? 'ios' : 'md')
  await expect(tab('answer').getByTestId('count')).toContainText(/\d/)
  await tab('profile').click()
  await expect(page).toHaveURL(/\/tabs\/profile$/)
  await expect(tab('profile')).toHaveAttribute('aria-current', 'page')
  await toEditProfile(page)
  await tab('dashboard').click()
  await expect(page).toHaveURL(/\/tabs\/dashboard$/)
  await tab('profile').click()
  await expect(page, 'where it was left').toHaveURL(/\/tabs\/edit-profile$/)
  await expect(page.locator(TOP)).toHaveCount(1)
}

async function toEditProfile(page: Page) {
  await expect(shown(page).getByTestId('profile-card')).toBeVisible()
  await shown(page).locator('[href="/tabs/edit-profile"]').first().click()
  await expect(page).toHaveURL(/\/tabs\/edit-profile$/)
  await expect(shown(page).getByTestId('photo')).toBeVisible()
  await expect(page.locator(TOP)).toHaveCount(1)
}

/** A finger that drags the page from the edge where lines begin. */
async function swipeBack(page: Page, isMirrored: boolean) {
  const session = await page.context().newCDPSession(page)
  const { width } = page.viewportSize() ?? { width: 390 }
  const at = (part: number) => [{ x: isMirrored ? width - 4 - part * 340 : 4 + part * 340, y: 420 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= 10; step++) {
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / 10) })
    // A finger moves once a frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('android: the back button closes a dialog, goes back, then to the first tab, and closes the app', async ({ nativeApp }) => {
  const app = await nativeApp({ system: 'android' })
  await app.know(WHO.fr)
  const page = await app.open()
  await expect(page).toHaveURL(/\/tabs\/home$/)
  await page.locator('nav.tab-bar a[href="/tabs/profile"]').click()
  await toEditProfile(page)
  const sheet = page.locator('ion-modal:not(.overlay-hidden)')
  await shown(page).getByTestId('photo').locator('ion-button').first().click()
  await expect(sheet).toBeVisible()
  await app.back()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/tabs\/edit-profile$/)
  await app.back()
  await expect(page).toHaveURL(/\/tabs\/profile$/)
  await app.back()
  await expect(page).toHaveURL(/\/tabs\/home$/)
  await app.back()
  await expect.poll(() => app.phone.callsOf('App', 'minimizeApp').length).toBe(1)
  await walkTabs(page, 'android')
})

for (const locale of ['fr', 'ar'] as const)
  test(`ios, ${locale}: each tab keeps its own history; a swipe from the edge goes back, with reduced motion nothing is dragged @whole`, async ({
    nativeApp,
  }) => {
    const app = await nativeApp({ system: 'ios', locale, reducedMotion: 'no-preference' })
    await app.know(WHO[locale])
    const page = await app.open()
    await walkTabs(page, 'ios')

    await test.step('the page before can be used', async () => {
      // Ionic starts no gesture while the page is still coming in: the person tries again.
      await expect(async () => {
        if (/edit-profile$/.test(page.url())) await swipeBack(page, locale === 'ar')
        await expect(page).toHaveURL(/\/tabs\/profile$/, { timeout: 5_000 })
      }).toPass()
      await expect(shown(page).getByTestId('profile-card')).toBeVisible()
      await expect(page.locator(TOP)).toHaveCount(1)
      await toEditProfile(page)
      await shown(page).locator('ion-back-button').click()
      await expect(page).toHaveURL(/\/tabs\/profile$/)
    })

    await test.step('with reduced motion', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('https://localhost/tabs/profile')
      await toEditProfile(page)
      await swipeBack(page, locale === 'ar')
      await expect(page).toHaveURL(/\/tabs\/edit-profile$/)
      await expect(page.locator(TOP)).toHaveCount(1)
      await shown(page).locator('ion-back-button').click()
      await expect(shown(page).getByTestId('profile-card')).toBeVisible()
    })

    for (const path of ['/answer', '/tabs/nothing', '/nothing'])
      await test.step(`a path of the browser, or none: ${path}`, async () => {
        await page.goto(`https://localhost${path}`)
        await expect(page).toHaveURL(path === '/answer' ? /\/tabs\/answer$/ : /\/tabs\/home$/)
      })
  })

const say = wordsOf('fr')

test('an app that is too old can only be updated; a clock that is wrong by a year changes nothing @whole', async ({ nativeApp }) => {
  const app = await nativeApp({ system: 'ios' })
  await app.know(WHO.fr)
  const answerUpdate = (body: string) =>
    app.context.route('**/api/check-update**', (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': 'https://localhost' }, contentType: 'application/json', body }),
    )
  let version = '0.0.1'
  app.phone.on('App', { getInfo: () => ({ name: 'Reflet', id: 'app.reflet', build: '1', version }) })
  await answerUpdate(JSON.stringify({ minVersion: '0.1.0', storeUrl: 'https://store.example/reflet' }))
  const page = await app.open()
  await expect(page).toHaveURL(/\/update$/)
  await expect(shown(page).getByRole('heading', { level: 1 })).toHaveText(say('update.title'))
  await expect(shown(page).locator('ion-button[href]')).toHaveAttribute('href', 'https://store.example/reflet')
  await page.goto('https://localhost/tabs/home')
  await expect(page).toHaveURL(/\/update$/)
  // Another server may accept it.
  const screen = new Screen(page)
  await screen.link('server.change').click()
  await expect(page).toHaveURL(/\/server$/)
  await expect(screen.field('server.address')).toBeVisible()
  await app.context.unroute('**/api/check-update**')
  await answerUpdate('"maintenance"')
  await expect(await app.open(), 'an answer that makes no sense').toHaveURL(/\/tabs\/home$/)

  version = '0.1.0'
  for (const years of [-1, 1])
    await test.step(`a clock that is wrong: ${years}`, async () => {
      await app.reinstall()
      await app.know(WHO.fr)
      await app.context.clock.install({ time: Date.now() + years * 365 * DAY_MS })
      const wrong = await app.open()
      await expect(wrong).toHaveURL(/\/tabs\/home$/)
      await expect(shown(wrong).getByTestId('next-action').first()).toBeVisible()
      await expect(shown(wrong).getByTestId('connection-line')).toHaveCount(0)
    })
})

test('a locked device is no logout; a full one keeps what is on the screen @whole', async ({ nativeApp }) => {
  const app = await nativeApp({ system: 'ios' })
  await app.know(WHO.fr)
  let isLocked = true
  app.phone.on('SecureStorage', {
    internalGetItem: ({ prefixedKey }) => {
      if (isLocked) throw new Refusal('User interaction is not allowed.', 'osError')
      return { data: app.phone.keychain.get(String(prefixedKey)) ?? null }
    },
  })
  const page = await app.open()
  await expect(page.getByText(say('errors.device_locked'))).toBeVisible()
  isLocked = false
  await page.getByRole('button', { name: say('common.retry') }).click()
  await expect(page).toHaveURL(/\/tabs\/home$/)
  app.phone.sqlite.fill()
  const again = await app.open()
  await expect(again).toHaveURL(/\/tabs\/home$/)
  await expect(shown(again).getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('what cannot be queued stays in its form', async () => {
    await again.locator('nav.tab-bar a[href="/tabs/answer"]').click()
    await expect(shown(again).locator('ion-segment')).toBeVisible()
    const answer = new Answer(again)
    await answer.openRequest(/./)
    await answer.rate(4)
    await answer.write('keep', 'كلمات تبقى')
    await app.context.route('**/api/feedbacks/*/answer', (route) => route.abort('internetdisconnected'))
    await answer.sendEither()
    await expect(answer.failure).toContainText(say('errors.offline'))
    await expect(answer.part('keep')).toHaveValue('كلمات تبقى')
  })
})
