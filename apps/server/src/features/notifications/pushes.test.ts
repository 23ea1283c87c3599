import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { feedback } from '@reflet/contract/feedback'
import { myManager } from '@reflet/contract/manager'
import { NOTIFICATION_KINDS, type NotificationKind, people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { session } from '@reflet/contract/session'
import { skills } from '@reflet/contract/skills'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createUser, type TestUser } from '../../test/factories.ts'
import { addManager, linkCalls, tokenIn } from '../../test/manager.ts'
import { ask, startPushStage } from '../../test/push-stage.ts'
import { remindSelfEvaluations } from '../skills/schedules.commands.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let stage: Awaited<ReturnType<typeof startPushStage>>
const setUp = (options?: Parameters<typeof stage.setUp>[0]) => stage.setUp(options)

beforeAll(async () => {
  stage = await startPushStage()
})
afterAll(() => stage.close())

const mine = { params: { userId: '1' } } as const

async function answer(app: TestApp, from: TestUser, to: TestUser) {
  const id = (await ask(app, from, to)).feedbacks[0]?.id as string
  await app.call(to, feedback.answerFeedback, { params: { id }, body: anAnswer({ keep: 'zxqanswer' }) })
  return { params: { id } }
}

interface Stage {
  app: TestApp
  reader: TestUser
  other: TestUser
  /** Sends what the way there has caused. */
  settle: () => Promise<unknown>
}

/** How a message of each kind comes to be, for `reader`, and what it opens. */
const causes: Record<NotificationKind, { link: RegExp; cause: (stage: Stage) => Promise<unknown> }> = {
  request: { link: /^\/answer\?group=[\w-]+$/, cause: ({ app, reader, other }) => ask(app, other, reader) },
  reminder: {
    link: /^\/answer\?group=[\w-]+$/,
    async cause({ app, reader, other, settle }) {
      const { id } = await ask(app, other, reader)
      await settle()
      await app.call(other, feedback.remindRequest, { params: { id } })
    },
  },
  answered: { link: /^\/dashboard$/, cause: ({ app, reader, other }) => answer(app, reader, other) },
  thanks: {
    link: /^\/answer-confirmation\/[\w-]+$/,
    async cause({ app, reader, other, settle }) {
      const given = await answer(app, other, reader)
      await settle()
      await app.call(other, feedback.rateAnswer, { ...given, body: { stars: 5, thanks: 'zxqthanks' } })
    },
  },
  shared: {
    link: /^\/shared-with-me$/,
    async cause({ app, reader, other, settle }) {
      const received = await answer(app, other, reader)
      await app.call(other, myManager.setManager, { body: { user_id: reader.id } })
      await settle()
      await app.call(other, feedback.shareAnswer, received)
    },
  },
  award: {
    link: /^\/award\?id=[\w-]+$/,
    cause: ({ app, reader, other }) =>
      app.call(other, awards.giveAwards, {
        body: {
          type_id: reader.company.awardTypeIds[0] as string,
          user_ids: [reader.id],
          message: 'zxqaward',
          idempotency_key: aKey(),
        },
      }),
  },
  coffee: {
    link: /^\/coffee-request\?id=[\w-]+$/,
    cause: ({ app, reader, other }) => propose(app, other, { user_id: reader.id }),
  },
  self_evaluation: {
    link: /^\/self-evaluation$/,
    async cause({ app, reader }) {
      await app.call(reader, skills.chooseSkills, { ...mine, body: { skill_ids: reader.company.skillIds.slice(0, 1) } })
      await app.database.db.execute(sql`update users set is_onboarding_finished = true where id = ${reader.id}`)
      await app.database.db.execute(sql`update user_skills set chosen_at = chosen_at - interval '91 days' where user_id = ${reader.id}`)
      await remindSelfEvaluations(app.platform)
      // It waits for a good morning.
      app.advance(5 * DAY)
    },
  },
  hierarchy: {
    link: /^\/badge-hierarchical-list$/,
    async cause({ app, reader }) {
      await addManager(app, reader)
      const toManager = (await app.mails()).find((mail) => tokenIn(mail))
      await linkCalls(app).fill(tokenIn(toManager), { superior_users: [{ email: 'zxqboss@partner.example', first_name: 'Zxq' }] })
      // It comes some minutes after the last of several changes.
      app.advance(HOUR)
    },
  },
}

const propose = (app: TestApp, from: TestUser, invitee: { user_id: string } | { email: string }) =>
  app.call(from, coffee.createCoffee, {
    body: {
      invitee,
      slots: [new Date(app.now().getTime() + 3 * DAY).toISOString()],
      message: 'zxqcoffee',
      idempotency_key: aKey(),
    },
  })

const choose = (app: TestApp, who: TestUser, kind: NotificationKind, choice: { email: boolean; push: boolean }) =>
  app.call(who, people.updateUser, { ...mine, body: { notifications: { [kind]: choice } } })

test.each(NOTIFICATION_KINDS)('%s: by mail, on the device, by both or not at all, as its reader chose', async (kind) => {
  const { app, company, camille, browserOf, deliver, lines } = await setUp({ badges_active: true })
  const { cause, link } = causes[kind]
  for (const choice of [
    { email: true, push: true },
    { email: true, push: false },
    { email: false, push: true },
    { email: false, push: false },
  ]) {
    const reader = await createUser(app, company, { locale: 'fr' })
    await choose(app, reader, kind, choice)
    const browser = await browserOf(reader)
    await cause({ app, reader, other: camille, settle: () => deliver() })
    const { mails, shown } = await deliver(browser)
    const toReader = mails.filter(({ to }) => JSON.stringify(to).includes(reader.email))
    expect([toReader.length, shown[0].length], JSON.stringify(choice)).toEqual([Number(choice.email), Number(choice.push)])
    for (const payload of shown[0]) {
      expect(payload).toMatchObject({ title: 'Reflet', locale: 'fr', data: { item: expect.stringContaining(kind) } })
      expect(payload.link).toMatch(link)
      if (choice.email) expect(payload.body).toBe(toReader[0]?.subject)
      expect(JSON.stringify(payload)).not.toMatch(/zxq|@/)
    }
    // A link whose token opens something without login leads through no foreign service.
    for (const payload of shown[0]) expect(payload.link).not.toMatch(/[\w-]{43}/)
  }
  expect(lines.join()).not.toMatch(/zxq/)
})

