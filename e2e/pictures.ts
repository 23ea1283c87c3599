import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import sharp from 'sharp'
import { SCREENS } from './every-screen/catalogue.ts'
import { openScreen } from './every-screen/open.ts'
import { makeWorld } from './every-screen/world.ts'
import { apiOf } from './support/api.ts'
import { IPHONE } from './support/device.ts'
import { shown, test } from './support/journey.ts'
import { acceptTerms, makeNewcomer } from './support/newcomer.ts'
import { enter } from './support/session.ts'

/** `npm run screens`: every screen in each size, theme and language, empty and in error, into screens/ with a contact sheet. */
const FOLDER = 'screens'
const SIZES = { phone: { width: 390, height: 844 }, tablet: { width: 768, height: 1024 }, desktop: { width: 1440, height: 900 } } as const
const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['fr', 'ar'] as const

const save = (page: Page, name: string) => page.screenshot({ path: join(FOLDER, `${name}.png`) })

test.beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
})

test('filled', async ({ server, visitor }) => {
  test.setTimeout(2_400_000)
  for (const language of LANGUAGES) {
    const camille = await visitor({ locale: 'fr-FR' })
    const newcomer = await visitor({ locale: 'fr-FR' })
    const administrator = await visitor({ locale: 'fr-FR' })
    await enter(administrator, 'admin@nova.example', language)
    await enter(camille, 'camille@nova.example')
    const world = await makeWorld(server, apiOf(camille), language)
    await makeNewcomer(newcomer, language)
    for (const theme of THEMES) {
      const guest = await visitor({ locale: language, colorScheme: theme })
      await camille.emulateMedia({ colorScheme: theme })
      await newcomer.emulateMedia({ colorScheme: theme })
      await administrator.emulateMedia({ colorScheme: theme })
      for (const [size, viewport] of Object.entries(SIZES))
        for (const screen of SCREENS) {
          const page = screen.open ? guest : screen.as ? { newcomer, administrator }[screen.as] : camille
          await page.setViewportSize(viewport)
          await openScreen(page, screen, world)
          await save(page, `${screen.name}.${size}.${theme}.${language}`)
        }
    }
  }
})

test('filled, on an iPhone', async ({ server, visitor }) => {
  test.setTimeout(1_200_000)
  for (const [language, colorScheme] of [
    ['fr', 'light'],
    ['ar', 'dark'],
  ] as const) {
    const camille = await visitor({ ...IPHONE, locale: 'fr-FR', colorScheme })
    const newcomer = await visitor({ ...IPHONE, locale: 'fr-FR', colorScheme })
    const administrator = await visitor({ ...IPHONE, locale: 'fr-FR', colorScheme })
    await enter(administrator, 'admin@nova.example', language)
    const guest = await visitor({ ...IPHONE, locale: language, colorScheme })
    await enter(camille, 'camille@nova.example')
    const world = await makeWorld(server, apiOf(camille), language)
    await makeNewcomer(newcomer, language)
    for (const screen of SCREENS) {
      const page = screen.open ? guest : screen.as ? { newcomer, administrator }[screen.as] : camille
      await openScreen(page, screen, world)
      await save(page, `${screen.name}.iphone.${colorScheme}.${language}`)
    }
  }
})

test('empty and in error', async ({ visitor }) => {
  const newcomer = await visitor({ locale: 'fr-FR' })
  await newcomer.goto('/login')
  await newcomer.locator('#login-email').fill('new@nova.example')
  await newcomer.locator('#login-password').fill('wrong')
  await newcomer.locator('ion-button[type="submit"]').click()
  await newcomer.locator('.notice').waitFor()
  await save(newcomer, 'login.refused')
  await newcomer.locator('#login-password').fill('reflet-demo')
  await newcomer.locator('ion-button[type="submit"]').click()
  await newcomer.waitForURL(/onboarding/)
  await acceptTerms(apiOf(newcomer))
  for (const tour of [people.onboardingFinished, people.onboardingDashboardFinished, people.onboardingAnswerFinished])
    await apiOf(newcomer).call(tour)
  for (const path of ['home', 'my-skills', 'answer', 'dashboard']) {
    await newcomer.goto(`/${path}`)
    await newcomer.waitForTimeout(900)
    await save(newcomer, `${path}.empty`)
  }
  const offline = await visitor({ locale: 'ar' })
  await offline.goto('/login')
  await offline.locator('#login-email').waitFor()
  await offline.route('**/api/**', (route) => route.abort())
  await offline.locator('#login-email').fill('amir@nova.example')
  await offline.locator('#login-password').fill('reflet-demo')
  await offline.locator('ion-button[type="submit"]').click()
  await offline.locator('.notice').waitFor()
  await save(offline, 'login.offline')
  await newcomer.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', request_id: 'x' } }))
  await newcomer.goto('/request-confirmation/0199aaaa-0000-7000-8000-000000000000')
  await shown(newcomer).locator('.notice').waitFor()
  await save(newcomer, 'request-confirmation.error')
})

test.afterAll(() => {
  const pictures = readdirSync(FOLDER).filter((name) => name.endsWith('.png'))
  const cells = pictures.map((name) => `<figure><img src="${name}" loading="lazy"><figcaption>${name}</figcaption></figure>`).join('\n')
  const style =
    'body{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:16px;font:13px system-ui}figure{margin:0}img{width:100%;border:1px solid #ccc}'
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>\n${cells}\n`,
  )
})

/** The screenshots of the web app manifest (apps/app/build/manifests.ts), in each language. */
test('manifest', async ({ visitor }) => {
  for (const locale of LOCALES) {
    const folder = join('apps/app/public/screenshots', locale)
    mkdirSync(folder, { recursive: true })
    for (const [name, path, viewport, deviceScaleFactor] of [
      ['home', '/home', { width: 390, height: 844 }, 2],
      ['answer', '/answer', { width: 390, height: 844 }, 2],
      ['dashboard', '/dashboard', { width: 1280, height: 800 }, 1],
    ] as const) {
      const page = await visitor({ locale, viewport, deviceScaleFactor })
      await enter(page, 'camille@nova.example', locale)
      await page.goto(path)
      await shown(page).getByRole('heading', { level: 2 }).first().or(shown(page).locator('ion-segment')).first().waitFor()
      await page.waitForLoadState('networkidle')
      await writeFile(
        join(folder, `${name}.webp`),
        await sharp(await page.screenshot())
          .webp({ quality: 80 })
          .toBuffer(),
      )
    }
  }
})
