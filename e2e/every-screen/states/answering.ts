import { expect } from '../../support/journey.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const LONG = Array.from({ length: 10 }, (_, line) => `Elle écoute avant de parler, et le dit en une phrase (${line}).`).join('\n')

const send = (visit: Visit) => visit.button('answer.send').or(visit.button('answer.send_next'))

const decline: States = {
  'the sheet to decline': (visit) => visit.openSheet(visit.button('answer.decline.action')),
}

/** From a refusal to the second skill. */
const writing: States = {
  async 'refused: a low rating without a word'(visit) {
    await visit.choose('radio', 'rating.2.label')
    await send(visit).click()
    await visit.refused()
  },
  async 'a long text, and its quality'(visit) {
    await visit.choose('radio', 'rating.4.label')
    await visit.fill('answer.keep.label', LONG)
    await expect(visit.region('quality.live.title').getByRole('strong')).toBeVisible()
  },
  async 'the second skill, with the request unfolded'(visit) {
    await visit.press('answer.send_next')
    await expect(visit.top.getByRole('status').filter({ hasText: visit.say('answer.sent_of', { n: 1, total: 2 }) })).toBeVisible()
    await visit.top.locator('details > summary').first().click()
    await visit.read('answer.step', { n: 2, total: 2 })
  },
}

/** A request about two skills; a confidential one is due next. */
export const answerOne: States = {
  ...decline,
  'the days to postpone to': (visit) => visit.openSheet(visit.button('answer.later')),
  async 'examples of a rating'(visit) {
    await visit.text('rating.examples').click()
    await visit.read('rating.3.example')
  },
  ...writing,
  async 'not observed'(visit) {
    await visit.choose('radio', 'rating.not_observed.label')
    await expect(visit.field('answer.keep.label')).toHaveCount(0)
  },
  async 'the next request, a confidential one'(visit) {
    await visit.press('answer.send')
    await expect(visit.top.getByText(visit.say('answer.sent_to', { name: 'Oliver' }))).toBeVisible()
  },
  async 'postponed, in the list'(visit) {
    await visit.fill('answer.keep.label', 'Un début')
    await visit.openSheet(visit.button('answer.later'))
    await visit.sheet.locator('.option').first().click()
    await expect(visit.sheet).toHaveCount(0)
    await expect(visit.top.getByText(visit.opening('answer.later_on', 'date')).first()).toBeVisible()
    await visit.read('answer.draft')
  },
}

export const declinedAnswers: States = {
  async 'one of them'(visit) {
    await visit.top.getByRole('listitem').getByRole('button').first().click()
    await expect(visit.button('answer.declined_one.back')).toBeVisible()
  },
}

export const guestAnswer: States = { ...decline, ...writing }

export const guestDeclines: States = {
  async 'all declined'(visit) {
    await visit.button('answer.decline.action').click()
    await visit.label('radio', visit.say('answer.decline.rest', { n: 2 }), visit.sheet).click()
    await visit.sheet.getByRole('button', { name: visit.say('answer.decline.action'), exact: true }).click()
    await expect(visit.sheet).toHaveCount(0)
    await visit.read('guest.all_declined')
  },
}

export const guestStops: States = {
  async stopped(visit) {
    await visit.press('guest.stop')
    await expect(visit.top.getByRole('status').filter({ hasText: visit.say('guest.stopped') })).toBeVisible()
  },
}

export const event: States = {
  async 'who answers'(visit) {
    await visit.choose('radio', 'rating.4.label')
    await visit.fill('answer.keep.label', 'Très clair, du début à la fin')
    await visit.press('event_link.next')
    await expect(visit.top.getByRole('heading', { name: visit.say('event_link.who.title') })).toBeVisible()
  },
  async 'refused: nobody'(visit) {
    await visit.press('answer.send')
    await visit.refused()
  },
  async 'the receipt'(visit) {
    await visit.fill('contacts.first_name', 'Layla')
    await visit.fill('contacts.last_name', 'Haddad')
    await visit.fill('login.email', 'layla@partner.example')
    await visit.press('answer.send')
    await expect(visit.top.getByRole('heading', { name: visit.say('answered.thanks') })).toBeVisible()
  },
}

export const coffeeLink: States = {
  async agreed(visit) {
    await visit.region('coffee.choose').getByRole('button').first().click()
    await visit.read('coffee.link.accepted')
  },
}
