import { expect } from '../../support/journey.ts'
import type { Visit } from '../visit.ts'
import type { State } from './state.ts'

const LONG = Array.from({ length: 10 }, (_, line) => `Elle écoute avant de parler, et le dit en une phrase (${line}).`).join('\n')

const send = (visit: Visit) => visit.button('answer.send').or(visit.button('answer.send_next'))

const decline: State = {
  name: 'the sheet to decline',
  reach: (visit) => visit.openSheet(visit.button('answer.decline.action')),
  leave: (visit) => visit.closeSheet(),
}

const examples: State = {
  name: 'examples of a rating',
  async reach(visit) {
    await visit.text('rating.examples').click()
    await visit.read('rating.3.example')
  },
}

const refused: State = {
  name: 'refused: a low rating without a word',
  async reach(visit) {
    await visit.choose('radio', 'rating.2.label')
    await send(visit).click()
    await visit.refused()
  },
}

const written: State = {
  name: 'a long text, and its quality',
  async reach(visit) {
    await visit.choose('radio', 'rating.4.label')
    await visit.fill('answer.keep.label', LONG)
    await expect(visit.region('quality.live.title').getByRole('strong')).toBeVisible()
  },
}

const unfolded: State = {
  name: 'the second skill, with the request unfolded',
  async reach(visit) {
    await visit.press('answer.send_next')
    await expect(visit.top.getByRole('status').filter({ hasText: visit.say('answer.sent_of', { n: 1, total: 2 }) })).toBeVisible()
    await visit.top.locator('details > summary').first().click()
    await visit.read('answer.step', { n: 2, total: 2 })
  },
}

const notObserved: State = {
  name: 'not observed',
  async reach(visit) {
    await visit.choose('radio', 'rating.not_observed.label')
    await expect(visit.field('answer.keep.label')).toHaveCount(0)
  },
}

const wholeDeclined: State = {
  name: 'all declined',
  async reach(visit) {
    await visit.button('answer.decline.action').click()
    await visit.label('radio', visit.say('answer.decline.whole', { count: 2, n: 2 }), visit.sheet).click()
    await visit.sheet.getByRole('button', { name: visit.say('answer.decline.action'), exact: true }).click()
    await expect(visit.sheet).toHaveCount(0)
    await visit.read('guest.all_declined')
  },
}

/** A request about two skills; a confidential one is due next. */
export const answerOne: readonly State[] = [
  decline,
  {
    name: 'the days to postpone to',
    reach: (visit) => visit.openSheet(visit.button('answer.later')),
    leave: (visit) => visit.closeSheet(),
  },
  examples,
  refused,
  written,
  unfolded,
  notObserved,
  {
    name: 'the next request, a confidential one',
    async reach(visit) {
      await visit.press('answer.send')
      await expect(visit.top.getByText(visit.say('answer.sent_to', { name: 'Oliver' }))).toBeVisible()
    },
  },
  {
    name: 'postponed, in the list',
    async reach(visit) {
      await visit.fill('answer.keep.label', 'Un début')
      await visit.openSheet(visit.button('answer.later'))
      await visit.sheet.locator('.option').first().click()
      await expect(visit.sheet).toHaveCount(0)
      await expect(visit.top.getByText(visit.opening('answer.later_on', 'date')).first()).toBeVisible()
      await visit.read('answer.draft')
    },
  },
]

export const declinedAnswers: readonly State[] = [
  {
    name: 'one of them',
    async reach(visit) {
      await visit.top.getByRole('listitem').getByRole('button').first().click()
      await expect(visit.button('answer.declined_one.back')).toBeVisible()
    },
  },
]

export const guestAnswer: readonly State[] = [decline, refused, written, unfolded]

export const guestDeclines: readonly State[] = [wholeDeclined]

export const guestStops: readonly State[] = [
  {
    name: 'stopped',
    async reach(visit) {
      await visit.press('guest.stop')
      await expect(visit.top.getByRole('status').filter({ hasText: visit.say('guest.stopped') })).toBeVisible()
    },
  },
]

export const event: readonly State[] = [
  {
    name: 'who answers',
    async reach(visit) {
      await visit.choose('radio', 'rating.4.label')
      await visit.fill('answer.keep.label', 'Très clair, du début à la fin')
      await visit.press('event_link.next')
      await expect(visit.top.getByRole('heading', { name: visit.say('event_link.who.title') })).toBeVisible()
    },
  },
  {
    name: 'refused: nobody',
    async reach(visit) {
      await visit.press('answer.send')
      await visit.refused()
    },
  },
  {
    name: 'the receipt',
    async reach(visit) {
      await visit.fill('contacts.first_name', 'Layla')
      await visit.fill('contacts.last_name', 'Haddad')
      await visit.fill('login.email', 'layla@partner.example')
      await visit.press('answer.send')
      await expect(visit.top.getByRole('heading', { name: visit.say('answered.thanks') })).toBeVisible()
    },
  },
]

export const coffeeLink: readonly State[] = [
  {
    name: 'agreed',
    async reach(visit) {
      await visit.region('coffee.choose').getByRole('button').first().click()
      await visit.read('coffee.link.accepted')
    },
  },
]
