import { newsfeed } from '@reflet/contract/newsfeed'
import { apiOf } from '../../support/api.ts'
import { problemsOf } from '../../support/checks.ts'
import { hold } from '../../support/hold.ts'
import { expect, inGate, test } from '../../support/journey.ts'
import { askTwoSkills, statusesOf } from '../../support/requests.ts'
import { enter } from '../../support/session.ts'
import { expectToast } from '../../support/toasts.ts'
import { Answer } from './answer.ts'

for (const { locale, who } of [
  { locale: 'fr', who: 'camille@nova.example' },
  { locale: 'en', who: 'oliver@nova.example' },
] as const)
  test(
    `a declined request opens: the request, the decline, and feedback after all (${locale})`,
    inGate(locale === 'en'),
    async ({ visitor }) => {
      const page = await visitor({ locale })
      await enter(page, who)
      const answer = new Answer(page, locale)
      await answer.open()
      await answer.openRequest(/./)
      const name = await answer.requester.innerText()
      const skill = await answer.skill.innerText()
      const said = await answer.decline('Absente en mai')
      await answer.open()
      await answer.showList('declined')
      await answer.openRequest(new RegExp(`${name}.*${skill}`, 's'))
      const detail = answer.declined
      await expect(detail).toContainText(skill)
      if (said) await expect(detail).toContainText('Absente en mai')
      await expect(detail).not.toContainText(answer.opening('answer.due', 'date'))
      expect(await problemsOf(page, 'declined')).toEqual([])
      await page.reload()
      await expect(detail).toContainText(skill)
      await answer.offerAfterAll()
      await expect(page).toHaveURL(/\/offer-feedback$/)
      await expect(answer.top.locator('.offer-chosen').first()).toContainText(name)
    },
  )

test('the whole request is declined, undone at once, declined by the skill, and taken back from the list', async ({ visitor }) => {
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
    expect(await problemsOf(sofia, 'the sheet')).toEqual([])
    await sofia.keyboard.press('Escape')
    await expect(answer.sheet).toHaveCount(0)
    await answer.decline('Este mes no puedo', 2)
    await expectToast(sofia, answer.say('answer.declined'))
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

  await test.step('one skill, and the other one follows', async () => {
    const skill = await answer.skill.innerText()
    await answer.decline('')
    await expectToast(sofia, answer.say('answer.declined_skill', { skill }))
    await expect(answer.skill).not.toHaveText(skill)
    expect((await statuses()).sort()).toEqual(['declined', 'pending'])
  })

  await test.step('taken back from the list of declined requests', async () => {
    await answer.open()
    await answer.showList('declined')
    const declined = answer.top.getByRole('listitem').filter({ hasText: 'Oliver' }).first()
    await expect(declined).toBeVisible()
    await expect(declined).not.toContainText(answer.opening('answer.due', 'date'))
    await answer.openRequest(/Oliver/)
    await answer.button('answer.declined_one.back').click()
    await expect(answer.skill).toBeVisible()
    expect(await statuses()).toEqual(['pending', 'pending'])
    const news = await apiOf(oliver).call(newsfeed.listNews)
    const declines = news.newsfeed.filter(({ kind, request_id }) => kind === 'request_declined' && request_id === request.id)
    expect(declines, 'no news of a decline is left').toEqual([])
  })
})
