import type { Locator, Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { choose, expect, login, overflowProblems, shown, skipTour, test } from './support/journey.ts'
import { at, me, NEWCOMER, next, ONBOARDING, popover } from './support/newcomer.ts'

const OUTSIDER = 'nora@partner.example'
const options = (page: Page) => shown(page).locator('label.option')

/** Terms, pictures and skills; ends where the self-evaluation begins. */
async function firstHalf(page: Page) {
  await at(page, 'terms')
  await expect(shown(page).locator('.step-next')).toHaveAttribute('aria-disabled', 'true')
  await shown(page).locator('.step-agree input').check()
  await next(page)
  await at(page, 'slides')
  for (let slide = 0; slide < 4; slide++) {
    await expect(shown(page).locator('.slide-dots button').nth(slide)).toHaveAttribute('aria-current', 'true')
    await next(page)
  }
  await at(page, 'skills')
  for (const skill of [0, 3, 5]) await options(page).nth(skill).click()
  await page.reload()
  await expect(shown(page).locator('label.option input:checked')).toHaveCount(3)
  await next(page)
  await at(page, 'self-evaluation')
  await expect(shown(page).locator('.rating')).toBeVisible()
}

/** From the self-evaluation to the home page, with what was entered kept through reload, back and forward. */
async function secondHalf(page: Page) {
  await choose(shown(page).locator('input[value="4"]'))
  await page.reload()
  await expect(shown(page).locator('input[value="4"]')).toBeChecked()
  await next(page)
  await choose(shown(page).locator('input[value="2"]'))
  await next(page)
  await shown(page).locator('ion-footer ion-button').first().click()

  await at(page, 'add-contacts')
  await options(page).nth(0).click()
  await options(page).nth(1).click()
  await shown(page).locator('ion-searchbar input').fill(OUTSIDER)
  await shown(page).locator('.outsider select').selectOption('coworker')
  await shown(page).locator('.outsider ion-button').click()
  await expect(shown(page).locator('.chips li')).toHaveCount(3)
  await page.goBack()
  await at(page, 'self-evaluation')
  await page.goForward()
  await at(page, 'add-contacts')
  await expect(shown(page).locator('.chips li')).toHaveCount(3)
  await next(page)

  await at(page, 'contacts')
  const nora = shown(page).locator('.contact-editor', { hasText: OUTSIDER })
  await expect(nora.locator('select')).toHaveValue('coworker')
  await nora.locator('input').first().fill('Nora')
  await shown(page).locator('.contact-editor').filter({ hasNotText: 'Nora' }).first().locator('select').selectOption('superior')
  await next(page)
  await at(page, 'finished')
  await next(page)
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

async function arrive(page: Page) {
  await expect(popover(page)).toBeVisible()
  expect(await overflowProblems(page, 'tour')).toEqual([])
  await skipTour(page)
  await expectKept(page)
  await page.reload()
  await expect(shown(page).locator('.next-action').first()).toBeVisible()
  await expectKept(page)
  await expect(page).toHaveURL(/\/home/)
}

test('a newcomer goes through in French, stops in the middle and goes on in another browser', async ({ visitor }) => {
  const first = await visitor({ locale: 'fr-FR' })
  await login(first, NEWCOMER, ONBOARDING)
  await expect(first.locator('ion-menu')).toHaveCount(0)
  await firstHalf(first)
  await first.context().close()

  const second = await visitor({ locale: 'fr-FR' })
  await login(second, NEWCOMER, ONBOARDING)
  await at(second, 'self-evaluation')
  await secondHalf(second)
  await arrive(second)
})

test('a newcomer chooses Arabic and goes through, stopping in the middle', async ({ visitor }) => {
  const first = await visitor({ locale: 'ar-EG' })
  await login(first, NEWCOMER, ONBOARDING)
  await shown(first).locator('.step-language select').selectOption('ar')
  await expect(first.locator('html')).toHaveAttribute('dir', 'rtl')
  await firstHalf(first)
  await first.context().close()

  const second = await visitor({ locale: 'ar-EG' })
  await login(second, NEWCOMER, ONBOARDING)
  await at(second, 'self-evaluation')
  await expect(second.locator('html')).toHaveAttribute('dir', 'rtl')
  await secondHalf(second)
  await arrive(second)
})

const focused = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement))

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let press = 0; press < 150 && !(await focused(target)); press++) await page.keyboard.press('Tab')
  expect(await focused(target), 'reached by Tab').toBe(true)
}

test('the whole onboarding and its tour work by keyboard alone', async ({ visitor }) => {
  const page = await visitor()
  await login(page, NEWCOMER, ONBOARDING)
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const forward = () => press(shown(page).locator('ion-footer .step-next'))
  await press(shown(page).locator('.step-agree input'), 'Space')
  await forward()
  await at(page, 'slides')
  for (let slide = 0; slide < 4; slide++) {
    await expect(shown(page).locator('.slide-dots button').nth(slide)).toHaveAttribute('aria-current', 'true')
    await forward()
  }
  await at(page, 'skills')
  await press(options(page).first().locator('input'), 'Space')
  await forward()
  await at(page, 'self-evaluation')
  await press(shown(page).locator('.rating input').first(), 'Space')
  await page.keyboard.press('ArrowDown')
  await expect(shown(page).locator('.rating input[value="2"]')).toBeChecked()
  await forward()
  await at(page, 'add-contacts')
  await press(options(page).first().locator('input'), 'Space')
  await forward()
  await at(page, 'contacts')
  await press(shown(page).locator('.contact-editor select'), 'ArrowUp')
  await forward()
  await at(page, 'finished')
  await forward()
  await page.waitForURL(/\/home/)

  await expect(popover(page)).toBeVisible()
  await expect(popover(page)).toHaveAttribute('role', 'dialog')
  await expect(popover(page).locator('.driver-popover-next-btn')).toBeFocused()
  const title = await popover(page).locator('.driver-popover-title').innerText()
  for (let tab = 0; tab < 4; tab++) {
    await page.keyboard.press('Tab')
    expect(await focused(popover(page)), 'the focus stays in the guide').toBe(true)
  }
  await page.keyboard.press('ArrowRight')
  await expect(popover(page).locator('.driver-popover-title')).not.toHaveText(title)
  await page.keyboard.press('ArrowLeft')
  await expect(popover(page).locator('.driver-popover-title')).toHaveText(title)
  await page.keyboard.press('Escape')
  await expect(popover(page)).toHaveCount(0)
})
