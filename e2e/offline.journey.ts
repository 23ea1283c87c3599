import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { choose, expect, expectToast, login, problemsOf, shown, test } from './support/journey.ts'

/** No call reaches the server; the app itself is there, as it always is in the native shell. */
async function cut(page: Page) {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
}
const mend = (page: Page) => page.unroute('**/api/**')

const sendsOf = (page: Page) => {
  const sends: string[] = []
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() === 'POST' && /\/answer$/.test(request.url()) && response.ok()) sends.push(request.url())
  })
  return sends
}

/** Opens the first request that waits, and writes; returns the skill. */
async function write(page: Page, words: string): Promise<string> {
  await page.goto('/answer')
  await shown(page).locator('ion-item').first().click()
  const form = shown(page).locator('form.answer-form')
  const skill = await shown(page).locator('section.card h2').innerText()
  await choose(form.locator('input[type="radio"][value="3"]'))
  await form.locator('textarea').first().fill(words)
  return skill
}

async function ask(api: ReturnType<typeof apiOf>, who: string) {
  const { skills } = await api.get<{ skills: { skill: { id: string } }[] }>('/api/users/1/statistics')
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>(`/api/colleagues?query=${who}`)
  return api.send<{ id: string }>('POST', '/api/feedbacks/requests', {
    skill_ids: [skills[0]?.skill.id],
    recipients: [{ user_id: colleagues[0]?.user_id }],
    idempotency_key: `offline-${Date.now()}`,
  })
}

const submit = (page: Page) => shown(page).locator('form.answer-form ion-button[type="submit"]').click()

for (const { locale, who, words, kept, waitingTitle, sent } of [
  {
    locale: 'de-DE',
    who: 'greta',
    words: 'Im Zug geschrieben',
    kept: 'Kein Netz',
    waitingTitle: 'Noch nicht gesendet',
    sent: '1 Antwort wurde gesendet',
  },
  {
    locale: 'ar-EG',
    who: 'amir',
    words: 'كُتبت في القطار',
    kept: 'لا توجد شبكة',
    waitingTitle: 'في انتظار الإرسال',
    sent: 'أُرسلت إجابة واحدة',
  },
]) {
  test(`${locale}: an answer written without a network waits, survives a reload, and is sent once when the network is back`, async ({
    visitor,
  }) => {
    const writer = await visitor({ locale, viewport: { width: 390, height: 844 } })
    const sends = sendsOf(writer)
    await login(writer, `${who}@nova.example`)
    const skill = await write(writer, words)
    await writer.context().setOffline(true)
    await submit(writer)
    await expectToast(writer, kept)
    await cut(writer)
    await writer.context().setOffline(false)

    // The app is closed and opened again while nobody can be reached.
    await writer.goto('/answer')
    const waiting = shown(writer).getByRole('region', { name: waitingTitle })
    await expect(waiting.locator('article')).toHaveCount(1)
    await expect(waiting).toContainText(skill)
    await expect(waiting).toContainText(words)
    expect(sends).toEqual([])
    expect(await problemsOf(writer, 'waiting')).toEqual([])

    await mend(writer)
    await writer.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(shown(writer).getByRole('status').filter({ hasText: sent })).toBeVisible()
    await expect(waiting).toHaveCount(0)
    await writer.reload()
    await expect(shown(writer).locator('ion-segment')).toBeVisible()
    await expect(waiting).toHaveCount(0)
    expect(sends).toHaveLength(1)
    await shown(writer).locator('ion-segment-button').nth(1).click()
    await shown(writer).locator('ion-item', { hasText: skill }).first().click()
    await expect(shown(writer).getByText(words).first()).toBeVisible()
  })
}

