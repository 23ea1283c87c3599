import type { BrowserContextOptions, Page } from '@playwright/test'
import { adminPeople } from '@reflet/contract/admin-people'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { people } from '@reflet/contract/people'
import { IPHONE } from '../support/device.ts'
import { ORIGIN, withSite } from '../support/https.ts'
import { startOpenIdProvider, startSaml } from '../support/identity-providers.ts'
import { test as base, expect, PHONE } from '../support/journey.ts'
import { NEWCOMER } from '../support/newcomer.ts'
import { logIn } from '../support/session.ts'
import { CompanySignOn } from './sign-in.ts'

const CAMILLE = { number: 'N-1001', email: 'camille@nova.example' }
const ADMIN = 'admin@nova.example'

const test = base.extend<{ open: (options?: BrowserContextOptions) => Promise<Page> }>({
  serverSettings: { PUBLIC_URL: ORIGIN, DEMO: '1' },
  open: async ({ server }, use) => {
    const errors: string[] = []
    await withSite(server.url, (browser) =>
      use(async (options = {}) => {
        const site = { baseURL: ORIGIN, ignoreHTTPSErrors: true, viewport: PHONE, reducedMotion: 'reduce' as const }
        const page = await (await browser.newContext({ ...site, ...options })).newPage()
        page.on('pageerror', (error) => errors.push(error.message))
        return page
      }),
    )
    expect(errors, 'errors in the browser').toEqual([])
  },
})

test('a SAML sign-in by registration number, refused and accepted; this device remembers the number', async ({ server, open }) => {
  const { api: admin } = await logIn(server.url, ADMIN)
  const provider = await startSaml(`${ORIGIN}/saml/nova/acs`, { number: 'N-4711', email: 'x@nova.example' })
  await admin.call(adminSignIn.setSaml, { body: provider.settings })
  // The person's own language wins after the login.
  const { api: camille } = await logIn(server.url, CAMILLE.email)
  await camille.call(people.updateUser, { params: { userId: '1' }, body: { locale: 'ar' } })
  const page = await open({ ...IPHONE, locale: 'ar-EG' })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  const signOn = new CompanySignOn(page, 'ar')

  await test.step('a refusal of the provider’s answer is an alert, and the login page is there', async () => {
    await page.goto('/saml/nova/login')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(signOn.alert).toContainText(signOn.say('login.ERREUR_3'))
    await signOn.confirm('login.sso_ok')
    expect(page.url()).toBe(`${ORIGIN}/login`)
    await expect(page.getByLabel(signOn.say('login.email'), { exact: true })).toBeVisible()
  })

  await test.step('a number of no one, then Camille’s', async () => {
    provider.subject = CAMILLE
    await signOn.choose()
    await signOn.ask('N-4711')
    await expect(page.getByText(signOn.say('login.no_sign_on'))).toBeVisible()
    await signOn.ask(CAMILLE.number)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/home/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('ion-router-outlet').getByTestId('page-body').last()).toBeVisible()
  })

  await test.step('neither address nor history has the code, and the cookies are the session’s', async () => {
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
  })

  await test.step('the next login on this device', async () => {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.removeItem('reflet.user'))
    await page.goto('/login')
    await expect(signOn.number, 'this device remembers').toHaveValue(CAMILLE.number)
  })
  await provider.stop()
})

test('an unfinished newcomer signs in by OpenID Connect and lands in the onboarding @whole', async ({ server, open }) => {
  const { api: admin } = await logIn(server.url, ADMIN)
  const newcomer = { number: 'N-NEW', email: NEWCOMER }
  const { people: found } = await admin.call(adminPeople.listPeople, { query: { query: NEWCOMER } })
  await admin.call(adminPeople.updatePerson, { params: { id: found[0]?.id ?? '' }, body: { registration_number: newcomer.number } })
  const provider = await startOpenIdProvider(`${ORIGIN}/oidc/nova/callback`, newcomer)
  const { issuer, clientId, clientSecret } = provider
  const body = { issuer, client_id: clientId, client_secret: clientSecret, claim: 'email' }
  await admin.call(adminSignIn.setOidc, { body })
  const page = await open({ locale: 'es-ES' })
  await page.goto('/login')
  const signOn = new CompanySignOn(page, 'es')
  await signOn.choose()
  await signOn.ask(newcomer.number)
  // Its login, and its consent.
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/onboarding-terms/)
  await expect(page.locator('html'), 'the language of the account').toHaveAttribute('lang', 'fr')
  await provider.stop()
})
