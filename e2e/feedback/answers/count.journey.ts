import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { Home } from '../../home/home.ts'
import { Menu } from '../../navigation/menu.ts'
import { apiOf } from '../../support/api.ts'
import { expect, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { Answer } from './answer.ts'

const DESKTOP = { width: 1440, height: 900 }

/** Every pending feedback, counted in the list itself. */
async function pendingOf(page: Page) {
  let [count, cursor] = [0, '']
  do {
    const list = await apiOf(page).call(feedback.listRequestsToAnswer, { query: { status: 'pending', ...(cursor && { cursor }) } })
    count += list.groups.flatMap(({ feedbacks }) => feedbacks).length
    cursor = list.next_cursor ?? ''
  } while (cursor)
  return count
}

test('the menu and the home page count all pending feedbacks, and follow an answer, a decline and an answer stored offline', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
  await enter(page, 'camille@nova.example')
  await page.goto('/home')
  const all = await pendingOf(page)
  expect(all, 'more feedbacks than groups').toBeGreaterThan(
    (await apiOf(page).call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })).groups.length,
  )
  const menu = new Menu(page)
  const counts = (count: number) => expect(menu.entry('answer')).toHaveAccessibleName(menu.waiting('answer', count))
  await counts(all)
  await expect(new Home(page).nextAction).toContainText(menu.say('home.answer.title', { count: all, n: all }))

  const answer = new Answer(page)
  await test.step('an answer', async () => {
    await answer.open()
    await answer.rate(4)
    // On a desktop the first request of the list is opened: of the list without this one.
    const listed = page.waitForRequest(/received\?status=pending/)
    await answer.sendEither()
    await counts(all - 1)
    await (await (await listed).response())?.finished()
  })

  await test.step('a refusal', async () => {
    await menu.go('answer')
    await answer.decline('')
    await counts(all - 2)
    expect(await pendingOf(page)).toBe(all - 2)
  })

  await test.step('an answer without a network', async () => {
    await menu.go('answer')
    await expect(answer.part('keep')).toBeVisible()
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await answer.rate(4)
    await answer.sendEither()
    await counts(all - 3)
    await page.unroute('**/api/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => pendingOf(page)).toBe(all - 3)
    await counts(all - 3)
  })
})
