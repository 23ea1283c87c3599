import type { Locator, Page } from '@playwright/test'
import { Home } from './screens/home.ts'
import { Onboarding } from './screens/onboarding.ts'
import { Tour } from './screens/tour.ts'
import { apiOf } from './support/api.ts'
import { overflowProblems } from './support/checks.ts'
import { expect, skipTour, test } from './support/journey.ts'
import { at, me, NEWCOMER } from './support/newcomer.ts'
import { enter } from './support/session.ts'

const OUTSIDER = 'nora@partner.example'

/** Terms, pictures and skills; ends where the self-evaluation begins. */
async function firstHalf(steps: Onboarding) {
  const { page } = steps
  await at(page, 'terms')
  await expect(steps.nextButton).toBeDisabled()
  await steps.agreement.check()
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
    await steps.rate(4)
    await page.reload()
    await expect(steps.ratingOf(4)).toBeChecked()
    await steps.next()
    await steps.rate(2)
    await steps.next()
    await steps.leaveOut()
  })

  await test.step('the people to work with', async () => {
    await at(page, 'add-contacts')
    await steps.choices.nth(0).click()
    await steps.choices.nth(1).click()
    await steps.addOutsider(OUTSIDER, 'coworker')
    await expect(steps.chosenPeople).toHaveCount(3)
    await page.goBack()
    await at(page, 'self-evaluation')
    await page.goForward()
    await at(page, 'add-contacts')
    await expect(steps.chosenPeople).toHaveCount(3)
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
  await steps.next()
  await page.waitForURL(/\/home/)
}

interface Kept {
  skills: { chosen: boolean; self: { rating: number } | null }[]
  contacts: { email: string; first_name: string; relation: string }[]
}

async function expectKept(page: Page) {
  await expect.poll(async () => (await me(page)).user.is_onboarding_finished).toBe(true)
  const { skills } = await apiOf(page).get<Kept>('/api/users/1/statistics')
  const chosen = skills.filter((skill) => skill.chosen)
  expect(chosen).toHaveLength(3)
  expect(chosen.flatMap(({ self }) => (self ? [self.rating] : [])).sort()).toEqual([2, 4])
  const { contacts } = await apiOf(page).get<Kept>('/api/users/1/contacts')
  expect(contacts).toHaveLength(3)
  expect(contacts.find(({ email }) => email === OUTSIDER)).toMatchObject({ first_name: 'Nora', relation: 'coworker' })
  expect(contacts.filter(({ relation }) => relation === 'superior')).toHaveLength(1)
}

async function arrive(steps: Onboarding, home: Home) {
  const { page } = steps
  await expect(new Tour(page).guide).toBeVisible()
  expect(await overflowProblems(page, 'tour')).toEqual([])
  await skipTour(page)
  await expectKept(page)
  await page.reload()
  await expect(home.nextAction).toBeVisible()
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
    await press(steps.agreement, 'Space')
    await forward()
    await at(page, 'slides')
    await steps.readSlides(forward)
    await at(page, 'skills')
    await press(steps.choices.first().getByRole('checkbox'), 'Space')
    await forward()
    await at(page, 'self-evaluation')
    await press(steps.ratingOf(1), 'Space')
    await page.keyboard.press('ArrowDown')
    await expect(steps.ratingOf(2)).toBeChecked()
    await forward()
    await at(page, 'add-contacts')
    await press(steps.choices.first().getByRole('checkbox'), 'Space')
    await forward()
    await at(page, 'contacts')
    await press(steps.relationOf(steps.contacts), 'ArrowUp')
    await forward()
    await at(page, 'finished')
    await forward()
    await page.waitForURL(/\/home/)
  })

  await test.step('the tour', async () => {
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
