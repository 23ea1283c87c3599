import { expect, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

const OUTSIDER = 'undone@partner.example'

test('what was sent can be undone before anybody is told, and taken up again as it was', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await loginIn(camille, 'camille@nova.example', 'fr')
  await camille.goto('/my-skills')
  const page = shown(camille)
  const skill = page.locator('label.option').first()
  const name = await skill.locator('strong').first().innerText()
  await skill.click()
  await page.locator('ion-footer ion-button').click()
  await page.locator('ion-searchbar input').fill(OUTSIDER)
  await page.locator('button.option', { hasText: OUTSIDER }).click()
  await page.locator('ion-footer ion-button').click()
  await page.locator('#ask-message').fill('Un mot qui compte.')
  await page.locator('ion-footer ion-button').click()
  await camille.waitForURL(/request-confirmation/)
  await shown(camille).getByText('Annuler l’envoi').click()
  await expect(shown(camille).getByText('Demande annulée')).toBeVisible()
  await expect(shown(camille).locator('.trust')).toHaveCount(0)
  expect(await problemsOf(camille, 'an undone request')).toEqual([])

  await shown(camille).getByText('Reprendre cette demande').click()
  await camille.waitForURL(/my-skills/)
  await expect(shown(camille).locator('#ask-message')).toHaveValue('Un mot qui compte.')
  await camille.goto('/my-skills?step=people')
  await expect(shown(camille).locator('.person-chip')).toContainText(OUTSIDER)
  await camille.goto('/my-skills')
  await expect(shown(camille).locator('label.option', { hasText: name }).locator('input')).toBeChecked()
})
