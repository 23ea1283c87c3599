import { launch, type Page } from 'puppeteer-core'
import type { Driver, Engine } from './engine.ts'

const SETTINGS = {
  // As in Chromium: the pages come from the server, and nothing moves for long.
  'dom.serviceWorkers.enabled': false,
  'ui.prefersReducedMotion': 1,
}

function drive(page: Page): Driver {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    // Its own type forgets what the function takes.
    evaluate: (work, arg) => page.evaluate(work as (arg: unknown) => unknown, arg) as never,
    resize: (size) => page.setViewport(size),
    pressAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    takeErrors: async () => errors.splice(0),
  }
}

/** Firefox, by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(executablePath: string, locale: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { ...SETTINGS, 'intl.accept_languages': locale },
  })
  return {
    open: async () => drive(await (await browser.createBrowserContext()).newPage()),
    close: () => browser.close(),
  }
}
