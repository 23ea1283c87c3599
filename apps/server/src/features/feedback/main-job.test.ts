import { feedback } from '@reflet/contract/feedback'
import { guest } from '@reflet/contract/guest'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { expect, test } from 'vitest'
import { anAnswer, type TestUser } from '../../test/factories.ts'
import { ask, mailedParams } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, camille, amir } = useCompany(app, { camille: { last_name: 'Durand', locale: 'fr' }, amir: { locale: 'ar' } })

const me = (user: TestUser) => app.call(user, people.getUser, { params: { userId: '1' } })

test('a colleague and a guest are asked and answer; the requester reads their answers', async () => {
  const skill_ids = company.skillIds.slice(0, 2)
  const sent = await ask(app, camille, [amir, { email: 'Nadia@Partner.example', first_name: 'Nadia', locale: 'de' }], {
    skill_ids,
    context: 'The June workshop',
    message: 'What should I keep?',
  })
  expect(sent.feedbacks).toHaveLength(4)
  expect(sent.counts).toEqual({ recipients: 2, answered: 0 })
  const guestFeedback = sent.feedbacks.find((item) => item.guest_link)
  expect(guestFeedback?.recipient.email).toBe('nadia@partner.example')

  const mails = await app.mails()
  expect(mails).toHaveLength(2)
  const german = mails.find((mail) => mail.text?.includes('/guest-answer/'))
  expect(german?.html).toContain('lang="de"')
  const arabic = mails.find((mail) => mail !== german)
  expect(arabic?.html).toContain('dir="rtl"')
  for (const mail of mails) expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/June workshop|What should I keep/)

  const record = await me(amir)
  expect(record.body.feedbacks.received, 'two answers to one request').toMatchObject({ total: 2, requests: 1 })
  const [group] = record.body.feedbacks.received.groups
  expect(group).toMatchObject({ context: 'The June workshop', message: 'What should I keep?', confidential: false })
  expect(group?.requester).toMatchObject({ first_name: 'Camille', last_name: 'Durand' })

  const left = [1, 0]
  for (const [place, { id }] of (group?.feedbacks ?? []).entries()) {
    const { body } = await app.call(amir, feedback.answerFeedback, { params: { id }, body: anAnswer({ keep: `كلمة ${id}` }) })
    expect(body).toMatchObject({ status: 'answered', can: { answer: false, edit: true } })
    expect((await me(amir)).body.feedbacks.received).toMatchObject({ total: left[place], requests: left[place] })
  }

  const params = mailedParams(app, guestFeedback)
  const view = await app.call(null, guest.getGuestView, { params })
  expect(view.body).toMatchObject({ locale: 'de', context: 'The June workshop', guest: { first_name: 'Nadia' } })
  expect((await app.call(null, guest.guestAnswer, { params, body: anAnswer({ keep: 'Klar und ruhig' }) })).status).toBe(200)

  const reader = await me(camille)
  expect(reader.body.feedbacks.unread_answers).toBe(3)
  expect(reader.body.gamification.newsfeed.filter((item) => item.kind === 'answer_received')).toHaveLength(3)
  const read = await app.call(camille, feedback.listAnswers)
  expect(read.body.answers.map((item) => item.keep)).toContain('Klar und ruhig')
  expect(read.body.answers.find((item) => item.keep === 'Klar und ruhig')?.giver).toMatchObject({ id: null, first_name: 'Nadia' })
  expect(read.body.answers.filter((item) => item.giver.id === amir.id)).toHaveLength(2)

  const opened = await app.call(camille, feedback.dashboardAccess)
  expect(opened.body.new_feedback_ids).toHaveLength(3)
  expect((await me(camille)).body.feedbacks.unread_answers).toBe(0)

  const figures = await app.call(camille, statistics.getStatistics, { params: { userId: '1' } })
  const first = figures.body.skills.find((item) => item.skill.id === guestFeedback?.skill.id)
  expect(first).toMatchObject({ score: 4, n: 2, distribution: [0, 0, 0, 2, 0] })
})
