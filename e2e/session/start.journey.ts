import { RETRIED } from '../support/api.ts'
import { expect, shown, test } from '../support/journey.ts'
import { me } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { Login } from './login.ts'

const GUEST = `/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`
const OLIVER = 'oliver@nova.example'
const ME = '**/api/users/1'
const USED = '**/api/platform/used'

test('a stored user record and a valid cookie are a session; a guest’s link neither ends it nor redirects', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const home = shown(page).getByTestId('next-action').first()
  await enter(page, 'camille@nova.example')
  await page.goto('/home')
  await expect(home).toBeVisible()

  await test.step('the record alone', async () => {
    await page.evaluate(() => localStorage.removeItem('reflet.user'))
    await page.goto('/')
    await page.waitForURL(/\/home$/)
    await expect(home).toBeVisible()
    expect((await me(page)).user.email).toBe('camille@nova.example')
  })

  await test.step('an address that contains the words of a guest’s link is no reason for the login', async () => {
    const used = page.waitForRequest(USED)
    await page.goto('/home?x=guest-answer')
    expect((await used).postDataJSON()).toEqual({ platform: 'browser' })
    await expect(home).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  for (const marker of ['#n4', '%23n4'])
    await test.step(`a guest’s link, with ${marker}: no redirect, and the platform is saved`, async () => {
      const used = page.waitForRequest(USED)
      await page.goto('/favicon.svg')
      await page.goto(GUEST + marker)
      await used
      await expect(shown(page).getByTestId('broken-link')).toBeVisible()
      expect(page.url()).toMatch(new RegExp(`${GUEST}$`))
    })

  await test.step('from there the app goes on', async () => {
    await page.goto('/home')
    await expect(home).toBeVisible()
  })

  await test.step('a session that the server ended is none: behind a guest’s link without a redirect', async () => {
    await page.context().clearCookies()
    await page.goto(GUEST)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('reflet.user'))).toBeNull()
    expect(page.url()).toMatch(new RegExp(`${GUEST}$`))
    await page.goto('/home?x=guest-answer')
    await page.waitForURL(/\/login/)
  })

  await test.step('without one the app’s pages need the login, and a guest’s page does not', async () => {
    await page.goto('/home?x=guest-answer')
    await page.waitForURL(/\/login/)
    const used: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/platform/used') && used.push(request.url()))
    await page.goto(GUEST)
    await expect(shown(page).getByTestId('broken-link')).toBeVisible()
    expect(used).toEqual([])
  })
})

test('what the server cannot do at the moment of a login or a logout is done later @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'en-GB' })
  const login = new Login(page, 'en')
  const home = shown(page).getByTestId('next-action').first()
  const ended = () => page.waitForResponse((response) => response.url().endsWith('/api/logout') && response.ok())
  await page.goto('/login')

  await test.step('a login whose person cannot be read is none, and its session ends', async () => {
    await page.route(ME, (route) => route.fulfill({ status: 500, json: { code: 'internal', request_id: 'x' } }))
    const logout = ended()
    await login.logIn(OLIVER)
    await logout
    await expect(login.refusal).toBeVisible()
    await page.unroute(ME)
    expect((await page.request.get('/api/users/1', RETRIED)).status()).toBe(401)
  })

  await test.step('also where the connection breaks: then the next start ends it', async () => {
    const broken = [ME, '**/api/logout']
    for (const address of broken) await page.route(address, (route) => route.abort('internetdisconnected'))
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/logout'))
    await login.logIn(OLIVER)
    await tried
    await expect(login.refusal).toBeVisible()
    for (const address of broken) await page.unroute(address)
    const logout = ended()
    await page.goto('/')
    await logout
    expect((await page.request.get('/api/users/1', RETRIED)).status()).toBe(401)
  })

  await test.step('a login that was interrupted goes on at the next start', async () => {
    await page.route(ME, () => undefined)
    const asked = page.waitForRequest(ME)
    await login.logIn(OLIVER)
    await asked
    await page.unroute(ME, undefined)
    await page.goto('/')
    await expect(home).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/home')
  })

  await test.step('a logout that the server refuses holds on this device, and is done at the next start', async () => {
    await page.route('**/api/logout', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', request_id: 'x' } }))
    await page.goto('/profile')
    await shown(page).getByText('Log out', { exact: true }).click()
    await page.waitForURL(/\/login/)
    await page.unroute('**/api/logout')
    const logout = ended()
    await page.goto('/')
    await logout
    await page.waitForURL(/\/login/)
    expect((await page.request.get('/api/users/1', RETRIED)).status()).toBe(401)
  })
})
