import type { Page } from '@playwright/test'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { Secret, TOTP } from 'otpauth'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { mailTo } from '../support/mail.ts'
import { DEMO_PASSWORD, enter } from '../support/session.ts'
import { Security } from './security.ts'

const CAMILLE = 'camille@nova.example'

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()

/** The code after this one, which the server accepts, too: each is accepted once. */
const nextCodeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

test('by keyboard: a passkey logs in alone; an authenticator app is the second step', async ({ server, visitor }) => {
  const page = await visitor()
  await enter(page, CAMILLE, 'en')
  await addAuthenticator(page)
  const security = new Security(page, 'en')
  const { say } = security
  const login = new Login(page, 'en')

  await test.step('another password: one of names and a wrong present one are refused in words', async () => {
    await openByKeyboard(page, '/security')
    await press(page, say('security.password.change'))
    for (const [present, next, problem] of [
      [DEMO_PASSWORD, 'CamilleDurand1', 'security.password.weak.personal'],
      ['wrong', 'a quiet winter morning', 'errors.wrong_password'],
    ] as const) {
      await login.secret('security.password.current').fill(present)
      await login.secret('reset.password').fill(next)
      await press(page, say('reset.submit'))
      await expect(security.text(problem).first()).toBeVisible()
    }
  })

  await test.step('a passkey is added, logs in alone, and is removed', async () => {
    await openByKeyboard(page, '/security')
    await press(page, say('security.passkeys.add'))
    await tabTo(page, say('security.passkeys.name'))
    await page.keyboard.type('My laptop')
    await press(page, say('security.passkeys.create'))
    await expect(security.text('My laptop')).toBeVisible()

    await security.leave()
    await press(page, say('login.passkey'))
    await page.waitForURL(/\/home/)

    await openByKeyboard(page, '/security')
    await press(page, say('security.passkeys.remove_named', { name: 'My laptop' }))
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await security.confirm('security.passkeys.remove')
    await expect(security.text('My laptop')).toHaveCount(0)
  })

  await test.step('what needs a recent sign-in asks for the password, and goes on', async () => {
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
    await press(page, say('security.totp.set_up'))
    const sheet = page.locator('ion-modal')
    const title = sheet.getByRole('heading', { name: say('security.step_up.title') })
    await expect(title).toBeVisible()
    const password = sheet.getByLabel(say('login.password'), { exact: true })
    await password.fill('wrong')
    await password.press('Enter')
    await expect(sheet.getByRole('alert')).toHaveText(say('errors.wrong_password'))
    await password.fill(DEMO_PASSWORD)
    await sheet.getByRole('button', { name: say('security.step_up.submit') }).click()
    await expect(security.totpKey).toBeVisible()
    await expect(title).toHaveCount(0)
  })

  const { secret, recovery } = await test.step('the app is set up; recovery codes are shown once', async () => {
    const secret = (await security.totpKey.innerText()).replaceAll(/\s/g, '')
    await tabTo(page, say('login.second.code'))
    await page.keyboard.type(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(security.codes).toHaveCount(10)
    const recovery = await security.codes.first().innerText()
    await press(page, say('security.recovery.done'))
    await expect(security.text('security.totp.on')).toBeVisible()
    expect((await mailTo(server, CAMILLE, 'security')).subject).toBeTruthy()
    return { secret, recovery }
  })

  await test.step('the second step of a login: a wrong code, then the right one', async () => {
    await security.leave()
    await tabTo(page, say('login.email'))
    await page.keyboard.type(CAMILLE)
    await page.keyboard.press('Tab')
    await page.keyboard.type(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    const field = login.field('login.second.code')
    await expect(field).toBeFocused()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(login.top.getByRole('alert')).toHaveText(say('errors.wrong_code'))
    await field.fill('')
    await field.focus()
    await page.keyboard.type(nextCodeOf(secret))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/home/)
  })

  await test.step('or a recovery code, in any spelling', async () => {
    await security.leave()
    await login.logIn(CAMILLE)
    await press(page, say('login.second.use_recovery'))
    await tabTo(page, say('login.second.recovery_code'))
    await page.keyboard.type(recovery.toLowerCase())
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/home/)
    await page.goto('/security')
    await expect(security.text('security.recovery.left', { count: 9 })).toBeVisible()
  })
})

test('a company that demands a second factor leads through its setup at the next login @whole', async ({ visitor }) => {
  const admin = await visitor()
  await enter(admin, 'admin@nova.example')
  await apiOf(admin).call(adminSignIn.updateSignIn, { body: { second_factor: 'everyone' } })
  const page = await visitor({ locale: 'ar-EG' })
  await addAuthenticator(page)
  const login = new Login(page, 'ar')
  await login.open()
  await login.logIn('amir@nova.example')
  await expect(login.button('login.enrol.app')).toBeVisible()
  await login.button('login.enrol.passkey').click()
  const security = new Security(page, 'ar')
  await expect(security.codes).toHaveCount(10)
  await security.button('security.recovery.done').click()
  await page.waitForURL(/\/home/)
})
