import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import type { Api } from '../support/api.ts'
import { prepareContext } from '../support/context-pool.ts'
import { test as base, collectErrors, PHONE } from '../support/journey.ts'
import { logIn, recordOf } from '../support/session.ts'
import type { System } from './declared.ts'
import { Phone, Refusal } from './phone.ts'

export type { System } from './declared.ts'
export { expect }
export const SYSTEMS = ['android', 'ios'] as const satisfies readonly System[]

/** Where Capacitor serves the app's page on Android. iOS has `capacitor://localhost`, which no other browser can open. */
const ORIGIN = 'https://localhost'

const AGENTS = {
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
}

interface Options {
  readonly system: System
  readonly locale?: Locale
  readonly viewport?: { width: number; height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
  /** A server that is not the journey's own address: with TLS before it, in a browser that knows its name. */
  readonly site?: { readonly browser: Browser; readonly origin: string }
}

/** The app on a phone: it is opened, closed, and opened again. */
export interface NativeApp {
  readonly phone: Phone
  readonly context: BrowserContext
  /** The running app. */
  readonly page: Page
  /** The person opens the app from its icon; or a link or notification does, whose address the system then hands to it. */
  open(url?: string): Promise<Page>
  close(): Promise<void>
  /** Removed and installed again. */
  reinstall(): Promise<void>
  /** Android's back button or gesture. */
  back(): Promise<void>
  /** The address of the journey's server. */
  readonly server: string
  /** A person who has logged in before; returns the API with their session. */
  know(email: string, locale?: Locale): Promise<Api>
  /** A phone that has the server's address, and no session. */
  knowServer(): void
}

/** How a phone that works answers the calls of its apps. */
function answerAsUsual(phone: Phone): void {
  let permission = 'prompt'
  phone.on('SecureStorage', {
    internalGetItem: ({ prefixedKey }) => ({ data: phone.keychain.get(String(prefixedKey)) ?? null }),
    internalSetItem: ({ prefixedKey, data }) => void phone.keychain.set(String(prefixedKey), String(data)),
    internalRemoveItem: ({ prefixedKey }) => ({ success: phone.keychain.delete(String(prefixedKey)) }),
    internalClearItemsWithPrefix: ({ _prefix, prefix }) => {
      for (const key of [...phone.keychain.keys()]) if (key.startsWith(String(prefix ?? _prefix ?? ''))) phone.keychain.delete(key)
    },
    internalGetPrefixedKeys: ({ prefix }) => ({ keys: [...phone.keychain.keys()].filter((key) => key.startsWith(String(prefix))) }),
    ...(phone.system === 'ios' && { setSynchronizeKeychain: () => undefined }),
  })
  phone.on('App', {
    getInfo: () => ({ name: 'Reflet', id: 'app.reflet', build: '100', version: '0.1.0' }),
    getLaunchUrl: () => (phone.launchUrl === null ? null : { url: phone.launchUrl }),
    minimizeApp: () => undefined,
    exitApp: () => undefined,
  })
  if (phone.system === 'ios') phone.on('Console', { log: () => undefined })
  phone.on('SystemBars', { setStyle: () => undefined })
  phone.on('SplashScreen', { hide: () => undefined })
  phone.on('TextZoom', { getPreferred: () => ({ value: phone.textSize }), ...(phone.system === 'android' && { set: () => undefined }) })
  phone.on('Keyboard', { setAccessoryBarVisible: () => undefined })
  phone.on('Haptics', { impact: () => undefined, notification: () => undefined, selectionChanged: () => undefined })
  phone.on('Browser', { open: () => undefined, close: () => undefined })
  phone.on('Badge', { set: () => undefined, clear: () => undefined, isSupported: () => ({ isSupported: true }) })
  phone.on('PushNotifications', {
    checkPermissions: () => ({ receive: permission }),
    requestPermissions: () => {
      permission = 'granted'
      return { receive: permission }
    },
    register: () => void setTimeout(() => void phone.emit('PushNotifications', 'registration', { value: phone.pushToken }), 20),
    unregister: () => undefined,
    removeAllDeliveredNotifications: () => undefined,
    createChannel: () => undefined,
  })
  phone.on('Contacts', {
    requestPermissions: () => ({ contacts: 'granted' }),
    pickContact: () => ({ contact: { contactId: '1', name: { display: 'Inès Caron' }, emails: [{ address: 'ines@partner.example' }] } }),
  })
  phone.on('CapacitorHttp', {
    request: () => {
      throw new Refusal('The Internet connection appears to be offline.')
    },
  })
}

async function openApp(
  browser: Browser,
  server: string,
  { system, locale = 'fr', viewport = PHONE, colorScheme = 'light', reducedMotion = 'reduce', site }: Options,
  errors: string[],
) {
  const phone = new Phone(system)
  answerAsUsual(phone)
  const newContext = async () => {
    const context = await (site?.browser ?? browser).newContext({
      ...(site && { ignoreHTTPSErrors: true }),
      userAgent: AGENTS[system],
      locale: `${locale}-${locale === 'en' ? 'GB' : locale === 'ar' ? 'EG' : locale.toUpperCase()}`,
      viewport,
      colorScheme,
      reducedMotion,
      hasTouch: true,
      isMobile: true,
      // The journey's server is on loopback.
      permissions: ['local-network-access'],
    })
    await prepareContext(context)
    await context.route(`${ORIGIN}/**`, async (route) => {
      if (route.request().resourceType() === 'document') phone.reload()
      const name = decodeURI(new URL(route.request().url()).pathname)
      const body = phone.files.get(name)
      await route.fulfill(body ? { body } : { path: phone.fileOf(name) }).catch(() => undefined)
    })
    return context
  }
  let context = await newContext()
  let page: Page | undefined
  const app: NativeApp = {
    phone,
    get context() {
      return context
    },
    get page() {
      if (!page) throw new Error('the app is not open')
      return page
    },
    async open(url) {
      await app.close()
      phone.launchUrl = url ?? null
      page = await context.newPage()
      collectErrors(page, errors)
      await phone.connect(page)
      await page.goto(`${ORIGIN}/`)
      return page
    },
    async close() {
      await page?.close()
      page = undefined
      phone.disconnect()
    },
    async reinstall() {
      await app.close()
      await context.close()
      phone.uninstall()
      context = await newContext()
    },
    async back() {
      await phone.emit('App', 'backButton', { canGoBack: true })
      await app.page.evaluate(() => {
        const { Capacitor } = window as unknown as { Capacitor: { triggerEvent(name: string, target: string): void } }
        Capacitor.triggerEvent('backbutton', 'document')
      })
    },
    server: site?.origin ?? server,
    knowServer() {
      phone.sqlite.put('installed', '0.1.0')
      phone.sqlite.put('server', site?.origin ?? server)
    },
    async know(email, wanted = locale) {
      const { token, api } = await logIn(server, email)
      await api.call(people.updateUser, { params: { userId: '1' }, body: { locale: wanted } })
      const data = await api.call(people.getUser, { params: { userId: '1' } })
      app.knowServer()
      phone.sqlite.put('current-user', recordOf(email, data))
      phone.keychain.set('capacitor-storage_access_token', JSON.stringify(token))
      return api
    },
  }
  const end = async () => {
    await app.close()
    await context.close()
    phone.sqlite.close()
  }
  return { app, end }
}

interface Fixtures {
  /** The native app on a phone of this system; its failures and script errors fail the journey. */
  nativeApp: (options: Options) => Promise<NativeApp>
}

/** As an address with a full stop or loopback is typed. */
export const addressOf = ({ url }: { url: string }) => url.replace('localhost', '127.0.0.1')

export const test = base.extend<Fixtures>({
  nativeApp: async ({ browser, server }, use) => {
    const ends: (() => Promise<void>)[] = []
    const errors: string[] = []
    const phones: Phone[] = []
    await use(async (options) => {
      const { app, end } = await openApp(browser, addressOf(server), options, errors)
      ends.push(end)
      phones.push(app.phone)
      return app
    })
    for (const end of ends) await end()
    expect(errors, 'errors in the app').toEqual([])
    expect(
      phones.flatMap(({ failures }) => failures),
      'calls of the native side',
    ).toEqual([])
  },
})
