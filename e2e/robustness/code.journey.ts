import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { Answer } from '../feedback/answers/answer.ts'
import { Menu } from '../navigation/menu.ts'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { hold } from '../support/hold.ts'
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

const WIDE = { width: 1280, height: 800 }
const QUALITY = file('QualityIndexPage')
const alert = (page: Page) => shown(page).getByRole('alert')
const title = (page: Page) => shown(page).getByRole('heading', { level: 1 })
/** Its size is set by the page's own style sheet. */
const ring = (page: Page) => shown(page).getByTestId('quality-ring')
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { loadedOnce: true }))
const isLoadedOnce = (page: Page) => page.evaluate(() => 'loadedOnce' in window)

test('a page is shown only with its code and its style sheet; until then an error that can be retried @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE' })
  await enter(page, 'camille@nova.example', 'de')
  const menu = new Menu(page, 'de')
  const { say } = menu
  const retry = menu.button('common.retry')
  /** The app is loaded again at another page, so that the code is not there. */
  const openMenu = async () => {
    await page.goto('/profile')
    await expect(title(page)).toBeVisible()
    await mark(page)
    await menu.open()
  }
  const expectQuality = async () => {
    await expect(title(page)).toHaveText(say('quality.title'))
    await expect(ring(page)).toHaveCSS('inline-size', '128px')
  }

  await test.step('without a connection; when it is back, the page comes by itself', async () => {
    await openMenu()
    await page.context().setOffline(true)
    await menu.go('quality')
    await expect(alert(page)).toContainText(say('errors.offline'))
    await page.context().setOffline(false)
    await expectQuality()
    expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)
  })

  await test.step('without its style sheet, and without the server', async () => {
    await openMenu()
    const restore = await block(page, file('QualityIndexPage', 'css'), /:\d+\/$/)
    await menu.go('quality')
    await expect(alert(page)).toContainText(say('errors.offline'))
    await retry.click()
    // Until that attempt has failed too, the button has another name.
    await expect(retry).toBeVisible()
    await expect(alert(page)).toContainText(say('errors.offline'))
    await restore()
    await retry.click()
    await expectQuality()
    expect(await isLoadedOnce(page), 'without loading the app again').toBe(true)
  })

  await test.step('the rest of the app works after it was opened at that page', async () => {
    await block(page, file('QualityIndexPage', 'css'))
    await page.reload()
    await expect(alert(page)).toContainText(say('errors.internal'))
    await menu.link('common.home').click()
    await expect(page).toHaveURL(/\/home/)
    await expect(title(page)).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('the server no longer has the file: the retry loads the app again', async () => {
    await page.route(QUALITY, (route) => route.fulfill({ status: 404, json: { code: 'not_found', request_id: 'x' } }))
    await openMenu()
    await menu.go('quality')
    await expect(alert(page)).toContainText(say('errors.internal'))
    await page.unrouteAll()
    await retry.click()
    await expect(title(page)).toHaveText(say('quality.title'))
    expect(await isLoadedOnce(page), 'the app was loaded again').toBe(false)
  })
})

