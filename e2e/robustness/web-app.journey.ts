import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { DAY_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { ensureChromium } from '../../scripts/ensure-chromium.mjs'
import { apiOf, RETRIED } from '../support/api.ts'
import { launchOf } from '../support/browser.ts'
import { keptOnDevice } from '../support/device.ts'
import { startWithScript } from '../support/https.ts'
import { expect, shown, test } from '../support/journey.ts'
import { Screen, testId } from '../support/screen.ts'
import { type ServerProcess, startOwnProcess } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'

// A headless shell is no browser that installs apps.
test.use({ launchOptions: launchOf(ensureChromium()), serviceWorkers: 'allow' })

interface Installability {
  installabilityErrors: unknown[]
}

const askBrowser = async <T>(page: Page, method: Parameters<CDPSession['send']>[0]): Promise<T> => {
  const session = await page.context().newCDPSession(page)
  return (await session.send(method)) as T
}

/** The worker has kept all files of this version. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return all.flat()
  })

/** The worker fetches one file after another before it is active. */
const isControlled = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), {
      message: 'the page is the worker’s',
      timeout: 180_000,
    })
    .toBe('activated')

/** The first visit: logged in, and so long that what was seen and the files are stored. */
async function visit(page: Page, who: string, locale: 'fr' | 'ar') {
  await enter(page, `${who}@nova.example`, locale)
  await page.goto('/home')
  await expect(page).toHaveURL(/\/home$/)
  await expect.poll(() => kept(page).then((all) => all.length), { timeout: 180_000 }).toBeGreaterThan(100)
  await isControlled(page)
}

/** The page has asked for the worker. */
async function noteRegistration(page: Page) {
  await page.addInitScript(() => {
    const register = navigator.serviceWorker.register.bind(navigator.serviceWorker)
    navigator.serviceWorker.register = async (...of) => {
      const registration = await register(...of)
      setTimeout(() => Object.assign(window, { registered: true }))
      return registration
    }
  })
  return () => page.waitForFunction(() => 'registered' in window)
}

/** The end of the installation waits for a message. */
const heldInstall = (script: string) => `${script}
self.addEventListener('install', (event) =>
  event.waitUntil(new Promise((resolve) => self.addEventListener('message', ({ data }) => data === 'go on' && resolve()))))`

