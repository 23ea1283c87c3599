import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { CompanySignOn } from '../session/sign-in.ts'
import { apiOf } from '../support/api.ts'
import { accessibilityProblems } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'

const CODE = 'A'.repeat(43)
const START = `/?saml=true&email=camille%40nova.example&token=${CODE}`

/** The provider's answer came back: the code is the password of a login, as the specification says. */
async function passLogin(page: Page): Promise<void> {
  await page.route('**/api/login', async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '')
    expect([body.get('username'), body.get('password'), body.get('grant_type')]).toEqual(['camille@nova.example', CODE, 'password'])
    expect(body.get('sign_on'), 'a password in a link logs no one in').toBe('true')
    body.delete('sign_on')
    body.set('password', DEMO_PASSWORD)
    await route.continue({ postData: body.toString() })
  })
}

const FAILURES = [
  [
    'ERREUR_1',
    'the user info is refused',
    async (page: Page) => {
      await passLogin(page)
      await page.route('**/api/users/1', (route) => route.fulfill({ status: 401, body: '{"code":"unauthenticated"}' }))
    },
  ],
  [
    'ERREUR_2',
    'the user info fails',
    async (page: Page) => {
      await passLogin(page)
      await page.route('**/api/users/1', (route) => route.fulfill({ status: 503, body: '{"code":"unavailable"}' }))
    },
  ],
  ['ERREUR_3', 'the code is refused', async () => undefined],
  [
    'ERREUR_3',
    'the login fails on the server',
    (page: Page) => page.route('**/api/login', (route) => route.fulfill({ status: 500, body: '{"code":"internal"}' })),
  ],
  ['ERREUR_4', 'there is no connection', (page: Page) => page.route('**/api/login', (route) => route.abort())],
] as const

for (const [code, what, arrange] of FAILURES)
  test(`a single sign-on fails because ${what}: ${code}, then logged out`, async ({ visitor }) => {
    const page = await visitor({ locale: 'es-ES' })
    await arrange(page)
    const signOn = new CompanySignOn(page, 'es')
    await page.goto(START)
    await expect.poll(() => page.url(), { message: 'the code leaves the address' }).not.toContain(CODE)
    await expect(signOn.alert).toContainText(signOn.say('login.sso_title'))
    await expect(signOn.alert).toContainText(signOn.say(`login.${code}`))
    await expect(page.locator('.loading')).toHaveCount(0)
    expect(await accessibilityProblems(page, code)).toEqual([])
    await signOn.confirm('login.sso_ok')
    await expect(page.getByRole('button', { name: signOn.say('login.submit'), exact: true })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('reflet.user'))).toBeNull()
    await page.goBack().catch(() => undefined)
    expect(page.url()).not.toContain(CODE)
  })

/** Marks when the app and the loading indicator appear. */
function markAppearance() {
  const waited = ['ion-app', '.loading']
  const seen = new MutationObserver(() => {
    while (waited[0] && document.querySelector(waited[0])) performance.mark(waited.shift() ?? '')
  })
  seen.observe(document, { childList: true, subtree: true })
}

test('the app waits one second, shows that it loads, logs in and goes home in the person’s language', async ({ visitor }) => {
  const page = await visitor({ locale: 'en-GB' })
  await page.addInitScript(markAppearance)
  await passLogin(page)
  await page.goto(START)
  await page.waitForURL(/\/home/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const [app, loading] = await page.evaluate(() =>
    ['ion-app', '.loading'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
  )
  expect(Number(loading) - Number(app)).toBeGreaterThanOrEqual(1000)
})

test('an unfinished newcomer goes to the onboarding; another person’s session on this device ends', async ({ visitor }) => {
  const page = await visitor({ locale: 'en-GB' })
  await enter(page, 'oliver@nova.example', 'en')
  await page.goto('/home')
  await page.route('**/api/login', async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '')
    expect(body.get('sign_on'), 'a password in a link logs no one in').toBe('true')
    body.delete('sign_on')
    body.set('password', DEMO_PASSWORD)
    await route.continue({ postData: body.toString() })
  })
  await page.goto(`/?saml=true&email=new%40nova.example&token=${CODE}`)
  await page.waitForURL(/\/onboarding-terms/)
  expect((await apiOf(page).call(people.getUser, { params: { userId: '1' } })).user.email).toBe('new@nova.example')
})

test('a refusal is shown once: the address is the login’s again', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const signOn = new CompanySignOn(page, 'fr')
  await page.goto('/login?sso=refused')
  await expect(signOn.alert).toContainText(signOn.say('login.ERREUR_3'))
  await signOn.confirm('login.sso_ok')
  await page.reload()
  await expect(page.getByRole('button', { name: signOn.say('login.submit'), exact: true })).toBeVisible()
  await expect(signOn.alert).toHaveCount(0)
})

test('a number of several companies asks for the code; an unknown one says so, and both are remembered only when found', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'de-DE' })
  const signOn = new CompanySignOn(page, 'de')
  const answers = ['company', 'company', 'false']
  await page.route('**/api/check/saml', (route) => route.fulfill({ json: { status: answers.shift() ?? 'false' } }))
  await page.goto('/login')
  await signOn.choose()
  await signOn.ask('S-1')
  await expect(signOn.company).toBeFocused()
  await signOn.button('login.sign_on_submit').click()
  await expect(signOn.text('login.company_missing').first()).toBeVisible()
  await signOn.company.fill('nova')
  await signOn.button('login.sign_on_submit').click()
  await expect.poll(() => answers.length).toBe(1)
  await signOn.ask('S-2')
  await expect(signOn.text('login.no_sign_on')).toBeVisible()
  expect(await accessibilityProblems(page, 'no single sign-on')).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: signOn.say('login.submit'), exact: true })).toBeVisible()
})
