import { people } from '@reflet/contract/people'
import { GiveAward } from '../awards/award.ts'
import { Coffee } from '../coffee/coffee.ts'
import { apiOf } from '../support/api.ts'
import { test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'

test('by keyboard alone a colleague is thanked and invited', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'kwame@nova.example', 'en')
  await apiOf(page).call(people.onboardingFinished)

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