test.describe('the side menu', () => {
  test.use({ expectedError: /thrown on purpose/ })

  test('moves no page when its code is late, survives an error in a page, and offers a reload for one of its own @whole', async ({
    visitor,
  }) => {
    const page = await visitor({ locale: 'es-ES', viewport: WIDE })
    await enter(page, 'camille@nova.example', 'es')
    const menu = new Menu(page, 'es')
    const { say } = menu

    await test.step('its code is late', async () => {
      const release = await hold(page, '**/static/SideMenu-*.js')
      await page.goto('/profile')
      await expect(title(page)).toBeVisible()
      await expect(page.locator('ion-split-pane.split-pane-visible')).toBeVisible()
      const outlet = page.locator('ion-router-outlet')
      const before = await outlet.boundingBox()
      release()
      await expect(page.locator('ion-menu')).toBeVisible()
      expect(before?.x).toBe(280)
      expect(await outlet.boundingBox()).toEqual(before)
      await page.unrouteAll()
    })

    await test.step('an error in one page', async () => {
      await page.route(file('QualityIndexPage', 'js'), (route) =>
        route.fulfill({ contentType: 'text/javascript', body: "export default () => { throw new Error('thrown on purpose') }" }),
      )
      await mark(page)
      await menu.go('quality')
      await expect(alert(page)).toContainText(say('errors.internal'))
      await menu.go('dashboard')
      await expect(page).toHaveURL(/\/dashboard/)
      await expect(title(page)).toBeVisible()
      expect(await isLoadedOnce(page)).toBe(true)
    })

    await test.step('an error outside the pages', async () => {
      // Its file has parts that others use, too: then the bundler names each export by a letter, the component among them.
      const letters = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `broken as ${letter}`).join(', ')
      const body = `const broken = { default() { throw new Error('thrown on purpose') } }
        export { ${letters} }
        export default broken.default`
      await page.route(file('SideMenu', 'js'), (route) => route.fulfill({ contentType: 'text/javascript', body }))
      await page.goto('/home')
      await expect(page.getByRole('alert')).toContainText(say('errors.internal'))
      await page.unrouteAll()
      await page.getByRole('button', { name: say('common.retry') }).click()
      await expect(page.locator('ion-menu')).toBeVisible()
      await expect(title(page)).toBeVisible()
    })
  })
})

test('drafts are kept, the menu comes and a queued answer is sent when their code is late, without a reload', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR', viewport: WIDE })
  const answer = new Answer(page)
  await test.step('the storage’s code is late', async () => {
    const restore = await block(page, file('localforage-cordovasqlitedriver\\.es6'))
    await new Login(page).enter('camille@nova.example')
    await restore()
    await new Menu(page).go('answer')
    await answer.openRequest(/./)
    await answer.write('situation', 'Écrit dans le tunnel')
    // Opening a database that does not exist yet would create it without the app's tables.
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toContain('_myDb')
    await expect.poll(async () => JSON.stringify(await keptOnDevice(page, 'draft:'))).toContain('Écrit dans le tunnel')
  })
  await answer.rate(3)
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

test('the app does not start without one of its own files; it says so, and keeps the session @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  const login = new Login(page, 'ar')
  const retry = page.getByRole('button', { name: login.say('common.retry') })
  const expectNoApp = async () => {
    await expect(page.getByRole('alert')).toHaveText('تعذّر تحميل Reflet. تحقّق من اتصالك.')
    await expect(page.locator('#root > *')).toHaveCount(0)
  }

  await test.step('without its style sheet', async () => {
    const restore = await block(page, file('app', 'css'))
    const script = page.waitForResponse(file('app', 'js'))
    await page.goto('/home')
    // Its script is there, and has nothing left to do.
    await page.evaluate(`import('${(await script).url()}').then(() => new Promise((resolve) => requestIdleCallback(() => resolve())))`)
    await expectNoApp()
    await restore()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(login.email).toBeVisible()
  })

  await test.step('without its script', async () => {
    const restore = await block(page, file('app', 'js'))
    await page.goto('/home')
    await expectNoApp()
    await restore()
    await retry.click()
    await expect(login.email).toBeVisible()
  })

  await login.logIn('amir@nova.example')
  await page.waitForURL(/\/home/)
  for (const name of ['localforage-cordovasqlitedriver\\.es6', 'persisting'])
    await test.step(`without ${name}`, async () => {
      const restore = await block(page, file(name))
      await page.goto('/dashboard')
      await expect(page.getByRole('alert')).toContainText(login.say('errors.internal'))
      await restore()
      await retry.click()
      await expect(shown(page).getByTestId('skill-card').first()).toBeVisible()
      await expect(page).toHaveURL(/\/dashboard/)
    })
})
