import type { Browser } from '@playwright/test'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { CompanySignOn } from '../session/sign-in.ts'
import { ORIGIN, withSite } from '../support/https.ts'
import { startSaml } from '../support/identity-providers.ts'
import { logIn } from '../support/session.ts'
import { test as base, expect } from './app.ts'
import { Refusal } from './phone.ts'

const CAMILLE = { number: 'N-1001', email: 'camille@nova.example' }

const test = base.extend<{ site: { browser: Browser; origin: string } }>({
  serverSettings: { PUBLIC_URL: ORIGIN, DEMO: '1' },
  site: ({ server }, use) => withSite(server.url, (browser) => use({ browser, origin: ORIGIN })),
})

/** The person signs in in the system's browser; returns the address that it then hands to the app. */
async function signInAt(browser: Browser, url: string): Promise<string> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const tab = await context.newPage()
  const returned = tab.waitForResponse((response) => (response.headers().location ?? '').startsWith('reflet:'))
  await tab.goto(url)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  const address = (await returned).headers().location ?? ''
  await context.close()
  return address
}

test('single sign-on in the system’s browser returns to the running and to the closed app @whole', async ({ nativeApp, server, site }) => {
  const provider = await startSaml(`${ORIGIN}/saml/nova/acs`, CAMILLE)
  const { api: admin } = await logIn(server.url, 'admin@nova.example')
  await admin.call(adminSignIn.setSaml, { body: provider.settings })
  const locale = 'ar'
  const app = await nativeApp({ system: 'ios', locale, site })
  app.knowServer()
  const opened = () => String(app.phone.callsOf('Browser', 'open').at(-1)?.options.url)

  const begin = async () => {
    const page = await app.open()
    await expect(page).toHaveURL(/\/login$/)
    const signOn = new CompanySignOn(page, locale)
    // The app remembers the way that was taken last.
    await signOn.number.or(signOn.button('login.sign_on')).first().waitFor()
    if (!(await signOn.number.isVisible())) await signOn.choose()
    const before = app.phone.callsOf('Browser', 'open').length
    await signOn.ask(CAMILLE.number)
    await expect.poll(() => app.phone.callsOf('Browser', 'open').length).toBe(before + 1)
    return page
  }

  await test.step('a return that this device did not begin logs no one in', async () => {
    const page = await app.open()
    await expect(page).toHaveURL(/\/login$/)
    await app.phone.emit('App', 'appUrlOpen', { url: `reflet://?saml=true&email=${CAMILLE.email}&token=stolen` })
    const signOn = new CompanySignOn(page, locale)
    await expect(signOn.alert).toContainText(signOn.say('login.ERREUR_3'))
    await signOn.confirm('login.sso_ok')
    await expect(page.locator('#login-email')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('a locked device says so, and opens nothing', async () => {
    app.phone.on('SecureStorage', {
      internalSetItem: () => {
        throw new Refusal('User interaction is not allowed.', 'osError')
      },
    })
    const { page } = app
    const signOn = new CompanySignOn(page, locale)
    await signOn.choose()
    await signOn.ask(CAMILLE.number)
    await expect(page.getByText(signOn.say('errors.device_locked'))).toBeVisible()
    expect(app.phone.callsOf('Browser', 'open')).toEqual([])
    app.phone.on('SecureStorage', {
      internalSetItem: ({ prefixedKey, data }) => void app.phone.keychain.set(String(prefixedKey), String(data)),
    })
  })

  await test.step('the running app', async () => {
    const page = await begin()
    expect(new URL(opened()).searchParams.get('app_challenge')).toMatch(/^[\w-]{43}$/)
    const address = await signInAt(site.browser, opened())
    expect(new URL(address).searchParams.get('email')).toBe(CAMILLE.email)
    await app.phone.emit('App', 'appUrlOpen', { url: address })
    await expect(page).toHaveURL(/\/tabs\/home$/)
    expect(app.phone.callsOf('Browser', 'close').length, 'the browser above the app is closed').toBeGreaterThan(0)
    expect(page.url()).not.toContain('token')
  })

  await test.step('the code is good for this device only, also when the system ended the app meanwhile', async () => {
    await app.reinstall()
    app.knowServer()
    await begin()
    const address = await signInAt(site.browser, opened())
    const other = await nativeApp({ system: 'ios', locale, site })
    other.knowServer()
    const elsewhere = await other.open(address)
    await expect(new CompanySignOn(elsewhere, locale).alert).toContainText(new CompanySignOn(elsewhere, locale).say('login.ERREUR_3'))
    await expect(elsewhere).toHaveURL(/\/login$/)
    await expect(await app.open(address)).toHaveURL(/\/tabs\/home$/)
  })

  await test.step('without a connection it fails, and ends no session of later', async () => {
    await app.reinstall()
    app.knowServer()
    const page = await begin()
    const address = await signInAt(site.browser, opened())
    await app.context.route('**/api/**', (route) => route.abort('internetdisconnected'))
    await app.phone.emit('App', 'appUrlOpen', { url: address })
    const alert = new CompanySignOn(page, locale)
    await expect(alert.alert).toContainText(alert.say('login.ERREUR_4'))
    await app.context.unroute('**/api/**')
    await alert.confirm('login.sso_ok')
    await app.phone.emit('App', 'appUrlOpen', { url: address })
    const again = await begin()
    await app.phone.emit('App', 'appUrlOpen', { url: await signInAt(site.browser, opened()) })
    await expect(again).toHaveURL(/\/tabs\/home$/)
    await expect(await app.open()).toHaveURL(/\/tabs\/home$/)
  })
  await provider.stop()
})
