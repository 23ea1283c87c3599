import { Answer } from './screens/answer.ts'
import { problemsOf } from './support/checks.ts'
import { expect, test } from './support/journey.ts'
import { enter } from './support/session.ts'

for (const { locale, who } of [
  { locale: 'fr', who: 'camille@nova.example' },
  { locale: 'en', who: 'oliver@nova.example' },
] as const)
  test(`a declined request opens: the request, the decline, and feedback after all (${locale})`, async ({ visitor }) => {
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
    expect(await problemsOf(page, 'declined')).toEqual([])
    await page.reload()
    await expect(detail).toContainText(skill)
    await answer.offerAfterAll()
    await expect(page).toHaveURL(/\/offer-feedback$/)
    await expect(answer.top.locator('.offer-chosen').first()).toContainText(name)
  })
