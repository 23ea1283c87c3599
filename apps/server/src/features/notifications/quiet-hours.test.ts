import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { session } from '@reflet/contract/session'
import { expect, test } from 'vitest'
import { buildAppForThisTest, type TestApp } from '../../test/build-test-app.ts'
import { anAnswer, createCompany, createUser, type TestUser } from '../../test/factories.ts'
import { addManager } from '../../test/invitation.ts'
import { ask } from '../../test/requests.ts'
import { goTo } from '../../test/use-company.ts'
import { remindUnanswered } from '../feedback/schedules.commands.ts'

const NIGHT = { from: 20 * 60, until: 8 * 60 }

async function setUp() {
  const app = await buildAppForThisTest()
  const company = await createCompany(app, { quiet: NIGHT })
  const [camille, amir] = [await createUser(app, company), await createUser(app, company)]
  return { app, company, camille, amir }
}

/** A request about two skills. */
const askTwo = (app: TestApp, from: TestUser, to: Parameters<typeof ask>[2]) =>
  ask(app, from, to, { skill_ids: from.company.skillIds.slice(0, 2) })

test('messages in quiet hours are sent in their reader’s morning, a guest’s with the requester’s', async () => {
  const { app, company, camille, amir } = await setUp()
  const far = await createUser(app, company)
  await app.call(far, people.updateUser, { params: { userId: '1' }, body: { time_zone: 'Asia/Tokyo' } })
  goTo(app, 1)
  await askTwo(app, camille, [{ user_id: amir.id }, { user_id: far.id }, { email: 'guest@partner.example' }])
  expect(
    (await app.mails()).map(({ to }) => [to].flat()[0]?.text),
    'it is day in Tokyo',
  ).toEqual([far.email])
  goTo(app, 7)
  expect(await app.mails()).toEqual([])
  goTo(app, 8)
  expect((await app.mails()).map(({ to }) => [to].flat()[0]?.text).sort()).toEqual([amir.email, 'guest@partner.example'].sort())
  goTo(app, 12)
  expect(await app.mails()).toEqual([])
})

test('answers of a whole night are bundled in one mail', async () => {
  const { app, camille, amir } = await setUp()
  goTo(app, 12)
  const sent = await askTwo(app, camille, amir)
  await app.mails()
  goTo(app, 23)
  for (const { id } of sent.feedbacks) {
    await app.call(amir, feedback.answerFeedback, { params: { id }, body: anAnswer() })
    expect(await app.mails()).toEqual([])
    app.advance(HOUR_MS)
  }
  goTo(app, 9)
  const mails = await app.mails()
  expect(mails.map(({ subject }) => subject)).toEqual(['2 new answers are waiting for you'])
})

test('a password reset is sent at any hour', async () => {
  const { app, amir } = await setUp()
  goTo(app, 3)
  await app.call(null, session.forgottenPassword, { body: { email: amir.email } })
  expect(await app.mails()).toHaveLength(1)
})

test('a message that the mail server refused in the evening is not sent in quiet hours', async () => {
  const { app, camille, amir } = await setUp()
  goTo(app, 19)
  await askTwo(app, camille, amir)
  app.refuseMails(true)
  await app.mails()
  app.refuseMails(false)
  goTo(app, 21)
  expect(await app.mails()).toEqual([])
  goTo(app, 8)
  expect(await app.mails()).toHaveLength(1)
})

test('reminders of a day are bundled in the morning, without those answered meanwhile', async () => {
  const { app, company, camille, amir } = await setUp()
  const greta = await createUser(app, company, { first_name: 'Greta', last_name: 'Vogel' })
  goTo(app, 9)
  const first = await askTwo(app, camille, [{ user_id: amir.id }, { email: 'guest@partner.example' }])
  goTo(app, 15)
  await askTwo(app, greta, amir)
  goTo(app, 16)
  await askTwo(app, await createUser(app, company), amir)
  await app.mails()
  app.advance(3 * DAY_MS)
  for (let hour = 0; hour < 5; hour++) {
    await remindUnanswered(app.platform)
    expect(await app.mails()).toEqual([])
    app.advance(HOUR_MS)
  }
  for (const { id } of first.feedbacks.filter(({ recipient }) => recipient.user_id === amir.id))
    await app.call(amir, feedback.answerFeedback, { params: { id }, body: anAnswer() })
  goTo(app, 8)
  const mails = await app.mails()
  const to = (email: string) => mails.filter((mail) => [mail.to].flat()[0]?.text === email)
  expect(to(amir.email).map(({ subject }) => subject)).toEqual(['2 requests are waiting for your feedback'])
  expect(to(amir.email)[0]?.text).toContain('Greta Vogel: ')
  expect(to('guest@partner.example')).toHaveLength(1)
  app.advance(DAY_MS)
  await remindUnanswered(app.platform)
  goTo(app, 9)
  expect(await app.mails()).toEqual([])
})

test('a single reminder names the requester', async () => {
  const { app, camille, amir } = await setUp()
  goTo(app, 9)
  const sent = await askTwo(app, camille, amir)
  await app.mails()
  app.advance(3 * DAY_MS)
  await remindUnanswered(app.platform)
  goTo(app, 8)
  const [mail] = await app.mails()
  expect(mail?.text).toContain(`/answer?group=${sent.feedbacks[0]?.recipient.id}`)
})

test('a manager’s quiet hours use their own time zone if they have an account, else the employee’s', async () => {
  const app = await buildAppForThisTest()
  const company = await createCompany(app, { quiet: NIGHT, badges_active: true })
  const [camille, far] = [await createUser(app, company), await createUser(app, company)]
  await app.call(far, people.updateUser, { params: { userId: '1' }, body: { time_zone: 'America/New_York' } })
  goTo(app, 10)
  await addManager(app, camille, far.email)
  expect(await app.mails(), 'it is 4:00 in New York').toEqual([])
  goTo(app, 15)
  expect(await app.mails()).toHaveLength(1)
  goTo(app, 21)
  await addManager(app, camille, 'boss@outside.example')
  expect(await app.mails()).toEqual([])
  goTo(app, 8)
  expect(await app.mails()).toHaveLength(1)
})
