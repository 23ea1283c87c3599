import type { AddressInfo } from 'node:net'
import { DAY_MS, SECOND_MS } from '@reflet/contract/durations'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { insert } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { createMailer, type Mailer } from '../../platform/mail.ts'
import type { TestApp } from '../../test/build-test-app.ts'
import { createCompany, createUsers, type TestUser } from '../../test/factories.ts'
import { startPushStage } from '../../test/push-stage.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { sendDue } from './notifications.commands.ts'
import { sendDuePushes } from './pushes.commands.ts'

/** A whole batch of the outbox. */
const BATCH = 20

const app = useTestApp()

/** A mail server that answers only after `meanwhile`, with the number of the mail; two processes that send there. */
async function startSlowServer(meanwhile: (number: number, second: Mailer) => Promise<unknown>) {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream)
        .then((mail) => meanwhile(received.push(mail), second))
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const newMailer = () => createMailer(`smtp://127.0.0.1:${port}`, 'Reflet <no-reply@reflet.example>')
  const [first, second] = [newMailer(), newMailer()]
  onTestFinished(async () => {
    for (const mailer of [first, second]) mailer.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  return { first, second, ids: () => received.map(({ messageId }) => messageId) }
}

/** A self-evaluation reminder for each of them. */
async function queue({ database: { db }, now }: TestApp, people: readonly TestUser[]) {
  const at = now()
  const key = ({ id, company }: TestUser) => ({ company_id: company.id, user_id: id })
  const longAgo = new Date(at.getTime() - 200 * DAY_MS)
  const skillOf = (user: TestUser) => ({ ...key(user), skill_id: user.company.skillIds[0] as string, position: 1, chosen_at: longAgo })
  await insert(db, 'user_skills', [...new Set(people)].map(skillOf))
  const message = { kind: 'self_evaluation' as const, send_after: at, created_at: at }
  await insert(
    db,
    'outbox',
    people.map((user) => ({ ...key(user), id: newId(at), ...message })),
  )
}
const queueBatch = async () => queue(app, await createUsers(app, await createCompany(app), BATCH))

test('two processes send each mail once, however slow the mail server is', async () => {
  // Each mail takes ten seconds, so that the last of the batch are sent after the claim would have expired. Meanwhile another process
  // checks twice.
  const { first, second, ids } = await startSlowServer(async (number, other) => {
    app.advance(10 * SECOND_MS)
    if (number === 14 || number === 17) await sendDue(app.platform, other)
  })
  await queueBatch()
  await sendDue(app.platform, first)
  expect([ids().length, new Set(ids()).size]).toEqual([BATCH, BATCH])
  expect(await sendDue(app.platform, second), 'nothing is left').toBe(0)
})

test('a mail that takes longer than its claim is not lost when another process claims it', async () => {
  const { first, ids } = await startSlowServer(async (number, other) => {
    if (number !== 1) return
    app.advance(121 * SECOND_MS)
    await sendDue(app.platform, other)
  })
  await queueBatch()
  await sendDue(app.platform, first)
  // At least once, with the same Message-ID: the mail being sent is sent again, the others are not.
  expect([ids().length, new Set(ids()).size]).toEqual([BATCH + 1, BATCH])
})

test('two processes push each message once, however slow the service is', async () => {
  const stage = await startPushStage()
  onTestFinished(() => stage.close())
  const { app: server, camille, browserOf } = await stage.setUp()
  await browserOf(camille)
  const shown: unknown[] = []
  const push = {
    ...server.push,
    // A service that answers only just after its timeouts of ten seconds for a token and for the message.
    async send(_device: unknown, payload: unknown) {
      shown.push(payload)
      server.advance(20 * SECOND_MS)
      if (shown.length === 17) await sendDuePushes(server.platform, push)
      return 'sent' as const
    },
  }
  await queue(server, Array(BATCH).fill(camille))
  const mailer = { from: '', send: async () => {}, reachable: async () => true, close() {} }
  await sendDue(server.platform, mailer)
  await sendDuePushes(server.platform, push)
  expect(shown).toHaveLength(BATCH)
})

test('a process that ends gives back the mails that it has not sent; another one sends them at once, each once', async () => {
  const ending = new AbortController()
  const { first, second, ids } = await startSlowServer(async (number) => {
    if (number === 3) ending.abort()
  })
  await queueBatch()
  expect(await sendDue({ ...app.platform, closing: ending.signal }, first)).toBe(3)
  expect(ids()).toHaveLength(3)
  await sendDue(app.platform, second)
  expect([ids().length, new Set(ids()).size]).toEqual([BATCH, BATCH])
})
