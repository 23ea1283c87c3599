import type { Page, Route } from '@playwright/test'
import { contacts as contactCalls } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { type OnboardingStep, people } from '@reflet/contract/people'
import { Home } from '../home/home.ts'
import { Onboarding } from '../onboarding/onboarding.ts'
import { apiOf } from '../support/api.ts'
import { hold } from '../support/hold.ts'
import { expect, shown, test } from '../support/journey.ts'
import { acceptTerms, at, me, NEWCOMER, popover } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'

/** The server gets the call, and its response is lost. */
async function loseResponse(route: Route) {
  await route.fetch()
  await route.abort()
}

/** The onboarding of a newcomer who accepted the terms, at a step. */
async function stepOf(page: Page, step: OnboardingStep): Promise<Onboarding> {
  await enter(page, NEWCOMER)
  await acceptTerms(apiOf(page))
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: step } })
  return new Onboarding(page, 'fr')
}

test('a lost response shows an error with Retry on each step, and the retry goes on', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, NEWCOMER)
  await page.goto('/')
  await at(page, 'terms')
  const steps = new Onboarding(page, 'fr')
  const retry = steps.top.getByRole('alert').getByRole('button')
  const lose = async (address: string, act: () => Promise<void>) => {
    await page.route(address, loseResponse)
    await act()
    await expect(retry).toBeVisible({ timeout: 30_000 })
    await page.unroute(address)
    await retry.click()
  }
  await lose('**/api/user/terms/accepted', () => steps.next())
  await at(page, 'slides')
  await lose('**/api/users/1', () => steps.button('onboarding.skip').click())
  await at(page, 'skills')
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
})

test('the onboarding goes on while the storage of the device hangs', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, NEWCOMER)
  await page.goto('/')
  await at(page, 'terms')
  await page.evaluate(() => {
    const silent = { objectStore: () => new Proxy({}, { get: () => () => ({}) }) }
    IDBDatabase.prototype.transaction = () => silent as unknown as IDBTransaction
  })
  const steps = new Onboarding(page, 'fr')
  await steps.next()
  await page.waitForURL(/onboarding-slides/, { timeout: 45_000 })
  await at(page, 'slides')
})

test('the page between two steps goes on by what the device knows while the server is silent', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const steps = await stepOf(page, 'skills')
  await page.goto('/')
  await at(page, 'skills')
  await expect(steps.choices.first()).toBeVisible()
  await page.route('**/api/users/1', () => undefined)
  await page.goto('/onboarding-blank')
  await page.waitForURL(/onboarding-skills/, { timeout: 45_000 })
  await expect(steps.choices.first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('home right after the first request shows what the newcomer waits for, not another request', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const steps = await stepOf(page, 'skills')
  await page.goto('/')
  await at(page, 'skills')
  await steps.choices.first().click()
  await steps.next()
  await at(page, 'self-evaluation')
  await steps.rate(4)
  await at(page, 'add-contacts')
  await steps.choices.first().click()
  await steps.next()
  await at(page, 'contacts')
  await steps.next()
  await at(page, 'finished')
  await steps.next()
  await page.waitForURL(/\/request-confirmation/)
  await expect.poll(async () => (await me(page)).user.is_onboarding_finished).toBe(true)
  await page.goto('/home')
  const home = new Home(page, 'fr')
  await expect(home.nextAction.locator('p'), 'an abbreviated month does not end in two periods').not.toContainText('..')
  const api = apiOf(page)
  const { feedbacks } = await api.call(people.getUser, { params: { userId: '1' } })
  for (const { id } of feedbacks.received.groups.flatMap((group) => group.feedbacks))
    await api.call(feedback.declineFeedback, { params: { id }, body: {} })
  await page.reload()
  await expect(home.nextAction).toContainText(home.say('home.waiting.title'))
  await expect(home.nextAction).toContainText(home.say('ask.sent.answered', { n: 0, total: 1 }))
  await expect(home.moreActions.filter({ hasText: home.say('home.asking.title') })).toHaveCount(1)
  await expect(home.waiting, 'not twice').toHaveCount(0)
  await home.nextAction.getByRole('link').click()
  await page.waitForURL(/\/request-confirmation/)
})

test('the tour of a first visit does not open over a page that was used before its data arrived; it waits for the next start', async ({
  visitor,
}) => {
  const page = await visitor()
  await page.clock.install()
  await enter(page, 'greta@nova.example')
  const list = '**/api/badges'
  const release = await hold(page, list)
  const asked = page.waitForRequest(list)
  await page.goto('/badge-home')
  // Race: before the page's own code there is the skeleton of every page, which no one uses.
  await asked
  await expect(shown(page).locator('.skeleton').first()).toBeVisible()
  await page.mouse.click(150, 400)
  release()
  await expect(shown(page).locator('[data-tour="badge-progress"]').first()).toBeVisible()
  await page.clock.runFor(3_000)
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(1_000)
  await expect(popover(page)).toHaveCount(0)

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(popover(page)).toBeVisible()
})
