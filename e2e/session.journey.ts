import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { expect, login, mailTo, problemsOf, shown, test } from './support/journey.ts'

test('a wrong password is told kindly; a forgotten one is set anew from the mail', async ({ server, visitor }) => {
  const page = await visitor()
  await page.goto('/login')
  await page.locator('#login-email').fill('sofia@nova.example')
  await page.locator('#login-password').fill('wrong')
  await page.locator('ion-button[type="submit"]').click()
  await expect(page.locator('.notice')).toBeVisible()
  await expect(page.locator('#login-email')).toHaveValue('sofia@nova.example')

  await page.getByText('Forgotten your password?').click()
  await shown(page).locator('ion-button').first().click()
  await expect(shown(page).getByText('Look in your inbox')).toBeVisible()
  const mail = await mailTo(server, 'sofia@nova.example', 'reset-password')
  const link = /https?:\/\/[^\s"]*\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  await shown(page).locator('input').first().fill('short')
  await shown(page).locator('ion-button').first().click()
  await expect(shown(page).locator('.field-error')).toBeVisible()
  await shown(page).locator('input').first().fill('a much longer password')
  await shown(page).locator('ion-button').first().click()
  await expect(shown(page).getByText('Your password is set')).toBeVisible()
  await page.goto('/login')
  await page.locator('#login-email').fill('sofia@nova.example')
  await page.locator('#login-password').fill('a much longer password')
  await page.locator('ion-button[type="submit"]').click()
  await page.waitForURL(/\/home/)
})

test('whoever is not logged in is asked to, and lands where they wanted to go', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/dashboard')
  await page.waitForURL(/\/login/)
  await page.locator('#login-email').fill('oliver@nova.example')
  await page.locator('#login-password').fill('reflet-demo')
  await page.locator('ion-button[type="submit"]').click()
  await page.waitForURL(/\/dashboard/)
})

test('language and dark mode follow the person; logging out leaves nothing behind', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  await page.goto('/profile')
  await shown(page).locator('#profile-language').selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await shown(page).locator('.choice').nth(2).click()
  await expect(page.locator('html')).toHaveClass(/ion-palette-dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveClass(/ion-palette-dark/)
  await shown(page).locator('#profile-language').selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')

  await shown(page).getByText('Log out', { exact: true }).click()
  await page.waitForURL(/\/login/)
  expect((await page.context().cookies()).filter(({ name }) => name === 'access_token')).toEqual([])
  await page.goto('/home')
  await page.waitForURL(/\/login/)
})

test('a language chosen on another device shows although the words of this one come late', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  await apiOf(page).send('PATCH', '/api/users/1', { locale: 'fr' })
  await page.route('**/i18n/en.json', async (route) => {
    await page.waitForResponse((reply) => reply.url().endsWith('/api/users/1') && reply.ok())
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    await route.continue()
  })
  await page.goto('/profile')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(shown(page).getByText('Se déconnecter', { exact: true })).toBeVisible()
})

const refuse = (page: Page, language: string) =>
  page.route(`**/i18n/${language}.json`, (route) => route.fulfill({ status: 401, body: 'Who are you?' }))

test('a refusal of words, by whatever stands in between, ends no session', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  // Refused first: an open page follows the new language by itself.
  await refuse(page, 'de')
  await apiOf(page).send('PATCH', '/api/users/1', { locale: 'de' })
  const refused = page.waitForResponse('**/i18n/de.json')
  await page.goto('/profile')
  await refused
  await expect(shown(page).getByText('Log out', { exact: true })).toBeVisible()
  await page.reload()
  await expect(shown(page).getByText('Log out', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(new URL(page.url()).pathname).toBe('/profile')
})

test('where the words of the language shown last are refused, English is shown', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  await apiOf(page).send('PATCH', '/api/users/1', { locale: 'de' })
  await page.goto('/profile')
  await expect(shown(page).getByText('Abmelden', { exact: true })).toBeVisible()
  await refuse(page, 'de')
  await page.reload()
  await expect(shown(page).getByText('Log out', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.unroute('**/i18n/de.json')
  await page.reload()
  await expect(shown(page).getByText('Abmelden', { exact: true }), 'the fallback is not a choice').toBeVisible()
})

test('a device whose language cannot be fetched begins in English; without any words it says so and tries again', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar' })
  await refuse(page, 'ar')
  await page.goto('/login')
  await expect(shown(page).getByText('Password', { exact: true }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')

  await refuse(page, 'en')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Reflet could not be loaded completely. Check your connection and try again.')
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations).toEqual([])
  const again = page.waitForResponse('**/i18n/en.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/i18n/ar.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(shown(page).getByText('كلمة المرور', { exact: true }).first()).toBeVisible()
  await expect(page.locator('#login-email')).toBeVisible()
})

test('a language whose words cannot be fetched is not shown; of two, the last one is', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/login')
  const language = page.locator('.gate-foot select')
  await page.route('**/i18n/de.json', (route) => route.abort())
  await language.selectOption('de')
  await expect(shown(page).locator('.gate-foot .notice')).toContainText('You seem to be offline')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(language).toHaveValue('en')
  expect(await problemsOf(page, 'a language that cannot be shown')).toEqual([])
  await page.unroute('**/i18n/de.json')

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/i18n/es.json', async (route) => {
    await held
    await route.continue()
  })
  await language.selectOption('es')
  await language.selectOption('de')
  await expect(page.locator('html'), 'without waiting for the other').toHaveAttribute('lang', 'de')
  await expect(shown(page).locator('.gate-foot .notice')).toHaveCount(0)
  const late = page.waitForResponse('**/i18n/es.json')
  release()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(shown(page).getByText('Passwort', { exact: true }).first()).toBeVisible()
})

test('a session that the server ended leads back to the login', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'amir@nova.example')
  await page.context().clearCookies()
  await page.goto('/dashboard')
  await page.waitForURL(/\/login/)
})