test('what waits can be changed before it leaves', async ({ visitor }) => {
  const sofia = await visitor({ locale: 'es-ES' })
  const sends = sendsOf(sofia)
  await login(sofia, 'sofia@nova.example')
  await write(sofia, 'Escrito en el tren')
  await cut(sofia)
  await submit(sofia)
  await expectToast(sofia, 'Sin red: su respuesta queda guardada')
  // The request has another skill: the list is one step back.
  await shown(sofia).locator('ion-back-button').click()
  await shown(sofia).getByRole('region', { name: 'Pendientes de envío' }).getByText('Cambiar').click()
  const words = shown(sofia).locator('form.answer-form textarea').first()
  await expect(words).toHaveValue('Escrito en el tren')
  await words.fill('Escrito en el tren, y corregido')
  await mend(sofia)
  await submit(sofia)
  const given = async () => JSON.stringify(await apiOf(sofia).get('/api/feedbacks/received?status=answered'))
  await expect.poll(given).toContain('Escrito en el tren, y corregido')
  await sofia.goto('/answer')
  await expect(shown(sofia).locator('ion-segment')).toBeVisible()
  await expect(shown(sofia).getByRole('region', { name: 'Pendientes de envío' })).toHaveCount(0)
  expect(sends, 'only what was corrected left').toHaveLength(1)
})

test('what stands between the app and the server decides nothing: words wait until our server took or refused them', async ({
  visitor,
}) => {
  const camille = await visitor()
  await login(camille, 'camille@nova.example')
  await ask(apiOf(camille), 'greta')
  const greta = await visitor({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await login(greta, 'greta@nova.example')
  await write(greta, 'Im Hotel geschrieben')
  await cut(greta)
  await submit(greta)
  await expectToast(greta, 'Kein Netz: Ihre Antwort ist auf diesem Gerät gespeichert')
  await mend(greta)
  const waiting = shown(greta).getByRole('region', { name: 'Noch nicht gesendet' })
  for (const status of [403, 200]) {
    await greta.route('**/api/feedbacks/*/answer', (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Hotel</h1>' }))
    const tried = greta.waitForResponse((response) => response.url().endsWith('/answer') && response.status() === status)
    await greta.goto('/answer')
    await tried
    await expect(waiting, `after ${status}`).toContainText('Im Hotel geschrieben')
    // What the page still loads would fail loudly when it is left.
    await greta.waitForLoadState('networkidle')
    await greta.unroute('**/api/feedbacks/*/answer')
  }

  // A server newer than this app takes it, and answers in words of its own.
  await greta.route('**/api/feedbacks/*/answer', async (route) => route.fulfill({ response: await route.fetch(), json: { taken: true } }))
  await greta.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(shown(greta).getByRole('status').filter({ hasText: '1 Antwort wurde gesendet' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
  expect(JSON.stringify(await apiOf(greta).get('/api/feedbacks/received?status=answered'))).toContain('Im Hotel geschrieben')
})

test('whoever asked takes it back meanwhile: that is told, and the words stay until they are deleted', async ({ visitor }) => {
  const camille = await visitor()
  await login(camille, 'camille@nova.example')
  const api = apiOf(camille)
  const request = await ask(api, 'greta')
  const greta = await visitor({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await login(greta, 'greta@nova.example')
  await write(greta, 'Zu spät geschrieben')
  await cut(greta)
  await submit(greta)
  await expectToast(greta, 'Kein Netz: Ihre Antwort ist auf diesem Gerät gespeichert')
  await api.send('DELETE', `/api/feedbacks/requests/${request.id}`, {})
  await mend(greta)
  await greta.goto('/answer')
  const late = shown(greta).getByRole('region', { name: 'Nicht gesendet' })
  await expect(late).toContainText('Zu spät geschrieben')
  await expect(late.locator('.notice')).toBeVisible()
  await greta.reload()
  await expect(late).toContainText('Zu spät geschrieben')

  // Logging out would lose them: it asks first.
  await greta.goto('/profile')
  await shown(greta).getByText('Abmelden', { exact: true }).click()
  await expect(greta.locator('ion-alert')).toContainText('noch nicht gesendet')
  await greta.locator('ion-alert').getByText('Abbrechen').click()
  await greta.goto('/answer')
  await late.getByText('Löschen', { exact: true }).click()
  await greta.locator('ion-alert').getByRole('button', { name: 'Löschen' }).click()
  await expect(late).toHaveCount(0)
})
