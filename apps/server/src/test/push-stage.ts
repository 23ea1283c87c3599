import { push } from '@reflet/contract/push'
import { afterAll, beforeAll } from 'vitest'
import { sql } from '../db/index.ts'
import { createLog } from '../platform/log.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { createCompany, createUser, type TestUser } from './factories.ts'
import { type Browser, startWebPush } from './push-services.ts'
import { ask } from './requests.ts'

/** Registers a browser, or any device with such a token. */
export const register = (app: TestApp, who: { token: string }, token: string, type: 'webpush' | 'fcm' | 'apns' = 'webpush') =>
  app.call(who, push.registerPushToken, { body: { type, token } })

/** A request for feedback, in words that must not leave the server. */
export const askMarked = (app: TestApp, from: TestUser, to: TestUser) =>
  ask(app, from, to, { context: 'zxqcontext', message: 'zxqmessage' })

/** A server with a fake push service for browsers. */
export async function startPushStage() {
  const service = await startWebPush()
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const app = await buildTestApp({ log, push: { webPushAt: [service.url] } })

  /** A new browser that is registered for a person. */
  async function browserOf(who: { token: string }): Promise<Browser> {
    const browser = service.browser()
    const { status } = await register(app, who, browser.token)
    if (status !== 200) throw new Error(`not registered: ${status}`)
    return browser
  }

  /** Sends what is due: the mails, all calls of the service, and what each of these browsers shows. */
  async function deliver(...browsers: Browser[]) {
    const mails = await app.mails()
    const calls = service.take()
    const shown = browsers.map((browser) => calls.filter(({ path }) => path === browser.path).map(browser.open))
    return { mails, calls, shown: shown as [(typeof shown)[number], ...typeof shown] }
  }

  /** A company of two new people; pending messages of other tests are removed. */
  async function setUp(options: Parameters<typeof createCompany>[1] = {}) {
    service.refuse(null)
    app.refuseMails(false)
    await app.database.db.execute(sql`delete from outbox`)
    await app.database.db.execute(sql`delete from push_tokens`)
    const company = await createCompany(app, options)
    const camille = await createUser(app, company, { first_name: 'Camille', last_name: 'Martin' })
    const amir = await createUser(app, company, { first_name: 'Amir', last_name: 'Haddad' })
    await deliver()
    lines.length = 0
    return { app, service, lines, company, camille, amir, browserOf, deliver }
  }

  async function close() {
    await app.close()
    service.close()
  }
  return { setUp, close }
}

/** The same for all tests of a file; returns its `setUp`. */
export function usePushStage() {
  let stage: Awaited<ReturnType<typeof startPushStage>>
  beforeAll(async () => {
    stage = await startPushStage()
  })
  afterAll(() => stage.close())
  return (options?: Parameters<typeof createCompany>[1]) => stage.setUp(options)
}
