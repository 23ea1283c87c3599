import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { keptOnDevice } from './support/device.ts'
import { choose, expect, login, problemsOf, shown, test } from './support/journey.ts'

const file = (name: string, type = '(js|css)') => new RegExp(`/static/${name}-[\\w-]+\\.${type}$`)

/** Answers to what the app fetches of itself; returns what lets it through again. */
async function cut(page: Page, ...addresses: (string | RegExp)[]) {
  for (const address of addresses) await page.route(address, (route) => route.abort('internetdisconnected'))
  return async () => {
    for (const address of addresses) await page.unroute(address)
  }
}

const again = (page: Page) => shown(page).getByRole('button', { name: 'Réessayer' })
const title = (page: Page) => shown(page).locator('[role="heading"][aria-level="1"]')
/** Where its style sheet is not there, it is not round. */
const ring = (page: Page) => shown(page).locator('.quality-ring')

/** From a page that came to one whose code is fetched now. */
async function openQuality(page: Page) {
  await page.goto('/profile')
  await expect(title(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  return () => shown(page).locator('ion-item', { hasText: 'Mon indice de qualité' }).click()
}

const isLoadedOnce = (page: Page) => page.evaluate(() => 'loadedOnce' in window)

test('a page whose code does not come says so, and is shown when the network is back', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await cut(page, file('QualityIndexPage'))
  await login(page, 'camille@nova.example')
  const open = await openQuality(page)
  await page.unrouteAll()
  await page.context().setOffline(true)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  expect(await problemsOf(page, 'a page that did not come')).toEqual([])
  await page.context().setOffline(false)
  await expect(title(page)).toHaveText('Mon indice de qualité')
  await expect(ring(page)).toHaveCSS('inline-size', '128px')
  expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)
})

test('a page whose style sheet does not come is not shown without it', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const mend = await cut(page, file('QualityIndexPage', 'css'), /:\d+\/$/)
  await login(page, 'camille@nova.example')
  const open = await openQuality(page)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  await again(page).click()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  await mend()
  await again(page).click()
  await expect(title(page)).toHaveText('Mon indice de qualité')
  await expect(ring(page)).toHaveCSS('inline-size', '128px')
  expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)

  // Opened at that page, the rest of the app is there.
  await cut(page, file('QualityIndexPage', 'css'))
  await page.reload()
  await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
  await shown(page).getByRole('link', { name: 'Aller à l’accueil' }).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(title(page)).toBeVisible()
})

test('a page that only an older version of the app has is shown by loading the new one', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await page.route(file('QualityIndexPage'), (route) => route.fulfill({ status: 404, json: { code: 'not_found', request_id: 'x' } }))
  await login(page, 'camille@nova.example')
  const open = await openQuality(page)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
  await page.unrouteAll()
  await again(page).click()
  await expect(title(page)).toHaveText('Mon indice de qualité')
  expect(await isLoadedOnce(page), 'the app was loaded again').toBe(false)
})

test.describe('a fault of a page', () => {
  test.use({ expectedError: /a fault of this page/ })

  test('takes neither the menu nor the other pages with it', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
    await page.route(file('QualityIndexPage', 'js'), (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "export default () => { throw new Error('a fault of this page') }" }),
    )
    await login(page, 'camille@nova.example')
    const open = await openQuality(page)
    await open()
    await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
    expect(await problemsOf(page, 'a page with a fault')).toEqual([])
    await page.locator('ion-menu').getByText('Tableau de bord').click()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(title(page)).toBeVisible()
    expect(await isLoadedOnce(page)).toBe(true)
  })
})

test('the menu and an answer that waits need no reload when their code comes late', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  await login(page, 'camille@nova.example')
  await page.goto('/answer')
  await shown(page).locator('ion-item').first().click()
  const form = shown(page).locator('form.answer-form')
  await choose(form.locator('input[type="radio"][value="3"]'))
  await form.locator('textarea').first().fill('Écrit dans le tunnel')
  const mendApi = await cut(page, '**/api/**')
  await form.locator('ion-button[type="submit"]').click()
  await expect.poll(() => keptOnDevice(page, 'draft:')).toContainEqual(expect.objectContaining({ skill: expect.any(String) }))
  const mend = await cut(page, file('SideMenu'), file('waiting-answers'))
  await mendApi()
  await page.goto('/quality-index')
  await expect(title(page)).toBeVisible()
  await expect(page.locator('ion-menu')).toHaveCount(0)
  await mend()
  const sent = page.waitForResponse((reply) => reply.request().method() === 'POST' && /\/answer$/.test(reply.url()))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await sent).ok()).toBe(true)
  await expect(page.locator('ion-menu')).toBeVisible()
  expect(JSON.stringify(await apiOf(page).get('/api/feedbacks/received?status=answered'))).toContain('Écrit dans le tunnel')
})

for (const name of ['localforage-cordovasqlitedriver\\.es6', 'modern']) {
  test(`a start without ${name} says so, and logs nobody out`, async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR' })
    await login(page, 'camille@nova.example')
    const mend = await cut(page, file(name))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Un problème est survenu')
    await mend()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(shown(page).locator('.skill-card').first()).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)
  })
}

for (const [name, locale, says, press] of [
  ['app', 'ar-EG', 'تعذّر تحميل Reflet. تحقّق من اتصالك.', 'إعادة المحاولة'],
  ['index', 'de-DE', 'Reflet konnte nicht geladen werden. Prüfen Sie Ihre Verbindung.', 'Erneut versuchen'],
] as const) {
  test(`without the app's own files (${name}), the painted page says so in ${locale}`, async ({ visitor }) => {
    const page = await visitor({ locale })
    const mend = await cut(page, file(name, name === 'index' ? 'css' : 'js'))
    await page.goto('/home')
    await expect(page.getByRole('alert')).toHaveText(says)
    // The files that did come start nothing on their own.
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#root > *')).toHaveCount(0)
    await expect(page.getByRole('alert')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: press }).click()
    await expect(shown(page).locator('#login-email')).toBeVisible()
  })
}
