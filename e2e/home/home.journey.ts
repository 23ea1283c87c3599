import type { Page } from '@playwright/test'
import type { Output } from '@reflet/contract/endpoint'
import { feedback } from '@reflet/contract/feedback'
import { newsfeed } from '@reflet/contract/newsfeed'
import { type NewsItem, NOTIFICATION_KINDS } from '@reflet/contract/people'
import { Answer } from '../feedback/answers/answer.ts'
import { Menu } from '../navigation/menu.ts'
import { Profile } from '../people/profile.ts'
import { apiOf } from '../support/api.ts'
import { countsIn } from '../support/counts.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Home } from './home.ts'

/** All news items of the server, page after page. */
async function newsOf(page: Page): Promise<NewsItem[]> {
  const api = apiOf(page)
  const items: NewsItem[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: Output<typeof newsfeed.listNews> = await api.call(newsfeed.listNews, { query: { ...(cursor && { cursor }) } })
    items.push(...reply.newsfeed)
    cursor = reply.next_cursor
  }
  return items
}

const isFresh = ({ is_read }: NewsItem) => !is_read
const groupOf = ({ kind, actor, request_id }: NewsItem) => `${kind} ${actor?.first_name} ${actor?.last_name} ${request_id}`

/** What the device keeps of the person who is logged in. */
const recordOnDevice = async (page: Page) =>
  (await keptOnDevice(page, 'current-user'))[0] as { suggestions: unknown[]; history: unknown[]; hierarchical: unknown[] }

test('Luc reads his news: a few rows, then all of them page by page; opening one and "all read" are stored; without badges nothing shows them', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'luc@lune.example')
  await page.goto('/home')
  const home = new Home(page)
  const { news, fresh } = home
  await expect(home.nextAction).toBeVisible()
  await expect(news).toHaveCount(5)
  const before = await newsOf(page)
  expect(before.length).toBeGreaterThan(20)
  await home.showAllNews()
  await expect(home.more).toBeVisible()
  while (await home.more.isVisible()) {
    const here = await news.count()
    await home.showMore()
    await expect.poll(() => news.count(), { message: 'another page' }).toBeGreaterThan(here)
  }
  expect(await news.count(), 'no item is missing').toBeGreaterThanOrEqual(new Set(before.map(groupOf)).size)
  expect(await news.count(), 'several of one person and request are one row').toBeLessThanOrEqual(before.length)
  const unread = before.filter(isFresh).length

  await fresh.first().click()
  await page.waitForURL(
    /skill-statistics|answer|dashboard|request-confirmation|award|coffee-request|recurrent-feedbacks|my-team|growth|share-answer|new-answers/,
  )
  await expect.poll(async () => (await newsOf(page)).filter(isFresh).length, { message: 'opening reads' }).toBeLessThan(unread)
  await page.goto('/home')
  await expect(home.readAll).toBeVisible()
  await expect(fresh).not.toHaveCount(0)

  await test.step('"all read" fails: the marks come back, with an error', async () => {
    await page.route('**/api/newsfeed/read', (route) => route.abort())
    await home.readAllNews()
    await expectToast(page, 'Vous semblez hors connexion')
    await expect(fresh).not.toHaveCount(0)
    await page.unroute('**/api/newsfeed/read')
  })

  await test.step('"all read" is stored', async () => {
    await home.readAllNews()
    await expect(fresh).toHaveCount(0)
    await expect(home.readAll).toHaveCount(0)
    // The page shows it before the server has it.
    await expect.poll(async () => (await newsOf(page)).filter(isFresh)).toEqual([])
    await page.reload()
    await expect(news).toHaveCount(5)
    await expect(fresh).toHaveCount(0)
    await expect(home.readAll).toHaveCount(0)
  })

  await test.step('his company has no badges: nothing of them and of the hierarchy is shown', async () => {
    const profile = new Profile(page)
    await profile.open()
    // Mail and notification for each kind but the hierarchy's and the badges', and the keys.
    await expect(profile.switches).toHaveCount(2 * (NOTIFICATION_KINDS.length - 2) + 1)
    await expect(profile.toEdit).toBeVisible()
    const menu = new Menu(page)
    await menu.open()
    await expect(menu.entry('manager')).toBeVisible()
    await expect(menu.entry('hierarchy')).toHaveCount(0)
  })
})

