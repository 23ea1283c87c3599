import { DAY_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { apiOf } from '../../support/api.ts'
import { expect, test } from '../../support/journey.ts'
import { askTwoSkills } from '../../support/requests.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Answer } from './answer.ts'

test('what is due first is listed first; postponed, it is last with its day; after its last answer the next person’s request follows @whole', async ({
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  await askTwoSkills(apiOf(oliver), 'camille', { due_at: new Date(Date.now() + 10 * DAY_MS).toISOString() })
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const answer = new Answer(camille)
  const row = answer.top.getByRole('listitem').filter({ hasText: 'Oliver' }).first()
  const laterWords = answer.opening('answer.later_on', 'date')
  await answer.open()
  const received = () => apiOf(camille).call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })

  await test.step('what was begun is marked as a draft', async () => {
    await expect(answer.top.getByRole('listitem').first()).toContainText('Oliver')
    await answer.openRequest(/Oliver/)
    await answer.write('keep', 'Un début')
    await answer.top.locator('ion-back-button').click()
    await expect(row).toContainText(answer.say('answer.draft'))
  })

  await test.step('tomorrow', async () => {
    await answer.openRequest(/Oliver/)
    const days = await answer.chooseLater()
    await days.first().click()
    await expectToast(camille, answer.opening('answer.postpone.done', 'date'))
    await expect(row).toContainText(laterWords)
    const { groups } = await received()
    const postponed = groups.findIndex(({ later_at }) => later_at !== null)
    expect(postponed, 'after all others').toBeGreaterThanOrEqual(groups.filter(({ later_at }) => later_at === null).length)
  })

  await test.step('another day, seen on every device', async () => {
    await answer.openRequest(/Oliver/)
    await expect(answer.part('keep'), 'the draft is kept').toHaveValue('Un début')
    const before = (await received()).groups.find(({ later_at }) => later_at !== null)?.later_at
    const days = await answer.chooseLater('answer.postpone.change')
    await days.last().click()
    await expect(row).toContainText(laterWords)
    expect((await received()).groups.find(({ later_at }) => later_at !== null)?.later_at).not.toBe(before)
    await camille.reload()
    await expect(row).toContainText(laterWords)
  })

  await test.step('no reminder any more', async () => {
    await answer.openRequest(/Oliver/)
    await answer.button('answer.postpone.end').click()
    await expect(answer.button('answer.postpone.end')).toHaveCount(0)
    expect((await received()).groups.every(({ later_at }) => later_at === null)).toBe(true)
  })

  await test.step('answered: the next person’s request follows', async () => {
    await answer.rate(4)
    await answer.sendNext()
    await expect(answer.sent).toContainText('1')
    await answer.rate(5)
    await answer.send()
    await expect(answer.sentTo).toContainText(answer.say('answer.sent_to', { name: 'Oliver' }))
    await expect(answer.requester).not.toContainText('Oliver')
    await expect(answer.skill, 'the focus is on what comes next').toBeFocused()
    await expect(answer.skill).toBeInViewport()
  })

  await test.step('what was sent is confirmed, and listed', async () => {
    await answer.seeSent()
    await expect(answer.text('answered.text', { name: 'Oliver' })).toBeVisible()
    await answer.link('answered.next').or(answer.button('answered.next')).click()
    await answer.showList('answered')
    const sent = answer.top.getByRole('listitem').filter({ hasText: 'Oliver' }).first()
    await expect(sent).toBeVisible()
    await expect(sent).not.toContainText(answer.opening('answer.due', 'date'))
  })
})
