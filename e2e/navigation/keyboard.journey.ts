import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { skills as skillCalls } from '@reflet/contract/skills'
import { GiveAward } from '../awards/award.ts'
import { Coffee } from '../coffee/coffee.ts'
import { AnnualTalk } from '../dashboard/annual-talk.ts'
import { Reader } from '../dashboard/reader.ts'
import { Answer, type AnswerForm } from '../feedback/answers/answer.ts'
import { EventLink } from '../feedback/events/event-link.ts'
import { Events } from '../feedback/events/events.ts'
import { Guest } from '../feedback/guests/guest.ts'
import { RecurrencePlan } from '../feedback/recurrences/recurrence.ts'
import { Home } from '../home/home.ts'
import { apiOf } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { askTwoSkills, statusesOf } from '../support/requests.ts'
import { enter, logIn } from '../support/session.ts'

/** Rates by the arrow keys, from the first radio button on, and sends. */
async function rateAndSend(form: AnswerForm, rating: 1 | 2 | 3 | 4 | 5, send: 'answer.send' | 'answer.send_next' | 'event_link.next') {
  const { keyboard } = form.page
  await tabTo(form.page, form.say('rating.1.label'))
  for (let n = 1; n < rating; n++) await keyboard.press('ArrowDown')
  await expect(form.label('radio', new RegExp(`^${form.say(`rating.${rating}.label`)}`)).getByRole('radio')).toBeChecked()
  await tabTo(form.page, form.say('answer.situation.label'))
  await keyboard.type('In the meeting on Monday')
  await tabTo(form.page, form.say(send))
  await keyboard.press('Enter')
}

const THANKS = 'Thank you, this helps'

test('an employee, a guest and a visitor of an event answer by keyboard alone', async ({ server, visitor }) => {
  const oliver = await visitor({ locale: 'es-ES' })
  await enter(oliver, 'oliver@nova.example', 'es')
  const api = apiOf(oliver)

  await test.step('a request about two skills', async () => {
    const request = await askTwoSkills(api, 'kwame')
    const kwame = await visitor({ locale: 'es-ES' })
    await enter(kwame, 'kwame@nova.example', 'es')
    const answer = new Answer(kwame, 'es')
    await openByKeyboard(kwame, '/answer')
    await tabTo(kwame, 'Oliver')
    await kwame.keyboard.press('Enter')
    await expect(answer.requester).toContainText('Oliver')
    const skill = await answer.skill.innerText()
    await rateAndSend(answer, 3, 'answer.send_next')
    await expect(answer.skill).not.toHaveText(skill)
    await expect(answer.skill, 'the next skill is read').toBeFocused()
    await rateAndSend(answer, 5, 'answer.send')
    await expect.poll(() => statusesOf(api, request.id)).toEqual(['answered', 'answered'])
  })

  await test.step('a guest about two skills', async () => {
    const request = await askTwoSkills(api, 'kwame', { recipients: [{ email: 'keys.only@partner.example' }] })
    const page = await visitor({ locale: 'es-ES' })
    await page.goto(server.url + new URL(request.feedbacks[0]?.guest_link ?? '').pathname)
    const guest = new Guest(page, 'es')
    await expect(guest.text('answer.step', { n: 1, total: 2 })).toBeVisible()
    await rateAndSend(guest, 4, 'answer.send_next')
    await expect(guest.text('answer.step', { n: 2, total: 2 })).toBeVisible()
    await expect(guest.skill).toBeFocused()
    await rateAndSend(guest, 2, 'answer.send')
    await page.waitForURL(/guest-answer-confirmation/)
    expect(await statusesOf(api, request.id)).toEqual(['answered', 'answered'])
  })

  await test.step('an event is made, and a visitor answers', async () => {
    const events = new Events(oliver, 'es')
    await openByKeyboard(oliver, '/share-event-link/new')
    await tabTo(oliver, events.say('events.form.name'))
    await oliver.keyboard.type('Taller')
    const skills = events.label('checkbox', undefined, events.region('ask.skills.title'))
    await tabTo(oliver, await skills.first().locator('strong').innerText())
    await oliver.keyboard.press('Space')
    await tabTo(oliver, events.say('events.form.create'))
    await oliver.keyboard.press('Enter')
    await oliver.waitForURL(/event=/)

    const page = await visitor({ locale: 'es-ES' })
    await page.goto(await events.address.innerText())
    const link = new EventLink(page, 'es')
    await expect(link.skill).toBeVisible()
    await rateAndSend(link, 3, 'event_link.next')
    await expect(link.who).toBeFocused()
    for (const [label, text] of [
      ['contacts.first_name', 'Vera'],
      ['contacts.last_name', 'Stein'],
      ['login.email', 'vera.keys@partner.example'],
    ] as const) {
      await tabTo(page, link.say(label))
      await page.keyboard.type(text)
    }
    await tabTo(page, link.say('answer.send'))
    await page.keyboard.press('Enter')
    await expect(link.thanks).toBeFocused()
  })
})

