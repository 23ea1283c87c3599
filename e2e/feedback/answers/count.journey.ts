import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { Menu } from '../../navigation/menu.ts'
import { apiOf } from '../../support/api.ts'
import { countsIn } from '../../support/counts.ts'
import { expect, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { Answer } from './answer.ts'

const DESKTOP = { width: 1440, height: 900 }

/** Every pending feedback and its requests, counted in the list itself. */
async function pendingOf(page: Page) {
  let [answers, requests, cursor] = [0, 0, '']
  do {
    const list = await apiOf(page).call(feedback.listRequestsToAnswer, { query: { status: 'pending', ...(cursor && { cursor }) } })
    answers += list.groups.flatMap(({ feedbacks }) => feedbacks).length
    requests += list.groups.length
    cursor = list.next_cursor ?? ''
  } while (cursor)
  return { answers, requests }
}

test('the menu counts all answers to give and their requests, and follows an answer, a decline and an answer stored offline', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
  await enter(page, 'camille@nova.example')
  await page.goto('/home')
  const all = await pendingOf(page)
  expect(all.answers, 'more feedbacks than groups').toBeGreaterThan(all.requests)
  const menu = new Menu(page)
  /** So many are still to give, by the list itself. */
  const counts = async (answers: number) => {
    await expect.poll(async () => (await pendingOf(page)).answers).toBe(answers)
    const { requests } = await pendingOf(page)
    await expect(menu.entry('answer')).toHaveAccessibleName(menu.counting('answer', countsIn(menu.say).waiting(answers, requests)))
  }
  await counts(all.answers)

  const answer = new Answer(page)
  await test.step('an answer', async () => {
    await answer.open()
    await answer.rate(4)
    // On a desktop the first request of the list is opened: of the list without this one.
    const listed = page.waitForRequest(/received\?status=pending/)
    await answer.sendEither()
    await counts(all.answers - 1)
    await (await (await listed).response())?.finished()
  })

  await test.step('a refusal', async () => {
    await menu.go('answer')
    await answer.decline('')
    await counts(all.answers - 2)
  })

  await test.step('an answer without a network', async () => {
    await menu.go('answer')
    await expect(answer.part('keep')).toBeVisible()
    const before = (await menu.entry('answer').textContent()) ?? ''
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await answer.rate(4)
    await answer.sendEither()
    await expect(menu.entry('answer'), 'before the server has it').not.toHaveAccessibleName(before)
    await page.unroute('**/api/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await counts(all.answers - 3)
  })
})
