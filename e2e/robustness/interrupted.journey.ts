import type { Route } from '@playwright/test'
import { contacts as contactCalls } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { Home } from '../home/home.ts'
import { Onboarding } from '../onboarding/onboarding.ts'
import { apiOf, RETRIED } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { at, makeNewcomer } from '../support/newcomer.ts'

/** The server gets the call, and its response is lost. */
async function loseResponse(route: Route) {
  await route.fetch(RETRIED)
  await route.abort()
}

test('the onboarding goes on after a lost response on each step, a hanging storage and a silent server @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'es-ES' })
  await makeNewcomer(page, 'es')
  await page.goto('/')
  await at(page, 'terms')
  const steps = new Onboarding(page, 'es')
  const retry = steps.top.getByRole('alert').getByRole('button')
  const lose = async (address: string, act: () => Promise<void>) => {
    await page.route(address, loseResponse)
    await act()
    await expect(retry).toBeVisible({ timeout: 30_000 })
    // A second call may still be with the server: Playwright lets it pass at once, and then it cannot be lost.
    await page.unrouteAll({ behavior: 'wait' })
    await retry.click()
  }
  await lose('**/api/user/terms/accepted', () => steps.next())
  await at(page, 'slides')

  await test.step('the storage of the device hangs', async () => {
    await page.evaluate(() => {
      const silent = { objectStore: () => new Proxy({}, { get: () => () => ({}) }) }
      IDBDatabase.prototype.transaction = () => silent as unknown as IDBTransaction
    })
    await steps.button('onboarding.skip').click()
    await page.waitForURL(/onboarding-skills/, { timeout: 45_000 })
    await at(page, 'skills')
    await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: 'slides' } })
    await page.goto('/')
    await at(page, 'slides')
  })

  await lose('**/api/users/1', () => steps.button('onboarding.skip').click())
  await at(page, 'skills')

  await test.step('between two steps the server is silent: the device knows where to go', async () => {
    await expect.poll(async () => JSON.stringify(await keptOnDevice(page, 'current-user'))).toContain('"onboarding_step":"skills"')
    await page.route('**/api/users/1', () => undefined)
    await page.goto('/onboarding-blank')
    await page.waitForURL(/onboarding-skills/, { timeout: 45_000 })
    await expect(steps.choices.first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await steps.choices.first().click()
  await lose('**/api/users/1', () => steps.next())
  await at(page, 'self-evaluation')
  await lose('**/api/users/1', () => steps.rate(4))
  await at(page, 'add-contacts')
  for (const person of [0, 1]) await steps.choices.nth(person).click()
  await lose('**/api/users/1/contacts', () => steps.next())
  await at(page, 'contacts')
  await expect(steps.contacts).toHaveCount(2)
  await steps.contacts.first().getByRole('button').click()
  await lose('**/api/users/1/contacts/*', () => steps.next())
  await at(page, 'finished')
  await expect(steps.choices.first()).toBeVisible()
  const { contacts } = await apiOf(page).call(contactCalls.listContacts, { params: { userId: '1' } })
  expect(contacts).toHaveLength(1)
  await lose('**/api/feedbacks/requests', () => steps.next())
  await page.waitForURL(/\/request-confirmation/)
  const { requests } = await apiOf(page).call(feedback.listRequests)
  expect(requests, 'sent once').toHaveLength(1)

  await page.goto('/home')
  await expect(new Home(page, 'es').nextAction.locator('p'), 'an abbreviated month does not end in two periods').not.toContainText('..')
})
