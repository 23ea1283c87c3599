import type { Transporter } from 'nodemailer'

export interface Mail {
  /** Message-ID: the same for each retry, so that a mailbox shows the message once. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** One-click unsubscribe; none for account mails. */
  readonly unsubscribeUrl?: string
  /** The unsubscribe address accepts a POST (RFC 8058). */
  readonly oneClick?: boolean
  readonly calendar?: MailCalendar
  readonly attachments?: readonly MailFile[]
}

/** A file that is sent with a mail. */
export interface MailFile {
  readonly filename: string
  readonly content: Buffer
  readonly contentType: string
}

/** A calendar part for the reader's calendar program (RFC 6047); the same is attached as a file. */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL'
  /** iCalendar text with the same METHOD. */
  readonly content: string
}

/** Sends mails. A test passes its own SMTP server by `smtpUrl`. */
export interface Mailer {
  /** The sender: "Name <address>". */
  readonly from: string
  /** @throws when the server cannot be reached or refuses */
  send(mail: Mail): Promise<void>
  /** Whether the server answers. */
  reachable(): Promise<boolean>
  close(): void
}

/** `requireTls`: no mail is sent to a server without STARTTLS; `smtps:` is TLS from the start. */
export function createMailer(smtpUrl: string, from: string, requireTls = false): Mailer {
  let opened: Promise<Transporter> | null = null
  /** Lazy loading: only sending mails needs it. */
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
        ...(mail.attachments && { attachments: [...mail.attachments] }),
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
