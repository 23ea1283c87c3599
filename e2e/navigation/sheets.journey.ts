import type { Locator, Page } from '@playwright/test'
import { Answer } from '../feedback/answers/answer.ts'
import { Guest } from '../feedback/guests/guest.ts'
import { Hierarchy } from '../hierarchy/hierarchy.ts'
import { apiOf } from '../support/api.ts'
import { cutProblems, overflowProblems } from '../support/checks.ts'
import { expect, shown, test } from '../support/journey.ts'
import { askTwoSkills, statusesOf } from '../support/requests.ts'
import { enter } from '../support/session.ts'
import { atTextSizes } from '../support/text-size.ts'
import { expectToast } from '../support/toasts.ts'

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

/** At 320 px, with text as it is and twice as large: nothing is cut, and every control can be brought into view. */
async function fits(page: Page, what: string) {
  const sheet = sheetOf(page)
  await expect(sheet).toBeVisible()
  await atTextSizes(page, ['100%', '200%'], async (size) => {
    await expect.poll(() => cutProblems(page, `${what}, ${size}`)).toEqual([])
    expect(await overflowProblems(page, `${what}, ${size}`)).toEqual([])
    for (const control of await sheet.locator('ion-button, button.option, input, textarea').all()) {
      await control.scrollIntoViewIfNeeded()
      await expect(control, `${what}, ${size}`).toBeInViewport({ ratio: 0.9 })
    }
  })
}

for (const locale of ['es', 'ar'] as const)
  test(`the sheets of a request, of a contact and of a list at 320 px, with large text, by keyboard: ${locale} @whole`, async ({
    visitor,
  }) => {
    const oliver = await visitor()
    await enter(oliver, 'oliver@nova.example')
    await askTwoSkills(apiOf(oliver), 'sofia')
    const page = await visitor({ locale, viewport: { width: 320, height: 640 } })
    await enter(page, 'sofia@nova.example', locale)
    const answer = new Answer(page, locale)
    await answer.open()
    await answer.openRequest(/Oliver/)
    for (const key of ['answer.decline.action', 'answer.later'] as const)
      await test.step(key, async () => {
        await byKeyboard(page, answer.button(key))
        await answer.button(key).click()
        await expect(answer.sheet).toBeVisible()
        await fits(page, key)
        await page.keyboard.press('Escape')
        await expect(answer.sheet).toHaveCount(0)
      })
    await test.step('a contact', async () => {
      await page.goto('/contacts')
      const contact = shown(page).getByRole('listitem').getByRole('button').first()
      await byKeyboard(page, contact)
      await contact.click()
      await fits(page, 'contact')
    })
    await test.step('people for one list', async () => {
      const lists = new Hierarchy(page, locale)
      await lists.open()
      await byKeyboard(page, lists.adding('equal'))
      await lists.openAdding('equal')
      await fits(page, 'people for one list')
    })
  })

test('a guest declines the whole request, takes it back from the toast and from the page, and answers @whole', async ({
  server,
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const request = await askTwoSkills(apiOf(oliver), 'sofia', { recipients: [{ email: 'no.time@partner.example' }] })
  const statuses = () => statusesOf(apiOf(oliver), request.id)
  const page = await visitor({ locale: 'de-DE' })
  const guest = new Guest(page, 'de')
  await page.goto(server.url + new URL(request.feedbacks[0]?.guest_link ?? '').pathname)
  await guest.decline('', 2)
  await expect(guest.top.getByText(guest.say('guest.all_declined'))).toBeVisible()
  // The toast goes after twelve seconds.
  await guest.undo()
  await expect(guest.part('situation')).toBeVisible()
  expect(await statuses()).toEqual(['pending', 'pending'])

  await guest.decline('', 2)
  await expect(guest.top.getByText(guest.say('guest.all_declined'))).toBeVisible()
  expect(await statuses()).toEqual(['declined', 'declined'])
  await page.reload()
  await guest.button('answer.declined_one.back').click()
  await expect(guest.part('situation')).toBeVisible()
  expect(await statuses()).toEqual(['pending', 'pending'])

  const skill = await guest.skill.innerText()
  await guest.decline('')
  await expectToast(page, guest.say('answer.declined_skill', { skill }))
  await expect(guest.skill).not.toHaveText(skill)
  await guest.rate(4)
  await guest.write('situation', 'In der Besprechung am Montag')
  await guest.send()
  await page.waitForURL(/guest-answer-confirmation/)
  expect((await statuses()).sort()).toEqual(['answered', 'declined'])
})
