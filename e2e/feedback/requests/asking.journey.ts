import type { Locator } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { apiOf } from '../../support/api.ts'
import { problemsOf } from '../../support/checks.ts'
import { expect, inGate, PHONE, shown, test } from '../../support/journey.ts'
import { openByKeyboard, tabTo } from '../../support/keyboard.ts'
import { enter } from '../../support/session.ts'
import { atTextSizes } from '../../support/text-size.ts'
import { Walk } from '../../support/walk.ts'
import { Ask } from './ask.ts'
import { Sent } from './sent.ts'

const OUTSIDER = 'nora@partner.example'
const WIDE = { width: 1440, height: 900 }
const LIMIT = { taps: 8, characters: OUTSIDER.length }

test('two colleagues and an outsider are asked on two skills, on a phone', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const walk = await Walk.begin(camille)
  const ask = new Ask(camille)
  await ask.open()
  await ask.chooseSkill(0)
  await ask.chooseSkill(1)
  await ask.toPeople()
  for (const place of [0, 1]) {
    await ask.people.nth(place).click()
    await expect(ask.chosen).toHaveCount(place + 1)
  }
  await walk.type(ask.search, OUTSIDER)
  await ask.toWords()
  await expect(ask.summary.first(), 'the address that was still in the field is one of the three').toContainText(OUTSIDER)
  await expect(ask.preview).toContainText('Camille')
  expect(await problemsOf(camille, 'the last step')).toEqual([])
  await ask.send(3)
  walk.print('two colleagues and an outsider on two skills, phone', LIMIT)
  expect(walk.counted.taps).toBeLessThanOrEqual(LIMIT.taps)
  expect(walk.counted.characters).toBeLessThanOrEqual(LIMIT.characters)
})

test('the same on a wide screen: one page, its button always in view, the address added by Enter', async ({ visitor }) => {
  const camille = await visitor({ viewport: WIDE })
  await enter(camille, 'camille@nova.example', 'en')
  const walk = await Walk.begin(camille)
  const ask = new Ask(camille, 'en')
  await ask.open()
  await expect(ask.button('ask.send_nothing')).toBeInViewport()
  await ask.chooseSkill(0)
  await ask.chooseSkill(1)
  for (const place of [0, 1]) {
    await ask.people.nth(place).click()
    await expect(ask.chosen).toHaveCount(place + 1)
  }
  await expect(ask.sendAllButton(2, 2)).toBeInViewport({ ratio: 1 })
  await walk.type(ask.search, OUTSIDER)
  await ask.search.press('Enter')
  await expect(ask.chosen).toHaveCount(3)
  await expect(ask.sendAllButton(3, 2)).toBeInViewport({ ratio: 1 })
  expect(await problemsOf(camille, 'one page')).toEqual([])
  await ask.sendAllButton(3, 2).click()
  await camille.waitForURL(/request-confirmation/)
  walk.print('two colleagues and an outsider on two skills, wide', LIMIT)
  expect(walk.counted.taps).toBeLessThanOrEqual(LIMIT.taps)
})

test('what is typed in the people field is never lost: it is added, or the field says why not', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const ask = new Ask(camille)
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await expect(ask.people.first()).toBeVisible()
  await ask.search.fill('nora@partner')
  await ask.toWords()
  await expect(ask.searchProblem).toHaveText(ask.say('ask.people.problem.incomplete'))
  await expect(ask.search).toBeFocused()
  await expect(ask.search).toHaveAttribute('aria-invalid', 'true')
  expect(await problemsOf(camille, 'an incomplete address')).toEqual([])

  await ask.search.fill('camille@nova.example')
  await expect(ask.searchProblem).toHaveCount(0)
  await ask.search.press('Enter')
  await expect(ask.searchProblem).toHaveText(ask.say('errors.cannot_ask_yourself'))

  await ask.search.fill('Zzz')
  await ask.toWords()
  await expect(ask.searchProblem).toHaveText(ask.say('ask.people.problem.unchosen'))

  await ask.search.fill(OUTSIDER)
  await ask.toWords()
  await expect(ask.summary.first()).toHaveText(OUTSIDER)
  await expect(ask.top.getByRole('heading', { name: ask.say('ask.words.title') })).toBeFocused()
})

test('a ready-made message fills the field, can be edited and is taken back by another press', async ({ visitor }) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example', 'en')
  const ask = new Ask(camille, 'en')
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await ask.inviteAddress(OUTSIDER)
  await ask.toWords()
  await ask.message.fill('My own words')
  await ask.readyMessage('progress').click()
  await expect(ask.message).toHaveValue(ask.say('ask.ready.progress.text'))
  await ask.readyMessage('together').click()
  await expect(ask.message).toHaveValue(ask.say('ask.ready.together.text'))
  await ask.readyMessage('together').click()
  await expect(ask.message).toHaveValue('My own words')
  await expect(ask.preview).toContainText('My own words')
})

