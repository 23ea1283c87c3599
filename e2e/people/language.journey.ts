import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { DAY_MS } from '@reflet/contract/durations'
import { events } from '@reflet/contract/events'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { skills as skillCalls } from '@reflet/contract/skills'
import { CoffeeLink } from '../coffee/coffee.ts'
import { EventLink } from '../feedback/events/event-link.ts'
import { Guest } from '../feedback/guests/guest.ts'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, shown, test } from '../support/journey.ts'
import { at, NEWCOMER } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'

const localeOf = async (page: Page) => (await apiOf(page).call(people.getUser, { params: { userId: '1' } })).user.locale

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

test('a newcomer keeps the language chosen at the login; later the stored language wins', async ({ visitor }) => {
  const page = await visitor({ locale: 'en-GB' })
  const shownLanguages = await watchLanguages(page)
  const login = new Login(page, 'en')
  await login.open()
  await shown(page)
    .getByRole('combobox', { name: login.say('common.language') })
    .selectOption('de')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await new Login(page, 'de').logIn(NEWCOMER)
  await at(page, 'terms')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await localeOf(page), 'the account was created in French').toBe('de')
  expect(shownLanguages, 'no text in the language of the account before').not.toContain('fr')

  const oliver = await visitor({ locale: 'de-DE' })
  const before = new Login(oliver, 'de')
  await before.open()
  await shown(oliver)
    .getByRole('combobox', { name: before.say('common.language') })
    .selectOption('ar')
  await new Login(oliver, 'ar').logIn('oliver@nova.example')
  await oliver.waitForURL(/\/home/)
  await expect(oliver.locator('html')).toHaveAttribute('lang', 'en')
  expect(await localeOf(oliver)).toBe('en')
})

/** A request of Camille, whose language is French, to an external person. */
async function guestLink(camille: Page, email: string, locale?: Locale): Promise<string> {
  const { skills } = await apiOf(camille).call(skillCalls.listSkills)
  const recipients = [{ email, ...(locale && { locale }) }]
  const { feedbacks } = await apiOf(camille).call(feedback.createRequest, {
    body: { skill_ids: [skills[0]?.id ?? ''], recipients, idempotency_key: email },
  })
  return new URL(feedbacks[0]?.guest_link ?? '').pathname
}

/** The language switch is in view without scrolling, and is the first control of the page's content. */
async function expectSwitch(page: Page, locale: Locale) {
  const choice = shown(page).getByRole('combobox', { name: wordsOf(locale)('common.language') })
  await expect(choice).toBeInViewport({ ratio: 1 })
  await expect(choice).toHaveValue(locale)
  await expect(
    shown(page).locator('.page-body').locator('select, button, input, textarea, a[href], ion-button').first(),
  ).toHaveAccessibleName(wordsOf(locale)('common.language'))
  return choice
}

test('a guest reads the page in their browser’s language when none was chosen for them, and finds the switch on top', async ({
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const german = await visitor({ locale: 'de-DE' })
  await german.goto(await guestLink(camille, 'plain@partner.example'))
  await expect(new Guest(german, 'de').part('situation')).toBeVisible()
  const choice = await expectSwitch(german, 'de')
  expect(await problemsOf(german, 'the guest’s page')).toEqual([])
  await choice.selectOption('ar')
  await expect(german.locator('html')).toHaveAttribute('dir', 'rtl')
  await expectSwitch(german, 'ar')
  expect(await problemsOf(german, 'the guest’s page in Arabic')).toEqual([])

  const chosen = await visitor({ locale: 'de-DE' })
  await chosen.goto(await guestLink(camille, 'spanish@partner.example', 'es'))
  await expect(new Guest(chosen, 'es').part('situation')).toBeVisible()
  await expectSwitch(chosen, 'es')

  const other = await visitor({ locale: 'it-IT' })
  await other.goto(await guestLink(camille, 'italian@partner.example'))
  await expect(new Guest(other, 'fr').part('situation'), 'the sender’s, where the browser has none of the five').toBeVisible()
})

test('an event’s page opens in the browser’s language, whatever the device showed before', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const { skills } = await apiOf(camille).call(skillCalls.listSkills)
  const event = await apiOf(camille).call(events.createEvent, {
    body: {
      title: 'Atelier du jour',
      skill_ids: [skills[0]?.id ?? ''],
      takes_place_on: new Date().toISOString().slice(0, 10),
      ends_at: new Date(Date.now() + DAY_MS).toISOString(),
      confidential: false,
      idempotency_key: 'language-journey',
    },
  })
  const guest = await visitor({ locale: 'de-DE' })
  await guest.goto('/login')
  await shown(guest)
    .getByRole('combobox', { name: wordsOf('de')('common.language') })
    .selectOption('es')
  await expect(guest.locator('html')).toHaveAttribute('lang', 'es')
  await guest.goto(new URL(event.link).pathname)
  await expect(new EventLink(guest, 'de').top.getByText('Atelier du jour')).toBeVisible()
  await expect(guest.locator('html')).toHaveAttribute('lang', 'de')
  await expectSwitch(guest, 'de')
  expect(await problemsOf(guest, 'the event’s page')).toEqual([])

  // A link that has ended keeps the switch.
  const late = await visitor({ locale: 'ar-EG' })
  await late.goto(`/coffee/${'x'.repeat(43)}`)
  await expect(new CoffeeLink(late, 'ar').text('guest.ended')).toBeVisible()
  await expectSwitch(late, 'ar')
})
