import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from './mail.ts'

/** A real mail server with a self-signed certificate; reports how each mail was received. */
async function mailServer({ starttls }: { starttls: boolean }) {
  const arrived: boolean[] = []
  const server = new SMTPServer({
    authOptional: true,
    ...(!starttls && { disabledCommands: ['STARTTLS'] }),
    onData(stream, session, done) {
      arrived.push(session.secure)
      stream.resume().on('end', done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(resolve)))
  return { arrived, host: `127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

function mailer(url: string, requireTls: boolean) {
  const made = createMailer(url, 'Reflet <no-reply@reflet.example>', requireTls)
  onTestFinished(() => made.close())
  return made
}

const MAIL = { messageId: '<1@reflet.example>', to: 'ada@company.example', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

test('a mail that needs TLS is not sent to a server without STARTTLS', async () => {
  const { arrived, host } = await mailServer({ starttls: false })
  const strict = mailer(`smtp://${host}`, true)
  await expect(strict.send(MAIL)).rejects.toThrow(/STARTTLS|TLS/)
  expect(await strict.reachable()).toBe(false)
  expect(arrived).toEqual([])
  await mailer(`smtp://${host}`, false).send(MAIL)
  expect(arrived).toEqual([false])
})

test('it is sent over STARTTLS, and only with a trusted certificate', async () => {
  const { arrived, host } = await mailServer({ starttls: true })
  await expect(mailer(`smtp://${host}`, true).send(MAIL)).rejects.toThrow(/certificate/i)
  expect(arrived).toEqual([])
  await mailer(`smtp://${host}?tls.rejectUnauthorized=false`, true).send(MAIL)
  expect(arrived).toEqual([true])
})
