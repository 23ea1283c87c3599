import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { expect, expectToast, login, shown, test } from './support/journey.ts'

/** All that the server tells, page after page. */
async function countNews(page: Page) {
  const api = apiOf(page)
  let count = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const told: { newsfeed: object[]; next_cursor: string | null } = await api.get(`/api/newsfeed${cursor && `?cursor=${cursor}`}`)
    count += told.newsfeed.length
    cursor = told.next_cursor
  }
  return count
}

test('Luc reads his news page by page, opens one, and marks the rest as read; it stays so', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'luc@lune.example')
  const news = shown(page).locator('.newsfeed ion-item')
  const fresh = shown(page).locator('.newsfeed ion-item.is-new')
  await expect(shown(page).locator('.next-action').first()).toBeVisible()
  await expect(news).toHaveCount(20)
  const total = await countNews(page)
  expect(total).toBeGreaterThan(20)
  for (let here = 20; here < total; here = await news.count()) {
    await shown(page).getByText('Afficher plus').click()
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

  // The server does not hear it: the marks come back, and it is said.
  await page.route('**/api/newsfeed/read', (route) => route.abort())
  await shown(page).getByText('Tout marquer comme lu').click()
  await expectToast(page, 'Vous semblez hors connexion')
  await expect(count.locator('[aria-hidden]')).toHaveText(String(unread - 1))
  await page.unroute('**/api/newsfeed/read')

  await shown(page).getByText('Tout marquer comme lu').click()
  await expect(fresh).toHaveCount(0)
  await expect(count).toHaveCount(0)

  const elsewhere = await visitor({ locale: 'fr-FR' })
  await login(elsewhere, 'luc@lune.example')
  await expect(shown(elsewhere).locator('.newsfeed ion-item')).toHaveCount(20)
  await expect(shown(elsewhere).locator('.is-new')).toHaveCount(0)
  await expect(shown(elsewhere).getByText('Tout marquer comme lu')).toHaveCount(0)
})

test('أمير asks somebody who is suggested; whoever he had chosen before stays chosen', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await login(page, 'amir@nova.example')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/my-skills')
  await shown(page).locator('label.option').first().click()
  await shown(page).locator('ion-footer ion-button').click()
  await shown(page).locator('ion-searchbar input').fill('before@partner.example')
  await shown(page).locator('button.option', { hasText: 'before@partner.example' }).click()

  await page.goto('/home')
  const suggestion = shown(page).locator('.suggestions li').first()
  const name = await suggestion.locator('strong').innerText()
  await expect(suggestion.locator('.quiet'), 'why they are suggested').not.toBeEmpty()
  await suggestion.locator('ion-button').click()
  await page.waitForURL(/my-skills/)
  await expect(shown(page).locator('.notice-calm')).toContainText(name)
  await expect(shown(page).locator('.notice-calm')).toContainText('before@partner.example')
  await shown(page).locator('ion-footer ion-button').click()
  await expect(shown(page).locator('.person-chip')).toHaveText(['before@partner.example', name])
  await page.reload()
  await expect(shown(page).locator('.person-chip')).toHaveCount(2)
})

test('what is best done next comes first, with its reason', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'sofia@nova.example')
  const cards = shown(page).locator('.next-action')
  await expect(cards.first().locator('h3')).toContainText(/respuestas? pendiente/)
  await expect(cards.first().locator('p')).toContainText(/pidió|asked/)
  await expect(cards.last().locator('ion-button')).toHaveAttribute('router-link', '/my-skills')
  await cards.first().locator('ion-button').click()
  await page.waitForURL(/\/answer\?group=/)
  await expect(shown(page).locator('form.answer-form')).toBeVisible()
})

test('suggestions and hierarchy are kept with the user on this device (specification §3)', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'camille@nova.example')
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
