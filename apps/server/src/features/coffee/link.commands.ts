import { stopGuest } from '../../platform/guests.ts'
import type { Platform } from '../../platform/index.ts'
import type { LinkRow } from './link.queries.ts'

/** Never e-mail this guest again; an employee chooses their mails in the settings. */
export async function stopCoffeeMails({ db, clock }: Platform, { company_id, guest_id }: LinkRow): Promise<void> {
  if (guest_id) await stopGuest(db, company_id, guest_id, clock())
}
