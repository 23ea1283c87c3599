import type { Locator, Page } from '@playwright/test'
import { contacts as contactCalls } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { statistics } from '@reflet/contract/statistics'
import { Home } from '../home/home.ts'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { acceptTerms, at, me, NEWCOMER } from '../support/newcomer.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'
import { Walk } from '../support/walk.ts'
import { Onboarding } from './onboarding.ts'
import { Tour } from './tour.ts'

const OUTSIDER = 'nora@partner.example'
const UNFINISHED = 'nora@partner'
const TYPED_LAST = 'paul@partner.example'

async function expectKept(page: Page) {
  await expect.poll(async () => (await me(page)).user.is_onboarding_finished).toBe(true)
  const { skills } = await apiOf(page).call(statistics.getStatistics, { params: { userId: '1' } })
  const chosen = skills.filter((skill) => skill.chosen)
  expect(chosen).toHaveLength(3)
  expect(chosen.flatMap(({ self }) => (self ? [self.rating] : [])).sort()).toEqual([2, 4])
  const { contacts } = await apiOf(page).call(contactCalls.listContacts, { params: { userId: '1' } })
  expect(contacts).toHaveLength(4)
  expect(contacts.find(({ email }) => email === OUTSIDER)).toMatchObject({ first_name: 'Nora', relation: 'coworker' })
  expect(contacts.filter(({ relation }) => relation === 'superior')).toHaveLength(1)
}

