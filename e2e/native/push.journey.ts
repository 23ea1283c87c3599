import { feedback } from '@reflet/contract/feedback'
import { Answer } from '../feedback/answers/answer.ts'
import { Login } from '../session/login.ts'
import { wordsOf } from '../support/words.ts'
import { expect, test } from './app.ts'

const AMIR = 'amir@nova.example'

/** Of Apple's push service, as the system hands it to the app. */
const dataOf = (link: string, selectedFeedbackId?: string) => ({ aps: {}, link, data: { item: 'request', selectedFeedbackId } })

test('a notification opens its page in the closed, the running and the logged-out app @whole', async ({ nativeApp }) => {
  const app = await nativeApp({ system: 'ios', locale: 'ar' })
  const api = await app.know(AMIR)
  // Who turned push on, on this device.
  const { userId } = app.phone.sqlite.records().get('current-user') as { userId: string }
  await app.context.addInitScript((id) => localStorage.setItem('reflet.push', id), userId)
  const { groups } = await api.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
  const group = groups.find(({ feedbacks }) => feedbacks.length > 1) ?? groups[0]
  const wanted = group?.feedbacks.at(-1)
  const link = `/answer?group=${group?.id}`

  await test.step('closed', async () => {
    await app.phone.tapNotification(dataOf(link, wanted?.id))
    const page = await app.open()
    await expect(page).toHaveURL(new RegExp(`/tabs/answer\\?group=${group?.id}.*item=request`))
    await expect(new Answer(page, 'ar').skill).toHaveText(wanted?.skill.name ?? '')
    await expect.poll(() => app.phone.callsOf('PushNotifications', 'removeAllDeliveredNotifications').length).toBeGreaterThan(0)
    await expect.poll(() => app.phone.callsOf('Badge', 'clear').length).toBeGreaterThan(0)
  })

  await test.step('in front: it is said, and opened on request', async () => {
    const page = await app.open()
    await expect(page).toHaveURL(/\/tabs\/home$/)
    const received = { id: '2', title: 'Reflet', body: 'Greta', data: dataOf(link) }
    await app.phone.emit('PushNotifications', 'pushNotificationReceived', received)
    const toast = page.locator('ion-toast')
    await expect(toast).toContainText('Greta')
    await toast.getByRole('button', { name: wordsOf('ar')('common.open') }).click()
    await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
    await app.phone.tapNotification(dataOf('https://evil.example/'))
    await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
  })

  await test.step('logged out: the login first, then the page', async () => {
    await app.reinstall()
    app.knowServer()
    await app.phone.tapNotification(dataOf(link, wanted?.id))
    const page = await app.open()
    await expect(page).toHaveURL(/\/login$/)
    await new Login(page, 'ar').logIn(AMIR)
    await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
  })
})