test('a reminder is sent once a day, and a request answered in part says so', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  const ask = new Ask(camille)
  const sent = new Sent(camille)
  await ask.open()
  await ask.chooseSkill(0)
  await ask.chooseSkill(1)
  await ask.toPeople()
  await ask.choosePerson('amir', 'أمير')
  await ask.toWords()
  const path = await ask.send(1)

  const id = path.split('/').at(-1) ?? ''
  const request = await apiOf(camille).call(feedback.getRequest, { params: { id } })
  const amir = await visitor()
  await enter(amir, 'amir@nova.example')
  await apiOf(amir).call(feedback.answerFeedback, {
    params: { id: request.feedbacks[0]?.id ?? '' },
    body: { rating: 4, keep: 'Keep the notes after each meeting' },
  })

  await camille.reload()
  await expect(sent.text('sent.partly', { n: 1, total: 2 })).toBeVisible()
  await expect(sent.button('sent.remind')).toBeVisible()
  await sent.button('sent.remind').click()
  await expect(sent.button('sent.reminded_today')).toBeVisible()
  await expect(sent.top.locator('ion-button').filter({ hasText: sent.say('sent.reminded_today') })).toHaveAttribute('aria-disabled', 'true')
  await expect(shown(camille).getByRole('alert')).toHaveCount(0)
  expect(await problemsOf(camille, 'a reminded request')).toEqual([])
  await ask.open()
  await expect(ask.top.getByText(ask.say('ask.sent.answers', { n: 1, total: 2 }))).toBeVisible()
})

test('a request is sent by keyboard alone', async ({ visitor }) => {
  const camille = await visitor({ viewport: WIDE })
  await enter(camille, 'camille@nova.example', 'en')
  const ask = new Ask(camille, 'en')
  await openByKeyboard(camille, '/my-skills')
  const skill = await ask.skills.first().locator('strong').innerText()
  await tabTo(camille, skill)
  await camille.keyboard.press('Space')
  await tabTo(camille, ask.say('ask.people.search'))
  await camille.keyboard.type(OUTSIDER)
  await camille.keyboard.press('Enter')
  await expect(ask.chosen).toHaveText([OUTSIDER])
  await tabTo(camille, ask.say('ask.ready.together.label'))
  await camille.keyboard.press('Space')
  await expect(ask.message).toHaveValue(ask.say('ask.ready.together.text'))
  await expect(ask.sendAllButton(1, 1)).toBeVisible()
  await tabTo(camille, ask.say('ask.send_skills', { count: 1, n: 1 }))
  await camille.keyboard.press('Enter')
  await camille.waitForURL(/request-confirmation/)
})

test('confidential with too few colleagues, on one page: the message is in view and the button leads to the people', async ({
  visitor,
}) => {
  const camille = await visitor({ viewport: WIDE })
  await enter(camille, 'camille@nova.example', 'en')
  const ask = new Ask(camille, 'en')
  await ask.open()
  await ask.chooseSkill()
  await ask.people.first().click()
  await expect(ask.chosen).toHaveCount(1)
  await ask.askConfidentially()
  await expect(ask.problem).toBeInViewport({ ratio: 1 })
  await expect(ask.sendAllButton(1, 1)).toHaveCount(0)
  await expect(ask.button('ask.next.people')).toBeInViewport({ ratio: 1 })
  await ask.toPeople()
  await expect(ask.search).toBeFocused()
  await expect(ask.search).toBeInViewport()
  for (const place of [1, 2]) {
    await ask.people.nth(place).click()
    await expect(ask.chosen).toHaveCount(place + 1)
  }
  await expect(ask.problem).toHaveCount(0)
  await expect(ask.sendAllButton(3, 1)).toBeEnabled()
})

for (const locale of ['ar', 'de'] as const)
  test(`every step at 320 px and with text twice as large: ${locale}`, inGate(locale === 'de'), async ({ visitor }) => {
    const amir = await visitor({ locale, viewport: { ...PHONE, width: 320 } })
    await enter(amir, 'amir@nova.example', locale)
    const ask = new Ask(amir, locale)
    const fits = async (what: string, main: Locator) => {
      await atTextSizes(amir, ['100%', '200%'], async (size) => {
        expect(await problemsOf(amir, `${what}, ${size}`)).toEqual([])
        await expect(main).toBeInViewport({ ratio: 1 })
      })
    }
    await ask.open()
    await ask.chooseSkill(0)
    await fits('skills', ask.button('ask.next.people'))
    await ask.toPeople()
    await ask.inviteAddress('a.rather.long.address.of.a.partner@subsidiary.partner-company.example')
    await fits('people', ask.button('ask.next.words'))
    await ask.toWords()
    await ask.readyMessage('progress').click()
    await fits('words', ask.sendButton(1))
    await ask.askConfidentially()
    await expect(ask.problem).toBeVisible()
    await fits('too few colleagues', ask.button('ask.next.people'))
  })
