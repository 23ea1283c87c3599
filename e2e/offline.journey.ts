import type { Page } from '@playwright/test'
import { Answer } from './screens/answer.ts'
import { Ask } from './screens/ask.ts'
import { GiveAward } from './screens/award.ts'
import { Offer } from './screens/offer.ts'
import { Waiting } from './screens/waiting.ts'
import { apiOf } from './support/api.ts'
import { problemsOf } from './support/checks.ts'
import { expect, shown, test } from './support/journey.ts'
import { enter } from './support/session.ts'
import { expectToast } from './support/toasts.ts'

/** No call reaches the server; the app itself is loaded, as it always is in the native shell. */
async function cut(page: Page) {
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
}
const reconnect = (page: Page) => page.unroute('**/api/**')

/** Calls reach the server again, but not those that send: the queue is kept for later. */
async function reconnectQuietly(page: Page) {
  await reconnect(page)
  await page.route(/\/api\/(awards|feedbacks\/offered|feedbacks\/requests)$/, (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
}

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
  const { groups } = await apiOf(answer.page).get<{ groups: { id: string; created_at: string }[] }>(
    '/api/feedbacks/received?status=pending',
  )
  const [newest] = groups.sort((a, b) => b.created_at.localeCompare(a.created_at))
  await answer.page.goto(`/answer?group=${newest?.id}`)
  const skill = await answer.skill.innerText()
  await answer.rate(3)
  await answer.write('situation', words)
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
  test(`${locale}: an answer written offline is queued, survives a reload, and is sent once when the network is back`, async ({
    visitor,
  }) => {
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
  })
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
  const given = async () => JSON.stringify(await apiOf(sofia).get('/api/feedbacks/received?status=answered'))
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
  expect(JSON.stringify(await apiOf(greta).get('/api/feedbacks/received?status=answered'))).toContain('Im Hotel geschrieben')
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
  await api.send('DELETE', `/api/feedbacks/requests/${request.id}`, {})
  await reconnect(greta)
  await greta.goto('/waiting')
  const late = shown(greta).getByRole('region', { name: 'Nicht gesendet' })
  await expect(late).toContainText('Zu spät geschrieben')
  await expect(late.locator('.notice')).toBeVisible()
  await greta.reload()
  await expect(late).toContainText('Zu spät geschrieben')

  // Logging out would lose them: it asks for confirmation.
  await greta.goto('/profile')
  await shown(greta).getByText('Abmelden', { exact: true }).click()
  await expect(greta.locator('ion-alert')).toContainText('noch nicht gesendet')
  await greta.locator('ion-alert').getByText('Abbrechen').click()
  await greta.goto('/waiting')
  await late.getByRole('button', { name: 'Löschen' }).click()
  await greta.locator('ion-alert').getByRole('button', { name: 'Löschen' }).click()
  await expect(late).toHaveCount(0)
})

test('thanks, feedback and a request written offline wait in one place, survive a restart and are sent in the order written', async ({
  visitor,
}) => {
  const camille = await visitor({ viewport: { width: 390, height: 844 } })
  await enter(camille, 'camille@nova.example')
  const sent: string[] = []
  camille.on('requestfinished', (request) => {
    if (request.method() === 'POST' && /\/(requests|awards|offered)$/.test(request.url())) sent.push(new URL(request.url()).pathname)
  })
  const waiting = new Waiting(camille)
  const award = new GiveAward(camille)
  await award.openTypes()
  await award.chooseType(0)
  await award.person('Greta').click()
  await award.toWords()
  await award.message.fill('Merci pour le train')
  await cut(camille)
  await award.send()
  await expect(waiting.entries).toHaveCount(1)
  await reconnectQuietly(camille)

  const offer = new Offer(camille)
  await camille.goto('/offer-feedback')
  await offer.choosePerson('greta', 'Greta')
  await offer.chooseFirstSkill()
  await offer.rate(4)
  await offer.write('keep', 'Ta patience dans le train')
  await cut(camille)
  await offer.sendTo('Greta')
  await expect(waiting.entries).toHaveCount(2)
  await reconnectQuietly(camille)

  const ask = new Ask(camille)
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await ask.choosePerson('Greta')
  await ask.toWords()
  await ask.message.fill('Une question du train')
  await cut(camille)
  await ask.sendButton(1).click()
  await expect(waiting.entries).toHaveCount(3)
  expect(await problemsOf(camille, 'waiting')).toEqual([])

  await camille.reload()
  await expect(waiting.entries).toHaveCount(3)
  for (const [place, words] of [/Merci pour le train/, /Ta patience dans le train/, /Une question du train/].entries())
    await expect(waiting.entries.nth(place)).toContainText(words)
  expect(sent).toEqual([])

  await test.step('one is changed first; the form is as it was', async () => {
    await waiting.edit(2)
    await expect(ask.message).toHaveValue('Une question du train')
    await ask.message.fill('Une question du quai')
    await ask.sendButton(1).click()
    await expect(waiting.entries).toHaveCount(3)
    await expect(waiting.entries.nth(2)).toContainText('Une question du quai')
  })
  await camille.unrouteAll()
  await waiting.sendNow()
  await expect(waiting.done).toHaveText(waiting.say('outbox.sent', { count: 3, n: 3 }))
  await expect(waiting.entries).toHaveCount(0)
  expect(sent).toEqual(['/api/awards', '/api/feedbacks/offered', '/api/feedbacks/requests'])
})

