import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import { apiOf, RETRIED } from '../support/api.ts'
import { hold } from '../support/hold.ts'
import { expect, shown, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { enter } from '../support/session.ts'
import { Login, ResetPassword } from './login.ts'

const OLIVER = 'oliver@nova.example'

test('a login: refused, not kept by the browser, accepted; language and dark mode; a forgotten password', async ({ server, visitor }) => {
  const page = await visitor()
  const html = page.locator('html')
  const login = new Login(page, 'en')

  await test.step('a person who is not logged in is led to the login', async () => {
    await page.goto('/dashboard')
    await page.waitForURL(/\/login/)
  })

  await test.step('a wrong password is an error, and the address stays', async () => {
    await login.logIn(OLIVER, 'wrong')
    await expect(login.refusal).toBeVisible()
    await expect(login.email).toHaveValue(OLIVER)
  })

  await test.step('a login that the browser does not keep says so, not that the password is wrong', async () => {
    await page.route('**/api/login', async (route) => {
      const response = await route.fetch(RETRIED)
      await page.context().clearCookies()
      await route.fulfill({ response, headers: { ...response.headers(), 'set-cookie': '' } })
    })
    const ended = page.waitForResponse((response) => response.url().endsWith('/api/logout') && response.ok())
    await login.logIn(OLIVER)
    await expect(login.refusal).toContainText('this browser did not keep it')
    await expect(login.email).toHaveValue(OLIVER)
    expect((await ended).status(), 'the session that no one has is ended').toBe(200)
    await page.unroute('**/api/login')
  })

  await test.step('a login leads to the page that was wanted, in the person’s language, not the one chosen on the device', async () => {
    await login.speak('ar')
    await expect(html).toHaveAttribute('lang', 'ar')
    await new Login(page, 'ar').logIn(OLIVER)
    await page.waitForURL(/\/dashboard/)
    await expect(html).toHaveAttribute('lang', 'en')
    expect((await apiOf(page).call(people.getUser, { params: { userId: '1' } })).user.locale).toBe('en')
  })

  await test.step('language and dark mode are chosen, and stay', async () => {
    await page.goto('/profile')
    const language = shown(page).locator('#profile-language')
    await language.selectOption('ar')
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect(html).toHaveAttribute('lang', 'ar')
    await expect(shown(page).getByRole('button', { name: 'فتح القائمة', exact: true })).toBeVisible()
    await shown(page).getByTestId('choice').nth(2).click()
    await expect(html).toHaveClass(/ion-palette-dark/)
    await page.reload()
    await expect(html).toHaveAttribute('lang', 'ar')
    await expect(html).toHaveClass(/ion-palette-dark/)
    await language.selectOption('en')
    await expect(html).toHaveAttribute('dir', 'ltr')
  })

  await test.step('a logout ends the session', async () => {
    await shown(page).getByText('Log out', { exact: true }).click()
    await page.waitForURL(/\/login/)
    expect((await page.context().cookies()).filter(({ name }) => name === 'access_token')).toEqual([])
    await page.goto('/home')
    await page.waitForURL(/\/login/)
  })

  await test.step('a forgotten password is reset from the mail, and nothing is typed twice', async () => {
    await login.email.fill(OLIVER)
    await login.forgetPassword()
    await expect(login.text('reset.sent_title')).toBeVisible()
    const mail = await mailTo(server, OLIVER, 'reset-password')
    await page.goto(/https?:\/\/[^\s"]*\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    const reset = new ResetPassword(page, 'en')
    await reset.setPassword('short')
    await expect(reset.text('reset.too_short')).toBeVisible()
    await reset.setPassword('a much longer password')
    await page.waitForURL(/\/home/)
  })

  await test.step('a session that ended elsewhere leads to the login', async () => {
    await page.context().clearCookies()
    await page.goto('/dashboard')
    await page.waitForURL(/\/login/)
  })
})

const refuse = (page: Page, language: Locale) =>
  page.route(`**/i18n/${language}.json`, (route) => route.fulfill({ status: 401, body: 'Who are you?' }))

test('translations of a person that come late or are refused, by any proxy, end no session @whole', async ({ visitor }) => {
  const page = await visitor()
  const html = page.locator('html')
  const logout = (name: string) => shown(page).getByText(name, { exact: true })
  const choose = (locale: Locale) => apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale } })
  await enter(page, OLIVER)

  await test.step('a language chosen on another device is shown although the device’s own comes late', async () => {
    await choose('fr')
    const release = await hold(page, '**/i18n/en.json')
    const late = page.waitForResponse('**/i18n/en.json')
    await page.goto('/profile')
    await expect(html).toHaveAttribute('lang', 'fr')
    release()
    await (await late).finished()
    await expect(logout('Se déconnecter')).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'fr')
    await page.unroute('**/i18n/en.json')
  })

  await test.step('refused: the language before stays, and so does the session', async () => {
    // Refused first: an open page follows the new language automatically.
    await refuse(page, 'de')
    await choose('de')
    for (const open of [() => page.goto('/profile'), () => page.reload()]) {
      const refused = page.waitForResponse('**/i18n/de.json')
      await open()
      await refused
      await expect(logout('Se déconnecter')).toBeVisible()
    }
    await expect(html).toHaveAttribute('lang', 'fr')
    expect(new URL(page.url()).pathname).toBe('/profile')
    await page.unroute('**/i18n/de.json')
  })

  await test.step('refused for the language that was shown last: English, which is not a choice', async () => {
    await page.reload()
    await expect(logout('Abmelden')).toBeVisible()
    await refuse(page, 'de')
    await page.reload()
    await expect(logout('Log out')).toBeVisible()
    await expect(html).toHaveAttribute('lang', 'en')
    await page.unroute('**/i18n/de.json')
    await page.reload()
    await expect(logout('Abmelden')).toBeVisible()
  })
})

test('translations on the login page: English for what is refused, an error without any, the last of two @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar' })
  const html = page.locator('html')
  const password = (name: string) => shown(page).getByText(name, { exact: true }).first()
  const again = page.getByRole('button', { name: 'Try again' })

  await test.step('a device whose language cannot be fetched starts in English', async () => {
    await refuse(page, 'ar')
    await page.goto('/login')
    await expect(password('Password')).toBeVisible()
    await expect(html).toHaveAttribute('dir', 'ltr')
  })

  const language = page.getByTestId('gate-foot').locator('select')
  await test.step('without any translations: an error and a retry', async () => {
    await refuse(page, 'en')
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText('Reflet could not be loaded completely. Check your connection and try again.')
    const refused = page.waitForResponse('**/i18n/en.json')
    await again.click()
    await refused
    await expect(again).toBeVisible()
    await page.unroute('**/i18n/ar.json')
    await again.click()
    await expect(html).toHaveAttribute('dir', 'rtl')
    await expect(password('كلمة المرور')).toBeVisible()
    await expect(page.locator('#login-email')).toBeVisible()
  })

  await test.step('of two languages the last one is shown, without waiting for the other', async () => {
    const release = await hold(page, '**/i18n/es.json')
    await language.selectOption('es')
    await language.selectOption('de')
    await expect(html).toHaveAttribute('lang', 'de')
    await expect(shown(page).getByTestId('gate-foot').locator('.notice')).toHaveCount(0)
    const late = page.waitForResponse('**/i18n/es.json')
    release()
    await (await late).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    await expect(html).toHaveAttribute('lang', 'de')
    await expect(password('Passwort')).toBeVisible()
  })
})
