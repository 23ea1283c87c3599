import type { AddressInfo } from 'node:net'
import { DAY_MS, SECOND_MS } from '@reflet/contract/durations'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { outbox } from '../../db/schema/messages.ts'
import { userSkills } from '../../db/schema/skills.ts'
import { newId } from '../../platform/ids.ts'
import { createMailer } from '../../platform/mail.ts'
import { createCompany, createUsers } from '../../test/factories.ts'
import { startPushStage } from '../../test/push-stage.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { sendDue } from './notifications.commands.ts'
import { sendDuePushes } from './pushes.commands.ts'

/** A whole batch of the outbox. */
const BATCH = 20

const app = useTestApp()

/** A mail server that answers only after `while`, with the number of the mail. */
async function startSlowServer(meanwhile: (number: number) => Promise<void>) {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream)
        .then((mail) => meanwhile(received.push(mail)))
        .then(() => done(), done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const newMailer = () => createMailer(`smtp://127.0.0.1:${port}`, 'Reflet <no-reply@reflet.example>')
  return { received, newMailer, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

/** A mail for each of twenty people: a self-evaluation reminder. */
async function queueBatch() {
  const company = await createCompany(app)
  const now = app.now()
  const people = await createUsers(app, company, BATCH)
  const key = (user_id: string) => ({ company_id: company.id, user_id })
  const longAgo = new Date(now.getTime() - 200 * DAY_MS)
  const skill_id = company.skillIds[0] as string
  await app.database.db.insert(userSkills).values(people.map(({ id }) => ({ ...key(id), skill_id, position: 1, chosen_at: longAgo })))
  await app.database.db
    .insert(outbox)
    .values(people.map(({ id }) => ({ ...key(id), id: newId(now), kind: 'self_evaluation' as const, send_after: now, created_at: now })))
}

test('two processes send each mail once, however slow the mail server is', async () => {
  // Each mail takes ten seconds, so that the last of the batch are sent after the claim would have expired. Meanwhile another process
  // checks twice.
  const server = await startSlowServer(async (number) => {
    app.advance(10 * SECOND_MS)
    if (number === 14 || number === 17) await sendDue(app.platform, second)
  })
  const [first, second] = [server.newMailer(), server.newMailer()]
  onTestFinished(async () => {
    first.close()
    second.close()
    await server.close()
  })
  await queueBatch()
  await sendDue(app.platform, first)
  const ids = server.received.map(({ messageId }) => messageId)
  expect(ids.length).toBe(new Set(ids).size)
  expect(new Set(ids).size).toBe(BATCH)
  expect(await sendDue(app.platform, second), 'nothing is left').toBe(0)
})

test('a mail that takes longer than its claim is not lost when another process claims it', async () => {
  const server = await startSlowServer(async (number) => {
    if (number !== 1) return
    app.advance(121 * SECOND_MS)
    await sendDue(app.platform, second)
  })
  const [first, second] = [server.newMailer(), server.newMailer()]
  onTestFinished(async () => {
    first.close()
    second.close()
    await server.close()
  })
  await queueBatch()
  await sendDue(app.platform, first)
  const ids = server.received.map(({ messageId }) => messageId)
  // At least once, with the same Message-ID: the mail being sent is sent again, the others are not.
  expect([ids.length, new Set(ids).size]).toEqual([BATCH + 1, BATCH])
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
  const { company } = camille
  const now = server.now()
  const messages = Array.from({ length: BATCH }, () => newId(now))
  await server.database.db
    .insert(userSkills)
    .values({ company_id: company.id, user_id: camille.id, skill_id: company.skillIds[0] as string, position: 1, chosen_at: new Date(0) })
  await server.database.db.insert(outbox).values(
    messages.map((id) => ({
      company_id: company.id,
      id,
      user_id: camille.id,
      kind: 'self_evaluation' as const,
      send_after: now,
      created_at: now,
    })),
  )
  const mailer = { from: '', send: async () => {}, reachable: async () => true, close() {} }
  await sendDue(server.platform, mailer)
  await sendDuePushes(server.platform, push)
  expect(shown).toHaveLength(BATCH)
})

test('a process that ends gives back the mails that it has not sent; another one sends them at once, each once', async () => {
  const ending = new AbortController()
  const server = await startSlowServer(async (number) => {
    if (number === 3) ending.abort()
  })
  const [first, second] = [server.newMailer(), server.newMailer()]
  onTestFinished(async () => {
    for (const mailer of [first, second]) mailer.close()
    await server.close()
  })
  await queueBatch()
  expect(await sendDue({ ...app.platform, closing: ending.signal }, first)).toBe(3)
  expect(server.received).toHaveLength(3)
  await sendDue(app.platform, second)
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(BATCH)
  expect(server.received).toHaveLength(BATCH)
})
