import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import type { Locale } from '@reflet/contract/common'
import { people as peopleCalls } from '@reflet/contract/people'
import { IPHONE } from '../support/device.ts'
import { launchWith, ORIGIN, startTls } from '../support/https.ts'
import { type SamlProvider, startOpenIdProvider, startSaml } from '../support/identity-providers.ts'
import { test as base, expect, inGate, PHONE } from '../support/journey.ts'
import type { RunningServer } from '../support/server.ts'
import { logIn } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'
import { CompanySignOn } from './sign-in.ts'

const CAMILLE = { number: 'N-1001', email: 'camille@nova.example' }
const ADMIN = 'admin@nova.example'

interface Fixtures {
  /** Our server as `https://reflet.test`, and a browser that finds it there. */
  site: { open: (options?: BrowserContextOptions) => Promise<Page>; browser: Browser }
}

const test = base.extend<Fixtures>({
  server: async ({ host }, use) => {
    const server = await host.start({ PUBLIC_URL: ORIGIN, DEMO: '1' })
    await use(server)
    await server.stop()
  },
  site: async ({ server }, use) => {
    const tls = await startTls(server.url)
    const browser = await launchWith(tls.port)
    const errors: string[] = []
    const open = async (options: BrowserContextOptions = {}) => {
      const context = await browser.newContext({
        baseURL: ORIGIN,
        ignoreHTTPSErrors: true,
        viewport: PHONE,
        reducedMotion: 'reduce',
        ...options,
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(error.message))
      return page
    }
    await use({ open, browser })
    await browser.close()
    await tls.stop()
    expect(errors, 'errors in the browser').toEqual([])
  },
})

const settingsOf = ({ entityId, ssoUrl, certificate }: SamlProvider) => ({
  idp_entity_id: entityId,
  sso_url: ssoUrl,
  certificates: [certificate],
})

const DEVICES = [
  ['fr', { locale: 'fr-FR', viewport: PHONE }],
  ['ar', { ...IPHONE, locale: 'ar-EG' }],
] as const satisfies readonly (readonly [Locale, BrowserContextOptions])[]

/** The person's own language wins after the login. */
const setLocale = async (server: RunningServer, locale: Locale) =>
  (await logIn(server.url, CAMILLE.email)).api.call(peopleCalls.updateUser, { params: { userId: '1' }, body: { locale } })

for (const [locale, device] of DEVICES) {
  test(`Camille signs in by SAML with her registration number: ${locale}`, inGate(locale === 'ar'), async ({ server, site }) => {
    const { api: admin } = await logIn(server.url, ADMIN)
    const provider = await startSaml(`${ORIGIN}/saml/nova/acs`, CAMILLE)
    await admin.call(adminSignIn.setSaml, { body: settingsOf(provider) })
    await setLocale(server, locale)

    const page = await site.open(device)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await page.goto('/login')
    const signOn = new CompanySignOn(page, locale)
    await signOn.choose()
    await signOn.ask('N-4711')
    await expect(page.getByText(signOn.say('login.no_sign_on'))).toBeVisible()
    await signOn.ask(CAMILLE.number)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/home/)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await expect(page.locator('ion-router-outlet .page-body').last()).toBeVisible()
    expect(page.url(), 'no code in the address').toBe(`${ORIGIN}/home`)
    const token = visited.map((url) => new URL(url).searchParams.get('token')).find(Boolean)
    expect(token, 'it came by the address once').toBeTruthy()
    await page.goBack()
    expect(page.url(), 'nor in the history').not.toContain(String(token))
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === '__Host-access_token')).toMatchObject({ sameSite: 'Strict', secure: true, httpOnly: true })
    expect(
      cookies.some(({ name }) => name === '__Host-sign-in'),
      'the cookie of the sign-in is gone',
    ).toBe(false)

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('reflet.user'))
    await page.goto('/login')
    await expect(signOn.number, 'this device remembers').toHaveValue(CAMILLE.number)
    await provider.stop()
  })

  test(`Camille signs in by OpenID Connect: ${locale}`, inGate(locale === 'fr'), async ({ server, site }) => {
    const { api: admin } = await logIn(server.url, ADMIN)
    const provider = await startOpenIdProvider(`${ORIGIN}/oidc/nova/callback`, CAMILLE)
    const { issuer, clientId, clientSecret } = provider
    const body = { issuer, client_id: clientId, client_secret: clientSecret, claim: 'email' }
    await admin.call(adminSignIn.setOidc, { body })
    await setLocale(server, locale)
    const page = await site.open(device)
    await page.goto('/login')
    const signOn = new CompanySignOn(page, locale)
    await signOn.choose()
    await signOn.ask(CAMILLE.number)
    // Its login, and its consent.
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/home/)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await provider.stop()
  })
}

test('an unfinished newcomer lands in the onboarding', async ({ server, site }) => {
  const { api: admin } = await logIn(server.url, ADMIN)
  const newcomer = { number: 'N-NEW', email: 'new@nova.example' }
  const { people } = await admin.call(adminPeople.listPeople, { query: { query: 'new@nova.example' } })
  await admin.call(adminPeople.updatePerson, { params: { id: people[0]?.id ?? '' }, body: { registration_number: newcomer.number } })
  const provider = await startSaml(`${ORIGIN}/saml/nova/acs`, newcomer)
  await admin.call(adminSignIn.setSaml, { body: settingsOf(provider) })
  const page = await site.open({ locale: 'fr-FR' })
  await page.goto('/login')
  const signOn = new CompanySignOn(page, 'fr')
  await signOn.choose()
  await signOn.ask(newcomer.number)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/onboarding-terms/)
  await provider.stop()
})

test('a refusal of the provider’s answer is the same alert, and the login page is there', async ({ server, site }) => {
  const { api: admin } = await logIn(server.url, ADMIN)
  const provider = await startSaml(`${ORIGIN}/saml/nova/acs`, { number: 'N-4711', email: 'x@nova.example' })
  await admin.call(adminSignIn.setSaml, { body: settingsOf(provider) })
  const page = await site.open({ locale: 'de-DE' })
  await page.goto('/saml/nova/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const signOn = new CompanySignOn(page, 'de')
  const say = wordsOf('de')
  await expect(signOn.alert).toContainText(say('login.ERREUR_3'))
  await signOn.confirm('login.sso_ok')
  expect(page.url()).toBe(`${ORIGIN}/login`)
  await expect(page.getByLabel(say('login.email'), { exact: true })).toBeVisible()
  await provider.stop()
})
