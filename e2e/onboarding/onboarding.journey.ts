import type { Locator, Page } from '@playwright/test'
import { contacts as contactCalls } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { Home } from '../home/home.ts'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { acceptTerms, at, me, NEWCOMER } from '../support/newcomer.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'
import { Walk } from '../support/walk.ts'
import { Onboarding } from './onboarding.ts'
import { Tour } from './tour.ts'

const OUTSIDER = 'nora@partner.example'

/** Terms, pictures and skills; ends where the self-evaluation begins. */
async function firstHalf(steps: Onboarding) {
  const { page } = steps
  await at(page, 'terms')
  await steps.next()
  await at(page, 'slides')
  await steps.readSlides(() => steps.next())
  await at(page, 'skills')
  for (const skill of [0, 3, 5]) await steps.choices.nth(skill).click()
  await page.reload()
  await expect(steps.chosen).toHaveCount(3)
  await steps.next()
  await at(page, 'self-evaluation')
  await expect(steps.rating).toBeVisible()
}

/** From the self-evaluation to the home page; the input survives reload, back and forward. */
async function secondHalf(steps: Onboarding) {
  const { page } = steps
  await test.step('self-evaluation', async () => {
    const first = await steps.skill.innerText()
    const footer = await steps.nextButton.boundingBox()
    await steps.rate(4)
    await expect(steps.skill, 'a choice moves on').not.toHaveText(first)
    await expect(steps.skill, 'a screen reader hears the next skill').toBeFocused()
    expect(await steps.nextButton.boundingBox(), 'the footer stays in its place').toEqual(footer)
    await page.reload()
    await expect(steps.skill).not.toHaveText(first)
    await steps.previous()
    await expect(steps.skill).toHaveText(first)
    await expect(steps.ratingOf(4)).toBeChecked()
    await steps.next()
    await expect(steps.skill).not.toHaveText(first)
    const second = await steps.skill.innerText()
    await steps.rate(2)
    await expect(steps.skill).not.toHaveText(second)
    await steps.leaveOut()
  })

  await test.step('the people to work with', async () => {
    await at(page, 'add-contacts')
    await steps.choices.nth(0).click()
    await steps.choices.nth(1).click()
    await steps.addOutsider(OUTSIDER, 'coworker')
    await expect(steps.chosen, 'their rows stay where they were').toHaveCount(2)
    await expect(steps.chosenPeople).toHaveText([OUTSIDER])
    await page.goBack()
    await at(page, 'self-evaluation')
    await page.goForward()
    await at(page, 'add-contacts')
    await expect(steps.chosen).toHaveCount(2)
    await expect(steps.chosenPeople).toHaveText([OUTSIDER])
    await steps.next()
  })

  await test.step('the relation to each of them', async () => {
    await at(page, 'contacts')
    const nora = steps.contacts.filter({ hasText: OUTSIDER })
    await expect(steps.relationOf(nora)).toHaveValue('coworker')
    await steps.firstNameOf(nora).fill('Nora')
    const other = steps.contacts.filter({ hasNotText: 'Nora' }).first()
    await steps.relationOf(other).selectOption('superior')
    await steps.next()
  })
  await at(page, 'finished')
  await steps.later()
  await page.waitForURL(/\/home/)
}

async function expectKept(page: Page) {
  await expect.poll(async () => (await me(page)).user.is_onboarding_finished).toBe(true)
  const { skills } = await apiOf(page).call(statistics.getStatistics, { params: { userId: '1' } })
  const chosen = skills.filter((skill) => skill.chosen)
  expect(chosen).toHaveLength(3)
  expect(chosen.flatMap(({ self }) => (self ? [self.rating] : [])).sort()).toEqual([2, 4])
  const { contacts } = await apiOf(page).call(contactCalls.listContacts, { params: { userId: '1' } })
  expect(contacts).toHaveLength(3)
  expect(contacts.find(({ email }) => email === OUTSIDER)).toMatchObject({ first_name: 'Nora', relation: 'coworker' })
  expect(contacts.filter(({ relation }) => relation === 'superior')).toHaveLength(1)
}

