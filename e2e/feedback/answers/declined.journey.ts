import { newsfeed } from '@reflet/contract/newsfeed'
import { apiOf } from '../../support/api.ts'
import { hold } from '../../support/hold.ts'
import { expect, test } from '../../support/journey.ts'
import { askTwoSkills, statusesOf } from '../../support/requests.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Offer } from '../offers/offer.ts'
import { Answer } from './answer.ts'

test('a request is declined as a whole, undone at once, declined by the skill, read again, answered by an offer, and taken back @whole', async ({
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const request = await askTwoSkills(apiOf(oliver), 'sofia')
  const statuses = () => statusesOf(apiOf(oliver), request.id)
  const sofia = await visitor({ locale: 'es-ES' })
  await enter(sofia, 'sofia@nova.example')
  const answer = new Answer(sofia, 'es')
  await answer.open()
  await answer.openRequest(/Oliver/)

  await test.step('the whole request', async () => {
    await answer.button('answer.decline.action').click()
    await expect(answer.sheet.getByRole('radio')).toHaveCount(2)
    await expect(answer.sheet.getByRole('radio').first(), 'this skill by default').toBeChecked()
    await sofia.keyboard.press('Escape')
    await expect(answer.sheet).toHaveCount(0)
    await answer.decline('Este mes no puedo', 2)
    await expectToast(sofia, answer.opening('answer.declined', 'name', 'skill'))
  })

  await test.step('undone by the toast', async () => {
    // Pressed first: the toast goes after twelve seconds.
    const release = await hold(sofia, '**/reopen')
    await answer.undo()
    await expect(answer.top.locator('ion-segment')).toBeVisible()
    expect(await statuses()).toEqual(['declined', 'declined'])
    release()
    await expectToast(sofia, answer.say('answer.reopened'))
    expect(await statuses()).toEqual(['pending', 'pending'])
    await expect(answer.requester).toContainText('Oliver')
  })

  const skill = await answer.skill.innerText()
  await test.step('one skill, and the other one follows', async () => {
    await answer.decline('Ausente en mayo')
    await expectToast(sofia, answer.say('answer.declined', { name: 'Oliver Bennett', skill }))
    await expect(answer.skill).not.toHaveText(skill)
    expect((await statuses()).sort()).toEqual(['declined', 'pending'])
    const left = await answer.skill.innerText()
    await answer.button('answer.decline.action').click()
    await expect(answer.sheet, 'the only one that is left').toContainText(answer.say('answer.decline.this', { skill: left }))
    await sofia.keyboard.press('Escape')
    await expect(answer.sheet).toHaveCount(0)
  })

  const openDeclined = async () => {
    await answer.showList('declined')
    await answer.openRequest(new RegExp(`Oliver.*${skill}`, 's'))
  }
  const due = answer.opening('answer.due', 'date')
  await test.step('in the list of declined requests, with the reason; feedback is offered after all', async () => {
    await answer.open()
    await answer.showList('declined')
    const declined = answer.top.getByRole('listitem').filter({ hasText: 'Oliver' }).first()
    await expect(declined).toBeVisible()
    await expect(declined).not.toContainText(due)
    await openDeclined()
    await expect(answer.declined).toContainText(skill)
    await expect(answer.declined).toContainText('Ausente en mayo')
    await expect(answer.declined).not.toContainText(due)
    await sofia.reload()
    await expect(answer.declined).toContainText(skill)
    await answer.offerAfterAll()
    await expect(sofia).toHaveURL(/\/offer-feedback$/)
    await expect(new Offer(sofia, 'es').receiver).toContainText('Oliver')
  })

  await test.step('taken back', async () => {
    await answer.open()
    await openDeclined()
    await answer.button('answer.declined_one.back').click()
    await expect(answer.skill).toBeVisible()
    expect(await statuses()).toEqual(['pending', 'pending'])
    const news = await apiOf(oliver).call(newsfeed.listNews)
    const declines = news.newsfeed.filter(({ kind, request_id }) => kind === 'request_declined' && request_id === request.id)
    expect(declines, 'no news of a decline is left').toEqual([])
  })

  await test.step('after the last one was declined nothing says that it was sent; both lists show the date of asking', async () => {
    const name = { name: 'Oliver' }
    const sent = await answer.skill.innerText()
    await answer.rate(4)
    await answer.sendNext()
    await expect(answer.skill).not.toHaveText(sent)
    await answer.decline('')
    await expectToast(sofia, answer.opening('answer.declined', 'name', 'skill'))
    await expect(answer.top.locator('ion-segment')).toBeVisible()
    await expect(answer.text('answer.sent_to', name)).toHaveCount(0)
    for (const list of ['answered', 'declined'] as const) {
      await answer.showList(list)
      const one = answer.top.getByRole('listitem').filter({ hasText: 'Oliver' }).first()
      await expect(one).toContainText(answer.opening('answer.declined_one.asked', 'date'))
    }
    await sofia.setViewportSize({ width: 1280, height: 720 })
    await answer.open()
    await answer.showList('answered')
    await expect(answer.top.getByRole('listitem').first()).toBeVisible()
    await expect(answer.top.locator('.is-open'), 'none is shown beside the list').toHaveCount(0)
  })
})
