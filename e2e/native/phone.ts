import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { declaredPlugins, type PluginHeader, type System } from './declared.ts'
import { openSqlite, type Sqlite } from './sqlite.ts'

/** Where `cap sync` puts what the native app serves to its own page. */
const SERVED = { android: 'apps/app/android/app/src/main/assets/public', ios: 'apps/app/ios/App/App/public' }
const BRIDGE = {
  android: 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js',
  ios: 'node_modules/@capacitor/ios/Capacitor/Capacitor/assets/native-bridge.js',
}

export interface PluginCall {
  readonly plugin: string
  readonly method: string
  readonly options: Record<string, unknown>
}

/** What the page posts to the native side (`native-bridge.js`, and for a Cordova plugin `cordova.js`). */
interface Message {
  readonly type?: 'message' | 'cordova' | 'js.error'
  readonly callbackId: string
  readonly pluginId: string
  readonly methodName: string
  readonly options?: Record<string, unknown>
  readonly service?: string
  readonly action?: string
  readonly actionArgs?: unknown[]
}

/** What a plugin's native side answers; throws `Refusal` for a failure. */
export type Answer = (options: Record<string, unknown>, phone: Phone) => unknown

/** A failure of a plugin, with the code that its source gives. */
export class Refusal extends Error {
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/**
 * The native half of the app, for one phone and one installation after the other. It speaks the wire protocol of Capacitor's own bridge script;
 * a method that no plugin declares, or that nothing here answers, is a failure of the journey (`failures`).
 */
export class Phone {
  readonly system: System
  readonly calls: PluginCall[] = []
  readonly failures: string[] = []
  /** Secure storage; on iOS it outlives the app. */
  readonly keychain = new Map<string, string>()
  sqlite: Sqlite = openSqlite()
  /** What the system handed to the app when it started it. */
  launchUrl: string | null = null
  /** Of the device itself, which the web view serves under the app's own origin; by path. */
  readonly files = new Map<string, Buffer>()
  /** The system's text size; 1 is the usual one. */
  textSize = 1
  /** What the push service gives this installation. */
  pushToken = 'token-1'
  readonly #headers: readonly PluginHeader[]
  readonly #answers = new Map<string, Answer>()
  readonly #listeners = new Map<string, string[]>()
  readonly #retained = new Map<string, unknown[]>()
  #page: Page | undefined
  /** The document that is loaded, and those that were. */
  #sender: string | undefined
  readonly #gone = new Set<string>()

  constructor(system: System) {
    this.system = system
    this.#headers = declaredPlugins(system)
  }