async function arrive(steps: Onboarding, home: Home) {
  const { page } = steps
  await expectKept(page)
  await page.reload()
  await expect(home.nextAction).toBeVisible()
  await expect(new Tour(page).guide, 'no tour that was not requested').toHaveCount(0)
  await expectKept(page)
  await expect(page).toHaveURL(/\/home/)
}

test('a newcomer completes it in French, stopping in the middle and resuming in another browser', async ({ visitor }) => {
  const first = await visitor({ locale: 'fr-FR' })
  await enter(first, NEWCOMER)
  await first.goto('/')
  const begun = new Onboarding(first)
  await expect(begun.menu).toHaveCount(0)
  await firstHalf(begun)
  await first.context().close()

  const second = await visitor({ locale: 'fr-FR' })
  await enter(second, NEWCOMER)
  await second.goto('/')
  await at(second, 'self-evaluation')
  const steps = new Onboarding(second)
  await secondHalf(steps)
  await arrive(steps, new Home(second))
})

test('a newcomer chooses Arabic and completes it, stopping in the middle', async ({ visitor }) => {
  const first = await visitor({ locale: 'ar-EG' })
  await enter(first, NEWCOMER)
  await first.goto('/')
  await new Onboarding(first, 'fr').speak('ar')
  await expect(first.locator('html')).toHaveAttribute('dir', 'rtl')
  await firstHalf(new Onboarding(first, 'ar'))
  await first.context().close()

  const second = await visitor({ locale: 'ar-EG' })
  await enter(second, NEWCOMER)
  await second.goto('/')
  await at(second, 'self-evaluation')
  await expect(second.locator('html')).toHaveAttribute('dir', 'rtl')
  const steps = new Onboarding(second, 'ar')
  await secondHalf(steps)
  await arrive(steps, new Home(second, 'ar'))
})

/** Of a button of Ionic, the part that takes the focus is in a shadow tree. */
const focused = (target: Locator) =>
  target.evaluate((element) => element.contains((element.getRootNode() as Document | ShadowRoot).activeElement))

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let press = 0; press < 150 && !(await focused(target)); press++) await page.keyboard.press('Tab')
  expect(await focused(target), 'reached by Tab').toBe(true)
}

test('the whole onboarding and its tour work by keyboard alone', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, NEWCOMER)
  await page.goto('/')
  const steps = new Onboarding(page)
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const forward = () => press(steps.nextButton)

  await test.step('the onboarding', async () => {
    await forward()
    await at(page, 'slides')
    await steps.readSlides(forward)
    await at(page, 'skills')
    await press(steps.choices.first().getByRole('checkbox'), 'Space')
    await forward()
    await at(page, 'self-evaluation')
    await press(steps.ratingOf(1), 'Space')
    await page.keyboard.press('ArrowDown')
    await expect(steps.ratingOf(2), 'the arrow keys only select').toBeChecked()
    await page.keyboard.press('Enter')
    await at(page, 'add-contacts')
    await press(steps.choices.first().getByRole('checkbox'), 'Space')
    await forward()
    await at(page, 'contacts')
    await press(steps.relationOf(steps.contacts), 'ArrowUp')
    await forward()
    await at(page, 'finished')
    await forward()
    await page.waitForURL(/\/request-confirmation/)
  })

  await test.step('the tour', async () => {
    await page.goto('/profile')
    await press(steps.top.getByRole('button', { name: steps.say('tour.names.general') }))
    const { guide, title, nextButton } = new Tour(page)
    await expect(guide).toBeVisible()
    await expect(nextButton).toBeFocused()
    const words = await title.innerText()
    for (let tab = 0; tab < 4; tab++) {
      await page.keyboard.press('Tab')
      expect(await focused(guide), 'the focus stays in the guide').toBe(true)
    }
    await page.keyboard.press('ArrowRight')
    await expect(title).not.toHaveText(words)
    await page.keyboard.press('ArrowLeft')
    await expect(title).toHaveText(words)
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
  })
})

