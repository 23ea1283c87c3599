import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { GiveAward } from '../awards/award.ts'
import { Coffee } from '../coffee/coffee.ts'
import { Reader } from '../dashboard/reader.ts'
import { giveFeedback } from '../feedback/offers/give.ts'
import { Home } from '../home/home.ts'
import { apiOf } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { enter, logIn } from '../support/session.ts'

const THANKS = 'Thank you, this helps'

test('by keyboard alone an answer is read, and a colleague is thanked and invited', async ({ server, visitor }) => {
  const { api: oliver } = await logIn(server.url, 'oliver@nova.example')
  await giveFeedback(oliver, 'kwame')
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
})
