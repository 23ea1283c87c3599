import { feedback } from '@reflet/contract/feedback'
import { push } from '@reflet/contract/push'
import { sql } from 'drizzle-orm'
import { createLog } from '../platform/log.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { aKey, createCompany, createUser, type TestUser } from './factories.ts'
import { type Browser, startWebPush } from './push-services.ts'

/** Registers a browser, or whatever has such a token. */
export const register = (app: TestApp, who: { token: string }, token: string, type: 'webpush' | 'fcm' | 'apns' = 'webpush') =>
  app.call(who, push.registerPushToken, { body: { type, token } })

/** Asks a colleague about one skill, in words that must not leave the server. */
export async function ask(app: TestApp, from: TestUser, to: TestUser) {
  const sent = await app.call(from, feedback.createRequest, {
    body: {
      skill_ids: from.company.skillIds.slice(0, 1),
      recipients: [{ user_id: to.id }],
      context: 'zxqcontext',
      message: 'zxqmessage',
      idempotency_key: aKey(),
    },
  })
  return sent.body
}

/** A server with a browsers' push service beside it. */
export async function startPushStage() {
  const service = await startWebPush()
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const app = await buildTestApp({ log, push: { webPushAt: [service.url] } })

  /** A new browser that is registered for somebody. */
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

  /** A company of two, of whom nothing is known yet; what other tests left waits no more. */
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
