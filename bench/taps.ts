import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { CHROMIUM, FLAGS } from './chromium.ts'
import { median } from './compare.ts'
import { logIn, PHONE, phoneOf, ROUNDS, SLOWDOWN } from './phone.ts'
import { startDevelopment } from './processes.ts'
import { number, table, verdict } from './report.ts'

/** Longer than Ionic's transitions. */
const SETTLE_MS = 600
const TITLE_MS = 300
const INTERACTION_MS = 200
const TOP_PAGE = 'ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)'

interface Tap {
  name: string
  /** The screen of the press: one of the menu, and links from there. */
  from: readonly string[]
  /** The menu is opened before the press. */
  inMenu?: boolean
  press: (page: Page) => Locator
  /** The path after the press. */
  path: RegExp
  /** The heading of the opened page, as a selector inside the page. */
  heading: string
  /** Goes back from the opened page. */
  back?: (page: Page) => Promise<unknown>
}

const menuItem = (page: Page, path: string) => page.locator(`ion-menu nav [href$="${path}"]`).first()

const fromMenu = (path: string, from: string): Tap => ({
  name: `menu: ${path.slice(1)}`,
  from: [from],
  inMenu: true,
  press: (page) => menuItem(page, path),
  path: new RegExp(`${path}$`),
  heading: `${TOP_PAGE} ion-title`,
})

const TAPS: readonly Tap[] = [
  fromMenu('/home', '/answer'),
  fromMenu('/my-skills', '/home'),
  fromMenu('/answer', '/home'),
  fromMenu('/dashboard', '/home'),
  fromMenu('/profile', '/home'),
  {
    name: 'a request to answer',
    from: ['/answer'],
    press: (page) => page.locator(`${TOP_PAGE} ion-list ion-item`).first(),
    path: /\/answer\?group=/,
    heading: `${TOP_PAGE} h2`,
    back: (page) => page.goBack(),
  },
  {
    name: 'a skill',
    from: ['/dashboard'],
    press: (page) => page.locator(`${TOP_PAGE} ion-list ion-item`).first(),
    path: /\/skill-statistics\//,
    heading: `${TOP_PAGE} ion-title`,
    back: (page) => page.goBack(),
  },
  {
    name: 'a contact',
    from: ['/contacts'],
    press: (page) => page.locator(`${TOP_PAGE} ion-list ion-item`).first(),
    path: /\/contacts$/,
    heading: 'ion-modal ion-title',
    back: (page) => page.locator('ion-modal ion-buttons ion-button').first().tap(),
  },
]

interface Timing {
  /** From the press to the frame after the one in which the heading is visible (ms). */
  shown: number
  /** The longest interaction: from an input event to the next frame (ms), as Interaction to Next Paint counts it. */
  interaction: number
}

