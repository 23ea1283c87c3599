import { expect } from '@playwright/test'
import type { RunningServer } from './server.ts'

interface Mail {
  to: { address: string }[]
  subject: string
  html: string
  text: string
}

/** The newest mail to an address with such a link, once it is in the inbox (a request waits for its undo window). */
export async function mailTo(
  server: RunningServer,
  address: string,
  link: 'guest-answer' | 'reset-password' | 'hierarchical-list' | 'coffee' | 'address' | 'badge' | 'security',
): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const reply = (await (await fetch(`${server.inboxUrl}/api/email`)).json()) as Mail[] | { emails?: Mail[] }
        const mails = Array.isArray(reply) ? reply : (reply.emails ?? [])
        found = mails
          .filter((mail) => mail.to.some((to) => to.address === address) && new RegExp(`/${link}(?:[/?]|$)`, 'm').test(mail.text))
          .at(-1)
        return found?.subject
      },
      { timeout: 90_000, message: `a mail to ${address}` },
    )
    .toBeTruthy()
  return found as Mail
}
