import { coffee } from '@reflet/contract/coffee'
import type { ParsedMail } from 'mailparser'
import { rows, sql, t } from '../db/index.ts'
import { stopToken } from '../features/guests/guests.ts'
import type { TestApp } from './build-test-app.ts'

/** The unsubscribe addresses of a mail to an external person: the header's for programs, and the page for people. */
export function stopLinksIn(mail: ParsedMail | undefined) {
  const list = mail?.headers.get('list') as { unsubscribe?: { url?: string } } | undefined
  const header = list?.unsubscribe?.url ?? ''
  return {
    header,
    token: /\/api\/[\w-]+\/([\w-]+)(?:\/[\w-]+)?\/stop/.exec(header)?.[1] ?? '',
    page: /\S+\?mail=\S+&stop=1/.exec(mail?.text ?? '')?.[0] ?? '',
  }
}

/** As a mail program does it (RFC 8058). */
export const oneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

/** Unsubscribes the owner of an address by any mail of the company. */
export async function stopMailsTo(app: TestApp, companyId: string, email: string) {
  const [found] = await rows(
    app.database.db,
    { id: t.uuid },
    sql`select id from guests where company_id = ${companyId} and email = ${email}`,
  )
  return app.call(null, coffee.stopCoffeeMails, { params: { token: stopToken(app.vault, { companyId, guestId: found?.id ?? '' }) } })
}
