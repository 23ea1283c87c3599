import { generateKeyPairSync } from 'node:crypto'
import { Ask } from '../feedback/requests/ask.ts'
import { hold } from '../support/hold.ts'
import { shown } from '../support/journey.ts'
import { wordsOf } from '../support/words.ts'
import { expect, type NativeApp, SYSTEMS, test } from './app.ts'

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  String(key.export({ type: 'pkcs8', format: 'pem' }))

/** Accounts that no service knows; nothing listens where the server would send to. */
const NOWHERE = 'http://127.0.0.1:9'

test.use({
  serverSettings: {
    FCM_SERVICE_ACCOUNT: JSON.stringify({
      project_id: 'reflet-test',
      client_email: 'push@reflet.example',
      private_key: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
      token_uri: NOWHERE,
    }),
    FCM_URL: NOWHERE,
    APNS_KEY: pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    APNS_KEY_ID: 'ABCDE12345',
    APNS_TEAM_ID: 'ABCDE12345',
    APNS_TOPIC: 'app.reflet',
    APNS_URL: NOWHERE,
  },
})

const LOCALES = { android: 'de', ios: 'fr' } as const
const TYPES = { android: 'fcm', ios: 'apns' } as const
/** As each service's tokens are written. */
const TOKENS = {
  android: ['first:APA91b-1', 'second:APA91b-2'],
  ios: ['a'.repeat(64), 'b'.repeat(64)],
} as const

/** The calls about this device that the server accepted, with the token. */
function callsOf(app: NativeApp) {
  const calls: string[] = []
  app.context.on('response', async (response) => {
    const request = response.request()
    if (!response.ok() || !/notificationtokens$/.test(request.url()) || request.method() === 'OPTIONS') return
    // Of a form or of JSON.
    const { type, token } = (request.postDataJSON() ?? {}) as Record<string, string>
    calls.push([request.method(), type, token].filter(Boolean).join(' '))
  })
  return calls
}

for (const system of SYSTEMS) {
  const locale = LOCALES[system]
  const say = wordsOf(locale)
  const type = TYPES[system]
  const [first, second] = TOKENS[system]

  test(`${system}, ${locale}: push is offered once something was sent, never at the start; the token is kept up to date until the logout @whole`, async ({
    nativeApp,
  }) => {
    const app = await nativeApp({ system, locale })
    const calls = callsOf(app)
    const device = () => shown(app.page).getByTestId('this-device')
    app.phone.pushToken = first
    await app.know('camille@nova.example')
    let receive = 'prompt'
    app.phone.on('PushNotifications', {
      checkPermissions: () => ({ receive }),
      requestPermissions: () => ({ receive }),
    })
    const page = await app.open()
    await expect(page).toHaveURL(/\/tabs\/home$/)
    expect(app.phone.callsOf('PushNotifications', 'requestPermissions'), 'not at the start').toEqual([])
    await page.goto('https://localhost/tabs/my-skills')
    const ask = new Ask(page, locale)
    await ask.chooseSkill()
    await ask.toPeople()
    await ask.choosePerson('Greta')
    await ask.toWords()
    // The confirmation knows that it is new, however late its data come.
    const release = await hold(page, '**/api/feedbacks/requests/*')
    await ask.send(1)
    await expect(shown(page).locator('ion-title')).toHaveText(say('sent.title'))
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 60_000
    })
    release()
    const invitation = shown(page).getByTestId('push-invitation')
    await expect(invitation).toContainText(say('notifications.invitation.text'))

    await test.step('refused once: it says so, and can be tried again; refused twice: the settings of the system', async () => {
      await invitation.getByRole('button', { name: say('notifications.invitation.yes') }).click()
      await expect.poll(() => app.phone.callsOf('PushNotifications', 'requestPermissions').length).toBe(1)
      await expect(invitation).toBeVisible()
      receive = 'denied'
      await invitation.getByRole('button', { name: say('notifications.invitation.yes') }).click()
      await expect(invitation).toHaveCount(0)
      await page.goto('https://localhost/tabs/profile?notifications')
      await expect(device()).toContainText(say('notifications.device.denied'))
      expect(calls).toEqual([])
    })

    await test.step('allowed in the system’s settings, and turned on', async () => {
      receive = 'granted'
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await device()
        .getByRole('button', { name: say('notifications.device.turn_on') })
        .click()
      await expect(device()).toContainText(say('notifications.device.on'))
      expect(calls).toEqual([`POST ${type} ${first}`])
    })

    await test.step('the service gives another token, also while the app was closed', async () => {
      await app.phone.emit('PushNotifications', 'registration', { value: second })
      await expect.poll(() => calls).toEqual([`POST ${type} ${first}`, `POST ${type} ${second}`, `DELETE ${first}`])
      app.phone.pushToken = first
      await app.open()
      await expect.poll(() => calls.slice(3)).toEqual([`POST ${type} ${first}`, `DELETE ${second}`])
    })

    await test.step('revoked in the system’s settings', async () => {
      receive = 'denied'
      await app.page.goto('https://localhost/tabs/profile?notifications')
      await expect(device()).toContainText(say('notifications.device.denied'))
      receive = 'granted'
      await app.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(device()).toContainText(say('notifications.device.on'))
    })

    await test.step('after the logout nothing arrives', async () => {
      await shown(app.page).getByText(say('profile.logout'), { exact: true }).click()
      await expect(app.page).toHaveURL(/\/login$/)
      await expect.poll(() => app.phone.callsOf('PushNotifications', 'unregister').length).toBeGreaterThan(0)
      await expect.poll(() => app.phone.callsOf('Badge', 'clear').length).toBeGreaterThan(0)
      const before = calls.length
      await app.phone.emit('PushNotifications', 'registration', { value: second })
      await app.open()
      await expect(app.page).toHaveURL(/\/login$/)
      expect(calls.slice(before)).toEqual([])
    })
  })
}
