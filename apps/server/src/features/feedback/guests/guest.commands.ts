import type { Locale } from '@reflet/contract/common'
import { sql } from '../../../db/index.ts'
import type { Platform } from '../../../platform/index.ts'
import { setStopped } from '../../guests/guests.ts'
import type { Guest } from './guest.queries.ts'

/** Unsubscribes or resubscribes this guest; without effect after their deletion. */
export async function chooseMails({ db, clock }: Platform, { companyId, guestId }: Guest, stopped: boolean): Promise<void> {
  if (guestId) await setStopped(db, { companyId, guestId }, stopped, clock())
}

/** Stores the language of later mails about this request, as the guest chose it on their page. */
export async function chooseLocale({ db }: Platform, { companyId, recipientId }: Guest, locale: Locale): Promise<void> {
  await db.execute(sql`update recipients set locale = ${locale} where company_id = ${companyId} and id = ${recipientId}`)
}
