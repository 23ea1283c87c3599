import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { hold } from '../support/hold.ts'
import { expect, shown, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { enter } from '../support/session.ts'
import { Login, ResetPassword } from './login.ts'

test('a wrong password shows an error; a forgotten one is reset from the mail', async ({ server, visitor }) => {
  const page = await visitor()
  const login = new Login(page, 'en')
  await login.open()
  await login.logIn('sofia@nova.example', 'wrong')
  await expect(login.refusal).toBeVisible()
  await expect(login.email).toHaveValue('sofia@nova.example')

  await login.forgetPassword()
  await expect(login.text('reset.sent_title')).toBeVisible()
  const mail = await mailTo(server, 'sofia@nova.example', 'reset-password')
  const link = /https?:\/\/[^\s"]*\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  const reset = new ResetPassword(page, 'en')
  await reset.setPassword('short')
  await expect(reset.text('reset.too_short')).toBeVisible()
  await reset.setPassword('a much longer password')
  // Nothing is typed twice.
  await page.waitForURL(/\/home/)
})

test('a person who is not logged in is redirected to the login, and then to the requested page', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/dashboard')
  await page.waitForURL(/\/login/)
  await new Login(page, 'en').logIn('oliver@nova.example')
  await page.waitForURL(/\/dashboard/)
})

test('language and dark mode belong to the person; logging out deletes everything from the device', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  await page.goto('/profile')
  await shown(page).locator('#profile-language').selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(shown(page).getByRole('button', { name: 'فتح القائمة', exact: true })).toBeVisible()
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

test('a language chosen on another device is shown although its translations load late', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale: 'fr' } })
  const known = page.waitForResponse((reply) => reply.request().method() === 'GET' && reply.url().endsWith('/api/users/1') && reply.ok())
  await page.route('**/i18n/en.json', async (route) => {
    await known
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    await route.continue()
  })
  await page.goto('/profile')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(shown(page).getByText('Se déconnecter', { exact: true })).toBeVisible()
})

const refuse = (page: Page, language: string) =>
  page.route(`**/i18n/${language}.json`, (route) => route.fulfill({ status: 401, body: 'Who are you?' }))

test('a refused translation file, by any proxy, ends no session', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  // Refused first: an open page follows the new language automatically.
  await refuse(page, 'de')
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale: 'de' } })
  const refused = page.waitForResponse('**/i18n/de.json')
  await page.goto('/profile')
  await refused
  await expect(shown(page).getByText('Log out', { exact: true })).toBeVisible()
  await page.reload()
  await expect(shown(page).getByText('Log out', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(new URL(page.url()).pathname).toBe('/profile')
})

test('if the translations of the last language are refused, English is shown', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale: 'de' } })
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

test('a device whose language cannot be fetched starts in English; without any translations it shows an error and a retry', async ({
  visitor,
}) => {
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

test('a language whose translations cannot be fetched is not shown; of two, the last one is', async ({ visitor }) => {
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

  const release = await hold(page, '**/i18n/es.json')
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

test('a session that the server ended leads to the login', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'amir@nova.example')
  await page.context().clearCookies()
  await page.goto('/dashboard')
  await page.waitForURL(/\/login/)
})

test('a login that the browser does not keep says so, not that the password is wrong', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/api/login', async (route) => {
    const response = await route.fetch()
    await page.context().clearCookies()
    await route.fulfill({ response, headers: { ...response.headers(), 'set-cookie': '' } })
  })
  const login = new Login(page, 'en')
  await login.open()
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/logout') && response.ok())
  await login.logIn('oliver@nova.example')
  await expect(login.refusal).toContainText('this browser did not keep it')
  await expect(login.email).toHaveValue('oliver@nova.example')
  expect((await ended).status(), 'the session that no one has is ended').toBe(200)
  expect(await problemsOf(page, 'a login that is not kept')).toEqual([])

  await page.unroute('**/api/login')
  await login.logIn('oliver@nova.example')
  await page.waitForURL(/\/home/)
})
