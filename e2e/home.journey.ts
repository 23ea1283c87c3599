import type { Page } from '@playwright/test'
import { Answer } from './screens/answer.ts'
import { Ask } from './screens/ask.ts'
import { Home } from './screens/home.ts'
import { apiOf } from './support/api.ts'
import { expect, shown, test } from './support/journey.ts'
import { enter } from './support/session.ts'
import { expectToast } from './support/toasts.ts'

/** All news items of the server, page after page. */
async function countNews(page: Page) {
  const api = apiOf(page)
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: { newsfeed: object[]; next_cursor: string | null } = await api.get(`/api/newsfeed${cursor && `?cursor=${cursor}`}`)
    count += reply.newsfeed.length
    cursor = reply.next_cursor
  }
  return count
}

test('Luc reads his news page by page, opens one, and marks the rest as read; it is stored', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'luc@lune.example')
  await page.goto('/home')
  const home = new Home(page)
  const { news, fresh } = home
  await expect(home.nextActions.first()).toBeVisible()
  await expect(news).toHaveCount(20)
  const total = await countNews(page)
  expect(total).toBeGreaterThan(20)
  for (let here = 20; here < total; here = await news.count()) {
    await home.showMore()
    await expect.poll(() => news.count(), { message: 'another page' }).toBeGreaterThan(here)
  }
  await expect(news).toHaveCount(total)
  const count = shown(page).locator('.news-head .count')
  const unread = Number(await count.locator('[aria-hidden]').innerText())
  await expect(fresh).toHaveCount(unread)
  const words = await fresh.first().innerText()

  await fresh.first().click()
  await page.waitForURL(/skill-statistics|answer|dashboard|request-confirmation|award|coffee-request|recurrent-feedbacks|shared-with-me/)
  await page.goto('/home')
  await expect(count.locator('[aria-hidden]'), 'opening reads').toHaveText(String(unread - 1))
  await expect(news.filter({ hasText: words.split('\n')[0] ?? '' }).first()).toBeVisible()

  // The call fails: the marks come back, with an error.
  await page.route('**/api/newsfeed/read', (route) => route.abort())
  await home.readAllNews()
  await expectToast(page, 'Vous semblez hors connexion')
  await expect(count.locator('[aria-hidden]')).toHaveText(String(unread - 1))
  await page.unroute('**/api/newsfeed/read')

  await home.readAllNews()
  await expect(fresh).toHaveCount(0)
  await expect(count).toHaveCount(0)

  const elsewhere = await visitor({ locale: 'fr-FR' })
  await enter(elsewhere, 'luc@lune.example')
  await elsewhere.goto('/home')
  const there = new Home(elsewhere)
  await expect(there.news).toHaveCount(20)
  await expect(there.fresh).toHaveCount(0)
  await expect(there.readAll).toHaveCount(0)
})

test('أمير asks a suggested person; people selected before stay selected', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await enter(page, 'amir@nova.example')
  const ask = new Ask(page, 'ar')
  await ask.open()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await ask.chooseSkill()
  await ask.toPeople()
  await ask.inviteAddress('before@partner.example')

  const home = new Home(page, 'ar')
  await home.open()
  const suggestion = home.suggestions.first()
  const name = await suggestion.locator('strong').innerText()
  await expect(suggestion.locator('.quiet'), 'why they are suggested').not.toBeEmpty()
  await suggestion.getByRole('button').click()
  await page.waitForURL(/my-skills/)
  await expect(shown(page).locator('.notice-calm')).toContainText(name)
  await expect(shown(page).locator('.notice-calm')).toContainText('before@partner.example')
  await ask.toPeople()
  await expect(ask.chosen).toHaveText(['before@partner.example', name])
  await page.reload()
  await expect(ask.chosen).toHaveCount(2)
})

test('the next action comes first, with its reason', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'sofia@nova.example')
  await page.goto('/home')
  const cards = new Home(page, 'es').nextActions
  await expect(cards.first().getByRole('heading')).toContainText(/solicitud(es)? por responder/)
  await expect(cards.first().locator('p')).toContainText(/pidió|asked/)
  await expect(cards.last().locator('ion-button')).toHaveAttribute('router-link', '/my-skills')
  await cards.first().getByRole('link').click()
  await page.waitForURL(/\/answer\?group=/)
  await expect(new Answer(page, 'es').part('keep')).toBeVisible()
})

test('suggestions and hierarchy are stored with the user on this device (docs/PRODUCT.md, "Sessions and start")', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'camille@nova.example')
  await page.goto('/home')
  const record = () =>
    page.evaluate(
      () =>
        new Promise<{ suggestions: unknown[]; history: unknown[]; hierarchical: unknown[] }>((resolve) => {
          const opening = indexedDB.open('_myDb')
          opening.onsuccess = () => {
            const reading = opening.result.transaction('_ionickv').objectStore('_ionickv').get('current-user')
            reading.onsuccess = () => {
              opening.result.close()
              resolve(reading.result)
            }
          }
        }),
    )
  await expect.poll(async () => (await record()).suggestions.length).toBeGreaterThan(0)
  await expect.poll(async () => (await record()).hierarchical.length).toBeGreaterThan(0)
  const { suggestions, history } = await record()
  expect(history, 'the same list').toEqual(suggestions)
})