/** The probe in the page that times one press: `pressed` is set by the next `pointerdown`, `shown` by the frame after the heading's. */
interface Probe {
  pressed: number
  shown: number
  interaction: number
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Runs in the page: arms the probe for the next press. */
function arm({ path, heading, before }: { path: string; heading: string; before: string }) {
  const probe: Probe = { pressed: 0, shown: 0, interaction: 0 }
  window.probe = probe
  addEventListener('pointerdown', ({ timeStamp }) => (probe.pressed = timeStamp), { capture: true, once: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (probe.pressed && startTime >= probe.pressed - 1) probe.interaction = Math.max(probe.interaction, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const visible = () => {
    const text = [...document.querySelectorAll<HTMLElement>(heading)].filter((element) =>
      element.checkVisibility({ opacityProperty: false }),
    )
    return text.some((element) => element.innerText.trim() !== '' && element.innerText.trim() !== before)
  }
  const look = () => {
    if (probe.pressed && new RegExp(path).test(location.pathname + location.search) && visible()) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => (probe.shown = performance.now())
      port2.postMessage(null)
      return
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function press(page: Page, target: Locator, tap: Pick<Tap, 'path' | 'heading'>, before: string): Promise<Timing> {
  const box = await target.boundingBox()
  if (!box) throw new Error('there is nothing to press')
  await page.evaluate(arm, { path: tap.path.source, heading: tap.heading, before })
  await page.touchscreen.tap(box.x + box.width / 2, box.y + Math.min(box.height / 2, 30))
  await page.waitForFunction(() => window.probe.shown > 0, undefined, { timeout: 20_000 })
  // The entries of the press are reported with a later frame; the content after the title belongs to the same interaction.
  await page.waitForTimeout(1500)
  const { pressed, shown, interaction } = await page.evaluate(() => window.probe)
  return { shown: shown - pressed, interaction }
}

/** Inside the running app with all code loaded, as for a person who has used it for a while. */
async function openFromMenu(page: Page, path: string) {
  if (new URL(page.url()).pathname === path) return
  await openMenu(page)
  await menuItem(page, path).tap()
  await page.waitForURL(`**${path}`)
  await page.locator('ion-menu:not(.show-menu)').waitFor({ state: 'attached' })
  await settled(page)
}

async function openMenu(page: Page) {
  await page.locator(`${TOP_PAGE} ion-menu-button`).tap()
  await page.locator('ion-menu.show-menu').waitFor()
  await page.waitForTimeout(SETTLE_MS)
}

/** After the transition, and when no fetch is pending. */
async function settled(page: Page) {
  await page.waitForTimeout(SETTLE_MS)
  await page.waitForLoadState('networkidle')
}

async function toStart(page: Page, { from, inMenu }: Tap) {
  const isThere = new URL(page.url()).pathname === from.at(-1)
  const [first = '', ...links] = from
  if (!isThere) await openFromMenu(page, first)
  for (const link of isThere ? [] : links) {
    await page.locator(`${TOP_PAGE} a[href$="${link}"]`).first().tap()
    await page.waitForURL(`**${link}`)
    await settled(page)
  }
  if (inMenu) await openMenu(page)
}

async function timeTap(page: Page, slow: (rate: number) => Promise<unknown>, tap: Tap): Promise<Timing[]> {
  const timings: Timing[] = []
  // The first round fetches and compiles the code; it is not counted.
  for (let n = 0; n <= ROUNDS; n++) {
    await toStart(page, tap)
    const before = await page
      .locator(tap.heading)
      .first()
      .innerText({ timeout: 100 })
      .catch(() => '')
    const target = tap.press(page)
    await target.waitFor()
    // Scrolled into view, and no longer moved by layout shifts.
    await target.tap({ trial: true })
    await slow(SLOWDOWN)
    const timing = await press(page, target, tap, before.trim())
    if (n > 0) timings.push(timing)
    await slow(1)
    if (!tap.back) continue
    await tap.back(page)
    await settled(page)
  }
  return timings
}

/** The same press on a page of one element that changes its own text. */
async function timeLeast(browser: Browser): Promise<Timing[]> {
  const page = await browser.newPage({ viewport: PHONE, hasTouch: true })
  const session = await page.context().newCDPSession(page)
  await page.route('http://least.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<button style="width:9em;height:9em" onclick="this.innerText=\'after\'">before</button>',
    }),
  )
  const timings: Timing[] = []
  for (let n = 0; n < ROUNDS; n++) {
    await page.goto('http://least.example/')
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    timings.push(await press(page, page.locator('button'), { path: /\//, heading: 'button' }, 'before'))
  }
  await page.close()
  return timings
}

const worst = (timings: Timing[], field: keyof Timing) => Math.max(...timings.map((timing) => timing[field]))
const middle = (timings: Timing[], field: keyof Timing) => median(timings.map((timing) => timing[field]))

/** Every screen of the menu, and what is opened from a list, on a phone with the demo's data: from the press to the heading. */
export async function measureTaps(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-bench-taps-'))
  const running = await startDevelopment(dataDir)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  try {
    const least = await timeLeast(browser)
    const context = await phoneOf(browser, running.port)
    const page = await context.newPage()
    await logIn(page)
    const session = await context.newCDPSession(page)
    const slow = (rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })
    const rows: string[][] = []
    for (const tap of TAPS) {
      const timings = await timeTap(page, slow, tap)
      const [shown, interaction] = [middle(timings, 'shown'), worst(timings, 'interaction')]
      rows.push([
        tap.name,
        number(shown),
        number(worst(timings, 'shown')),
        verdict(shown <= TITLE_MS, `≤ ${TITLE_MS}`),
        number(interaction),
        verdict(interaction <= INTERACTION_MS, `≤ ${INTERACTION_MS}`),
      ])
      console.log(rows.at(-1)?.join(' | '))
    }
    rows.push([
      'a page of one button',
      number(middle(least, 'shown')),
      number(worst(least, 'shown')),
      '',
      number(worst(least, 'interaction')),
      '',
    ])
    return table(
      ['a tap on a slow phone', 'press to heading, median (ms)', 'worst (ms)', 'target', 'longest interaction (ms)', 'target'],
      rows,
    )
  } finally {
    await browser.close()
    await running.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
