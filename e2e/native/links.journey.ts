import { feedback } from '@reflet/contract/feedback'
import { skills as skillCalls } from '@reflet/contract/skills'
import { Answer } from '../feedback/answers/answer.ts'
import type { Api } from '../support/api.ts'
import { shown } from '../support/journey.ts'
import { addressOf, expect, test } from './app.ts'

/** A request to a person without an account, and the link in their mail. */
async function askGuest(api: Api, idempotency_key: string) {
  const { skills } = await api.call(skillCalls.listSkills)
  const asked = await api.call(feedback.createRequest, {
    body: { skill_ids: [skills[0]?.id ?? ''], recipients: [{ email: 'guest@partner.example' }], idempotency_key },
  })
  return addressOf({ url: asked.feedbacks[0]?.guest_link ?? '' })
}

test('a mailed link opens its page in the closed and in the running app, and an unsent text stays', async ({ nativeApp }) => {
  const app = await nativeApp({ system: 'android', locale: 'ar' })
  const foreign = await askGuest(await app.know('luc@lune.example'), 'link-of-lune')
  const api = await app.know('amir@nova.example')
  const link = await askGuest(api, 'link-of-nova')
  const isGuestPage = new RegExp(`${new URL(link).pathname}$`)

  await test.step('the closed app', async () => {
    const page = await app.open(link)
    await expect(page).toHaveURL(isGuestPage)
    await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    // The person is logged in behind it: a notification opens its page.
    await app.phone.tapNotification({ link: '/contacts', item: 'x' })
    await expect(page).toHaveURL(/\/tabs\/contacts/)
  })

  await test.step('a guest link of another company is a page for a guest, and shows nothing of this one', async () => {
    const page = await app.open(foreign)
    await expect(page).toHaveURL(new RegExp(`${new URL(foreign).pathname}$`))
    await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(shown(page)).not.toContainText('Nova')
    await expect(page.locator('nav.tab-bar')).toHaveCount(0)
    await expect(await app.open()).toHaveURL(/\/tabs\/home$/)
  })

  await test.step('a link that pretends to be the return of a single sign-on logs no one out', async () => {
    const page = await app.open(`${app.server}/event/${'x'.repeat(43)}?saml=true&email=a%40b.example&token=x`)
    await expect(page).toHaveURL(/\/event\//)
    await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(await app.open()).toHaveURL(/\/tabs\/home$/)
  })

  await test.step('the running app, over a text that was not sent', async () => {
    const { page } = app
    const { groups } = await api.call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
    await app.phone.tapNotification({ link: `/answer?group=${groups[0]?.id}`, item: 'request' })
    const answer = new Answer(page, 'ar')
    await answer.rate(2)
    await answer.write('situation', 'نص لم يُرسل')
    await app.phone.emit('App', 'appUrlOpen', { url: link })
    await expect(page).toHaveURL(isGuestPage)
    await app.back()
    await expect(page).toHaveURL(/\/tabs\/answer\?group=/)
    await expect(answer.part('situation')).toHaveValue('نص لم يُرسل')
  })

  await test.step('and after the app was closed by the system', async () => {
    const { sqlite } = app.phone
    const isKept = () => !sqlite.isWriting() && [...sqlite.records().keys()].some((key) => key.startsWith('draft:'))
    await expect.poll(isKept).toBe(true)
    await app.open()
    await expect.poll(isKept).toBe(true)
  })

  await test.step('without a session', async () => {
    await app.reinstall()
    app.knowServer()
    await expect(await app.open(link)).toHaveURL(isGuestPage)
  })
})