test('the web app has its manifest in the language, and opens without a connection after one visit', async ({ visitor, server }) => {
  const say = wordsOf('ar')
  const proxy = await startWithScript(server.url, '/sw.js', heldInstall)
  const page = await visitor({ locale: 'ar', baseURL: `http://localhost:${proxy.port}` })
  const registered = await noteRegistration(page)
  await enter(page, 'amir@nova.example', 'ar')
  await page.goto('/home')
  await expect(page).toHaveURL(/\/home$/)

  await test.step('a page opened while the first worker is installed is offered no newer version', async () => {
    await registered()
    const other = await page.context().newPage()
    const alsoRegistered = await noteRegistration(other)
    await other.goto('/profile')
    await alsoRegistered()
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.postMessage('go on'))
    for (const one of [page, other]) {
      await isControlled(one)
      await one.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await expect(shown(one).getByTestId('connection-line')).toHaveCount(0)
    }
    await other.close()
  })

  const manifest = await askBrowser<{ url: string; errors: unknown[]; data: string }>(page, 'Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(manifest.url).toContain('/manifest.ar.webmanifest')
  const { icons, shortcuts, screenshots } = JSON.parse(manifest.data) as Record<
    string,
    { src?: string; url?: string; icons?: { src: string }[] }[]
  >
  for (const path of [icons, shortcuts?.flatMap((one) => one.icons ?? []), screenshots]
    .flatMap((all) => all ?? [])
    .map(({ src }) => src ?? ''))
    expect((await page.request.get(path, RETRIED)).headers()['content-type'], path).toMatch(/^image\//)
  // The query cache is written a second after the last response.
  await expect
    .poll(() =>
      apiOf(page)
        .call(people.getUser, { params: { userId: '1' } })
        .then(() => storedQueries(page)),
    )
    .toEqual(expect.arrayContaining(['contacts', 'feedback', 'statistics', 'user']))

  await page.close()
  await page.context().setOffline(true)
  const again = await page.context().newPage()
  await again.clock.install({ time: Date.now() + 3 * DAY_MS })
  await again.goto('/')
  await expect(again).toHaveURL(/\/home$/)
  await expect(shown(again).getByTestId('connection-line')).toContainText(say('offline.as_of', { when: 'قبل 3 أيام' }))
  await expect(shown(again)).toContainText('أمير')
  for (const [path, there] of [
    ['/answer', 'ion-segment'],
    ['/dashboard', testId('skill-card')],
    ['/contacts', 'ion-item'],
    ['/home', testId('next-action')],
  ] as const)
    await test.step(path, async () => {
      await again.goto(path)
      await expect(shown(again).locator(there).first()).toBeVisible()
      await expect(shown(again).getByTestId('connection-line')).toContainText(say('offline.as_of', { when: 'قبل 3 أيام' }))
      await expect(shown(again).getByRole('alert')).toHaveCount(0)
    })
})

/** The beginnings of the keys of the queries that are stored on the device. */
async function storedQueries(page: Page): Promise<string[]> {
  const [cache = '{"clientState":{"queries":[]}}'] = (await keptOnDevice(page, 'query-cache')) as string[]
  const { clientState } = JSON.parse(cache) as { clientState: { queries: { queryKey: string[] }[] } }
  return [...new Set(clientState.queries.map(({ queryKey }) => queryKey[0] ?? ''))]
}

test('the browser may install the app, gets from the server what the server itself answers, and loses the worker by an operator’s setting @whole', async ({
  launchOptions,
}) => {
  const server: ServerProcess = await startOwnProcess()
  const profile = mkdtempSync(join(tmpdir(), 'reflet-profile-'))
  // A context of its own is incognito, where nothing can be installed.
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: server.url, locale: 'fr', headless: true })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await visit(page, 'camille', 'fr')
    const { installabilityErrors } = await askBrowser<Installability>(page, 'Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])

    await test.step('what the server itself answers never comes from the worker, and nothing of it is kept', async () => {
      const paths = [
        '/api/users/1',
        '/badge/abc',
        '/saml/abc',
        '/oidc/abc',
        '/scim/v2/Users',
        '/status/abc',
        '/issuers/abc',
        '/achievements/abc',
        '/health/live',
        '/.well-known/assetlinks.json',
      ]
      for (const path of paths) {
        const response = await page.goto(path)
        expect(response?.fromServiceWorker(), path).toBe(false)
        const fetched = await fetch(server.url + path, { headers: { accept: 'text/html' } })
        if (path !== '/api/users/1') expect(response?.status(), path).toBe(fetched.status)
      }
      const home = await page.goto('/home')
      expect(home?.fromServiceWorker()).toBe(true)
      await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
      // An entry exists once its response has ended.
      const calls = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
            .map((entry) => (entry as PerformanceResourceTiming & { readonly workerMatchedSourceType: string }).workerMatchedSourceType),
        )
      await expect.poll(calls).not.toEqual([])
      expect(new Set(await calls()), 'calls do not wait for the worker').toEqual(new Set(['network']))
      const ofServer = /^\/(api|badge|saml|oidc|scim|status|issuers|achievements|health|\.well-known|avatars)\b/
      expect((await kept(page)).filter((path) => ofServer.test(path))).toEqual([])
    })

    await test.step('an operator removes the worker: nothing is kept in the browser any more, and the app goes on', async () => {
      await server.killAndRestart({ OFFLINE_WEB_APP: 'off' })
      const devtools = await context.newCDPSession(page)
      await devtools.send('ServiceWorker.enable')
      await page.goto('/home')
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
      await expect
        .poll(async () => {
          const found = await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.getRegistration()
            return { newer: (registration?.installing ?? registration?.waiting)?.state ?? 'none', caches: await caches.keys() }
          })
          // The browser ends a worker that was asked for nothing in half a minute, but not while a debugger is attached, as it is here.
          if (found.newer === 'installed') await devtools.send('ServiceWorker.stopAllWorkers')
          return found
        })
        .toEqual({ newer: 'none', caches: [] })
      const response = await page.goto('/home')
      expect(response?.fromServiceWorker()).toBe(false)
      await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    })
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
    await server.stop()
  }
})

