import type { Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { choose, expect, login, problemsOf, shown, test } from './support/journey.ts'

/** The package is CommonJS: what Node imports is the function, whatever its types say. */
const decode = jsqr as unknown as typeof jsqr.default

/** What a camera reads from the code as it stands on the page. */
async function readCode(page: Page): Promise<string> {
  const picture = await shown(page).locator('.event-share svg.qr').screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = decode(new Uint8ClampedArray(data), info.width, info.height)
  return read?.data ?? ''
}

const continueButton = (page: Page) => shown(page).locator('form ion-button[type="submit"]')

async function sayWho(page: Page, email: string) {
  await shown(page).locator('#participant-first').fill('ليلى')
  await shown(page).locator('#participant-last').fill('حداد')
  await shown(page).locator('#participant-email').fill(email)
  await continueButton(page).click()
}

/** Answers the one skill of the event. */
async function answer(page: Page, rating: number, keep: string) {
  const form = shown(page).locator('form.answer-form')
  await choose(form.locator(`input[type="radio"][value="${rating}"]`))
  await form.locator('textarea').nth(1).fill(keep)
  await continueButton(page).click()
}

/** As the native shell opens a link: in the app as it runs, with what it has read. */
const openInside = (page: Page, address: string) =>
  page.evaluate((path) => {
    history.pushState({}, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, new URL(address).pathname)

/** The code shown large, when the window moves from a phone's width to a projector's and back. */
async function staysOpen(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await shown(page).locator('.qr-button').click()
  const stage = page.locator('ion-modal .qr-stage')
  await expect(stage).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(shown(page).locator('.panes'), 'the page behind has made room').toHaveCount(1)
  await expect(stage).toBeVisible()
  await page.locator('.qr-close').click()
  await expect(stage).toBeHidden()
  if (size) await page.setViewportSize(size)
}

async function sound(page: Page, what: string) {
  expect(await problemsOf(page, what)).toEqual([])
}

test('an event: its code is read from the screen, a guest and a colleague answer, the count moves, and it closes', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await login(camille, 'camille@nova.example')
  const way = shown(camille).getByText('Recueillir du feedback lors d’un événement')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await camille.route('**/api/users/1/statistics*', async (route) => {
    await held
    await route.continue()
  })
  await camille.goto('/my-skills')
  await expect(shown(camille).locator('.skeleton').first()).toBeVisible()
  await expect(way, 'what would move away under a finger is not there yet').toHaveCount(0)
  release()
  await way.click()
  await camille.waitForURL(/share-event-link/)
  await shown(camille).getByText('Créer un événement').click()
  await camille.waitForURL(/share-event-link\/new/)
  await expect(shown(camille).locator('#event-title')).toBeVisible()
  await shown(camille).locator('ion-footer ion-button').click()
  await expect(shown(camille).locator('.notice').first(), 'a name and a skill are asked for').toBeVisible()
  await shown(camille).locator('#event-title').fill('Atelier du jour')
  await shown(camille)
    .locator('label.option', { has: camille.locator('input[type="checkbox"]') })
    .first()
    .click()
  await shown(camille).locator('ion-footer ion-button').click()
  await camille.waitForURL(/event=/)
  const count = shown(camille).locator('.event-count')
  await expect(count).toContainText('0 personne')
  await sound(camille, 'the event')
  const address = await readCode(camille)
  expect(address, 'the code is read from the screen').toMatch(/\/event\/[\w-]{43}$/)
  await expect(shown(camille).locator('.event-address').first()).toHaveText(address)
  await staysOpen(camille)

  const guest = await visitor({ locale: 'ar-EG' })
  await guest.goto(address)
  await expect(shown(guest).getByText('Atelier du jour')).toBeVisible()
  await expect(guest.locator('html')).toHaveAttribute('dir', 'rtl')
  await sound(guest, 'who are you')
  await sayWho(guest, 'layla@partner.example')
  await answer(guest, 4, 'أصغت إلى الجميع')
  await guest.waitForURL(/answered=/)
  await sound(guest, 'the receipt')
  await guest.reload()
  await shown(guest).getByText('عرض إجابتي').click()
  await guest.waitForURL(/guest-answer-confirmation/)
  await expect(count, 'the count moves by itself').toContainText('1 personne')

  await shown(guest).locator('.card .row ion-button').first().click()
  await shown(guest).locator('form.answer-form textarea').nth(1).fill('أصغت إلى كل واحد منا')
  await continueButton(guest).click()
  await expect(shown(guest).locator('.answer-words')).toContainText('كل واحد منا')

  const again = await visitor({ locale: 'ar-EG' })
  await again.goto(address)
  await sayWho(again, 'LAYLA@partner.example')
  await answer(again, 2, 'Typed by somebody else')
  await expect(shown(again).locator('.notice').first()).toBeVisible()
  await shown(again).locator('form.answer-form textarea').first().fill('في الورشة')
  await continueButton(again).click()
  await expect(shown(again).getByText('توجد إجابة من قبل'), 'refused, and kindly').toBeVisible()
  await expect(shown(again).locator('form.answer-form textarea').nth(1), 'what was typed stays').toHaveValue('Typed by somebody else')

  const amir = await visitor()
  await login(amir, 'amir@nova.example')
  await amir.goto('/quality-index')
  const given = shown(amir).locator('.quality-mine')
  const before = (await given.textContent()) ?? ''
  await openInside(amir, address)
  await expect(shown(amir).locator('#participant-email'), 'who is logged in need not say who they are').toHaveCount(0)
  await answer(amir, 5, 'Clear from the first minute')
  await amir.waitForURL(/answered=me/)
  await shown(amir).locator('ion-button[router-link="/answer"]').click()
  await shown(amir).locator('ion-button[router-link="/quality-index"]').click()
  await expect(given).toBeVisible()
  await expect(given, 'what he gives counts at once').not.toHaveText(before)
  await expect(count).toContainText('2 personnes')

  await shown(camille).getByText('Clore maintenant').click()
  await expect(shown(camille).locator('.chip')).toHaveText('Clos')
  const late = await visitor({ locale: 'de-DE' })
  await late.goto(address)
  await expect(shown(late).getByText('Diese Veranstaltung ist geschlossen')).toBeVisible()
  await sound(late, 'closed')

  await camille.goto('/dashboard')
  await expect(shown(camille).getByText('Clear from the first minute').first()).toBeVisible()
  await expect(shown(camille).getByText('كل واحد منا').first()).toBeVisible()
})

test('an employee of another company answers as a guest, and nobody their own event', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await login(camille, 'camille@nova.example')
  await camille.goto('/share-event-link')
  await shown(camille).locator('ion-item', { hasText: 'Atelier de conception' }).click()
  await camille.waitForURL(/event=/)
  const address = await readCode(camille)
  await camille.goto(address)
  await expect(shown(camille).getByText('C’est votre propre événement')).toBeVisible()
  const luc = await visitor()
  await login(luc, 'luc@lune.example')
  await luc.goto(address)
  await expect(shown(luc).locator('#participant-email')).toBeVisible()
})
