import { createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { MailDev } from 'maildev'
import { type Db, rows } from './db/index.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './demo/seed.ts'
import type { Vault } from './platform/crypto.ts'
import type { Settings } from './platform/settings.ts'

/** Everything that exists only outside production: the demo companies, the inbox page and the greeting. */

/** Creates the demo companies in an empty database (product.md §9); says whether it did. */
export const seedWhenEmpty = (db: Db, vault: Vault) => seedDemo(db, vault, new Date())

/** A mail server of our own with a page that shows what arrived: nothing leaves the machine. */
export interface Inbox {
  readonly smtpUrl: string
  readonly url: string
  close(): Promise<void>
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** `port` when it is free, else any free one. */
const freePort = async (port: number) =>
  port > 0 && (await isFree(port))
    ? port
    : new Promise<number>((resolve) => {
        const probe = createServer()
        probe.listen(0, '127.0.0.1', () => {
          const address = probe.address()
          probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
        })
      })

export async function startInbox(settings: Settings): Promise<Inbox> {
  const smtp = await freePort(settings.maildev.smtpPort)
  const web = await freePort(settings.maildev.webPort)
  const maildev = new MailDev({ smtp, web, ip: '127.0.0.1', silent: true } as never)
  await maildev.start()
  return { smtpUrl: `smtp://127.0.0.1:${smtp}`, url: `http://localhost:${web}`, close: () => maildev.stop() }
}

/** Whether these are the demo companies: a database of somebody else's has none of their accounts, whose addresses nobody owns. */
async function holdsDemo(db: Db): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const found = await rows(db, sql`select 1 from users where email = any(${sql.param(emails)}::text[]) limit 1`)
  return found.length > 0
}

interface Greeting {
  readonly publicUrl: string
  readonly inboxUrl: string | null
  readonly seeded: boolean
  readonly db: Db
}

/** What a person who just started the server wants to know; the passwords only where they are those of the demo. */
export async function greet({ publicUrl, inboxUrl, seeded, db }: Greeting): Promise<void> {
  const demo = [
    `  ${seeded ? 'Created the demo companies. ' : ''}Every demo password is ${DEMO_PASSWORD}:`,
    ...DEMO_ACCOUNTS.map(({ email, about }) => `    ${email.padEnd(22)} ${about}`),
    '',
  ]
  const lines = [
    '',
    `  Reflet is at      ${publicUrl}`,
    ...(inboxUrl ? [`  Mails arrive at   ${inboxUrl}`] : []),
    '',
    ...(seeded || (await holdsDemo(db)) ? demo : []),
  ]
  console.log(lines.join('\n'))
}
