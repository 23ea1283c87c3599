import type { Transporter } from 'nodemailer'

export interface Mail {
  /** Stays the same when the message is sent again, so that a mailbox shows it once. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where one click stops further mails of this kind; none for account mails. */
  readonly unsubscribeUrl?: string
  /** The unsubscribe address takes a POST as RFC 8058 says. */
  readonly oneClick?: boolean
  readonly calendar?: MailCalendar
}

/** What the reader's calendar program does by itself (RFC 6047); people find the same as a file. */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL'
  /** iCalendar text whose METHOD is the same. */
  readonly content: string
}

/** Sends mails. A test passes a real SMTP server of its own by `smtpUrl`. */
export interface Mailer {
  /** Whom mails come from: "Name <address>". */
  readonly from: string
  /** @throws when the server cannot be reached or refuses */
  send(mail: Mail): Promise<void>
  /** Whether the server answers. */
  reachable(): Promise<boolean>
  close(): void
}

/** `requireTls`: a server that offers no STARTTLS gets no mail; `smtps:` is TLS from the start. */
export function createMailer(smtpUrl: string, from: string, requireTls = false): Mailer {
  let opened: Promise<Transporter> | null = null
  /** Loaded with the first mail: a server that only answers calls needs none of it. */
  const transport = () => {
    opened ??= import('nodemailer').then(({ default: nodemailer }) =>
      nodemailer.createTransport(
        {
          url: smtpUrl,
          pool: true,
          requireTLS: requireTls && smtpUrl.startsWith('smtp:'),
          maxConnections: 3,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 30_000,
          disableFileAccess: true,
          disableUrlAccess: true,
        },
        { from },
      ),
    )
    return opened
  }
  return {
    from,
    async send(mail) {
      const open = await transport()
      await open.sendMail({
        messageId: mail.messageId,
        to: mail.to,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'reflet.ics' } }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeUrl && { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>` }),
          ...(mail.oneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      })
    },
    reachable: () =>
      transport()
        .then((open) => open.verify())
        .then(
          () => true,
          () => false,
        ),
    close: () => void opened?.then((open) => open.close()),
  }
}
