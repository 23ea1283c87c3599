import type { ParsedMail } from 'mailparser'

/** What a mail to somebody outside says about stopping: the header's address for programs, and the page for people. */
export function stopLinksIn(mail: ParsedMail | undefined) {
  const list = mail?.headers.get('list') as { unsubscribe?: { url?: string } } | undefined
  const header = list?.unsubscribe?.url ?? ''
  return { header, token: /\/api\/[\w-]+\/([\w-]+)(?:\/[\w-]+)?\/stop/.exec(header)?.[1] ?? '', page: /\S+\?mail=\S+&stop=1/.exec(mail?.text ?? '')?.[0] ?? '' }
}

/** As a mail program does it (RFC 8058). */
export const oneClick = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