test('Camille’s home: several answers of one person are one line, what she waits for, her photo, a suggestion, and what the device keeps', async ({
  visitor,
}) => {
  const page = await visitor()
  await enter(page, 'camille@nova.example', 'de')
  const home = new Home(page, 'de')
  const { news, photoPrompt, say } = home

  await test.step('a photo is suggested once an answer has arrived, and not again after "not now"', async () => {
    await home.open()
    await photoPrompt.getByRole('button', { name: say('home.photo.later') }).click()
    await expect(photoPrompt).toHaveCount(0)
    await page.reload()
    await expect(shown(page).getByTestId('glance')).toBeVisible()
    await expect(photoPrompt).toHaveCount(0)
  })

  await test.step('suggestions and hierarchy are stored with the user on this device (docs/PRODUCT.md, "Sessions and start")', async () => {
    await expect.poll(async () => (await recordOnDevice(page)).suggestions.length).toBeGreaterThan(0)
    await expect.poll(async () => (await recordOnDevice(page)).hierarchical.length).toBeGreaterThan(0)
    const { suggestions, history } = await recordOnDevice(page)
    expect(history, 'the same list').toEqual(suggestions)
  })

  await test.step('one next action; a suggested person, with the reason, is asked', async () => {
    await expect(home.nextAction, 'one action is large').toHaveCount(1)
    await expect(home.nextAction.locator('p').first(), 'with its reason').not.toBeEmpty()
    await home.nextAction.getByRole('link').click()
    await page.waitForURL(/\/answer\?group=/)
    await expect(new Answer(page, 'de').part('keep'), 'the form of the request').toBeVisible()
    await home.open()
    const suggestion = home.suggestions.first()
    const name = await suggestion.locator('strong').innerText()
    await expect(suggestion.locator('.quiet'), 'why they are suggested').not.toBeEmpty()
    await suggestion.getByRole('button').click()
    await page.waitForURL(/my-skills/)
    await expect(shown(page).locator('.notice-calm')).toContainText(name)
    await home.open()
  })

  await test.step('what I wait for: how many answers were given, and a reminder in one tap', async () => {
    const { requests } = await apiOf(page).call(feedback.listRequests)
    const open = requests.filter(({ can }) => can.cancel)
    expect(open.length).toBeGreaterThan(1)
    const [first] = open
    const given = first?.feedbacks.filter(({ status }) => status === 'answered').length ?? 0
    await expect(home.waiting.first()).toContainText(countsIn(say).given(given, first?.feedbacks.length ?? 0))
    await home.waiting
      .first()
      .getByRole('button', { name: say('sent.remind') })
      .click()
    const waiting = new Set(first?.feedbacks.filter(({ status }) => status === 'pending').map(({ recipient }) => recipient.id))
    await expectToast(page, say('sent.reminded', { count: waiting.size, n: waiting.size }))
    await home.waiting.first().getByRole('link').click()
    await page.waitForURL(/request-confirmation/)
    await page.goBack()
    await expect(home.waiting.first()).toBeVisible()
  })

  await test.step('three answers of one person are one line; opening it reads all of them', async () => {
    const items = (await newsOf(page)).filter(isFresh)
    const answers = items.filter(({ kind, actor }) => kind === 'answer_received' && actor?.first_name === 'Yuki')
    const yuki = answers.filter(({ request_id }) => request_id === answers[0]?.request_id)
    expect(yuki).toHaveLength(3)
    const line = news.filter({ hasText: say('news.group.answer_received', { name: 'Yuki Tanaka', count: 3, n: 3 }) })
    await expect(line).toHaveCount(1)
    await line.click()
    await expect.poll(async () => (await newsOf(page)).filter((item) => yuki.some(({ id }) => id === item.id)).filter(isFresh)).toEqual([])
  })
})