/** Of a button of Ionic, the part that takes the focus is in a shadow tree. */
const focused = (target: Locator) =>
  target.evaluate((element) => element.contains((element.getRootNode() as Document | ShadowRoot).activeElement))

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let press = 0; press < 150 && !(await focused(target)); press++) await page.keyboard.press('Tab')
  expect(await focused(target), 'reached by Tab').toBe(true)
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('a newcomer completes the onboarding and its tour by keyboard, in Arabic, and resumes in another browser', async ({ visitor }) => {
  const first = await visitor({ locale: 'ar-EG' })
  await enter(first, NEWCOMER)
  await first.goto('/')
  await at(first, 'terms')
  const begun = new Onboarding(first, 'ar')

  await test.step('the terms of use are one line, and their text is a press away', async () => {
    await expect(begun.menu).toHaveCount(0)
    await new Onboarding(first, 'fr').speak('ar')
    await expect(first.locator('html')).toHaveAttribute('dir', 'rtl')
    const sheet = first.getByRole('dialog', { name: begun.say('terms.title') })
    await press(first, begun.button('onboarding.terms.read'))
    await expect(sheet).toBeVisible()
    await expect(first.getByRole('heading', { name: /^1\. / })).toBeVisible()
    await first.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(begun.button('onboarding.terms.read')).toBeFocused()
    await press(first, begun.nextButton)
  })

  await test.step('the slides', async () => {
    await at(first, 'slides')
    await begun.readSlides(() => press(first, begun.nextButton))
  })

  await test.step('skills, filtered by category; the choice survives a reload', async () => {
    await at(first, 'skills')
    await expect(begun.choices.first()).toBeVisible()
    const all = await begun.choices.count()
    const leadership = begun.button('categories.leadership')
    await press(first, leadership)
    await expect(leadership).toHaveAttribute('aria-pressed', 'true')
    await expect(begun.choices, 'six suggestions, which stay in their place, and the category').toHaveCount(6 + 8)
    await press(first, begun.button('skills.all'))
    await expect(begun.choices).toHaveCount(all)
    for (const skill of [0, 3, 5]) await press(first, begun.choices.nth(skill).getByRole('checkbox'), 'Space')
    await first.reload()
    await expect(begun.chosen).toHaveCount(3)
    await press(first, begun.nextButton)
    await at(first, 'self-evaluation')
    await expect(begun.rating).toBeVisible()
    await first.context().close()
  })

  const page = await visitor({ locale: 'ar-EG' })
  await enter(page, NEWCOMER)
  await page.goto('/')
  await at(page, 'self-evaluation')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const steps = new Onboarding(page, 'ar')
  const forward = () => press(page, steps.nextButton)

  await test.step('self-evaluation', async () => {
    const skill = await steps.skill.innerText()
    const footer = await steps.nextButton.boundingBox()
    await press(page, steps.ratingOf(1), 'Space')
    for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowDown')
    await expect(steps.ratingOf(4), 'the arrow keys only select').toBeChecked()
    await page.keyboard.press('Enter')
    await expect(steps.skill, 'a choice moves on').not.toHaveText(skill)
    await expect(steps.skill, 'a screen reader hears the next skill').toBeFocused()
    expect(await steps.nextButton.boundingBox(), 'the footer stays in its place').toEqual(footer)
    await page.reload()
    await expect(steps.skill).not.toHaveText(skill)
    await press(page, steps.previousButton)
    await expect(steps.skill).toHaveText(skill)
    await expect(steps.ratingOf(4)).toBeChecked()
    await forward()
    await expect(steps.skill).not.toHaveText(skill)
    const second = await steps.skill.innerText()
    await press(page, steps.ratingOf(1), 'Space')
    await page.keyboard.press('ArrowDown')
    await expect(steps.ratingOf(2)).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(steps.skill).not.toHaveText(second)
    await press(page, steps.button('onboarding.self.leave_out'))
  })

  await test.step('the people to work with: an unfinished address stops it, one that is still in the field is added', async () => {
    await at(page, 'add-contacts')
    for (const person of [0, 1]) await press(page, steps.choices.nth(person).getByRole('checkbox'), 'Space')
    await tabTo(page, steps.search)
    await page.keyboard.type(UNFINISHED)
    await forward()
    await expect(steps.text('login.email_invalid')).toBeVisible()
    await expect(page).toHaveURL(/add-contacts/)
    await tabTo(page, steps.search)
    await page.keyboard.press('End')
    await page.keyboard.type(OUTSIDER.slice(UNFINISHED.length))
    await press(page, steps.relationTo(OUTSIDER), 'ArrowUp')
    await press(page, steps.button('onboarding.add_contacts.add'))
    await expect(steps.chosen, 'their rows stay where they were').toHaveCount(2)
    await expect(steps.chosenPeople).toHaveText([OUTSIDER])
    await page.goBack()
    await at(page, 'self-evaluation')
    await page.goForward()
    await at(page, 'add-contacts')
    await expect(steps.chosen).toHaveCount(2)
    await expect(steps.chosenPeople).toHaveText([OUTSIDER])
    await tabTo(page, steps.search)
    await page.keyboard.type(TYPED_LAST)
    await forward()
  })

  await test.step('the relation to each of them', async () => {
    await at(page, 'contacts')
    await expect(steps.contacts.filter({ hasText: TYPED_LAST })).toHaveCount(1)
    const nora = steps.contacts.filter({ hasText: OUTSIDER })
    await expect(steps.relationOf(nora)).toHaveValue('coworker')
    await tabTo(page, steps.firstNameOf(nora))
    await page.keyboard.type('Nora')
    const other = steps.relationOf(steps.contacts.filter({ hasNotText: '@partner.example' }).first())
    await press(page, other, 'Home')
    await forward()
    await at(page, 'finished')
    await press(page, steps.button('onboarding.finished.later'))
    await page.waitForURL(/\/home/)
  })

  await test.step('everything is stored, and no tour begins', async () => {
    await expectKept(page)
    await page.reload()
    await expect(new Home(page, 'ar').nextAction).toBeVisible()
    await expect(new Tour(page, 'ar').guide, 'no tour that was not requested').toHaveCount(0)
    await expect(page).toHaveURL(/\/home/)
  })

  await test.step('the tour', async () => {
    await page.goto('/profile')
    await press(page, steps.top.getByRole('button', { name: steps.say('tour.names.general') }))
    const tour = new Tour(page, 'ar')
    const { guide, title, nextButton } = tour
    await expect(guide).toBeVisible()
    await expect(nextButton).toBeFocused()
    const words = await title.innerText()
    for (let tab = 0; tab < 4; tab++) {
      await page.keyboard.press('Tab')
      expect(await focused(guide), 'the focus stays in the guide').toBe(true)
    }
    // From right to left.
    await page.keyboard.press('ArrowLeft')
    await expect(title).not.toHaveText(words)
    await page.keyboard.press('ArrowRight')
    await expect(title).toHaveText(words)
    await tour.walk('ArrowLeft', () => tour.expectBeside())
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
  })
})

