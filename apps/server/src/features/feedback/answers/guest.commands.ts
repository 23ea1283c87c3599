import { stopGuest } from '../../../platform/guests.ts'
import type { Platform } from '../../../platform/index.ts'
import type { Guest } from './guest.queries.ts'

/** Never e-mail this person again; whoever was deleted meanwhile gets no mails. */
export async function stopMails({ db, clock }: Platform, { companyId, guestId }: Guest): Promise<void> {
  if (guestId) await stopGuest(db, companyId, guestId, clock())
}
