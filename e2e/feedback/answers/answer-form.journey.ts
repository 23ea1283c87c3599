import type { Locator, Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { apiOf } from '../../support/api.ts'
import { problemsOf } from '../../support/checks.ts'
import { expect, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { Answer } from './answer.ts'

const CONTEXT = 'The offsite in May'

/** Oliver asks Camille about two skills; opens her page of it. */
async function askedOf(oliver: Page, camille: Page): Promise<Answer> {
  const api = apiOf(oliver)
  const { skills } = await api.call(statistics.getStatistics, { params: { userId: '1' } })
  const { colleagues } = await api.call(people.searchColleagues, { query: { query: 'camille' } })
  await api.call(feedback.createRequest, {
    body: {
      skill_ids: skills.slice(0, 2).map(({ skill }) => skill.id),
      recipients: [{ user_id: colleagues[0]?.user_id ?? '' }],
      context: CONTEXT,
      idempotency_key: crypto.randomUUID(),
    },
  })
  const { groups } = await apiOf(camille).call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
  await camille.goto(`/answer?group=${groups.find(({ context }) => context === CONTEXT)?.id}`)
  return new Answer(camille, 'en')
}

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

test('what was not seen has no questions; their text is kept, and not sent', async ({ visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const camille = await visitor()
  await enter(camille, 'camille@nova.example', 'en')
  const answer = await askedOf(oliver, camille)
  await answer.rate(4)
  await answer.write('keep', 'Her calm in the room')
  await answer.haveNotObserved()
  await expect(answer.part('situation')).toHaveCount(0)
  await expect(answer.part('keep')).toHaveCount(0)
  await answer.rate(3)
  await expect(answer.part('keep'), 'another rating brings it back').toHaveValue('Her calm in the room')
  await answer.haveNotObserved()
  await camille.reload()
  await answer.rate(2)
  await expect(answer.part('keep'), 'after a reload, too').toHaveValue('Her calm in the room')
  await answer.haveNotObserved()
  const sending = camille.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/answer'))
  await answer.sendNext()
  expect((await sending).postData()).not.toContain('calm')
  await expect(answer.sent).toHaveText(answer.say('answer.sent_of', { n: 1, total: 2 }))
})

for (const grows of ['by the style sheet', 'by the fallback']) {
  test(`a text is never clipped (${grows}), and the quality and Send stay on the screen`, async ({ visitor }) => {
    const oliver = await visitor()
    await enter(oliver, 'oliver@nova.example')
    const camille = await visitor()
    await enter(camille, 'camille@nova.example', 'en')
    if (grows === 'by the fallback') {
      // A browser without the property: Chromium ignores the sheet's declaration, and says that it does not know it.
      await camille.addInitScript(() => {
        const supports = CSS.supports.bind(CSS)
        CSS.supports = (...query: string[]) => query[0] !== 'field-sizing' && (supports as (...query: string[]) => boolean)(...query)
        addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync('textarea { field-sizing: fixed !important }')
          document.adoptedStyleSheets.push(sheet)
        })
      })
    }
    const answer = await askedOf(oliver, camille)
    const send = answer.button('answer.send_next')
    await expect(send, 'from the beginning').toBeInViewport({ ratio: 1 })
    await answer.rate(4)
    const field = answer.part('keep')
    await field.click()
    await camille.keyboard.type('She listens before she speaks')
    await expectWhole(field, answer.sendBar)
    for (let line = 0; line < 9; line++) {
      await camille.keyboard.press('Enter')
      await camille.keyboard.type(`and line ${line}`)
    }
    await expectWhole(field, answer.sendBar)
    await expect(send).toBeInViewport({ ratio: 1 })
    await expect(answer.slimQuality).toBeInViewport({ ratio: 1 })
    expect(await problemsOf(camille, 'a long text')).toEqual([])

    // As with an open keyboard on the screen.
    await camille.setViewportSize({ width: 320, height: 480 })
    await camille.keyboard.press('Enter')
    await camille.keyboard.type('the last line')
    await expectWhole(field, answer.sendBar)
    await expect(send).toBeInViewport({ ratio: 1 })
    expect(await problemsOf(camille, 'a long text in a small window')).toEqual([])
  })
}

test('from the second skill on the request is one line that unfolds; each rating has an example on demand', async ({ visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const camille = await visitor()
  await enter(camille, 'camille@nova.example', 'en')
  const answer = await askedOf(oliver, camille)
  const about = answer.top.getByText(CONTEXT)
  const trust = answer.text('trust.named', { name: 'Oliver' })
  await expect(about).toBeVisible()
  const example = answer.text('rating.3.example')
  await expect(example).toBeHidden()
  await answer.text('rating.examples').click()
  await expect(example).toBeVisible()
  const grow = (percent: number) => camille.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`)
  await grow(200)
  expect(await problemsOf(camille, 'examples in large text')).toEqual([])
  await expect(answer.button('answer.send_next')).toBeInViewport({ ratio: 1 })
  await grow(100)
  await answer.rate(5)
  await answer.sendNext()
  await expect(answer.skill).toBeFocused()
  await expect(trust, 'who will see the answer stays').toBeInViewport()
  await expect(about).toBeHidden()
  await camille.keyboard.press('Shift+Tab')
  await camille.keyboard.press('Enter')
  await expect(about, 'by keyboard').toBeVisible()
  expect(await problemsOf(camille, 'an unfolded request')).toEqual([])
})
