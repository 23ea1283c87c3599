import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { skills as skillCalls } from '@reflet/contract/skills'
import { CoffeeLink } from '../coffee/coffee.ts'
import { EventLink } from '../feedback/events/event-link.ts'
import { Guest } from '../feedback/guests/guest.ts'
import { Login } from '../session/login.ts'
import type { Api } from '../support/api.ts'
import { expect, shown, test } from '../support/journey.ts'
import { logIn } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'

/** A request of Camille, whose language is French, to an external person. */
async function guestLink(camille: Api, email: string): Promise<string> {
  const { skills } = await camille.call(skillCalls.listSkills)
  const { feedbacks } = await camille.call(feedback.createRequest, {
    body: { skill_ids: [skills[0]?.id ?? ''], recipients: [{ email }], idempotency_key: email },
  })
  return new URL(feedbacks[0]?.guest_link ?? '').pathname
}

/** The language switch is in view without scrolling, and is the first control of the page's content. */
async function expectSwitch(page: Page, locale: Locale) {
  const choice = shown(page).getByRole('combobox', { name: wordsOf(locale)('common.language') })
  await expect(choice).toBeInViewport({ ratio: 1 })
  await expect(choice).toHaveValue(locale)
  await expect(
    shown(page).getByTestId('page-body').locator('select, button, input, textarea, a[href], ion-button').first(),
  ).toHaveAccessibleName(wordsOf(locale)('common.language'))
  return choice
}

test('pages of a link open in the browser’s language, else the sender’s, with the switch on top @whole', async ({ server, visitor }) => {
  const { api: camille } = await logIn(server.url, 'camille@nova.example')
  const german = await visitor({ locale: 'de-DE' })

  await test.step('an event’s page: the browser’s, whatever the device showed before', async () => {
    const { skills } = await camille.call(skillCalls.listSkills)
    const event = await camille.call(events.createEvent, {
      body: {
        title: 'Atelier du jour',
        skill_ids: [skills[0]?.id ?? ''],
        takes_place_on: new Date().toISOString().slice(0, 10),
        ends_at: new Date(Date.now() + DAY_MS).toISOString(),
        confidential: false,
        idempotency_key: 'language-journey',
      },
    })
    // The login page has the language that the device showed last.
    await german.goto('/login')
    await new Login(german, 'de').speak('fr')
    await expect(german.locator('html')).toHaveAttribute('lang', 'fr')
    await german.goto(new URL(event.link).pathname)
    await expect(new EventLink(german, 'de').top.getByText('Atelier du jour')).toBeVisible()
    await expect(german.locator('html')).toHaveAttribute('lang', 'de')
    await expectSwitch(german, 'de')
  })

  await test.step('a link that has ended keeps the switch', async () => {
    await german.goto(`/coffee/${'x'.repeat(43)}`)
    await expect(new CoffeeLink(german, 'de').text('guest.ended')).toBeVisible()
    await expectSwitch(german, 'de')
  })

  await test.step('a guest for whom none was chosen: the browser’s, and another by the switch', async () => {
    await german.goto(await guestLink(camille, 'plain@partner.example'))
    await expect(new Guest(german, 'de').part('situation')).toBeVisible()
    const choice = await expectSwitch(german, 'de')
    await choice.selectOption('ar')
    await expect(german.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectSwitch(german, 'ar')
  })

  await test.step('the sender’s, where the browser has none of the five', async () => {
    const other = await visitor({ locale: 'it-IT' })
    await other.goto(await guestLink(camille, 'italian@partner.example'))
    await expect(new Guest(other, 'fr').part('situation')).toBeVisible()
  })
})
