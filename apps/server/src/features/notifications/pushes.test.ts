import { awards } from '@reflet/contract/awards'
import { coffee } from '@reflet/contract/coffee'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { NOTIFICATION_KINDS, type NotificationKind, people } from '@reflet/contract/people'
import { push } from '@reflet/contract/push'
import { session } from '@reflet/contract/session'
import { sharing } from '@reflet/contract/sharing'
import { skills } from '@reflet/contract/skills'
import { expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { earn } from '../../test/badges.ts'
import type { TestApp } from '../../test/build-test-app.ts'
import { aKey, anAnswer, createUser, type TestUser } from '../../test/factories.ts'
import { addManager, linkCalls, tokenIn } from '../../test/invitation.ts'
import { askMarked, usePushStage } from '../../test/push-stage.ts'
import { answer, ask } from '../../test/requests.ts'
import { share } from '../../test/sharing.ts'
import { announceBadges } from '../badges/schedules.commands.ts'
import { askAboutTries } from '../feedback/growth/schedules.commands.ts'
import { remindSelfEvaluations } from '../skills/schedules.commands.ts'

const setUp = usePushStage()

const mine = { params: { userId: '1' } } as const

/** Each word written below; three letters of it could be part of a token. */
const WRITTEN = /zxq(?:answer|award|boss|coffee|context|first|message|thanks|try)/

async function answerMarked(app: TestApp, from: TestUser, to: TestUser) {
  const id = (await askMarked(app, from, to)).feedbacks[0]?.id as string
  await app.call(to, feedback.answerFeedback, { params: { id }, body: anAnswer({ keep: 'zxqanswer' }) })
  return { params: { id } }
}

interface Stage {
  app: TestApp
  reader: TestUser
  other: TestUser
  /** Sends the messages that the setup has caused. */
  settle: () => Promise<unknown>
}

/** For each kind: the actions that cause a message for `reader`, and the page that it opens. */
const causes: Record<NotificationKind, { link: RegExp; cause: (stage: Stage) => Promise<unknown> }> = {
  request: { link: /^\/answer\?group=[\w-]+$/, cause: ({ app, reader, other }) => askMarked(app, other, reader) },
  reminder: {
    link: /^\/answer\?group=[\w-]+$/,
    async cause({ app, reader, other, settle }) {
      const { id } = await askMarked(app, other, reader)
      await settle()
      app.advance(DAY_MS + HOUR_MS)
      await app.call(other, feedback.remindRequest, { params: { id } })
    },
  },
  answered: { link: /^\/dashboard$/, cause: ({ app, reader, other }) => answerMarked(app, reader, other) },
  thanks: {
    link: /^\/answer-confirmation\/[\w-]+$/,
    async cause({ app, reader, other, settle }) {
      const given = await answerMarked(app, other, reader)
      await settle()
      await app.call(other, feedback.rateAnswer, { ...given, body: { stars: 5, thanks: 'zxqthanks' } })
    },
  },
  badge: {
    link: /^\/badge-home$/,
    async cause({ app, reader }) {
      await earn(app, reader, reader.company.skillIds[0] as string, undefined, 1)
      await announceBadges(app.platform)
    },
  },
  shared: {
    link: /^\/shared-with-me$/,
    async cause({ app, reader, other, settle }) {
      const received = await answerMarked(app, other, reader)
      await app.call(other, sharing.setManager, { body: { user_id: reader.id } })
      await settle()
      await share(app, other, received.params.id)
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
      // It is sent on one of the next mornings.
      app.advance(5 * DAY_MS)
    },
  },
  growth: {
    link: /^\/growth$/,
    async cause({ app, reader, other, settle }) {
      const received = await answerMarked(app, reader, other)
      await app.call(reader, feedback.rateAnswer, { ...received, body: { stars: 5, will_try: 'zxqtry' } })
      await settle()
      await app.database.db.execute(sql`update tries set since = since - interval '15 days' where user_id = ${reader.id}`)
      await askAboutTries(app.platform)
      // It is sent on one of the next mornings.
      app.advance(5 * DAY_MS)
    },
  },
  hierarchy: {
    link: /^\/badge-hierarchical-list$/,
    async cause({ app, reader }) {
      await addManager(app, reader)
      const toManager = (await app.mails()).find((mail) => tokenIn(mail))
      await linkCalls(app).fill(tokenIn(toManager), { superior_users: [{ email: 'zxqboss@partner.example', first_name: 'zxqfirst' }] })
      // It is sent some minutes after the last of several changes.
      app.advance(HOUR_MS)
    },
  },
}

const propose = (app: TestApp, from: TestUser, invitee: { user_id: string } | { email: string }) =>
  app.call(from, coffee.createCoffee, {
    body: {
      invitee,
      slots: [new Date(app.now().getTime() + 3 * DAY_MS).toISOString()],
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
      expect(JSON.stringify(payload)).not.toMatch(new RegExp(`${WRITTEN.source}|@`))
    }
    // Security: a link with a token that works without login is never sent through a push service.
    for (const payload of shown[0]) expect(payload.link).not.toMatch(/[\w-]{43}/)
  }
  expect(lines.join()).not.toMatch(WRITTEN)
})

