import type { AddressInfo } from 'node:net'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

export interface ArrivedMail extends ParsedMail {
  /** By the server's clock. */
  readonly arrivedAt: Date
}

/** A real mail server on loopback that stores what it receives; with a certificate, over TLS from the start. */
export async function startInbox(clock: () => Date, tls?: { readonly key: Buffer; readonly cert: Buffer }) {
  let received: ArrivedMail[] = []
  let refusing = false
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    ...(tls ? { secure: true, ...tls } : { disabledCommands: ['STARTTLS'] }),
    onConnect(_session, done) {
      connections++
      done()
    },
    onMailFrom: (_address, _session, done) => done(refusing ? new Error('try again later') : null),
    onData(stream, _session, done) {
      const arrivedAt = clock()
      simpleParser(stream).then((mail) => {
        received.push({ ...mail, arrivedAt })
        done()
      }, done)
    },
  })
  // A server that is killed while it sends ends its connection so; without a listener that would end the test's process.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let closed: Promise<void> | null = null
  return {
    port: (server.server.address() as AddressInfo).port,
    refuse: (refuse: boolean) => {
      refusing = refuse
    },
    connections: () => connections,
    take() {
      const mails = received
      received = []
      return mails
    },
    close: () => {
      closed ??= new Promise<void>((resolve) => server.close(resolve))
      return closed
    },
  }
}
