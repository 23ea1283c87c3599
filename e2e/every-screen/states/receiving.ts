import { expect } from '../../support/journey.ts'
import { goInside } from '../open.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const stars = async (visit: Visit, count: 3 | 4) => {
  const group = visit.top.getByRole('group', { name: visit.say('useful.legend') })
  await visit.label('radio', new RegExp(`^${visit.say(`useful.stars.${count}`)}$`), group).click()
}

export const rating: States = {
  async 'refused: no stars'(visit) {
    await visit.button('common.save').or(visit.top.locator('form ion-button[type="submit"]')).last().click()
    await visit.refused()
  },
  async filled(visit) {
    await stars(visit, 4)
    await visit.list('useful.phrases').getByRole('button').first().click()
    await visit.fill('useful.will_try.label', 'Envoyer le compte rendu le soir même')
  },
}

export const reader: States = {
  async thanks(visit) {
    await stars(visit, 4)
    await visit.press('useful.phrase.helped')
    await expect(visit.field('useful.thanks.label')).toHaveValue(visit.say('useful.phrase.helped'))
  },
  async 'sent, and the next one'(visit) {
    await visit.press('reader.send')
    await expect(visit.top.getByRole('status').filter({ hasText: /./ })).toBeVisible()
  },
  async 'the end'(visit) {
    const end = visit.top.locator('.empty').getByRole('heading', { name: visit.say('reader.end.title') })
    // An answer that was rated before has stars already.
    const onward = visit.button('reader.next').or(visit.button('reader.skip')).or(visit.button('reader.finish'))
    for (let answers = 0; answers < 50 && (await end.count()) === 0; answers++) await onward.first().click()
    await expect(end).toBeVisible()
  },
}

export const growth: States = {
  async 'being changed'(visit) {
    await visit.top
      .getByRole('button', { name: visit.say('growth.edit') })
      .first()
      .click()
    await expect(visit.field('growth.text')).toBeFocused()
    return async () => {
      await visit.press('common.save')
      await expect(visit.field('growth.text')).toHaveCount(0)
    }
  },
  async 'asked again'(visit) {
    const again = visit.top.getByRole('button', { name: visit.opening('growth.again', 'name') })
    await again.first().click()
    await expect(visit.link('growth.see_request').first()).toBeVisible()
  },
  async answered(visit) {
    const yes = visit.button('growth.outcome.yes')
    const before = await yes.count()
    await yes.first().click()
    await expect(yes).toHaveCount(before - 1)
    await expect(visit.region('growth.closed')).toBeVisible()
  },
  async 'nothing yet'(visit) {
    await visit.page.route(/\/api\/tries(\?|$)/, (route) => route.fulfill({ json: { tries: [], next_cursor: null } }))
    await visit.page.reload()
    await visit.read('growth.empty')
    return visit.free
  },
}

export const sharedWithMe: States = {
  async 'a note'(visit) {
    await visit.top.getByRole('button', { name: visit.say('shared.note.write') }).click()
    await visit.top.getByRole('textbox').fill('Parlons de la suite.')
  },
  async 'a note that was sent'(visit) {
    await visit.press('shared.note.send')
    await expect(visit.top.locator('article').getByText('Parlons de la suite.')).toBeVisible()
    await expect(visit.top.getByRole('textbox')).toHaveCount(0)
  },
}

const question = (visit: Visit) => visit.top.getByRole('heading', { name: visit.say('my_manager.choose'), exact: true })

/** Ends without a manager. */
export const myManager: States = {
  async 'another one is found'(visit) {
    await visit.press('my_manager.change')
    const choice = visit.region('my_manager.choose')
    await choice.getByRole('searchbox', { name: visit.say('contacts.directory') }).fill('greta')
    await expect(choice.getByRole('button').filter({ has: visit.page.getByRole('strong') })).toHaveCount(1)
    return () => visit.press('common.cancel')
  },
  async none(visit) {
    await visit.press('my_manager.remove')
    await visit.confirm('my_manager.remove')
    await expect(question(visit)).toBeVisible()
  },
  async 'sharing without one'(visit) {
    await goInside(visit.page, visit.world.sharePath)
    await expect(visit.top.getByRole('heading', { name: visit.say('share.title'), level: 1 })).toBeVisible()
    await expect(question(visit)).toBeVisible()
  },
}

const day = (visit: Visit) =>
  visit.region('coffee.form.when').getByRole('group').first().getByLabel(visit.say('coffee.form.date'), { exact: true })

export const newCoffee: States = {
  async 'the form'(visit) {
    await visit.top.getByRole('searchbox', { name: visit.say('contacts.directory') }).fill('greta')
    await visit.region('coffee.form.who').getByRole('button').filter({ hasText: 'Greta' }).first().click()
    await expect(visit.region('coffee.form.when').getByRole('group')).toHaveCount(3)
  },
  async 'refused: a day that has passed'(visit) {
    await day(visit).fill('2020-01-01')
    await visit.press('coffee.form.send')
    await visit.refused()
  },
}

export const coffeeOne: States = {
  async agreed(visit) {
    await visit.region('coffee.choose').getByRole('button').first().click()
    await visit.read('coffee.status.accepted')
  },
}

export const ownCoffee: States = {
  async 'other times'(visit) {
    await visit.press('coffee.move')
    await expect(visit.region('coffee.form.when')).toBeVisible()
  },
}
