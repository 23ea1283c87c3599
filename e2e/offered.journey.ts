import { choose, expect, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

test('Sofia offers Camille feedback nobody asked for; a cut network sends it once; Camille reads it from her news', async ({ visitor }) => {
  const problems: string[] = []
  const sofia = await visitor({ locale: 'es-ES' })
  await loginIn(sofia, 'sofia@nova.example', 'es')
  await sofia.goto('/answer')
  await shown(sofia).locator('ion-button[router-link="/offer-feedback"]').click()
  await sofia.waitForURL(/offer-feedback/)
  await shown(sofia).locator('ion-searchbar input').fill('camille')
  await shown(sofia).locator('button.option', { hasText: 'Camille' }).click()
  await expect(shown(sofia).locator('.offer-chosen')).toContainText('Camille')
  problems.push(...(await problemsOf(sofia, 'offering: which skill')))
  await shown(sofia).locator('.offer-skills button.option').first().click()
  const form = shown(sofia).locator('form.answer-form')
  await choose(form.locator('input[type="radio"][value="5"]'))
  await form.locator('textarea').nth(0).fill('El lunes, cuando calmó la reunión')
  problems.push(...(await problemsOf(sofia, 'offering: the words')))
  await sofia.reload()
  await expect(shown(sofia).locator('.offer-chosen').first(), 'whom and what survive').toContainText('Camille')
  await expect(shown(sofia).locator('textarea').first(), 'the words, too').toHaveValue('El lunes, cuando calmó la reunión')

  // A limit of the day says when it ends, and nothing typed is lost.
  await sofia.route('**/api/feedbacks/offered', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '18000' }, json: { code: 'slow_down', request_id: 'x' } }),
  )
  await shown(sofia).locator('form.answer-form ion-button[type="submit"]').click()
  await expect(shown(sofia).locator('form.answer-form .notice')).toContainText('dentro de 5 horas')
  await sofia.unroute('**/api/feedbacks/offered')

  // The server has it, the answer gets lost: the second press sends nothing twice.
  let lost = false
  await sofia.route('**/api/feedbacks/offered', async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await shown(sofia).locator('form.answer-form ion-button[type="submit"]').click()
  await expect(shown(sofia).locator('form.answer-form .notice')).toBeVisible()
  await shown(sofia).locator('form.answer-form ion-button[type="submit"]').click()
  await sofia.waitForURL(/answer-confirmation/)
  await expect(shown(sofia).locator('.answer-words')).toContainText('El lunes')
  await expect(shown(sofia).locator('ion-title'), 'nobody asked: it is no answer').toHaveText('Su feedback')
  await expect(shown(sofia).getByText('Ofrecer otro feedback')).toBeVisible()
  problems.push(...(await problemsOf(sofia, 'the receipt of what was offered')))

  const camille = await visitor({ locale: 'fr-FR' })
  await loginIn(camille, 'camille@nova.example', 'fr')
  await camille.goto('/home')
  await shown(camille).locator('.newsfeed ion-item', { hasText: 'vous offre un feedback' }).first().click()
  await camille.waitForURL(/skill-statistics/)
  await expect(shown(camille).locator('.answer-card', { hasText: 'El lunes, cuando calmó la reunión' })).toHaveCount(1)
  await camille.goto('/my-skills')
  await expect(shown(camille).locator('label.option').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('أمير offers feedback to somebody among his contacts', async ({ visitor }) => {
  const amir = await visitor({ locale: 'ar-EG' })
  await loginIn(amir, 'amir@nova.example', 'ar')
  await amir.goto('/contacts')
  await shown(amir).locator('.group-list ion-item').first().click()
  await amir.locator('.contact-form ion-button', { hasText: 'تقديم رأي' }).click()
  await amir.waitForURL(/offer-feedback/)
  await expect(shown(amir).locator('.offer-chosen')).toHaveCount(1)
  expect(await problemsOf(amir, 'offering to a contact')).toEqual([])
})
