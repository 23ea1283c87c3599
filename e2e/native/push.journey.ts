import { feedback } from '@reflet/contract/feedback'
import { Answer } from '../feedback/answers/answer.ts'
import { inGate, shown } from '../support/journey.ts'
import { wordsOf } from '../support/words.ts'
import { expect, type NativeApp, SYSTEMS, test } from './app.ts'

const LOCALES = { android: 'fr', ios: 'ar' } as const
const WHO = { fr: 'camille@nova.example', ar: 'amir@nova.example' } as const

/** The message of a push service, as each system hands it to the app. */
const opened = (app: NativeApp, link: string, selectedFeedbackId: string | null = null) => ({
  actionId: 'tap',
  notification: {
    id: '1',
    data:
      app.phone.system === 'ios'
        ? { aps: {}, link, data: { item: 'request', selectedFeedbackId } }
        : { link, item: 'request', ...(selectedFeedbackId && { selectedFeedbackId }) },
  },
})

for (const system of SYSTEMS) {
  const locale = LOCALES[system]
  const say = wordsOf(locale)

  test(
    `${system}, ${locale}: a notification opens its page in the closed, the running and the logged-out app`,
    inGate(system === 'ios'),
    async ({ nativeApp }) => {
      const app = await nativeApp({ system, locale })
      const api = await app.know(WHO[locale])
      // Who turned push on, on this device.
      const { userId } = app.phone.sqlite.records().get('current-user') as { userId: string }
      await app.context.addInitScript((id) => localStorage.setItem('reflet.push', id), userId)
      const { groups } = await api.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
      const group = groups.find(({ feedbacks }) => feedbacks.length > 1) ?? groups[0]
      const wanted = group?.feedbacks.at(-1)
      const link = `/answer?group=${group?.id}`
      const message = () => opened(app, link, wanted?.id)

      await test.step('closed', async () => {
        await app.phone.emit('PushNotifications', 'pushNotificationActionPerformed', message(), { retain: true })
        const page = await app.open()
        await expect(page).toHaveURL(new RegExp(`/tabs/answer\\?group=${group?.id}.*item=request`))
        await expect(new Answer(page, locale).skill).toHaveText(wanted?.skill.name ?? '')
        await expect.poll(() => app.phone.callsOf('PushNotifications', 'removeAllDeliveredNotifications').length).toBeGreaterThan(0)
        await expect.poll(() => app.phone.callsOf('Badge', 'clear').length).toBeGreaterThan(0)
      })

      await test.step('in front: it is said, and opened on request', async () => {
        const page = await app.open()
        await expect(page).toHaveURL(/\/tabs\/home$/)
        await app.phone.emit('PushNotifications', 'pushNotificationReceived', {
          id: '2',
          title: 'Reflet',
          body: 'Greta',
          data: opened(app, link).notification.data,
        })
        const toast = page.locator('ion-toast')
        await expect(toast).toContainText('Greta')
        await toast.getByRole('button', { name: say('common.open') }).click()
        await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
        await app.phone.emit('PushNotifications', 'pushNotificationActionPerformed', opened(app, 'https://evil.example/'))
        await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
      })

      await test.step('logged out: the login first, then the page', async () => {
        await app.reinstall()
        app.knowServer()
        await app.phone.emit('PushNotifications', 'pushNotificationActionPerformed', message(), { retain: true })
        const page = await app.open()
        await expect(page).toHaveURL(/\/login$/)
        await shown(page).getByLabel(say('login.email'), { exact: true }).fill(WHO[locale])
        await shown(page).getByLabel(say('login.password'), { exact: true }).fill('reflet-demo')
        await shown(page)
          .getByRole('button', { name: say('login.submit'), exact: true })
          .click()
        await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
      })
    },
  )
}
