import { expect, login, problemsOf, shown, test } from './support/journey.ts'

for (const { locale, decline, list, offer } of [
  { locale: 'fr', decline: 'Décliner', list: 'Déclinées', offer: 'Offrir un feedback' },
  { locale: 'en', decline: 'Decline', list: 'Declined', offer: 'Offer feedback' },
])
  test(`a declined request opens: what was asked, what was said, and feedback after all (${locale})`, async ({ visitor }) => {
    const page = await visitor({ locale })
    await login(page, locale === 'fr' ? 'camille@nova.example' : 'oliver@nova.example')
    await page.goto('/answer')
    await shown(page).locator('ion-item').first().click()
    const name = await shown(page).locator('.request-header h2').innerText()
    const skill = await shown(page).locator('section.card h2').innerText()
    await shown(page).locator('form.answer-form ion-button').filter({ hasText: decline }).click()
    await expect(page.locator('ion-alert .alert-button').last()).toBeVisible()
    const reason = page.locator('ion-alert textarea')
    const said = (await reason.count()) > 0
    if (said) await reason.fill('Absente en mai')
    const declined = page.waitForResponse((response) => response.url().endsWith('/decline') && response.ok())
    await page.locator('ion-alert .alert-button').last().click()
    await declined
    await page.goto('/answer')
    await shown(page).locator('ion-segment-button').filter({ hasText: list }).click()
    await shown(page).locator('ion-item').filter({ hasText: name }).filter({ hasText: skill }).first().click()
    const detail = shown(page).locator('.declined-group')
    await expect(detail).toContainText(skill)
    if (said) await expect(detail).toContainText('Absente en mai')
    expect(await problemsOf(page, 'declined')).toEqual([])
    await page.reload()
    await expect(detail).toContainText(skill)
    await detail.locator('ion-button').filter({ hasText: offer }).click()
    await expect(page).toHaveURL(/\/offer-feedback$/)
    await expect(shown(page).locator('.offer-chosen').first()).toContainText(name)
  })
