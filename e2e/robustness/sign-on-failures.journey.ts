import type { Page, Route } from '@playwright/test'
import { CompanySignOn } from '../session/sign-in.ts'
import { keptOnDevice, namesOnDevice, putOnDevice } from '../support/device.ts'
import { expect, shown, test } from '../support/journey.ts'
import { me, NEWCOMER } from '../support/newcomer.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'

const CODE = 'A'.repeat(43)
const startOf = (email: string) => `/?saml=true&email=${encodeURIComponent(email)}&token=${CODE}`
const CAMILLE = 'camille@nova.example'
const LOGIN = '**/api/login'
const USER = '**/api/users/1'

/** The provider's answer came back: the code is the password of a login, as the specification says. */
async function passLogin(page: Page, email: string): Promise<void> {
  await page.route(LOGIN, async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '')
    expect([body.get('username'), body.get('password'), body.get('grant_type')]).toEqual([email, CODE, 'password'])
    expect(body.get('sign_on'), 'a password in a link logs no one in').toBe('true')
    body.delete('sign_on')
    body.set('password', DEMO_PASSWORD)
    await route.continue({ postData: body.toString() })
  })
}

const refuse = (status: number, code: string) => (route: Route) => route.fulfill({ status, body: JSON.stringify({ code }) })

const FAILURES = [
  ['ERREUR_3', 'the code is refused', async () => undefined],
  ['ERREUR_3', 'the login fails on the server', (page: Page) => page.route(LOGIN, refuse(500, 'internal'))],
  ['ERREUR_4', 'there is no connection', (page: Page) => page.route(LOGIN, (route) => route.abort())],
  [
    'ERREUR_1',
    'the user info is refused',
    async (page: Page) => {
      await passLogin(page, CAMILLE)
      await page.route(USER, refuse(401, 'unauthenticated'))
    },
  ],
  [
    'ERREUR_2',
    'the user info fails',
    async (page: Page) => {
      await passLogin(page, CAMILLE)
      await page.route(USER, refuse(503, 'unavailable'))
    },
  ],
] as const

test('a single sign-on that fails says why, and logs no one in; a number goes with its company @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'es-ES' })
  const signOn = new CompanySignOn(page, 'es')
  const submit = page.getByRole('button', { name: signOn.say('login.submit'), exact: true })
  for (const [code, why, arrange] of FAILURES)
    await test.step(`${code}: ${why}`, async () => {
      await arrange(page)
      await page.goto(startOf(CAMILLE))
      await expect.poll(() => page.url(), { message: 'the code leaves the address' }).not.toContain(CODE)
      await expect(signOn.alert).toContainText(signOn.say('login.sso_title'))
      await expect(signOn.alert).toContainText(signOn.say(`login.${code}`))
      await expect(page.locator('.loading')).toHaveCount(0)
      await signOn.confirm('login.sso_ok')
      await expect(submit).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('reflet.user'))).toBeNull()
      await page.unrouteAll()
    })
  await page.goBack().catch(() => undefined)
  expect(page.url()).not.toContain(CODE)

  await test.step('a number of several companies is sent with the company; one that fits none is not remembered', async () => {
    const sent: string[] = []
    await page.route('**/api/check/saml', (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ json: { status: sent.length > 1 ? 'false' : 'company' } })
    })
    await signOn.choose()
    await signOn.ask('S-1')
    await signOn.company.fill('nova')
    await signOn.button('login.sign_on_submit').click()
    await expect(signOn.text('login.no_sign_on')).toBeVisible()
    expect(sent[1]).toContain('nova')
    await page.reload()
    await expect(submit).toBeVisible()
  })
})

const PRIVATE = 'private words'

/** Camille is logged in, with contacts, words that she did not send, and what this device could not send yet. */
async function fillDevice(page: Page): Promise<string> {
  await enter(page, CAMILLE)
  await page.goto('/home')
  await expect(shown(page).getByTestId('next-action').first()).toBeVisible()
  const { id } = (await me(page)).user
  await expect.poll(() => keptOnDevice(page, 'contacts:'), 'her contacts').toHaveLength(1)
  await putOnDevice(page, {
    [`draft:${id}:answer:x`]: { situation: PRIVATE },
    [`draft:${id}:outbox:y`]: { keep: PRIVATE, kind: 'answer', id: 'y', order: 1, problem: 'gone' },
    [`owed-flags:${id}`]: ['is_onboarding_finished'],
  })
  await page.evaluate(([name, value]) => localStorage.setItem(String(name), String(value)), [`draft:${id}:answer:z`, `"${PRIVATE}"`])
  return id
}

