import { DAY_MS } from '@reflet/contract/durations'
import { expect } from '../../support/journey.ts'
import { cut, reconnect } from '../../support/offline.ts'
import type { Visit } from '../visit.ts'
import type { State } from './state.ts'

const OUTSIDER = 'a.rather.long.address.of.a.partner@subsidiary.partner-company.example'

const search = ({ top, say }: Visit) => top.getByRole('searchbox', { name: say('ask.people.search') })
const starts = ({ top, say }: Visit) => top.getByLabel(say('recur.starts'), { exact: true })

export const ask: readonly State[] = [
  {
    name: 'skills chosen',
    async reach(visit) {
      await visit.take('checkbox', 0, visit.region('ask.skills.title'))
      await visit.take('checkbox', 1, visit.region('ask.skills.title'))
    },
  },
  {
    name: 'an incomplete address',
    async reach(visit) {
      await visit.press('ask.next.people')
      await search(visit).fill('nora@partner')
      await visit.press('ask.next.words')
      await visit.read('ask.people.problem.incomplete')
    },
  },
  {
    name: 'people, and the language of an outsider',
    // The names in a group.
    without: 'cuts',
    async reach(visit) {
      await search(visit).fill(OUTSIDER)
      await visit.top.getByRole('button', { name: visit.say('ask.people.invite', { email: OUTSIDER }) }).click()
      await expect(visit.top.getByRole('group', { name: visit.say('ask.people.languages') })).toBeVisible()
    },
  },
  {
    name: 'words, with a ready message',
    async reach(visit) {
      await visit.press('ask.next.words')
      await visit.press('ask.ready.progress.label')
      await expect(visit.field('ask.words.message')).toHaveValue(visit.say('ask.ready.progress.text'))
    },
  },
  {
    name: 'too few colleagues',
    async reach(visit) {
      await visit.choose('radio', 'ask.words.confidential')
      await visit.refused(visit.region('ask.words.title'))
    },
  },
]

export const askOnOnePage: readonly State[] = [
  {
    name: 'filled',
    async reach(visit) {
      await visit.take('checkbox', 0, visit.region('ask.skills.title'))
      await visit.take('checkbox', 0, visit.region('ask.people.title'))
    },
  },
]

export const sentRequest: readonly State[] = [
  {
    name: 'reminded',
    async reach(visit) {
      await visit.press('sent.remind')
      await expect(visit.button('sent.reminded_today')).toBeVisible()
    },
  },
]

export const recurrencePlan: readonly State[] = [
  {
    name: 'people',
    // The names in a group.
    without: 'cuts',
    async reach(visit) {
      await visit.take('checkbox', 0, visit.region('ask.skills.title'))
      await visit.press('recur.next.people')
      await visit.take('checkbox', 0, visit.region('ask.people.title'))
    },
  },
  {
    name: 'rhythm',
    async reach(visit) {
      await visit.press('recur.next.rhythm')
      await expect(visit.region('recur.rounds').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'a day that has passed',
    async reach(visit) {
      await starts(visit).fill('2020-01-01')
      await visit.refused()
    },
    leave: (visit) => starts(visit).fill(new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10)),
  },
  {
    name: 'words',
    async reach(visit) {
      await expect(visit.top.getByRole('alert')).toHaveCount(0)
      await visit.press('recur.next.words')
      await visit.fill('ask.words.context', 'Horizon')
    },
  },
  {
    name: 'started',
    async reach(visit) {
      await visit.press('recur.start')
      await expect(visit.region('recur.pool')).toBeVisible()
    },
  },
]

export const offer: readonly State[] = [
  {
    name: 'which skill',
    async reach(visit) {
      await visit.top.getByRole('searchbox', { name: visit.say('contacts.directory') }).fill('greta')
      await visit.region('offer.whom').getByRole('button').filter({ hasText: 'Greta' }).click()
      await expect(visit.region('offer.for')).toBeVisible()
    },
  },
  {
    name: 'words',
    async reach(visit) {
      await visit
        .region('offer.which')
        .getByRole('button')
        .filter({ has: visit.page.locator('strong') })
        .first()
        .click()
      await visit.choose('radio', 'rating.5.label')
      await visit.fill('answer.keep.label', 'Sa patience dans le train')
    },
  },
  {
    name: 'waiting for a connection',
    async reach(visit) {
      await cut(visit.page)
      await visit.press('offer.send', { name: 'Greta' })
      await expect(visit.region('outbox.title').getByRole('article')).toHaveCount(1)
    },
    leave: ({ page }) => reconnect(page),
  },
  {
    name: 'sent',
    async reach(visit) {
      await visit.page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(visit.top.getByRole('status').filter({ hasText: visit.say('outbox.sent', { count: 1, n: 1 }) })).toBeVisible()
    },
  },
]