test('by keyboard alone an answer is read, a colleague thanked and invited, regular feedback planned, the annual review written', async ({
  server,
  visitor,
}) => {
  const { api: oliver } = await logIn(server.url, 'oliver@nova.example')
  const { colleagues } = await oliver.call(people.searchColleagues, { query: { query: 'kwame' } })
  const { skills } = await oliver.call(skillCalls.listSkills)
  await oliver.call(feedback.offerFeedback, {
    body: {
      user_id: colleagues[0]?.user_id ?? '',
      skill_id: skills[0]?.id ?? '',
      idempotency_key: 'keyboard',
      rating: 4,
      not_observed: false,
      situation: 'In the review on Monday',
      keep: 'Calm and clear',
      improve: null,
    },
  })
  const page = await visitor()
  await enter(page, 'kwame@nova.example', 'en')
  const api = apiOf(page)
  await api.call(people.onboardingFinished)

  await test.step('an answer is read and thanked for, from home', async () => {
    const home = new Home(page, 'en')
    const reader = new Reader(page, 'en')
    const count = (await api.call(people.getUser, { params: { userId: '1' } })).feedbacks.new_answers
    const thanked = async () => (await api.call(feedback.listAnswers)).answers.map(({ thanks }) => thanks?.thanks)
    expect(await thanked()).not.toContain(THANKS)
    await openByKeyboard(page, '/home')
    await expect(home.toRead(count)).toBeVisible()
    await tabTo(page, new RegExp(`${home.say('home.read.title', { count, n: count })}|^${home.say('home.read.action')}`))
    await page.keyboard.press('Enter')
    await expect(reader.heading).toContainText(reader.place(1, count))
    await tabTo(page, reader.say('useful.stars.1'))
    for (let n = 1; n < 5; n++) await page.keyboard.press('ArrowRight')
    await tabTo(page, reader.say('useful.thanks.label'))
    await page.keyboard.type(THANKS)
    await tabTo(page, reader.say('reader.send'))
    await page.keyboard.press('Enter')
    await expect.poll(thanked).toContain(THANKS)
  })

  await test.step('a colleague is thanked with an award', async () => {
    const award = new GiveAward(page, 'en')
    await openByKeyboard(page, '/award-select')
    await tabTo(page, await award.types.first().locator('strong').innerText())
    await page.keyboard.press('Space')
    await tabTo(page, award.say('awards.select.next'))
    await page.keyboard.press('Enter')
    await tabTo(page, await award.people.first().locator('strong').innerText())
    await page.keyboard.press('Space')
    await tabTo(page, award.say('awards.people.next'))
    await page.keyboard.press('Enter')
    await tabTo(page, award.say('ask.words.message'))
    await page.keyboard.type('You found the error')
    await tabTo(page, award.say('awards.send', { count: 1, n: 1 }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/award-confirmation/)
  })

  await test.step('a coffee chat is proposed', async () => {
    const coffee = new Coffee(page, 'en')
    await openByKeyboard(page, '/coffee-request?new=1')
    await tabTo(page, await coffee.who.getByRole('button').first().locator('strong').innerText())
    await page.keyboard.press('Enter')
    await tabTo(page, coffee.say('coffee.form.place'))
    await page.keyboard.type('Canteen')
    await tabTo(page, coffee.say('coffee.form.send'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/coffee-request\?id=/)
  })

  await test.step('regular feedback is planned', async () => {
    const plan = new RecurrencePlan(page, 'en')
    await openByKeyboard(page, '/recurrent-feedbacks/plan')
    await tabTo(page, await plan.skills.first().locator('strong').innerText())
    await page.keyboard.press('Space')
    await tabTo(page, plan.say('recur.next.people'))
    await page.keyboard.press('Enter')
    await tabTo(page, await plan.people.first().locator('strong').innerText())
    await page.keyboard.press('Space')
    for (const next of ['rhythm', 'words'] as const) {
      await tabTo(page, plan.say(`recur.next.${next}`))
      await page.keyboard.press('Enter')
    }
    await tabTo(page, plan.say('recur.start'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/recurrent-feedbacks\?id=/)
  })

  await test.step('the annual review is written, and its print button is reached', async () => {
    const talk = new AnnualTalk(page, 'en')
    await openByKeyboard(page, '/annual-talk')
    await tabTo(page, talk.say('talk.notes.proud'))
    await page.keyboard.type('The launch in June')
    await expect(talk.sheet).toContainText('The launch in June')
    await tabTo(page, talk.say('talk.print'))
  })
})
