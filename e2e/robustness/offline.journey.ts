import type { Page } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { Answer } from '../feedback/answers/answer.ts'
import { apiOf } from '../support/api.ts'
import { problemsOf } from '../support/checks.ts'
import { hold } from '../support/hold.ts'
import { expect, inGate, shown, test } from '../support/journey.ts'
import { cut, reconnect } from '../support/offline.ts'
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

async function ask(api: ReturnType<typeof apiOf>, who: string) {
  const { skills } = await api.call(statistics.getStatistics, { params: { userId: '1' } })
  const { colleagues } = await api.call(people.searchColleagues, { query: { query: who } })
  return api.call(feedback.createRequest, {
    body: {
      skill_ids: [skills[0]?.skill.id ?? ''],
      recipients: [{ user_id: colleagues[0]?.user_id ?? '' }],
      idempotency_key: `offline-${Date.now()}`,
    },
  })
}

for (const { lang, locale, who, words, kept, waitingTitle, sent } of [
  {
    lang: 'de',
    locale: 'de-DE',
    who: 'greta',
    words: 'Im Zug geschrieben',
    kept: 'Kein Netz',
    waitingTitle: 'Noch nicht gesendet',
    sent: '1 Eintrag wurde gesendet',
  },
  {
    lang: 'ar',
    locale: 'ar-EG',
    who: 'amir',
    words: 'كُتبت في القطار',
    kept: 'لا توجد شبكة',
    waitingTitle: 'في انتظار الإرسال',
    sent: 'أُرسل عنصر واحد',
  },
] as const) {
  test(
    `${locale}: an answer written offline is queued, survives a reload, and is sent once when the network is back`,
    inGate(lang === 'ar'),
    async ({ visitor }) => {
      const writer = await visitor({ locale, viewport: { width: 390, height: 844 } })
      const sends = sendsOf(writer)
      await enter(writer, `${who}@nova.example`)
      const answer = new Answer(writer, lang)
      const skill = await write(answer, words)
      await writer.context().setOffline(true)
      await answer.sendEither()
      await expectToast(writer, kept)
      await cut(writer)
      await writer.context().setOffline(false)

      // The app is closed and opened again while offline.
      await writer.goto('/answer')
      await shown(writer).locator('.connection-line a').click()
      await expect(writer).toHaveURL(/\/waiting$/)
      const waiting = shown(writer).getByRole('region', { name: waitingTitle })
      await expect(waiting.locator('article')).toHaveCount(1)
      await expect(waiting).toContainText(skill)
      await expect(waiting).toContainText(words)
      expect(sends).toEqual([])
      expect(await problemsOf(writer, 'waiting')).toEqual([])

      await reconnect(writer)
      await writer.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(shown(writer).getByRole('status').filter({ hasText: sent })).toBeVisible()
      await expect(waiting).toHaveCount(0)
      await writer.goto('/answer')
      await expect(shown(writer).locator('ion-segment')).toBeVisible()
      await expect(shown(writer).locator('.connection-line')).toHaveCount(0)
      expect(sends).toHaveLength(1)
      await answer.showList('answered')
      await answer.openRequest(new RegExp(skill))
      await expect(shown(writer).getByText(words).first()).toBeVisible()
    },
  )
}

