import type { Page } from '@playwright/test'
import { MINUTE_MS } from '@reflet/contract/durations'
import { feedback } from '@reflet/contract/feedback'
import { Answer } from '../feedback/answers/answer.ts'
import { TabBar } from '../navigation/tab-bar.ts'
import { Waiting } from '../outbox/waiting.ts'
import { apiOf, RETRIED } from '../support/api.ts'
import { hold } from '../support/hold.ts'
import { expect, shown, test } from '../support/journey.ts'
import { cut, reconnect } from '../support/offline.ts'
import { askTwoSkills } from '../support/requests.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'

const sendsOf = (page: Page) => {
  const sends: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST' && /\/answer$/.test(request.url()) && response.ok()) sends.push(request.url())
  })
  return sends
}

/** Opens the newest pending request, and writes; returns the skill. */
async function write(answer: Answer, words: string): Promise<string> {
  const { groups } = await apiOf(answer.page).call(feedback.listRequestsToAnswer, { query: { status: 'pending' } })
  const [newest] = groups.sort((a, b) => b.created_at.localeCompare(a.created_at))
  await answer.page.goto(`/answer?group=${newest?.id}`)
  const skill = await answer.skill.innerText()
  await answer.rate(3)
  await answer.write('situation', words)
  return skill
}

test('an answer written offline is queued, survives a reload, can be changed, and is sent once', async ({ visitor }) => {
  const amir = await visitor({ locale: 'ar-EG' })
  const sends = sendsOf(amir)
  await enter(amir, 'amir@nova.example')
  const answer = new Answer(amir, 'ar')
  const waiting = new Waiting(amir, 'ar')

  await test.step('it is said at once, on the open page and on the next, before any call has failed', async () => {
    const tabs = new TabBar(amir, 'ar')
    await amir.goto('/profile')
    await expect(amir).toHaveTitle(new RegExp(answer.say('profile.title')))
    await tabs.tabOf('home').click()
    await expect(amir).toHaveURL(/\/home$/)
    const other = await amir.context().newPage()
    await other.clock.install()
    await other.goto('/answer')
    await expect(shown(other).locator('ion-segment')).toBeVisible()
    await hold(other, '**/api/**')
    const release = await hold(amir, '**/api/**')
    await amir.context().setOffline(true)
    await expect(waiting.line).toContainText(answer.say('offline.now'))
    await tabs.tabOf('profile').click()
    await expect(amir).toHaveURL(/\/profile$/)
    await expect(waiting.line).toContainText(answer.say('offline.now'))

    // Its calls are held, too: only time passes.
    await other.clock.fastForward(5 * MINUTE_MS)
    const age = new Waiting(other, 'ar').line
    await expect(age).toContainText(answer.opening('offline.as_of', 'when'))
    const first = await age.innerText()
    await other.clock.fastForward(5 * MINUTE_MS)
    await expect(age).not.toHaveText(first)
    await other.close()

    await amir.context().setOffline(false)
    await expect(waiting.line).toHaveCount(0)
    release()
  })

  const skill = await write(answer, 'كُتبت في القطار')
  await amir.context().setOffline(true)
  await answer.sendEither()
  await expectToast(amir, waiting.say('outbox.kept'))
  await cut(amir)
  await amir.context().setOffline(false)

  await test.step('the app is closed and opened again while offline', async () => {
    await amir.goto('/answer')
    await waiting.line.getByRole('link').click()
    await expect(amir).toHaveURL(/\/waiting$/)
    await expect(waiting.entries).toHaveCount(1)
    await expect(waiting.entries).toContainText(skill)
    await expect(waiting.entries).toContainText('كُتبت في القطار')
    expect(sends).toEqual([])
  })

  await waiting.edit(0)
  const words = answer.part('situation')
  await expect(words).toHaveValue('كُتبت في القطار')
  await words.fill('كُتبت في القطار وصُحّحت')
  await reconnect(amir)
  await answer.sendEither()
  // The server stores before the response arrives: leaving the page now would cut it off.
  await expect.poll(() => sends).toHaveLength(1)
  await amir.goto('/answer')
  await expect(shown(amir).locator('ion-segment')).toBeVisible()
  await expect(waiting.line).toHaveCount(0)
  await answer.showList('answered')
  await answer.openRequest(new RegExp(skill))
  await expect(shown(amir).getByText('كُتبت في القطار وصُحّحت').first()).toBeVisible()
  expect(sends, 'only what was corrected left').toHaveLength(1)
})

test('only our server decides: not a proxy, and the requester who cancels keeps no text from its writer', async ({ visitor }) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
  const api = apiOf(camille)
  await askTwoSkills(api, 'greta')
  const greta = await visitor({ locale: 'de-DE' })
  await enter(greta, 'greta@nova.example')
  const answer = new Answer(greta, 'de')
  const waiting = new Waiting(greta, 'de')
  const toWaiting = async (words: string) => {
    await write(answer, words)
    await cut(greta)
    await answer.sendEither()
    await expectToast(greta, waiting.say('outbox.kept'))
    await waiting.line.getByRole('link').click()
    await expect(waiting.entries).toContainText(words)
  }

  await test.step('a response of a proxy decides nothing', async () => {
    await toWaiting('Im Hotel geschrieben')
    let status = 403
    const sent = '**/api/feedbacks/*/answer'
    await greta.route(sent, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Hotel</h1>' }))
    await reconnect(greta)
    for (status of [403, 200]) {
      const tried = greta.waitForResponse((response) => response.url().endsWith('/answer') && response.status() === status)
      await waiting.sendNow()
      await tried
      await expect(waiting.button('outbox.try'), 'no longer sending').toBeEnabled()
      await expect(waiting.entries, `after ${status}`).toContainText('Im Hotel geschrieben')
    }
  })

  await test.step('a newer server accepts it, with an unknown response', async () => {
    await greta.route('**/api/feedbacks/*/answer', async (route) =>
      route.fulfill({ response: await route.fetch(RETRIED), json: { taken: true } }),
    )
    await greta.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(waiting.done).toHaveText(waiting.say('outbox.sent', { count: 1, n: 1 }))
    await expect(waiting.entries).toHaveCount(0)
    expect(JSON.stringify(await apiOf(greta).call(feedback.listRequestsToAnswer, { query: { status: 'answered' } }))).toContain(
      'Im Hotel geschrieben',
    )
    await greta.unrouteAll()
  })

  const request = await askTwoSkills(api, 'greta')
  await toWaiting('Zu spät geschrieben')
  const late = waiting.region('outbox.refused')

  await test.step('if the requester cancels meanwhile, the app shows it and keeps the text', async () => {
    await api.call(feedback.cancelRequest, { params: { id: request.id } })
    await reconnect(greta)
    await greta.reload()
    await expect(late).toContainText('Zu spät geschrieben')
    await expect(late.locator('.notice')).toBeVisible()
    await greta.reload()
    await expect(late).toContainText('Zu spät geschrieben')
  })

  await test.step('logging out would lose them: it asks, also before the app has fetched what sends them', async () => {
    const release = await hold(greta, '**/static/outbox-senders-*')
    await greta.goto('/profile')
    await waiting.text('profile.logout').click()
    await expect(greta.locator('ion-alert')).toContainText(waiting.say('outbox.logout'))
    await waiting.confirm('common.cancel')
    release()
    await greta.goto('/waiting')
    await late.getByRole('button', { name: waiting.say('outbox.discard') }).click()
    await waiting.confirm('outbox.discard')
    await expect(late).toHaveCount(0)
  })
})
