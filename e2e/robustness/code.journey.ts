import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { Answer } from '../feedback/answers/answer.ts'
import { Menu } from '../navigation/menu.ts'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

const file = (name: string, type = '(js|css)') => new RegExp(`/static/${name}-[\\w-]+\\.${type}$`)

/** Requests for these URLs fail; returns the function that restores them. A file that is never requested may have another name. */
async function block(page: Page, ...addresses: (string | RegExp)[]) {
  const requested = new Set<string | RegExp>()
  for (const address of addresses) {
    await page.route(address, (route) => {
      requested.add(address)
      return route.abort('internetdisconnected')
    })
  }
  return async () => {
    await expect.poll(() => addresses.filter((address) => !requested.has(address)), 'addresses that were not requested').toEqual([])
    for (const address of addresses) await page.unroute(address)
  }
}

const again = (page: Page) => shown(page).getByRole('button', { name: 'Réessayer' })
const title = (page: Page) => shown(page).getByRole('heading', { level: 1 })
/** Its size is set by the page's own style sheet. */
const ring = (page: Page) => shown(page).locator('.quality-ring')

/** Opens the profile and its menu; returns the function that presses the link to the quality page, whose code is not fetched before. */
async function openQuality(page: Page) {
  await page.goto('/profile')
  await expect(title(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  const menu = new Menu(page)
  if ((page.viewportSize()?.width ?? 0) < 992) await menu.open()
  return () => menu.go('quality')
}

const isLoadedOnce = (page: Page) => page.evaluate(() => 'loadedOnce' in window)

test('a page whose code cannot be fetched shows an error, and then the page when the network is back', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await block(page, file('QualityIndexPage'))
  await enter(page, 'camille@nova.example')
  const open = await openQuality(page)
  await page.unrouteAll()
  await page.context().setOffline(true)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  expect(await problemsOf(page, 'a page that could not be fetched')).toEqual([])
  await page.context().setOffline(false)
  await expect(title(page)).toHaveText('Mon indice de qualité')
  await expect(ring(page)).toHaveCSS('inline-size', '128px')
  expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)
})

test('a page is not shown without its style sheet', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const restore = await block(page, file('QualityIndexPage', 'css'), /:\d+\/$/)
  await enter(page, 'camille@nova.example')
  const open = await openQuality(page)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  await again(page).click()
  // Until that attempt has failed too, the button has another name.
  await expect(again(page)).toBeVisible()
  await expect(shown(page).getByRole('alert')).toContainText('Vous semblez hors connexion')
  await restore()
  await again(page).click()
  await expect(title(page)).toHaveText('Mon indice de qualité')
  await expect(ring(page)).toHaveCSS('inline-size', '128px')
  expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)

  // The rest of the app works after it was opened at that page.
  await block(page, file('QualityIndexPage', 'css'))
  await page.reload()
  await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
  await shown(page).getByRole('link', { name: 'Aller à l’accueil' }).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(title(page)).toBeVisible()
})

test('retry reloads the app when the server no longer has the file', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await page.route(file('QualityIndexPage'), (route) => route.fulfill({ status: 404, json: { code: 'not_found', request_id: 'x' } }))
  await enter(page, 'camille@nova.example')
  const open = await openQuality(page)
  await open()
  await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
  await page.unrouteAll()
  await again(page).click()
  await expect(title(page)).toHaveText('Mon indice de qualité')
  expect(await isLoadedOnce(page), 'the app was loaded again').toBe(false)
})

test.describe('an error', () => {
  test.use({ expectedError: /thrown on purpose/ })

  test('in one page does not affect the menu and the other pages', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
    await page.route(file('QualityIndexPage', 'js'), (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "export default () => { throw new Error('thrown on purpose') }" }),
    )
    await enter(page, 'camille@nova.example')
    const open = await openQuality(page)
    await open()
    await expect(shown(page).getByRole('alert')).toContainText('Un problème est survenu')
    expect(await problemsOf(page, 'a page that threw an error')).toEqual([])
    await new Menu(page).go('dashboard')
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(title(page)).toBeVisible()
    expect(await isLoadedOnce(page)).toBe(true)
  })

  test('outside the pages offers to reload the app', async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
    await enter(page, 'camille@nova.example')
    const menu = file('SideMenu', 'js')
    // Its file has parts that others use, too: then the bundler names each export by a letter, the component among them.
    const letters = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `broken as ${letter}`).join(', ')
    const body = `const broken = { default() { throw new Error('thrown on purpose') } }
      export { ${letters} }
      export default broken.default`
    await page.route(menu, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await page.goto('/home')
    await expect(page.getByRole('alert')).toContainText('Un problème est survenu')
    await page.unroute(menu)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.locator('ion-menu')).toBeVisible()
    await expect(title(page)).toBeVisible()
  })
})