test('a queued answer can be edited before it is sent', async ({ visitor }) => {
  const sofia = await visitor({ locale: 'es-ES' })
  const sends = sendsOf(sofia)
  await enter(sofia, 'sofia@nova.example')
  const answer = new Answer(sofia, 'es')
  await write(answer, 'Escrito en el tren')
  await cut(sofia)
  await answer.sendEither()
  await expectToast(sofia, 'Sin conexión: su texto queda guardado')
  await shown(sofia).locator('.connection-line a').click()
  await shown(sofia).getByRole('region', { name: 'Pendientes de envío' }).getByText('Cambiar').click()
  const words = answer.part('situation')
  await expect(words).toHaveValue('Escrito en el tren')
  await words.fill('Escrito en el tren, y corregido')
  await reconnect(sofia)
  await answer.sendEither()
  const given = async () => JSON.stringify(await apiOf(sofia).call(feedback.listRequestsToAnswer, { query: { status: 'answered' } }))
  await expect.poll(given).toContain('Escrito en el tren, y corregido')
  // The server stores before the response arrives: leaving the page now would cut it off.
  await expect.poll(() => sends).toHaveLength(1)
  await sofia.goto('/answer')
  await expect(shown(sofia).locator('ion-segment')).toBeVisible()
  await expect(shown(sofia).locator('.connection-line')).toHaveCount(0)
  expect(sends, 'only what was corrected left').toHaveLength(1)
})

test('a response of a proxy decides nothing: an answer stays queued until our server accepts or refuses it', async ({ visitor }) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
  await ask(apiOf(camille), 'greta')
  const greta = await visitor({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await enter(greta, 'greta@nova.example')
  const answer = new Answer(greta, 'de')
  await write(answer, 'Im Hotel geschrieben')
  await cut(greta)
  await answer.sendEither()
  await expectToast(greta, 'Kein Netz: Ihr Text ist auf diesem Gerät gespeichert')
  await reconnect(greta)
  const waiting = shown(greta).getByRole('region', { name: 'Noch nicht gesendet' })
  for (const status of [403, 200]) {
    await greta.route('**/api/feedbacks/*/answer', (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Hotel</h1>' }))
    const tried = greta.waitForResponse((response) => response.url().endsWith('/answer') && response.status() === status)
    await greta.goto('/waiting')
    await tried
    await expect(waiting, `after ${status}`).toContainText('Im Hotel geschrieben')
    // Pending loads of the page would fail with an error on leaving.
    await greta.waitForLoadState('networkidle')
    await greta.unroute('**/api/feedbacks/*/answer')
  }

  // A newer server accepts it, with an unknown response.
  await greta.route('**/api/feedbacks/*/answer', async (route) => route.fulfill({ response: await route.fetch(), json: { taken: true } }))
  await greta.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(shown(greta).getByRole('status').filter({ hasText: '1 Eintrag wurde gesendet' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(JSON.stringify(await apiOf(greta).call(feedback.listRequestsToAnswer, { query: { status: 'answered' } }))).toContain(
    'Im Hotel geschrieben',
  )
})

test('if the requester cancels meanwhile, the app shows it and keeps the text until it is deleted', async ({ visitor }) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
  const api = apiOf(camille)
  const request = await ask(api, 'greta')
  const greta = await visitor({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await enter(greta, 'greta@nova.example')
  const answer = new Answer(greta, 'de')
  await write(answer, 'Zu spät geschrieben')
  await cut(greta)
  await answer.sendEither()
  await expectToast(greta, 'Kein Netz: Ihr Text ist auf diesem Gerät gespeichert')
  await api.call(feedback.cancelRequest, { params: { id: request.id } })
  await reconnect(greta)
  await greta.goto('/waiting')
  const late = shown(greta).getByRole('region', { name: 'Nicht gesendet' })
  await expect(late).toContainText('Zu spät geschrieben')
  await expect(late.locator('.notice')).toBeVisible()
  await greta.reload()
  await expect(late).toContainText('Zu spät geschrieben')

  // Logging out would lose them: it asks for confirmation, also before the app has fetched what sends them.
  const release = await hold(greta, '**/static/outbox-senders-*')
  await greta.goto('/profile')
  await shown(greta).getByText('Abmelden', { exact: true }).click()
  await expect(greta.locator('ion-alert')).toContainText('noch nicht gesendet')
  await greta.locator('ion-alert').getByText('Abbrechen').click()
  release()
  await greta.goto('/waiting')
  await late.getByRole('button', { name: 'Löschen' }).click()
  await greta.locator('ion-alert').getByRole('button', { name: 'Löschen' }).click()
  await expect(late).toHaveCount(0)
})
