import type { Page } from '@playwright/test'
import { feedback as feedbackCalls } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import type { PushPayload } from '@reflet/contract/push'
import { session } from '@reflet/contract/session'
import { ensureChromium } from '../../scripts/ensure-chromium.mjs'
import { Login } from '../session/login.ts'
import { apiOf } from '../support/api.ts'
import { launchOf } from '../support/browser.ts'
import { accessibilityProblems, layoutProblems } from '../support/checks.ts'
import { putOnDevice } from '../support/device.ts'
import { expect, shown, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { changeAddress, deliver, delivered, isSubscribed, press, withPushService, workerOf } from '../support/push.ts'
import { enter } from '../support/session.ts'

// A headless shell has no push messages.
test.use({ launchOptions: launchOf(ensureChromium()), serviceWorkers: 'allow' })

const card = (page: Page) => shown(page).getByTestId('this-device')
const button = (page: Page) => card(page).locator('ion-button')

/** The calls about this device that the server accepted. */
function callsOf(page: Page) {
  const calls: string[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (response.ok() && /notificationtoken/.test(path)) calls.push(`${response.request().method()} ${path.replace('/api/', '')}`)
  })
  return calls
}
const REGISTERED = 'POST notificationtokens'
const FORGOTTEN = 'DELETE notificationtokens'
const CLEARED = 'GET notificationtoken/clear'

/** A pending request of several skills, and its last feedback: a message may be about any of them. */
async function waiting(page: Page) {
  const { groups } = await apiOf(page).call(feedbackCalls.listRequestsToAnswer, { query: { status: 'pending' } })
  const group = groups.find(({ feedbacks }) => feedbacks.length > 1) ?? groups[0]
  const feedback = group?.feedbacks.at(-1)
  if (!group || !feedback) throw new Error('nothing waits')
  return { group: group.id, feedback: feedback.id, skill: feedback.skill.name }
}

const message = (part: Partial<PushPayload>): PushPayload => ({
  title: 'Reflet',
  body: 'Greta Vogel vous demande votre regard',
  locale: 'fr',
  link: '/answer',
  data: { item: 'request', selectedFeedbackId: null },
  badge: 1,
  tag: 'one',
  ...part,
})

test('a device is turned on, notified in its reader’s language, opens the page, and is turned off', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await withPushService(page)
  const calls = callsOf(page)
  await enter(page, 'amir@nova.example')
  await page.goto('/profile?notifications')
  await expect(button(page)).toHaveText('التفعيل على هذا الجهاز')
  expect(await isSubscribed(page)).toBe(false)
  expect(calls).not.toContain(REGISTERED)

  await button(page).click()
  await expect(card(page)).toContainText('ينبّهك هذا الجهاز')
  await expect.poll(() => calls).toContain(REGISTERED)
  expect(await isSubscribed(page)).toBe(true)
  expect([...(await accessibilityProblems(page, 'on')), ...(await layoutProblems(page, 'on', 'outside'))]).toEqual([])
  await page.reload()
  await expect(button(page)).toHaveText('الإيقاف على هذا الجهاز')
  // The start of the app clears what was delivered before it.
  await expect.poll(() => calls).toContain(CLEARED)

  const wanted = await waiting(page)
  const data = { item: 'request', selectedFeedbackId: wanted.feedback }
  calls.length = 0
  await deliver(page, message({ locale: 'ar', body: 'one', tag: 'answered' }))
  // The page is visible: the message counts as seen.
  await expect.poll(() => calls).toContain(CLEARED)
  await deliver(page, message({ locale: 'ar', body: 'two', tag: 'answered', link: `/answer?group=${wanted.group}`, data }))
  expect(await delivered(page), 'the newer one alone').toEqual([{ title: 'Reflet', body: 'two', lang: 'ar', dir: 'rtl', tag: 'answered' }])

  // The open app navigates itself: the page keeps its loaded data.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const cleared = page.waitForResponse((response) => response.url().endsWith('/notificationtoken/clear') && response.ok())
  expect(await press(await workerOf(page))).toEqual([])
  await page.waitForURL(`**/answer?group=${wanted.group}&item=request&selectedFeedbackId=${wanted.feedback}`)
  await expect(shown(page).getByTestId('answer-group').locator('section h2')).toHaveText(wanted.skill)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await cleared
  await expect.poll(() => delivered(page)).toEqual([])

  // The push service gives the browser another subscription: the worker reads the key and registers it.
  expect(await changeAddress(await workerOf(page))).toEqual([200, 200])

  await page.goto('/profile')
  await button(page).click()
  await expect(button(page)).toHaveText('التفعيل على هذا الجهاز')
  await expect.poll(() => calls).toContain(FORGOTTEN)
  expect(await isSubscribed(page)).toBe(false)
})