  /** How the native side answers a method, as the plugin's documentation says. */
  on(plugin: string, answers: Record<string, Answer>): void {
    for (const [method, answer] of Object.entries(answers)) {
      if (!this.#declares(plugin, method)) throw new Error(`${plugin}.${method} is not declared on ${this.system}`)
      this.#answers.set(`${plugin}.${method}`, answer)
    }
  }

  callsOf(plugin: string, method: string): PluginCall[] {
    return this.calls.filter((call) => call.plugin === plugin && call.method === method)
  }

  /** An event of a plugin. `retain`: kept until something listens, as `notifyListeners(…, true)`. Returns how many listen. */
  async emit(plugin: string, event: string, data: object, { retain = false } = {}): Promise<number> {
    const key = `${plugin}:${event}`
    const listeners = this.#listeners.get(key) ?? []
    if (listeners.length === 0 && retain) this.#retained.set(key, [...(this.#retained.get(key) ?? []), data])
    for (const callbackId of listeners)
      await this.#send({ callbackId, pluginId: plugin, methodName: 'addListener', success: true, save: true, data })
    return listeners.length
  }

  /** The person taps a notification with these data: it waits for the app. */
  async tapNotification(data: object): Promise<void> {
    const notification = { id: '1', data }
    await this.emit('PushNotifications', 'pushNotificationActionPerformed', { actionId: 'tap', notification }, { retain: true })
  }

  /** Connects a page: it is the app from now on. */
  async connect(page: Page): Promise<void> {
    this.#page = page
    await page.exposeBinding('reflet_native', (_source, raw: string, sender: string) => {
      if (!this.#gone.has(sender)) return this.#receiveFrom(sender, JSON.parse(raw) as Message)
    })
    await page.addInitScript({ content: this.#injected() })
  }

  /** The app's process ends: nothing listens any more. */
  disconnect(): void {
    this.#page = undefined
    this.reload()
  }

  /** The page is loaded again: what it listened to and what it had not committed is gone, and so is what it sent last. */
  reload(): void {
    if (this.#sender) this.#gone.add(this.#sender)
    this.#listeners.clear()
    this.sqlite.restart()
  }

  /** The app is removed: its files go. On iOS the keychain stays. */
  uninstall(): void {
    this.sqlite.close()
    this.sqlite = openSqlite()
    if (this.system === 'android') this.keychain.clear()
  }

  /** A file that the native app serves to its page; null when there is none. */
  fileOf(path: string): string {
    return join(SERVED[this.system], /\.[a-z0-9]+$/i.test(path) ? path : 'index.html')
  }

  #declares(plugin: string, method: string): boolean {
    return this.#headers.some(({ name, methods }) => name === plugin && methods.some((one) => one.name === method))
  }

  #receiveFrom(sender: string, message: Message): Promise<void> {
    this.#sender = sender
    return this.#receive(message)
  }

  async #receive(message: Message): Promise<void> {
    if (message.type === 'js.error') return
    if (message.type === 'cordova') return this.#answerCordova(message)
    const { callbackId, pluginId, methodName, options = {} } = message
    const reply = (result: object, save = false) => this.#send({ callbackId, pluginId, methodName, save, ...result })
    if (methodName === 'addListener') return this.#listen(message)
    if (methodName === 'removeListener' || methodName === 'removeAllListeners') return this.#forget(message)
    this.calls.push({ plugin: pluginId, method: methodName, options })
    const answer = this.#answers.get(`${pluginId}.${methodName}`)
    if (!answer || !this.#declares(pluginId, methodName)) {
      this.failures.push(`${pluginId}.${methodName} is not ${answer ? 'declared' : 'answered'} on ${this.system}`)
      return reply({ success: false, error: { message: 'not answered', code: 'UNIMPLEMENTED' } })
    }
    try {
      await reply({ success: true, data: await answer(options, this) })
    } catch (error) {
      const { message: text, code } = error as Refusal
      await reply({ success: false, error: { message: text, code } })
    }
  }

  async #listen({ callbackId, pluginId, methodName, options }: Message): Promise<void> {
    const key = `${pluginId}:${String(options?.eventName)}`
    this.#listeners.set(key, [...(this.#listeners.get(key) ?? []), callbackId])
    const retained = this.#retained.get(key) ?? []
    this.#retained.delete(key)
    for (const data of retained) await this.#send({ callbackId, pluginId, methodName, success: true, save: true, data })
  }

  async #forget({ callbackId, pluginId, methodName, options }: Message): Promise<void> {
    for (const [key, listeners] of this.#listeners)
      if (key.startsWith(`${pluginId}:`))
        this.#listeners.set(key, methodName === 'removeAllListeners' ? [] : listeners.filter((one) => one !== options?.callbackId))
    // `removeListener` has no return value: the native side never answers it.
    if (methodName === 'removeAllListeners') await this.#send({ callbackId, pluginId, methodName, success: true })
  }

  async #answerCordova({ callbackId, service, action, actionArgs = [] }: Message): Promise<void> {
    const answered = service === 'SQLitePlugin' ? this.sqlite.run(String(action), actionArgs) : undefined
    if (!answered) this.failures.push(`Cordova: ${service}.${action} is not answered`)
    const { ok, value } = answered ?? { ok: false, value: 'not answered' }
    await this.#evaluate(
      ([id, success, result]) => {
        const { cordova } = window as unknown as { cordova: { callbackFromNative(...args: unknown[]): void } }
        cordova.callbackFromNative(id, success, success ? 1 : 9, [result], false)
      },
      [callbackId, ok, value] as const,
    )
  }

  #send(result: object): Promise<void> {
    return this.#evaluate((it) => (window as unknown as { Capacitor: { fromNative(it: object): void } }).Capacitor.fromNative(it), result)
  }

  /** The page may have gone meanwhile, as an app may be closed while its native side works. */
  async #evaluate<Arg>(run: (arg: Arg) => void, arg: Arg): Promise<void> {
    const page = this.#page
    if (!page || page.isClosed()) return
    await page.evaluate(run as never, arg as never).catch((error: Error) => {
      if (!/closed|navigat|destroyed/i.test(error.message)) throw error
    })
  }

  /** The scripts in the order in which the native side runs them before those of the page (Android: JSInjector). */
  #injected(): string {
    const read = (path: string) => readFileSync(path, 'utf8')
    const served = (path: string) => read(join(SERVED[this.system], path))
    const toNative =
      this.system === 'android'
        ? 'window.androidBridge = { postMessage: (text) => window.reflet_native(text, sender) };'
        : `window.webkit = { messageHandlers: { bridge: { postMessage: (it) => window.reflet_native(JSON.stringify(it), sender) } } };
           window.prompt = (text) => { try { return /isEnabled|CapacitorHttp$/.test(JSON.parse(text).type) ? 'false' : '' } catch { return '' } };`
    return [
      'if (window.self !== window.top) throw 0;',
      'const sender = crypto.randomUUID();',
      toNative,
      'window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };',
      'window.WEBVIEW_SERVER_URL = location.origin;',
      read(BRIDGE[this.system]),
      `window.Capacitor.PluginHeaders = ${JSON.stringify(this.#headers)};`,
      served('cordova.js'),
      served('cordova_plugins.js'),
      served('plugins/cordova-sqlite-storage/www/SQLitePlugin.js'),
    ].join('\n;')
  }
}