/** Longer than the app waits for a worker to take over (40 s: while any page asks the active one for files, a newer one takes over half a minute later). */
const RELOAD_MS = 150_000

async function reloadedBy(page: Page, press: () => Promise<void>) {
  const loaded = page.waitForEvent('load', { timeout: RELOAD_MS })
  await press()
  await loaded
}

test('a newer version is offered in each tab, and opened by any button that loads the app again @whole', async ({ visitor, server }) => {
  let version = 'first'
  const proxy = await startWithScript(
    server.url,
    '/sw.js',
    (script) => `${script.replace(/(?<="revision":")\w+(?=","url":"index.html")/, version)}
self.addEventListener('message', ({ data, source }) => data === 'version?' && source.postMessage('${version}'))`,
  )
  const page = await visitor({ locale: 'fr', baseURL: `http://localhost:${proxy.port}` })
  const say = wordsOf('fr')
  const opened = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
          navigator.serviceWorker.startMessages()
          navigator.serviceWorker.controller?.postMessage('version?')
        }),
    )
  await visit(page, 'camille', 'fr')
  expect(await opened()).toBe('first')

  await test.step('it is opened on request only; another tab goes on until its person opens it', async () => {
    version = 'second'
    const other = await page.context().newPage()
    await other.goto('/profile')
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    const offer = (of: Page) => new Screen(of).button('version.open')
    await expect(offer(page)).toBeVisible()
    await expect(shown(page).getByTestId('connection-line')).toContainText(say('version.ready'))
    // The other tab has started completely: it offers the version too, and asks the active worker for nothing more.
    await expect(offer(other)).toBeVisible()
    await other.evaluate(() => Object.assign(window, { stays: true }))
    await reloadedBy(page, () => offer(page).click())
    await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(await opened()).toBe('second')
    await expect(shown(page).getByTestId('connection-line')).toHaveCount(0)
    await expect(offer(other)).toBeVisible()
    expect(await other.evaluate(() => 'stays' in window), 'not reloaded').toBe(true)
    await reloadedBy(other, () => offer(other).click())
    await other.close()
  })

  await test.step('on the update page', async () => {
    await page.goto('/update')
    version = 'third'
    await expect(shown(page).getByText(say('update.browser'))).toBeVisible()
    await reloadedBy(page, () => new Screen(page).button('update.reload').click())
    await expect(page).toHaveURL(/\/home$/)
    expect(await opened()).toBe('third')
  })

  await test.step('where the files that are kept do not start', async () => {
    await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      const cache = await caches.open(name)
      for (const key of await cache.keys()) {
        if (!key.url.includes('index.html')) continue
        const page = await (await cache.match(key))?.text()
        await cache.put(
          key,
          new Response(page?.replace(/static\/app-(?=[\w-]+\.js)/g, 'static/gone-'), { headers: { 'content-type': 'text/html' } }),
        )
      }
    })
    await page.reload()
    const again = page.getByRole('button', { name: say('common.retry') })
    await expect(again).toBeVisible()
    version = 'fourth'
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await expect.poll(() => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting)).toBe(true)
    await reloadedBy(page, () => again.click())
    await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(await opened()).toBe('fourth')
  })
  await proxy.stop()
})