/** What is on this device of a person. */
const ofPerson = async (page: Page, id: string) =>
  (await namesOnDevice(page)).filter((name) => name.includes(id) || /^(current-user|query-cache|reflet\.(user|push|ending))$/.test(name))

const markAsBegun = (page: Page) => page.context().addCookies([{ name: 'sign-on', value: '1', url: new URL(page.url()).origin }])

const REFUSED = ['ERREUR_3', 'the provider refused', async () => undefined, '/login?sso=refused'] as const

for (const [code, why, arrange, address = startOf(CAMILLE)] of [...FAILURES, REFUSED] as const)
  test(`a single sign-on that this browser began ends its session when it fails, and nothing of the person stays: ${why} @whole`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: 'fr-FR' })
    const signOn = new CompanySignOn(page, 'fr')
    const id = await fillDevice(page)
    await markAsBegun(page)
    await arrange(page)
    await page.goto(address)
    await expect(signOn.alert).toContainText(signOn.say(`login.${code}`))
    await expect.poll(() => ofPerson(page, id)).toEqual([])
    await page.unrouteAll()
    await signOn.confirm('login.sso_ok')
    await page.goto('/home')
    await page.waitForURL(/\/login/)
  })

test('a session whose record alone is on the device ends in the same way @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const signOn = new CompanySignOn(page, 'fr')
  const id = await fillDevice(page)
  await markAsBegun(page)
  await page.evaluate(() => localStorage.removeItem('reflet.user'))
  await page.goto(startOf(CAMILLE))
  await expect(signOn.alert).toContainText(signOn.say('login.ERREUR_3'))
  await expect.poll(() => ofPerson(page, id)).toEqual([])
})

test('a link that looks like the return of a single sign-on does nothing to a session that began none @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const id = await fillDevice(page)
  const logins: string[] = []
  page.on('request', (request) => /api\/log(in|out)$/.test(request.url()) && logins.push(request.url()))
  // What this device could not send yet is sent.
  const kept = async () => (await ofPerson(page, id)).filter((name) => !name.startsWith('owed-flags:'))
  const before = await kept()
  await page.clock.install()
  for (const address of ['/?saml=1', startOf(CAMILLE), '/dashboard?saml=1', '/login?sso=refused'])
    await test.step(address, async () => {
      await page.goto(address)
      await page.waitForURL(/\/home$/)
      await expect(shown(page).getByTestId('next-action').first()).toBeVisible()
      // The delay of a single sign-on.
      await page.clock.runFor(1100)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    })
  expect(logins).toEqual([])
  expect(await kept()).toEqual(before)
  expect((await me(page)).user.id).toBe(id)
})

test('an end of a session that was interrupted is completed at the next start @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const id = await fillDevice(page)
  await page.goto('/favicon.svg')
  await page.evaluate((id) => localStorage.setItem('reflet.ending', `ended:${id}`), id)
  await page.goto('/home')
  await page.waitForURL(/\/login/)
  expect(await ofPerson(page, id)).toEqual([])
})

/** Marks when the app and the loading indicator appear. */
function markAppearance() {
  const waited = ['ion-app', '.loading']
  const seen = new MutationObserver(() => {
    while (waited[0] && document.querySelector(waited[0])) performance.mark(waited.shift() ?? '')
  })
  seen.observe(document, { childList: true, subtree: true })
}

test('a sign-on shows after a second that it loads, then home in the person’s language; the next ends it @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'en-GB' })
  await page.addInitScript(markAppearance)
  await passLogin(page, CAMILLE)
  await page.goto(startOf(CAMILLE))
  await page.waitForURL(/\/home/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const [app, loading] = await page.evaluate(() =>
    ['ion-app', '.loading'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN),
  )
  expect(Number(loading) - Number(app)).toBeGreaterThanOrEqual(1000)

  await test.step('an unfinished newcomer goes to the onboarding', async () => {
    const camille = (await me(page)).user.id
    await expect.poll(() => keptOnDevice(page, 'contacts:')).toHaveLength(1)
    await page.unrouteAll()
    await markAsBegun(page)
    await passLogin(page, NEWCOMER)
    await page.goto(startOf(NEWCOMER))
    await page.waitForURL(/\/onboarding-terms/)
    expect((await me(page)).user.email).toBe(NEWCOMER)
    expect(await keptOnDevice(page, `contacts:${camille}`), 'of the person before').toEqual([])
  })
})
