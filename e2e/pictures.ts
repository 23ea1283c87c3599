import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES } from '@reflet/contract/common'
import sharp from 'sharp'
import { SCREENS } from './every-screen/catalogue.ts'
import { openScreen } from './every-screen/open.ts'
import { openPeople, visitScreen } from './every-screen/people.ts'
import { IPHONE } from './support/device.ts'
import { shown, test } from './support/journey.ts'
import { enter } from './support/session.ts'

/** `npm run screens`: every screen in each size, theme and language, and each of its states on a phone, into screens/ with a contact sheet. */
const FOLDER = 'screens'
const SIZES = { tablet: { width: 768, height: 1024 }, desktop: { width: 1440, height: 900 } } as const
const LOOKS = [
  { name: 'phone', locale: 'fr', colorScheme: 'light', device: {}, sizes: SIZES },
  { name: 'phone', locale: 'fr', colorScheme: 'dark', device: {}, sizes: SIZES },
  { name: 'phone', locale: 'ar', colorScheme: 'light', device: {}, sizes: SIZES },
  { name: 'phone', locale: 'ar', colorScheme: 'dark', device: {}, sizes: SIZES },
  { name: 'iphone', locale: 'fr', colorScheme: 'light', device: IPHONE, sizes: {} },
  { name: 'iphone', locale: 'ar', colorScheme: 'dark', device: IPHONE, sizes: {} },
] as const

// A screen without its code is among the states.
test.use({ expectedError: /Failed to load resource|thrown on purpose/ })

test.beforeAll(() => {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
})

for (const look of LOOKS)
  test(`${look.name}, ${look.colorScheme}, ${look.locale}`, async ({ server, visitor }) => {
    test.setTimeout(2_400_000)
    const visitOf = await openPeople(server, visitor, look)
    const save = (page: Page, what: string, size: string = look.name) =>
      page.screenshot({ path: join(FOLDER, `${what.replaceAll(/\W+/g, '-')}.${size}.${look.colorScheme}.${look.locale}.png`) })
    for (const screen of SCREENS) {
      const { page, world } = visitOf(screen)
      for (const [size, viewport] of Object.entries(look.sizes)) {
        await page.setViewportSize(viewport)
        await openScreen(page, screen, world)
        await save(page, screen.name, size)
      }
      await visitScreen(screen, visitOf(screen), (what) => save(page, what))
    }
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
