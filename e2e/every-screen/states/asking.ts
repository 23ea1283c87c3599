import { DAY_MS } from '@reflet/contract/durations'
import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const OUTSIDER = 'a.rather.long.address.of.a.partner@subsidiary.partner-company.example'

const search = ({ top, say }: Visit) => top.getByRole('searchbox', { name: say('ask.people.search') })
const starts = ({ top, say }: Visit) => top.getByLabel(say('recur.starts'), { exact: true })

export const ask: States = {
  async 'skills chosen'(visit) {
    await visit.take('checkbox', 0, visit.region('ask.skills.title'))
    await visit.take('checkbox', 1, visit.region('ask.skills.title'))
  },
  async 'an incomplete address'(visit) {
    await visit.press('ask.next.people')
    await search(visit).fill('nora@partner')
    await visit.press('ask.next.words')
    await visit.read('ask.people.problem.incomplete')
  },
  async 'people, and the language of an outsider'(visit) {
    // The names in a group.
    visit.shortens = true
    await search(visit).fill(OUTSIDER)
    await visit.top.getByRole('button', { name: visit.say('ask.people.invite', { email: OUTSIDER }) }).click()
    await expect(visit.top.getByRole('group', { name: visit.say('ask.people.languages') })).toBeVisible()
  },
  async 'words, with a ready message'(visit) {
    await visit.press('ask.next.words')
    await visit.press('ask.ready.progress.label')
    await expect(visit.field('ask.words.message')).toHaveValue(visit.say('ask.ready.progress.text'))
  },
  async 'too few colleagues'(visit) {
    await visit.choose('radio', 'ask.words.confidential')
    await visit.refused(visit.region('ask.words.title'))
  },
}

export const askOnOnePage: States = {
  async filled(visit) {
    await visit.take('checkbox', 0, visit.region('ask.skills.title'))
    await visit.take('checkbox', 0, visit.region('ask.people.title'))
  },
}

export const recurrencePlan: States = {
  async people(visit) {
    // The names in a group.
    visit.shortens = true
    await visit.take('checkbox', 0, visit.region('ask.skills.title'))
    await visit.press('recur.next.people')
    await visit.take('checkbox', 0, visit.region('ask.people.title'))
  },
  async rhythm(visit) {
    await visit.press('recur.next.rhythm')
    await expect(visit.region('recur.rounds').getByRole('listitem').first()).toBeVisible()
  },
  async 'a day that has passed'(visit) {
    await starts(visit).fill('2020-01-01')
    await visit.refused()
    return () => starts(visit).fill(new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10))
  },
  async words(visit) {
    await expect(visit.top.getByRole('alert')).toHaveCount(0)
    await visit.press('recur.next.words')
    await visit.fill('ask.words.context', 'Horizon')
  },
  async started(visit) {
    await visit.press('recur.start')
    await expect(visit.region('recur.pool')).toBeVisible()
  },
}

export const offer: States = {
  async 'which skill'(visit) {
    await visit.top.getByRole('searchbox', { name: visit.say('contacts.directory') }).fill('greta')
    await visit.region('offer.whom').getByRole('button').filter({ hasText: 'Greta' }).click()
    await expect(visit.region('offer.for')).toBeVisible()
  },
  async words(visit) {
    await visit
      .region('offer.which')
      .getByRole('button')
      .filter({ has: visit.page.locator('strong') })
      .first()
      .click()
    await visit.choose('radio', 'rating.5.label')
    await visit.fill('answer.keep.label', 'Sa patience dans le train')
  },
  async 'waiting for a connection'(visit) {
    await cut(visit.page)
    await visit.press('offer.send', { name: 'Greta' })
    await expect(visit.region('outbox.title').getByRole('article')).toHaveCount(1)
    return () => reconnect(visit.page)
  },
  async sent(visit) {
    await visit.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(visit.top.getByRole('status').filter({ hasText: visit.say('outbox.sent', { count: 1, n: 1 }) })).toBeVisible()
  },
}