test('reaches each of a person’s devices once, with its subject and the count of messages', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const browsers = [await browserOf(amir), await browserOf(amir)]
  const first = await askMarked(app, camille, amir)
  const { shown } = await deliver(...browsers)
  const payload = {
    title: 'Reflet',
    body: expect.stringContaining('Camille Martin would like your feedback on '),
    locale: 'en',
    link: `/answer?group=${first.feedbacks[0]?.recipient.id}`,
    data: { item: 'request', selectedFeedbackId: first.feedbacks[0]?.id },
    badge: 1,
    tag: expect.stringMatching(/^[\w-]{36}$/),
  }
  expect(shown).toEqual([[payload], [payload]])

  await askMarked(app, camille, amir)
  await askMarked(app, camille, amir)
  expect((await deliver(...browsers)).shown.map((all) => all.map(({ badge }) => badge))).toEqual([
    [2, 3],
    [2, 3],
  ])
  // `deliver` sends what is due within the next five minutes.
  app.advance(6 * MINUTE_MS)
  expect((await app.call(amir, push.clearPushCounter)).body).toEqual({ result: true })
  await askMarked(app, camille, amir)
  expect((await deliver(...browsers)).shown.map((all) => all.map(({ badge }) => badge))).toEqual([[1], [1]])
})

test('the count includes pushed messages only: no dropped ones, and none of another person', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  const [browser, hers] = [await browserOf(amir), await browserOf(camille)]
  await choose(app, amir, 'request', { email: true, push: false })
  await askMarked(app, camille, amir)
  await answerMarked(app, camille, amir)
  await deliver()
  await choose(app, amir, 'request', { email: true, push: true })
  await askMarked(app, camille, amir)
  expect((await deliver(browser, hers)).shown[0].map(({ badge }) => badge)).toEqual([1])
})

test('a newer total replaces an older one, and names no confidential answer', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp({ threshold: 3 })
  const browser = await browserOf(camille)
  await answerMarked(app, camille, amir)
  const [one] = (await deliver(browser)).shown[0]
  await answerMarked(app, camille, amir)
  const [two] = (await deliver(browser)).shown[0]
  expect([one?.body, two?.body]).toEqual(['A new answer is waiting for you', '2 new answers are waiting for you'])
  expect([one?.tag, two?.tag]).toEqual(['answered', 'answered'])
  expect(two?.data.selectedFeedbackId).toBeNull()
})

test('of confidential answers only released ones are pushed', async () => {
  const { app, company, camille, amir, browserOf, deliver } = await setUp({ threshold: 3 })
  const browser = await browserOf(camille)
  const givers = [amir, await createUser(app, company), await createUser(app, company)]
  const sent = await ask(app, camille, givers, { confidential: true })
  const counts: number[] = []
  for (const giver of givers) {
    await answer(app, giver, sent)
    counts.push((await deliver(browser)).shown[0].length)
  }
  expect(counts).toEqual([0, 0, 1])
})

test('a guest without a name is never shown by address on a device', async () => {
  const { app, camille, browserOf, deliver } = await setUp()
  const browser = await browserOf(camille)
  await propose(app, camille, { email: 'nameless.guest@partner.example' })
  const [mail] = (await deliver()).mails
  const token = /coffee\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] as string
  await app.call(null, coffee.declineCoffeeLink, { params: { token } })
  const { mails, shown } = await deliver(browser)
  expect(mails[0]?.subject).toContain('nameless.guest@partner.example')
  expect(shown[0][0]?.body).toBe('nameless.guest declined your coffee chat')
})

test('a coffee chat that was announced on the device only is cancelled there, too', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  await choose(app, amir, 'coffee', { email: false, push: true })
  const browser = await browserOf(amir)
  const proposed = await propose(app, camille, { user_id: amir.id })
  await deliver()
  await app.call(camille, coffee.cancelCoffee, { params: { id: proposed.body.id } })
  const { mails, shown } = await deliver(browser)
  expect(mails).toEqual([])
  expect(shown[0].map(({ body }) => body)).toEqual(['Your coffee chat with Camille Martin will not take place'])
})

test('no password is reset through a device', async () => {
  const { app, amir, browserOf, deliver } = await setUp()
  await browserOf(amir)
  await app.call(null, session.forgottenPassword, { body: { email: amir.email } })
  const { mails, calls } = await deliver()
  expect([mails.length, calls.length]).toEqual([1, 0])
})

test('what was undone, answered or cancelled before sending is dropped', async () => {
  const { app, camille, amir, browserOf, deliver } = await setUp()
  await browserOf(amir)
  const { id } = await askMarked(app, camille, amir)
  await app.call(camille, feedback.cancelRequest, { params: { id } })
  expect((await deliver()).calls).toEqual([])
})