test('a draft that is in the form is not lost by editing what waits', async ({ visitor }) => {
  const camille = await visitor({ viewport: { width: 390, height: 844 } })
  await enter(camille, 'camille@nova.example')
  const waiting = new Waiting(camille)
  const award = new GiveAward(camille)
  const write = async (words: string) => {
    await award.openTypes()
    await award.chooseType(0)
    await award.person('Greta').click()
    await award.toWords()
    await award.message.fill(words)
  }
  await write('Le premier')
  await cut(camille)
  await award.send()
  await expect(waiting.entries).toHaveCount(1)
  await reconnectQuietly(camille)
  await write('Le second')
  await cut(camille)
  await camille.goto('/waiting')
  await waiting.edit(0)
  await expect(camille.locator('ion-alert')).toContainText(waiting.say('outbox.replace_text'))
  await camille
    .locator('ion-alert')
    .getByRole('button', { name: waiting.say('common.cancel') })
    .click()
  await expect(waiting.entries).toHaveCount(1)
  await award.openTypes()
  await award.chooseType(0)
  await award.toWords()
  await expect(award.message).toHaveValue('Le second')
})

test('one that is over a limit does not keep the others waiting; one that was sent before can be sent anew after a change', async ({
  visitor,
}) => {
  const camille = await visitor({ viewport: { width: 390, height: 844 } })
  await enter(camille, 'camille@nova.example')
  const waiting = new Waiting(camille)
  const award = new GiveAward(camille)
  const give = async (words: string) => {
    await award.openTypes()
    await award.chooseType(0)
    await award.person('Greta').click()
    await award.toWords()
    await award.message.fill(words)
    await cut(camille)
    await award.send()
    await expect(waiting.entries.filter({ hasText: words })).toHaveCount(1)
    await reconnectQuietly(camille)
  }
  await give('Le premier')
  await give('Le second')
  await camille.unrouteAll()
  await camille.route('**/api/awards', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const { message } = route.request().postDataJSON() as { message: string }
    if (message === 'Le premier') return route.fulfill({ status: 429, headers: { 'retry-after': '9000' }, json: { code: 'slow_down' } })
    await route.continue()
  })
  await waiting.sendNow()
  await expect(waiting.entries).toHaveCount(1)
  await expect(waiting.entries).toContainText('Le premier')

  // The server has it, and the response is lost; then its text is changed.
  await camille.unrouteAll()
  await camille.route('**/api/awards', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  const lost = camille.waitForEvent('requestfailed', (request) => request.method() === 'POST' && request.url().endsWith('/api/awards'))
  await waiting.sendNow()
  await lost
  await camille.unrouteAll()
  await reconnectQuietly(camille)
  await waiting.edit(0)
  await award.message.fill('Le premier, corrigé')
  await camille.unrouteAll()
  await award.send()
  await expect(award.failure).toContainText(waiting.say('errors.idempotency_key_reused'))
  await award.send()
  await camille.waitForURL(/award-confirmation/)
})
