import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Queryable, rows, sql } from './db/index.ts'
import { publishDemoBadges } from './demo/badges.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './demo/seed.ts'
import { countUsage } from './features/admin/usage/count.commands.ts'
import type { Vault } from './platform/crypto.ts'
import type { Platform } from './platform/index.ts'
import { probePort } from './platform/ports.ts'
import { BadSetting } from './platform/setting-files.ts'
import type { Settings } from './platform/settings.ts'

/** Everything that exists only outside production: the demo companies, the inbox page and the start message. */

/** Creates the demo companies in an empty database (docs/PRODUCT.md, "Demo and production"); returns whether it did. */
export const seedWhenEmpty = (db: Queryable, vault: Vault) => seedDemo(db, vault, new Date())

/** What no first page waits for: the demo's badges, which name the server's address, known when it listens, and its months of usage. */
export async function finishDemo(platform: Pick<Platform, 'db' | 'publicUrl' | 'vault'>): Promise<void> {
  const now = new Date()
  await publishDemoBadges(platform, now)
  await countUsage({ db: platform.db, clock: () => now })
}

/** A local mail server with a web page that shows its mails: no mail leaves the machine. */
export interface Inbox {
  readonly smtpUrl: string
  readonly url: string
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'

/** `port` when it is free, else any free one. */
const freePort = (port: number) => probePort(LOOPBACK, port).catch(() => probePort(LOOPBACK, 0))

/** @throws BadSetting after `npm ci --omit=dev`, which does not install MailDev */
async function loadMailDev() {
  try {
    return (await import('maildev')).MailDev
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new BadSetting('Setting SMTP_URL: needed, because the inbox page is a development package and is not installed')
  }
}

/** Its mails, which have links to sign in by, are read on this machine only; their files are this user's own and last as long as the inbox. */
export async function startInbox(settings: Settings): Promise<Inbox> {
  const MailDev = await loadMailDev()
  const smtp = await freePort(settings.maildev.smtpPort)
  const web = await freePort(settings.maildev.webPort)
  // By port: another process may use this data directory, or be about to be refused it.
  const mailDirectory = join(settings.dataDir, `inbox-${smtp}`)
  const forget = () => rmSync(mailDirectory, { recursive: true, force: true })
  forget()
  mkdirSync(mailDirectory, { recursive: true, mode: 0o700 })
  const maildev = new MailDev({ smtp, ip: LOOPBACK, web, webIp: LOOPBACK, mailDirectory, silent: true })
  await maildev.start()
  return {
    smtpUrl: `smtp://${LOOPBACK}:${smtp}`,
    url: `http://localhost:${web}`,
    close: () => maildev.stop().finally(forget),
  }
}

/** Whether these are the demo companies: any other database has none of their accounts, whose address domain cannot exist. */
async function holdsDemo(db: Queryable): Promise<boolean> {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  const found = await rows(db, {}, sql`select from users where email = any(${emails}::text[]) limit 1`)
  return found.length > 0
}

interface Greeting {
  readonly publicUrl: string
  readonly inboxUrl: string | null
  readonly seeded: boolean
  readonly db: Queryable
}

/** What a developer needs after starting the server; the passwords only if the accounts are those of the demo. */
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