test('the menu and a queued answer need no reload when their code is late', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  await enter(page, 'camille@nova.example')
  const answer = new Answer(page)
  await answer.open()
  await answer.openRequest(/./)
  await answer.rate(3)
  await answer.write('situation', 'Écrit dans le tunnel')
  const restoreApi = await block(page, '**/api/**')
  await answer.sendEither()
  await expect
    .poll(() => keptOnDevice(page, 'draft:'))
    .toContainEqual(expect.objectContaining({ kind: 'answer', about: [expect.any(String)] }))
  const restore = await block(page, file('SideMenu'), file('outbox-senders'))
  await restoreApi()
  await page.goto('/quality-index')
  await expect(title(page)).toBeVisible()
  await expect(page.locator('ion-menu')).toHaveCount(0)
  const sent = page.waitForResponse((reply) => reply.request().method() === 'POST' && /\/answer$/.test(reply.url()))
  await restore()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await sent).ok()).toBe(true)
  await expect(page.locator('ion-menu')).toBeVisible()
  expect(JSON.stringify(await apiOf(page).call(feedback.listRequestsToAnswer, { query: { status: 'answered' } }))).toContain(
    'Écrit dans le tunnel',
  )
})

test('drafts are kept when the storage’s code is fetched late', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  const restore = await block(page, file('localforage-cordovasqlitedriver\\.es6'))
  await new Login(page).enter('camille@nova.example')
  await restore()
  await new Menu(page).go('answer')
  const answer = new Answer(page)
  await answer.openRequest(/./)
  await answer.write('situation', 'Un brouillon')
  // Opening a database that does not exist yet would create it without the app's tables.
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain('_myDb')
  await expect.poll(async () => JSON.stringify(await keptOnDevice(page, 'draft:'))).toContain('Un brouillon')
})

for (const name of ['localforage-cordovasqlitedriver\\.es6', 'persisting']) {
  test(`a start without ${name} shows an error, and keeps the session`, async ({ visitor }) => {
    const page = await visitor({ locale: 'fr-FR' })
    await enter(page, 'camille@nova.example')
    const restore = await block(page, file(name))
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Un problème est survenu')
    await restore()
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(shown(page).locator('.skill-card').first()).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard/)
  })
}

for (const [type, locale, says, retry] of [
  ['js', 'ar-EG', 'تعذّر تحميل Reflet. تحقّق من اتصالك.', 'إعادة المحاولة'],
  ['css', 'de-DE', 'Reflet konnte nicht geladen werden. Prüfen Sie Ihre Verbindung.', undefined],
] as const) {
  test(`without the app's own ${type} file, the static page shows an error in ${locale}`, async ({ visitor }) => {
    const page = await visitor({ locale })
    const restore = await block(page, file('app', type))
    await page.goto('/home')
    await expect(page.getByRole('alert')).toHaveText(says)
    // The app must not start without the missing file.
    await page.waitForLoadState('networkidle')
    await expect(page.locator('#root > *')).toHaveCount(0)
    await expect(page.getByRole('alert')).toBeVisible()
    await restore()
    if (retry) await page.getByRole('button', { name: retry }).click()
    else await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(shown(page).locator('#login-email')).toBeVisible()
  })
}

test('the page does not move when the code of the side menu is loaded', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 800 } })
  await enter(page, 'camille@nova.example')
  const menu = Promise.withResolvers<void>()
  await page.route(file('SideMenu', 'js'), async (route) => {
    await menu.promise
    await route.continue()
  })
  await page.goto('/profile')
  await expect(title(page)).toBeVisible()
  await expect(page.locator('ion-split-pane.split-pane-visible')).toBeVisible()
  const outlet = page.locator('ion-router-outlet')
  const before = await outlet.boundingBox()
  menu.resolve()
  await expect(page.locator('ion-menu')).toBeVisible()
  expect(before?.x).toBe(280)
  expect(await outlet.boundingBox()).toEqual(before)
})
