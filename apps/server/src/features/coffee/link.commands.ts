import { readStopToken, setStopped } from '../../platform/guests.ts'
import type { Platform } from '../../platform/index.ts'

/**
 * Never e-mail this guest again, or again; an employee chooses their mails in the settings.
 * @throws not_found for anything but the token of a mail's stop link
 */
export async function chooseCoffeeMails({ db, clock, vault }: Platform, token: string, stopped: boolean) {
  await setStopped(db, readStopToken(vault, token), stopped, clock())
  return { mails_stopped: stopped }
}
