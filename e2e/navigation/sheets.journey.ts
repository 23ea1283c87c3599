import type { Locator, Page } from '@playwright/test'
import { Answer } from '../feedback/answers/answer.ts'
import { Hierarchy } from '../hierarchy/hierarchy.ts'
import { apiOf } from '../support/api.ts'
import { expect, shown, test } from '../support/journey.ts'
import { askTwoSkills } from '../support/requests.ts'
import { enter } from '../support/session.ts'
import { atTextSizes } from '../support/text-size.ts'

const sheetOf = (page: Page) => page.locator('ion-modal:not(.overlay-hidden)')

/** Whether the focus is in the sheet, in the shadow tree of a button of Ionic too. */
const focusIsIn = (sheet: Locator) => sheet.evaluate((modal) => modal.contains(document.activeElement))

/** Opens by keyboard, keeps the focus inside, closes with Escape, and gives the focus back. */
async function byKeyboard(page: Page, opener: Locator) {
  const sheet = sheetOf(page)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await expect.poll(() => focusIsIn(sheet), 'the focus moves into the sheet').toBe(true)
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await focusIsIn(sheet), 'the focus stays in the sheet').toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(opener, 'the focus returns').toBeFocused()
}

/** At 320 px, with text twice as large, every control can be brought into view. */
async function fits(page: Page, what: string) {
  const sheet = sheetOf(page)
  await expect(sheet).toBeVisible()
  await atTextSizes(page, ['200%'], async () => {
    for (const control of await sheet.locator('ion-button, button.option, input, textarea').all()) {
      await control.scrollIntoViewIfNeeded()
      await expect(control, what).toBeInViewport({ ratio: 0.9 })
    }
  })
}

test('the sheets of a request, of a contact and of a list at 320 px, with large text, by keyboard @whole', async ({ visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  await askTwoSkills(apiOf(oliver), 'sofia')
  const page = await visitor({ locale: 'ar', viewport: { width: 320, height: 640 } })
  await enter(page, 'sofia@nova.example', 'ar')
  const answer = new Answer(page, 'ar')
  const lists = new Hierarchy(page, 'ar')
  const look = (what: string, opener: Locator) =>
    test.step(what, async () => {
      await byKeyboard(page, opener)
      await opener.click()
      await fits(page, what)
      await page.keyboard.press('Escape')
      await expect(sheetOf(page)).toHaveCount(0)
    })
  await answer.open()
  await answer.openRequest(/Oliver/)
  await look('declining', answer.button('answer.decline.action'))
  await look('postponing', answer.button('answer.later'))
  await page.goto('/contacts')
  await look('a contact', shown(page).getByRole('listitem').getByRole('button').first())
  await lists.open()
  await look('people for one list', lists.adding('equal'))
})