test('a newcomer arrives and sends the first request with few taps', async ({ visitor }) => {
  const limits = { taps: 16, characters: 60 }
  const page = await visitor({ locale: 'fr-FR' })
  const walk = await Walk.begin(page)
  const login = new Login(page)
  const steps = new Onboarding(page)
  await login.open()
  await walk.type(login.email, NEWCOMER)
  await walk.type(login.password, DEMO_PASSWORD)
  await login.button('login.submit').click()

  await at(page, 'terms')
  expect(await problemsOf(page, 'terms')).toEqual([])
  await expect(steps.nextButton, 'says what is accepted').toHaveAccessibleName(/^Accepter et continuer.*conditions d’utilisation/)
  await steps.next()
  await at(page, 'slides')
  await steps.button('onboarding.skip').click()
  await at(page, 'skills')
  await expect(steps.choices.first(), 'skills for customer support').toContainText('Sens du service')
  for (const skill of [0, 1]) await steps.choices.nth(skill).click()
  expect(await problemsOf(page, 'skills')).toEqual([])
  await steps.next()
  await at(page, 'self-evaluation')
  const first = await steps.skill.innerText()
  await steps.rate(3)
  await expect(steps.skill).not.toHaveText(first)
  expect(await problemsOf(page, 'self-evaluation')).toEqual([])
  await steps.rate(4)
  await at(page, 'add-contacts')
  for (const person of [0, 1, 2]) await steps.choices.nth(person).click()
  await steps.next()
  await at(page, 'contacts')
  await steps.next()
  await at(page, 'finished')
  await expect(steps.chosen, 'three people and two skills').toHaveCount(5)
  expect(await problemsOf(page, 'finished')).toEqual([])
  await steps.next()
  await page.waitForURL(/\/request-confirmation/)
  const { requests } = await apiOf(page).call(feedback.listRequests)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ confidential: false, message: steps.say('onboarding.finished.message') })
  expect(requests[0]?.skills).toHaveLength(2)
  expect(new Set(requests[0]?.feedbacks.map(({ recipient }) => recipient.id)).size).toBe(3)
  await expect.poll(async () => (await me(page)).user.is_onboarding_finished).toBe(true)
  walk.print('A newcomer, from the login to the first request', limits)
  expect(walk.counted.taps).toBeLessThanOrEqual(limits.taps)
  expect(walk.counted.characters).toBeLessThanOrEqual(limits.characters)
})

test('an address that is still in the search field is added by the button, and an unfinished one stops it', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, NEWCOMER)
  await acceptTerms(apiOf(page))
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: 'add-contacts' } })
  await page.goto('/onboarding-add-contacts')
  const steps = new Onboarding(page)
  await steps.search.fill('nora@partner')
  await steps.next()
  await expect(steps.text('login.email_invalid')).toBeVisible()
  await expect(page).toHaveURL(/add-contacts/)
  await steps.search.fill(OUTSIDER)
  await steps.next()
  await at(page, 'contacts')
  await expect(steps.contacts.filter({ hasText: OUTSIDER })).toHaveCount(1)
})

test('the terms of use are one line, and their text is a tap away', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, NEWCOMER)
  await page.goto('/')
  await at(page, 'terms')
  const steps = new Onboarding(page)
  const sheet = page.getByRole('dialog', { name: steps.say('terms.title') })
  await steps.button('onboarding.terms.read').click()
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('heading', { name: /^1\. / })).toBeVisible()
  expect(await problemsOf(page, 'the terms in their sheet')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(steps.button('onboarding.terms.read')).toBeFocused()
})

test('skills are filtered by category', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, NEWCOMER)
  await acceptTerms(apiOf(page))
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: 'skills' } })
  await page.goto('/onboarding-skills')
  const steps = new Onboarding(page)
  await expect(steps.choices.first()).toBeVisible()
  const all = await steps.choices.count()
  const leadership = steps.button('categories.leadership')
  await leadership.click()
  await expect(leadership).toHaveAttribute('aria-pressed', 'true')
  await expect(steps.choices, 'six suggestions, which stay in their place, and the category').toHaveCount(6 + 8)
  await steps.button('skills.all').click()
  await expect(steps.choices).toHaveCount(all)
})
