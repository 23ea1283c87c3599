import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { askToSaveData, delayChanges } from './browser.ts'
import { rememberToasts } from './toasts.ts'

interface Pooled {
  readonly context: BrowserContext
  /** Keeps the renderer process, and with it the compiled code, while no page of a journey is open. */
  readonly anchor: Page
  readonly key: string
  clearStorage(): Promise<void>
  /** Whether something was set that cannot be taken back. */
  used: boolean
}

/** Browsers of one person each. */
export interface ContextPool {
  /** An empty page of a browser that is as new: no cookies, no storage, no permission. */
  open(options: BrowserContextOptions & { baseURL: string }, savesData: boolean): Promise<Page>
  /** Ends all browsers that were opened since the last call: those that are used again are emptied. */
  release(): Promise<void>
  close(): Promise<void>
}

/** Each has a renderer process of its own, of about 100 MB. */
const KEPT = 8
/** Any small address of the server: the anchor's page is of its origin. */
const ANCHOR = '/health/live'
/** What sets something in the context that only its end takes back: pages of the next journey would have it. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setGeolocation', 'setHTTPCredentials'] as const
const LASTING_OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const
/** With these a browser is for one journey: another server, permissions, a worker that goes on. */
const isForOne = ({ permissions, serviceWorkers }: BrowserContextOptions) => Boolean(permissions) || serviceWorkers === 'allow'

/** Calls `note` before the method of this name. */
function watch<T extends object>(target: T, name: keyof T, note: () => void) {
  const original = target[name] as (...args: unknown[]) => unknown
  Object.assign(target, {
    [name]: (...args: unknown[]) => {
      note()
      return original.apply(target, args)
    },
  })
}

/** What a journey's browser has before its first page. */
export async function prepareContext(context: BrowserContext, savesData = true): Promise<void> {
  await context.addInitScript(rememberToasts)
  await context.addInitScript(delayChanges)
  if (savesData) await context.addInitScript(askToSaveData)
}

/**
 * The browsers of a worker, which are used again by its next journeys. A page costs a third when its code was compiled before, and that code is
 * kept by the renderer process only: an anchor page of the same origin keeps the process, and opens the others as windows of its own.
 */
export function openContextPool(browser: Browser): ContextPool {
  const free: Pooled[] = []
  const taken: Pooled[] = []
  const single: BrowserContext[] = []

  async function newContext(options: BrowserContextOptions, savesData: boolean) {
    const context = await browser.newContext(options)
    await prepareContext(context, savesData)
    return context
  }

  async function newPooled(options: BrowserContextOptions & { baseURL: string }, savesData: boolean, key: string): Promise<Pooled> {
    const context = await newContext(options, savesData)
    const anchor = await context.newPage()
    await anchor.goto(ANCHOR)
    const devtools = await context.newCDPSession(anchor)
    const clearStorage = async () => {
      await devtools.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes: 'all' })
    }
    const pooled: Pooled = { context, anchor, key, clearStorage, used: false }
    const note = () => {
      pooled.used = true
    }
    context.on('close', note)
    for (const name of LASTING) watch(context, name, note)
    for (const name of LASTING_OF_CLOCK) watch(context.clock, name, note)
    return pooled
  }

  async function empty(pooled: Pooled): Promise<void> {
    const { context, anchor } = pooled
    if (pooled.used) return context.close()
    await Promise.all(context.pages().map((page) => page !== anchor && page.close()))
    await context.unrouteAll()
    await context.setOffline(false)
    await context.clearCookies()
    await context.clearPermissions()
    await pooled.clearStorage()
    free.push(pooled)
  }

  return {
    async open(options, savesData) {
      if (isForOne(options)) {
        const context = await newContext(options, savesData)
        single.push(context)
        return context.newPage()
      }
      const key = JSON.stringify([options, savesData])
      const at = free.findIndex((pooled) => pooled.key === key)
      const pooled = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await newPooled(options, savesData, key))
      taken.push(pooled)
      const [page] = await Promise.all([
        pooled.context.waitForEvent('page'),
        pooled.anchor.evaluate(() => {
          window.open('about:blank')
        }),
      ])
      return page
    },
    async release() {
      for (const context of single.splice(0)) await context.close()
      for (const pooled of taken.splice(0)) await empty(pooled)
      for (const { context } of free.splice(0, Math.max(0, free.length - KEPT))) await context.close()
    },
    async close() {
      for (const { context } of free.splice(0)) await context.close()
    },
  }
}
