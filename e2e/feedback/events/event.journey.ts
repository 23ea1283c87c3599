import type { Locator, Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, shown, test } from '../../support/journey.ts'
import { tabTo } from '../../support/keyboard.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Answer } from '../answers/answer.ts'
import { Guest } from '../guests/guest.ts'
import { Ask } from '../requests/ask.ts'
import { EventLink } from './event-link.ts'
import { Events } from './events.ts'

/** The package is CommonJS: Node imports the function, whatever its types say. */
const decode = jsqr as unknown as typeof jsqr.default

/** Decodes the QR code from a screenshot. */
async function readCode(code: Locator): Promise<string> {
  const picture = await code.screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const read = decode(new Uint8ClampedArray(data), info.width, info.height)
  return read?.data ?? ''
}

/** Writes about the one skill of the event. */
async function write(form: EventLink, rating: 4 | 5, keep: string) {
  await form.rate(rating)
  await form.write('keep', keep)
}

/** Opens a link like the native shell: in the running app, with its loaded data. */
const openInside = (page: Page, address: string) =>
  page.evaluate((path) => {
    history.pushState({}, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, new URL(address).pathname)

/** The enlarged code, while the window changes from a phone's width to a projector's and back. */
async function staysOpen(events: Events) {
  const { page } = events
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await events.showLarge()
  await expect(events.stage).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(events.panes, 'the page behind has made room').toHaveCount(1)
  await expect(events.stage).toBeVisible()
  await events.hideLarge()
  await expect(events.stage).toBeHidden()
  if (size) await page.setViewportSize(size)
}

test('an event: made and answered by a guest by keyboard alone, and by a colleague; its code is scanned, its count moves, it closes', async ({
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const events = new Events(camille)

  await test.step('the way to events comes with the skills above it', async () => {
    const ask = new Ask(camille)
    const statistics = Promise.withResolvers<void>()
    await camille.route('**/api/users/1/statistics*', async (route) => {
      await statistics.promise
      await route.continue()
    })
    await ask.open()
    await expect(ask.loading.first()).toBeVisible()
    await expect(ask.eventsLink, 'what would move away under a finger is not there yet').toHaveCount(0)
    statistics.resolve()
    await ask.eventsLink.click()
    await camille.waitForURL(/share-event-link/)
  })

  const address = await test.step('Camille makes an event and shows its code', async () => {
    await events.startNew()
    await expect(events.name).toBeVisible()
    await events.create()
    await expect(events.problems, 'a name and a skill are asked for').toBeVisible()
    await tabTo(camille, events.say('events.form.name'))
    await camille.keyboard.type('Atelier du jour')
    await tabTo(camille, await events.skills.first().locator('strong').innerText())
    await camille.keyboard.press('Space')
    await tabTo(camille, events.say('events.form.create'))
    await camille.keyboard.press('Enter')
    await camille.waitForURL(/event=/)
    await expect(events.count).toContainText('0 personne')
    const read = await readCode(events.code('Atelier du jour'))
    expect(read, 'the code is read from the screen').toMatch(/\/event\/[\w-]{43}$/)
    await expect(events.address).toHaveText(read)
    await staysOpen(events)
    return read
  })

  await test.step('a guest answers and changes the answer', async () => {
    const guest = await visitor({ locale: 'ar-EG' })
    const link = new EventLink(guest, 'ar')
    await guest.goto(address)
    await expect(link.top.getByText('Atelier du jour')).toBeVisible()
    await expect(link.skill, 'the questions come first').toBeVisible()
    await expect(link.email).toHaveCount(0)
    await link.rateByKeyboard(4)
    await link.writeByKeyboard('keep', 'أصغت إلى الجميع')
    await link.sendByKeyboard('event_link.next')
    await expect(link.who, 'the name comes last').toBeFocused()
    await expect(link.who).toBeInViewport()
    const type = async (label: string, text: string) => {
      await tabTo(guest, link.say(label))
      await guest.keyboard.type(text)
    }
    await type('contacts.first_name', 'ليلى')
    await guest.reload()
    await expect(link.firstName, 'what was typed survives').toHaveValue('ليلى')
    await link.sendByKeyboard('answer.send')
    await expect(link.problems, 'a name and an address are needed').toBeVisible()
    await type('contacts.last_name', 'حداد')
    await type('login.email', 'layla@partner.example')
    await link.sendByKeyboard('answer.send')
    await guest.waitForURL(/answered=/)
    await expect(link.thanks, 'the receipt is read next').toBeFocused()
    await guest.reload()
    await link.openReceipt()
    await expect(events.count, 'the count moves by itself').toContainText('1 personne')

    const receipt = new Guest(guest, 'ar')
    await receipt.change()
    await receipt.write('keep', 'أصغت إلى كل واحد منا')
    await receipt.saveChange()
    await expectToast(guest, receipt.say('answered.saved'))
    await expect(receipt.top.getByText('كل واحد منا')).toBeVisible()
  })

  await test.step('the same guest does not answer twice', async () => {
    const again = await visitor({ locale: 'ar-EG' })
    const link = new EventLink(again, 'ar')
    await again.goto(address)
    await write(link, 4, 'Typed by somebody else')
    await link.goOn()
    await link.sendAs('ليلى', 'حداد', 'LAYLA@partner.example')
    await expect(link.already, 'refused, and kindly').toBeVisible()
    await link.backToAnswer()
    await expect(link.part('keep'), 'what was typed stays').toHaveValue('Typed by somebody else')
  })

  await test.step('a colleague answers, which counts for his quality index at once', async () => {
    const amir = await visitor()
    await enter(amir, 'amir@nova.example')
    // The number of answers from which the index is made.
    const given = shown(amir).getByText(/خلال 12 شهرًا$/)
    await amir.goto('/quality-index')
    const before = await given.innerText()
    await expect(shown(amir).getByTestId('quality-ring')).toContainText(/\d/)
    await expect(shown(amir).getByTestId('quality-parts').getByRole('listitem')).toHaveCount(5)
    await expect(new EventLink(amir, 'ar').text('quality.trust'), 'there is no ranking').toBeVisible()
    await openInside(amir, address)
    const link = new EventLink(amir, 'ar')
    await expect(link.email, 'who is logged in need not say who they are').toHaveCount(0)
    await expect(link.worksAs('Camille', 'coworker'), 'unless he says otherwise').toBeVisible()
    await write(link, 5, 'Clear from the first minute')
    const sending = amir.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/answers'))
    await link.send()
    expect((await sending).postDataJSON()).toMatchObject({ relation: 'coworker' })
    await amir.waitForURL(/answered=me/)
    await link.openMyAnswers()
    await new Answer(amir, 'ar').openQuality()
    await expect(given).toBeVisible()
    await expect(given, 'what he gives counts at once').not.toHaveText(before)
    await expect(events.count).toContainText('2 personnes')
  })

  await test.step('the event closes', async () => {
    await events.close()
    await expect(events.closed).toBeVisible()
  })

  const other = await test.step('no one answers at their own event', async () => {
    await events.open()
    await events.openEvent('Atelier de conception avec le client')
    const other = await events.address.innerText()
    await camille.goto(other)
    await expect(new EventLink(camille).own).toBeVisible()
    return other
  })

  await test.step('an employee of another company answers as a guest', async () => {
    const luc = await visitor()
    await enter(luc, 'luc@lune.example')
    await luc.goto(other)
    const link = new EventLink(luc)
    await expect(link.skill).toBeVisible()
    const skills = new Set<string | null>()
    while ((await link.email.count()) === 0) {
      const skill = await link.skill.textContent()
      expect(skills, 'each skill once').not.toContain(skill)
      skills.add(skill)
      await link.rate(4)
      await link.goOn()
      await expect(link.skill.or(link.who)).not.toHaveText(skill ?? '')
    }
    await expect(link.who).toBeFocused()
  })

  await camille.goto('/dashboard')
  await expect(shown(camille).getByText('Clear from the first minute').first()).toBeVisible()
  await expect(shown(camille).getByText('كل واحد منا').first()).toBeVisible()
})
