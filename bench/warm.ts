import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { CHROMIUM, FLAGS } from './chromium.ts'
import { median } from './compare.ts'
import { logIn, phoneOf, ROUNDS, SLOWDOWN } from './phone.ts'
import { startDevelopment } from './processes.ts'
import { number, table, verdict } from './report.ts'

/** Lighthouse's slow 4G. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 }
const HOME_MS = 2000
const DASHBOARD_MS = 1500
/** How long a person looks at the home page before the tap. */
const READING_MS = 3000

interface Target {
  path: string
  selector: string
}

interface Watched {
  since: number
  shown: number
}

declare global {
  interface Window {
    watched: Watched
  }
}

/** Runs in the page: the time at which the target is first visible, after the frame that shows it. */
function watch({ path, selector }: Target) {
  const watched: Watched = { since: 0, shown: 0 }
  window.watched = watched
  addEventListener('pointerdown', ({ timeStamp }) => (watched.since = timeStamp), { capture: true, once: true })
  requestAnimationFrame(function look() {
    const visible =
      location.pathname === path &&
      [...document.querySelectorAll(selector)].some(
        (element) => !element.closest('.ion-page-hidden, .ion-page-invisible') && element.checkVisibility(),
      )
    if (!visible) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => (watched.shown = performance.now())
    port2.postMessage(null)
  })
}

async function shownAfter(page: Page): Promise<number> {
  await page.waitForFunction(() => window.watched?.shown > 0, undefined, { timeout: 60_000 })
  const { since, shown } = await page.evaluate(() => window.watched)
  return shown - since
}

const HOME = { path: '/home', selector: '[data-testid="next-action"]' }
/** Home has a small radar, too; it is behind the dashboard while the latter enters. */
const DASHBOARD = { path: '/dashboard', selector: '.ion-page:last-child .radar svg' }

/** One start of the app with the session and the code of an earlier visit, then the first dashboard of this start. */
async function startOnce(context: BrowserContext, slow: boolean) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (slow) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  }
  await page.addInitScript(watch, HOME)
  await page.goto('/home', { waitUntil: 'commit' })
  const home = await shownAfter(page)
  await page.waitForTimeout(READING_MS)
  await page.evaluate(watch, DASHBOARD)
  await page.locator('.tab-bar a[href$="/dashboard"]').tap()
  const dashboard = await shownAfter(page)
  await page.close()
  return { home, dashboard }
}

/** The app's start on a slow phone that used it before, and its first dashboard, with the demo's data. */
export async function measureWarm(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-bench-warm-'))
  const running = await startDevelopment(dataDir)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  try {
    const context = await phoneOf(browser, running.port)
    const page = await context.newPage()
    await logIn(page)
    await page.locator('.tab-bar a[href$="/dashboard"]').tap()
    await page.locator(DASHBOARD.selector).last().waitFor()
    await page.waitForLoadState('networkidle')
    await page.close()
    const times = { slow: [] as Awaited<ReturnType<typeof startOnce>>[], fast: [] as Awaited<ReturnType<typeof startOnce>>[] }
    // The first round fetches and compiles code; it is not counted. The same visit without throttling shows the machine's own pace.
    for (let n = 0; n <= ROUNDS; n++) {
      const [slow, fast] = [await startOnce(context, true), await startOnce(context, false)]
      if (n === 0) continue
      times.slow.push(slow)
      times.fast.push(fast)
    }
    const row = (name: string, field: 'home' | 'dashboard', goal: number) => {
      const slow = times.slow.map((one) => one[field])
      const fast = median(times.fast.map((one) => one[field]))
      const middle = median(slow)
      return [
        name,
        number(middle),
        number(Math.max(...slow)),
        number(fast),
        `${number(middle / fast, 1)} ×`,
        verdict(middle <= goal, `≤ ${number(goal)}`),
      ]
    }
    return table(
      ['a warm start on a slow phone', 'median (ms)', 'worst (ms)', 'not slowed (ms)', 'ratio', 'target'],
      [row('start to home', 'home', HOME_MS), row('tap to the first dashboard', 'dashboard', DASHBOARD_MS)],
    )
  } finally {
    await browser.close()
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