test('tells each of a person’s devices once, what it is about, and how many they were sent', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const browsers = [await browserOf(amir), await browserOf(amir)]
  const first = await ask(app, camille, amir)
  const { shown } = await deliver(...browsers)
  const payload = {
    title: 'Reflet',
    body: expect.stringContaining('Camille Martin asks for your feedback on '),
    locale: 'en',
    link: `/answer?group=${first.feedbacks[0]?.recipient.id}`,
    data: { item: 'request', selectedFeedbackId: first.feedbacks[0]?.id },
    badge: 1,
    tag: expect.stringMatching(/^[\w-]{36}$/),
  }
  expect(shown).toEqual([[payload], [payload]])

  await ask(app, camille, amir)
  await ask(app, camille, amir)
  expect((await deliver(...browsers)).shown.map((all) => all.map(({ badge }) => badge))).toEqual([
    [2, 3],
    [2, 3],
  ])
  // `deliver` looks five minutes ahead of the clock.
  app.advance(6 * MINUTE)
  expect((await app.call(amir, push.clearPushCounter)).body).toEqual({ result: true })
  await ask(app, camille, amir)
  expect((await deliver(...browsers)).shown.map((all) => all.map(({ badge }) => badge))).toEqual([[1], [1]])
})

test('the count is of what was shown: not of what there was nothing to say about, nor of another’s', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const [browser, hers] = [await browserOf(amir), await browserOf(camille)]
  await choose(app, amir, 'request', { email: true, push: false })
  await ask(app, camille, amir)
  await answer(app, camille, amir)
  await deliver()
  await choose(app, amir, 'request', { email: true, push: true })
  await ask(app, camille, amir)
  expect((await deliver(browser, hers)).shown[0].map(({ badge }) => badge)).toEqual([1])
})

test('a newer total takes the place of an older one, and names no confidential answer', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp({ threshold: 3 })
  const browser = await browserOf(camille)
  await answer(app, camille, amir)
  const [one] = (await deliver(browser)).shown[0]
  await answer(app, camille, amir)
  const [two] = (await deliver(browser)).shown[0]
  expect([one?.body, two?.body]).toEqual(['A new answer is waiting for you', '2 new answers are waiting for you'])
  expect([one?.tag, two?.tag]).toEqual(['answered', 'answered'])
  expect(two?.data.selectedFeedbackId).toBeNull()
})

test('only confidential answers that are released are told of', async () => {
  const { app, company, camille, amir, browserOf, deliver } = await setUp({ threshold: 3 })
  const browser = await browserOf(camille)
  const givers = [amir, await createUser(app, company), await createUser(app, company)]
  const sent = await app.call(camille, feedback.createRequest, {
    body: {
      skill_ids: company.skillIds.slice(0, 1),
      recipients: givers.map(({ id }) => ({ user_id: id })),
      confidential: true,
      idempotency_key: aKey(),
    },
  })
  const counts: number[] = []
  for (const giver of givers) {
    const id = sent.body.feedbacks.find(({ recipient }) => recipient.user_id === giver.id)?.id as string
    await app.call(giver, feedback.answerFeedback, { params: { id }, body: anAnswer() })
    counts.push((await deliver(browser)).shown[0].length)
  }
  expect(counts).toEqual([0, 0, 1])
})

test('a guest without a name goes by no address on a device', async () => {
  const { app, camille, browserOf, deliver } = await setUp()
  const browser = await browserOf(camille)
  await propose(app, camille, { email: 'nameless.guest@partner.example' })
  const [mail] = (await deliver()).mails
  const token = /coffee\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string
  await app.call(null, coffee.declineCoffeeLink, { params: { token } })
  const { mails, shown } = await deliver(browser)
  expect(mails[0]?.subject).toContain('nameless.guest@partner.example')
  expect(shown[0][0]?.body).toBe('nameless.guest cannot make it for coffee')
})

test('a coffee that was proposed on the device only is called off there, too', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  await choose(app, amir, 'coffee', { email: false, push: true })
  const browser = await browserOf(amir)
  const proposed = await propose(app, camille, { user_id: amir.id })
  await deliver()
  await app.call(camille, coffee.cancelCoffee, { params: { id: proposed.body.id } })
  const { mails, shown } = await deliver(browser)
  expect(mails).toEqual([])
  expect(shown[0].map(({ body }) => body)).toEqual(['Your coffee with Camille Martin will not take place'])
})

test('nobody’s password is reset by way of a device', async () => {
  const { app, amir, browserOf, deliver } = await setUp()
  await browserOf(amir)
  await app.call(null, session.forgottenPassword, { body: { email: amir.email } })
  const { mails, calls } = await deliver()
  expect([mails.length, calls.length]).toEqual([1, 0])
})

test('what was undone, answered or cancelled before it left is not told', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  await browserOf(amir)
  const { id } = await ask(app, camille, amir)
  await app.call(camille, feedback.cancelRequest, { params: { id } })
  expect((await deliver()).calls).toEqual([])
})