/** Every language that the page shows from now on. */
async function watchLanguages(page: Page): Promise<string[]> {
  const shown: string[] = []
  await page.exposeFunction('showedLanguage', (language: string) => shown.push(language))
  await page.addInitScript(() => {
    const { showedLanguage } = window as unknown as { showedLanguage: (language: string) => void }
    new MutationObserver(() => showedLanguage(document.documentElement.lang)).observe(document, {
      attributes: true,
      attributeFilter: ['lang'],
      subtree: true,
    })
  })
  return shown
}

test('a newcomer keeps the language chosen at the login, and sends the first request with few taps @whole', async ({ visitor }) => {
  const limits = { taps: 16, characters: 60 }
  const page = await visitor({ locale: 'en-GB', hasTouch: true, isMobile: true })
  const shownLanguages = await watchLanguages(page)
  const walk = await Walk.begin(page)
  const login = new Login(page, 'de')
  const steps = new Onboarding(page, 'de')
  await login.open()
  await new Login(page, 'en').speak('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await walk.type(login.email, NEWCOMER)
  await walk.type(login.password, DEMO_PASSWORD)
  await login.button('login.submit').click()

  await at(page, 'terms')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect((await me(page)).user.locale, 'the account was created in French').toBe('de')
  expect(shownLanguages, 'no text in the language of the account before').not.toContain('fr')
  await expect(steps.nextButton, 'says what is accepted').toHaveAccessibleName(/^Zustimmen und weiter.*Nutzungsbedingungen/)
  await steps.next()
  await at(page, 'slides')
  await steps.button('onboarding.skip').click()
  await at(page, 'skills')
  await expect(steps.choices.first(), 'skills for customer support').toContainText('Serviceorientierung')
  for (const skill of [0, 1]) await steps.choices.nth(skill).click()
  await steps.next()
  await at(page, 'self-evaluation')
  const first = await steps.skill.innerText()
  await steps.rate(3)
  await expect(steps.skill).not.toHaveText(first)
  expect(new Set(await steps.choiceLooks()).size, 'none of the next skill looks chosen, not even the one under the finger').toBe(1)
  await steps.rate(4)
  await at(page, 'add-contacts')
  for (const person of [0, 1, 2]) await steps.choices.nth(person).click()
  await steps.next()
  await at(page, 'contacts')
  await steps.next()
  await at(page, 'finished')
  await expect(steps.chosen, 'three people and two skills').toHaveCount(5)
  await press(page, steps.nextButton)
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

  await test.step('without anything to answer, home shows what the newcomer waits for, once', async () => {
    for (const { id } of (await me(page)).feedbacks.received.groups.flatMap((group) => group.feedbacks))
      await apiOf(page).call(feedback.declineFeedback, { params: { id }, body: {} })
    const home = new Home(page, 'de')
    await home.open()
    await expect(home.nextAction).toContainText(home.say('home.waiting.title'))
    await expect(home.nextAction).toContainText(home.say('count.given', { n: 0, total: 6 }))
    await expect(home.waiting).toHaveCount(0)
    await home.nextAction.getByRole('link').click()
    await page.waitForURL(/\/request-confirmation/)
  })
})

test('an address of a step leads to the terms first, unless they were accepted on another device @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const steps = new Onboarding(page, 'fr')
  await enter(page, NEWCOMER, 'fr')
  await page.goto('/onboarding-slides')
  await at(page, 'terms')

  await acceptTerms(apiOf(page))
  let respond = () => {}
  const responding = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/users/1', async (route) => {
    await responding
    await route.continue()
  })
  await page.goto('/onboarding-slides')
  await expect(steps.top.getByTestId('skeleton').first(), 'this device does not know it yet').toBeVisible()
  await expect(steps.footer).toHaveCount(0)
  respond()
  await expect(steps.slide(1)).toBeVisible()
  await expect(page).toHaveURL(/\/onboarding-slides/)
})
