import type { Platform } from '../../platform/index.ts'
import { readStopToken, setStopped } from '../guests/guests.ts'

/**
 * Unsubscribes this guest from all mails, or resubscribes them; an employee uses the settings.
 * @throws not_found for anything but the token of a mail's unsubscribe link
 */
export async function chooseCoffeeMails({ db, clock, vault }: Platform, token: string, stopped: boolean) {
  await setStopped(db, readStopToken(vault, token), stopped, clock())
  return { mails_stopped: stopped }
}
