import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { choose, expect, login, shown, test } from './support/journey.ts'

const DESKTOP = { width: 1440, height: 900 }

interface Received {
  groups: { id: string; feedbacks: { id: string }[] }[]
}

/** Every pending feedback, counted from the list itself. */
async function pendingOf(page: Page) {
  let [count, cursor] = [0, '']
  do {
    const list = await apiOf(page).get<Received & { next_cursor: string | null }>(`/api/feedbacks/received?status=pending${cursor}`)
    count += list.groups.flatMap(({ feedbacks }) => feedbacks).length
    cursor = list.next_cursor ? `&cursor=${list.next_cursor}` : ''
  } while (cursor)
  return count
}

const menuItem = (page: Page) => page.locator('ion-menu .menu-item').filter({ hasText: 'Répondre' })
const inMenu = (page: Page) => menuItem(page).locator('.count [aria-hidden]')

test('the menu and the home page count all pending feedbacks, and follow an answer, a refusal and an answer kept offline', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: DESKTOP })
  await login(page, 'camille@nova.example')
  const all = await pendingOf(page)
  expect(all, 'more feedbacks than groups').toBeGreaterThan(
    (await apiOf(page).get<Received>('/api/feedbacks/received?status=pending')).groups.length,
  )
  await expect(inMenu(page)).toHaveText(String(all))
  await expect(shown(page).locator('.next-action').first()).toContainText(`${all} réponses`)

  const answer = async () => {
    const form = shown(page).locator('form.answer-form')
    await choose(form.locator('input[type="radio"][value="4"]'))
    await form.locator('ion-button[type="submit"]').click()
  }
  await page.goto('/answer')
  await answer()
  await expect(inMenu(page)).toHaveText(String(all - 1))

  await menuItem(page).click()
  await shown(page).locator('form.answer-form ion-button').filter({ hasText: 'Décliner' }).click()
  const declined = page.waitForResponse((response) => response.url().endsWith('/decline'))
  await page.locator('ion-alert .alert-button').last().click()
  expect((await declined).ok()).toBe(true)
  await expect(inMenu(page)).toHaveText(String(all - 2))
  expect(await pendingOf(page)).toBe(all - 2)

  await menuItem(page).click()
  await expect(shown(page).locator('form.answer-form')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await answer()
  await expect(inMenu(page)).toHaveText(String(all - 3))
  await page.unroute('**/api/**')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => pendingOf(page)).toBe(all - 3)
  await expect(inMenu(page)).toHaveText(String(all - 3))
})