test('a message is opened in a closed app; after a logout no one gets any, after a remote one they resume @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await withPushService(page)
  const calls = callsOf(page)
  await enter(page, 'camille@nova.example', 'fr')
  const turnOn = async () => {
    await page.goto('/profile')
    await button(page).click()
    await expect(card(page)).toContainText('Cet appareil vous prévient')
  }
  await turnOn()

  await deliver(page, message({ link: '/dashboard', data: { item: 'answered', selectedFeedbackId: null } }))
  const worker = await workerOf(page)
  await page.goto('about:blank')
  const [address = ''] = await press(worker)
  expect(new URL(address).pathname + new URL(address).search).toBe('/dashboard?item=answered')
  calls.length = 0
  await page.goto(address)
  await expect(shown(page).getByTestId('skill-card').first()).toBeVisible()
  expect(page.url()).toBe(address)
  await expect.poll(() => calls).toContain(CLEARED)

  // The session ends while the app is closed here: a refused call of an open page would clear the message.
  await deliver(page, message({ link: '/quality-index', tag: 'two' }))
  await page.goto('/favicon.svg')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('reflet.user'))
  await putOnDevice(page, { 'current-user': null })
  await page.goto('/login')
  const login = new Login(page)
  await expect(login.email).toBeVisible()
  await press(worker)
  await page.waitForURL(/\/login/)
  await login.logIn('camille@nova.example')
  await page.waitForURL('**/quality-index?item=request')

  // Ended from another device.
  await deliver(page, message({}))
  const other = await visitor({ locale: 'fr-FR' })
  await enter(other, 'camille@nova.example')
  await apiOf(other).call(session.revokeTokens)
  await page.goto('/home')
  await page.waitForURL(/\/login/)
  await expect.poll(() => isSubscribed(page)).toBe(false)
  await expect.poll(() => delivered(page)).toEqual([])
  calls.length = 0
  await new Login(page).enter('camille@nova.example')
  await expect.poll(() => calls).toEqual(expect.arrayContaining([REGISTERED, CLEARED]))
  calls.length = 0
  await page.goto('/profile')
  await expect(card(page)).toContainText('Cet appareil vous prévient')
  await expect.poll(() => calls).toContain(CLEARED)

  // By her own decision: the app asks her again when she comes back.
  await deliver(page, message({}))
  await shown(page).getByText('Se déconnecter', { exact: true }).click()
  await page.waitForURL(/\/login/)
  await expect.poll(() => isSubscribed(page)).toBe(false)
  await expect.poll(() => delivered(page)).toEqual([])
  calls.length = 0
  await new Login(page).enter('camille@nova.example')
  await page.goto('/profile')
  await expect(button(page)).toHaveText('Activer sur cet appareil')
  expect(calls).not.toContain(REGISTERED)

  // She turns it on, her session expires, and another person logs in.
  await turnOn()
  await page.context().clearCookies()
  await page.goto('/home')
  await page.waitForURL(/\/login/)
  calls.length = 0
  await new Login(page).enter('oliver@nova.example')
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale: 'fr' } })
  await page.goto('/profile')
  await expect(button(page)).toHaveText('Activer sur cet appareil')
  await expect.poll(() => isSubscribed(page)).toBe(false)
  expect(calls).not.toContain(REGISTERED)
})

test('a failure is explained and can be retried by keyboard; a server or browser without push says so @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await withPushService(page)
  await enter(page, 'camille@nova.example', 'fr')
  await page.route('**/api/notificationtokens', (route) => route.abort('internetdisconnected'))
  await openByKeyboard(page, '/profile')
  await tabTo(page, 'Activer sur cet appareil')
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('alert')).toContainText('hors connexion')
  await page.unroute('**/api/notificationtokens')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(card(page)).toContainText('Cet appareil vous prévient')
  await expect(card(page).getByRole('alert')).toHaveCount(0)

  await page.route('**/api/notificationtokens', (route) =>
    route.fulfill({ status: 422, json: { code: 'push_unavailable', request_id: 'x' } }),
  )
  await button(page).click()
  await expect(button(page)).toHaveText('Activer sur cet appareil')
  await button(page).click()
  await expect(card(page).getByRole('alert')).toContainText('n’ont pas pu être activées')
  await page.unroute('**/api/notificationtokens')

  await page.route('**/api/notificationtokens/services', (route) => route.fulfill({ json: { types: [], web_push_key: '' } }))
  await page.reload()
  await expect(card(page)).toContainText('Ce serveur n’envoie pas de notifications')
  await expect(button(page)).toHaveCount(0)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await page.reload()
  await expect(card(page)).toContainText('Ce navigateur ne peut pas recevoir de notifications')
})
