import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { FIRST_SCREEN } from './budget.ts'
import { CHROMIUM, FLAGS } from './chromium.ts'
import { median } from './compare.ts'
import { startServer } from './processes.ts'
import { number, table } from './report.ts'

const ROOT = join(import.meta.dirname, '..')
const RUNS = 3
const PATH = FIRST_SCREEN.path

/** What the browser fetched for one page, in bytes over the wire. */
async function weigh(url: string) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    const kinds = new Map<string, string>()
    const bytes = new Map<string, number>()
    const encodings = new Set<string>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      if (type === 'Script') encodings.add(response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? 'none')
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
    await session.send('Network.enable')
    await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
    const sum = (only?: string) => [...bytes].reduce((total, [id, size]) => total + (only && kinds.get(id) !== only ? 0 : size), 0) / 1024
    return { requests: bytes.size, total: sum(), script: sum('Script'), encodings: [...encodings].join(', ') }
  } finally {
    await browser.close()
  }
}

interface LighthouseReport {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

/** An earlier visit: the worker has kept the app's files. The app registers it after a login, and it stays after the logout. */
async function installWorker(profile: string, url: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: FLAGS })
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    const response = await page.reload()
    if (!response?.fromServiceWorker()) throw new Error('the worker does not answer the page')
  } finally {
    await context.close()
  }
}

/** Lighthouse's phone with its throttled network, in a fresh profile, or in one that a worker has kept the app in. */
async function lighthouse(url: string, withWorker = false): Promise<LighthouseReport> {
  const profile = mkdtempSync(join(tmpdir(), 'reflet-bench-web-'))
  try {
    if (withWorker) await installWorker(profile, url)
    const flags = [...FLAGS, '--headless', `--user-data-dir=${profile}`].join(' ')
    const args = [
      join(ROOT, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      ...(withWorker ? ['--disable-storage-reset'] : []),
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=${flags}`,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...process.env, CHROME_PATH: CHROMIUM },
      maxBuffer: 2 ** 26,
      timeout: 180_000,
    })
    return JSON.parse(stdout) as LighthouseReport
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** The first screen of the built app as the server serves it. */
export async function measureWeb(databaseUrl: string): Promise<string> {
  if (!existsSync(join(ROOT, 'apps/app/dist/index.html'))) throw new Error('apps/app is not built: `npm start` builds it')
  const running = await startServer(databaseUrl)
  try {
    const url = `http://localhost:${running.port}${PATH}`
    const weight = await weigh(url)
    const reports: LighthouseReport[] = []
    const kept: LighthouseReport[] = []
    for (let n = 0; n < RUNS; n++) {
      reports.push(await lighthouse(url))
      kept.push(await lighthouse(url, true))
    }
    const scoreOf = (of: LighthouseReport[], name: string) =>
      number(median(of.map(({ categories }) => (categories[name]?.score ?? 0) * 100)))
    const score = (name: string) => scoreOf(reports, name)
    const audit = (name: string) => number(median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0)) / 1000, 2)
    return table(
      [`first screen (${PATH})`, ''],
      [
        [`JavaScript over the wire (KB, ${weight.encodings}; files: at most ${FIRST_SCREEN.scriptKb})`, number(weight.script)],
        ['everything over the wire (KB)', number(weight.total)],
        ['requests', number(weight.requests)],
        [`Lighthouse, phone, median of ${RUNS}: performance`, score('performance')],
        ['accessibility', score('accessibility')],
        ['best practices', score('best-practices')],
        ['first contentful paint (s)', audit('first-contentful-paint')],
        ['largest contentful paint (s)', audit('largest-contentful-paint')],
        ['with an active worker: performance', scoreOf(kept, 'performance')],
        ['with an active worker: accessibility', scoreOf(kept, 'accessibility')],
        ['with an active worker: best practices', scoreOf(kept, 'best-practices')],
        // Lighthouse slows down the CPU four times: load on the machine alone changes the score.
        ['total blocking time (s)', audit('total-blocking-time')],
      ],
    )
  } finally {
    await running.stop()
  }
}
