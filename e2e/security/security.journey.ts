import type { CDPSession, Page } from '@playwright/test'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { Secret, TOTP } from 'otpauth'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { accessibilityProblems } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { mailTo } from '../support/mail.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'
import { Security } from './security.ts'

const CAMILLE = 'camille@nova.example'

/** A device with a fingerprint reader, as Chromium imitates it. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** The next code: each is accepted once. */
async function nextCodeOf(secret: string, before: string): Promise<string> {
  await expect.poll(() => codeOf(secret), { timeout: 40_000 }).not.toBe(before)
  return codeOf(secret)
}

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function silent(page: Page, what: string): Promise<void> {
  expect(await accessibilityProblems(page, what)).toEqual([])
}

test('a passkey is added, logs in alone, and is removed: by keyboard, and axe is silent', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  await addAuthenticator(page)
  const security = new Security(page, 'en')
  const { say } = security
  await openByKeyboard(page, '/security')
  await expect(security.button('security.passkeys.add')).toBeVisible()
  await silent(page, 'security')
  await press(page, say('security.passkeys.add'))
  await tabTo(page, say('security.passkeys.name'))
  await page.keyboard.type('My laptop')
  await silent(page, 'a new passkey')
  await press(page, say('security.passkeys.create'))
  await expect(security.text('My laptop')).toBeVisible()
  await silent(page, 'with a passkey')

  await security.leave()
  const login = new Login(page, 'en')
  await login.open()
  await expect(login.button('login.passkey')).toBeVisible()
  await press(page, say('login.passkey'))
  await page.waitForURL(/\/home/)

  await openByKeyboard(page, '/security')
  await press(page, say('security.passkeys.remove_named', { name: 'My laptop' }))
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await security.confirm('security.passkeys.remove')
  await expect(security.text('My laptop')).toHaveCount(0)
})

test('an authenticator app, recovery codes and the second step of a login, by keyboard', async ({ server, visitor }) => {
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  const security = new Security(page, 'en')
  const { say } = security
  await openByKeyboard(page, '/security')
  await press(page, say('security.totp.set_up'))
  await expect(security.totpKey).toBeVisible()
  await silent(page, 'the secret')
  const secret = (await security.totpKey.innerText()).replaceAll(/\s/g, '')
  let code = codeOf(secret)
  await tabTo(page, say('login.second.code'))
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(security.codes).toHaveCount(10)
  await silent(page, 'recovery codes')
  const recovery = await security.codes.first().innerText()
  await press(page, say('security.recovery.done'))
  await expect(security.text('security.totp.on')).toBeVisible()
  expect((await mailTo(server, CAMILLE, 'security')).subject).toBeTruthy()

  await security.leave()
  const login = new Login(page, 'en')
  await login.open()
  await tabTo(page, say('login.email'))
  await page.keyboard.type(CAMILLE)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  const field = login.field('login.second.code')
  await expect(field).toBeFocused()
  await silent(page, 'the second step')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(login.top.getByRole('alert')).toHaveText(say('errors.wrong_code'))
  code = await nextCodeOf(secret, code)
  await field.fill('')
  await field.focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home/)

  await security.leave()
  await login.open()
  await login.logIn(CAMILLE)
  await press(page, say('login.second.use_recovery'))
  await tabTo(page, say('login.second.recovery_code'))
  await page.keyboard.type(recovery.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/home/)
  await page.goto('/security')
  await expect(security.text('security.recovery.left', { count: 9 })).toBeVisible()
})

test('a company that demands a second factor leads through its setup at the next login', async ({ visitor }) => {
  const admin = await visitor()
  await enter(admin, 'admin@nova.example')
  await apiOf(admin).call(adminSignIn.updateSignIn, { body: { second_factor: 'everyone' } })
  const page = await visitor({ locale: 'ar-EG' })
  await addAuthenticator(page)
  const login = new Login(page, 'ar')
  await login.open()
  await login.logIn('amir@nova.example')
  await expect(login.button('login.enrol.app')).toBeVisible()
  await silent(page, 'the choice of a second factor')
  await login.button('login.enrol.passkey').click()
  const security = new Security(page, 'ar')
  await expect(security.codes).toHaveCount(10)
  await security.button('security.recovery.done').click()
  await page.waitForURL(/\/home/)
})

test('the own password: too short, of names, wrong, and changed; the other session ends', async ({ visitor }) => {
  const other = await visitor()
  await enter(other, CAMILLE, 'en')
  await other.goto('/home')
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  const security = new Security(page, 'en')
  await page.goto('/security')
  await security.button('security.password.change').click()
  const change = async (current: string, next: string) => {
    await security.secretOf('security.password.current').fill(current)
    await security.secretOf('reset.password').fill(next)
    await security.button('reset.submit').click()
  }
  await change(DEMO_PASSWORD, 'short')
  await expect(security.text('reset.too_short').first()).toBeVisible()
  await change(DEMO_PASSWORD, 'CamilleDurand1')
  await expect(security.text('security.password.weak.personal')).toBeVisible()
  await change('wrong', 'a quiet winter morning')
  await expect(security.text('errors.wrong_password')).toBeVisible()
  await silent(page, 'a refused password')
  await change(DEMO_PASSWORD, 'a quiet winter morning')
  await expect(security.button('security.password.change')).toBeVisible()
  await other.goto('/dashboard')
  await other.waitForURL(/\/login/)
})

test('what needs a recent sign-in asks for the password, and goes on', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  // As after a pause of more than ten minutes.
  let isOld = true
  await page.route('**/api/user/totp', (route) =>
    isOld
      ? route.fulfill({ status: 403, contentType: 'application/json', body: '{"code":"reauthentication_required","request_id":"1"}' })
      : route.continue(),
  )
  page.on('response', (response) => {
    if (response.url().endsWith('/api/user/reauthenticate') && response.ok()) isOld = false
  })
  const security = new Security(page, 'en')
  await page.goto('/security')
  await security.button('security.totp.set_up').click()
  const sheet = page.locator('ion-modal')
  await expect(sheet.getByRole('heading', { name: security.say('security.step_up.title') })).toBeVisible()
  await silent(page, 'the confirmation')
  await sheet.getByLabel(security.say('login.password'), { exact: true }).fill('wrong')
  await sheet.getByRole('button', { name: security.say('security.step_up.submit') }).click()
  await expect(sheet.getByRole('alert')).toHaveText(security.say('errors.wrong_password'))
  await sheet.getByLabel(security.say('login.password'), { exact: true }).fill(DEMO_PASSWORD)
  await sheet.getByRole('button', { name: security.say('security.step_up.submit') }).click()
  await expect(security.totpKey).toBeVisible()
})

test('sessions are listed, and the others end', async ({ visitor }) => {
  const other = await visitor()
  await enter(other, CAMILLE, 'en')
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  const security = new Security(page, 'en')
  await page.goto('/security')
  await expect(security.text('security.sessions.current')).toBeVisible()
  await security.button('security.sessions.end_others').click()
  await security.confirm('security.sessions.end_others')
  await expect(security.button('security.sessions.end_others')).toHaveCount(0)
  await other.goto('/home')
  await other.waitForURL(/\/login/)
})
