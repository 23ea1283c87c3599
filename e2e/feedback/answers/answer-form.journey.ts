import type { Locator, Page } from '@playwright/test'
import { apiOf } from '../../support/api.ts'
import { layoutProblems } from '../../support/checks.ts'
import { holdDevice } from '../../support/device.ts'
import { expect, PHONE, test } from '../../support/journey.ts'
import { askTwoSkills } from '../../support/requests.ts'
import { enter } from '../../support/session.ts'
import { atTextSizes } from '../../support/text-size.ts'
import { Answer } from './answer.ts'

const CONTEXT = 'The offsite in May'
const WORDS = 'Her calm in the room'

const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

/** Nothing of the text is above or below the visible part of its field, and the field ends above the bar. */
async function expectWhole(field: Locator, bar: Locator) {
  await expect.poll(() => field.evaluate((area) => area.scrollHeight - area.clientHeight), 'no text is clipped').toBeLessThanOrEqual(1)
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(field)
      return y + height - (await boxOf(bar)).y
    }, 'the line that is typed is above the bar')
    .toBeLessThanOrEqual(0)
}

/** A text grows to ten lines and one more, there as with an open keyboard on the screen. */
async function expectToGrow(answer: Answer, page: Page) {
  const field = answer.part('keep')
  const send = answer.button('answer.send')
  await field.fill('')
  await field.click()
  await page.keyboard.type('She listens before she speaks')
  await expectWhole(field, answer.sendBar)
  for (let line = 0; line < 9; line++) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(`and line ${line}`)
  }
  await expectWhole(field, answer.sendBar)
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect(answer.slimQuality).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 320, height: 480 })
  await page.keyboard.press('Enter')
  await page.keyboard.type('the last line')
  await expectWhole(field, answer.sendBar)
  await expect(send).toBeInViewport({ ratio: 1 })
  expect(await layoutProblems(page, 'a long text in a small window', 'outside')).toEqual([])
  await page.setViewportSize(PHONE)
}

/** A browser without the property: Chromium ignores the sheet's declaration, and says that it does not know it. */
function withoutFieldSizing() {
  const supports = CSS.supports.bind(CSS)
  CSS.supports = (...query: string[]) => query[0] !== 'field-sizing' && (supports as (...query: string[]) => boolean)(...query)
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('textarea { field-sizing: fixed !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

test('the form of an answer: examples on demand, a draft that is never lost, what was not seen, a folded request, a growing text', async ({
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  await askTwoSkills(apiOf(oliver), 'camille', { context: CONTEXT })
  const camille = await visitor()
  await enter(camille, 'camille@nova.example', 'en')
  const answer = new Answer(camille, 'en')
  await answer.open()
  await answer.openRequest(/Oliver/)
  const about = answer.top.getByText(CONTEXT)

  await test.step('each rating has an example on demand', async () => {
    await expect(answer.button('answer.send_next'), 'from the beginning').toBeInViewport({ ratio: 1 })
    await expect(about).toBeVisible()
    const example = answer.text('rating.3.example')
    await expect(example).toBeHidden()
    await answer.text('rating.examples').click()
    await expect(example).toBeVisible()
    await atTextSizes(camille, ['200%'], () => expect(answer.button('answer.send_next')).toBeInViewport({ ratio: 1 }))
  })

  await test.step('how they work together is said before, and can be corrected by keyboard', async () => {
    await expect(answer.worksAs('Oliver', 'lower')).toBeVisible()
    await answer.openRelation()
    await expect(answer.relation).toBeFocused()
    await expect(answer.relation.getByRole('option')).toHaveCount(4)
    await answer.relation.selectOption('equal')
  })

  await test.step('its quality is shown once something counts, and said once the typing rests', async () => {
    await answer.rate(4)
    await answer.write('situation', 'Too short')
    await expect(answer.qualityIndex).toHaveCount(0)
    await answer.write('situation', 'On Tuesday with the customer')
    const reached = answer.qualityParts.filter({ hasText: answer.say('quality.live.reached') })
    await expect(reached.first()).toContainText(answer.say('quality.part.situation'))
    const said = new RegExp(answer.say('quality.live.spoken', { n: '\\d+', total: 100 }))
    await expect(answer.quality.getByRole('status')).toContainText(said)
    await answer.write('situation', '')
  })

  await test.step('a page that closes while the device is still writing loses no text', async () => {
    const tab = await holdDevice(camille.context())
    await answer.write('keep', WORDS)
    // Timers fire in order: after this one, the form has passed its text to the storage.
    await camille.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await camille.reload({ waitUntil: 'commit' })
    await tab.close()
    await expect(answer.part('keep')).toHaveValue(WORDS)
    await camille.reload()
    await expect(answer.part('keep'), 'and again: it stands in the database now').toHaveValue(WORDS)
  })

  await test.step('what was not seen has no questions; their text is kept, and not sent', async () => {
    await answer.haveNotObserved()
    for (const part of [answer.part('situation'), answer.part('keep'), answer.quality]) await expect(part).toHaveCount(0)
    await answer.rate(3)
    await expect(answer.part('keep'), 'another rating brings it back').toHaveValue(WORDS)
    await answer.haveNotObserved()
    await camille.reload()
    await answer.rate(2)
    await expect(answer.part('keep'), 'after a reload, too').toHaveValue(WORDS)
    await answer.haveNotObserved()
    await answer.openRelation()
    await answer.relation.selectOption('coworker')
    const sending = camille.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/answer'))
    await answer.sendNext()
    const sent = (await sending).postDataJSON()
    expect(JSON.stringify(sent)).not.toContain('calm')
    expect(sent).toMatchObject({ relation: 'coworker' })
    await expect(answer.sent).toHaveText(answer.say('answer.sent_of', { n: 1, total: 2 }))
  })

  await test.step('from the second skill on the request is one line that unfolds', async () => {
    await expect(answer.skill).toBeFocused()
    await expect(answer.text('trust.named', { name: 'Oliver' }), 'who will see the answer stays').toBeInViewport()
    await expect(about).toBeHidden()
    await camille.keyboard.press('Shift+Tab')
    await camille.keyboard.press('Enter')
    await expect(about, 'by keyboard').toBeVisible()
  })

  await test.step('a text is never clipped, and the quality and Send stay on the screen', async () => {
    await answer.rate(4)
    await expectToGrow(answer, camille)
  })

  await test.step('nor in a browser whose style sheets cannot do this', async () => {
    await camille.addInitScript(withoutFieldSizing)
    await camille.reload()
    await expectToGrow(answer, camille)
  })
})
