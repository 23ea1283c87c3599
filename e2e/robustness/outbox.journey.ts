import { GiveAward } from '../awards/award.ts'
import { Offer } from '../feedback/offers/offer.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { Waiting } from '../outbox/waiting.ts'
import { RETRIED } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { cut, reconnect, reconnectQuietly } from '../support/offline.ts'
import { enter } from '../support/session.ts'

test('thanks, feedback and a request written offline wait, survive a restart and are sent in the order written', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const sent: string[] = []
  camille.on('requestfinished', (request) => {
    if (request.method() === 'POST' && /\/(requests|awards|offered)$/.test(request.url())) sent.push(new URL(request.url()).pathname)
  })
  const waiting = new Waiting(camille)
  const award = new GiveAward(camille)
  await award.write('Greta', 'Merci pour le train')
  await cut(camille)
  await award.send()
  await expect(waiting.entries).toHaveCount(1)
  await expect(waiting.line, 'no link to this page').toHaveCount(0)
  await reconnectQuietly(camille)

  const offer = new Offer(camille)
  await camille.goto('/offer-feedback')
  await expect(waiting.line).toContainText(waiting.say('outbox.link', { count: 1, n: 1 }))
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

test('what waits is edited without losing a draft; one over a limit stops no other; a late edit is new @whole', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example')
  const waiting = new Waiting(camille)
  const award = new GiveAward(camille)
  await award.write('Greta', 'Le premier')
  await cut(camille)
  await award.send()
  await expect(waiting.entries).toHaveCount(1)

  await test.step('a draft that is in the form is not lost by editing what waits', async () => {
    await reconnectQuietly(camille)
    await award.write('Greta', 'Le second')
    await cut(camille)
    await camille.goto('/waiting')
    await waiting.edit(0)
    const alert = camille.locator('ion-alert')
    await expect(alert).toContainText(waiting.say('outbox.replace_text'))
    await alert.getByRole('button', { name: waiting.say('common.cancel') }).click()
    await expect(waiting.entries).toHaveCount(1)
    await award.openTypes()
    await award.chooseType(0)
    await award.toWords()
    await expect(award.message).toHaveValue('Le second')
  })

  await award.send()
  await expect(waiting.entries.filter({ hasText: 'Le second' })).toHaveCount(1)
  let network: 'over the limit' | 'response lost' | 'off' | 'on' = 'over the limit'
  await camille.route('**/api/awards', async (route) => {
    if (route.request().method() !== 'POST' || network === 'on') return route.continue()
    if (network === 'off') return route.abort('internetdisconnected')
    const { message } = route.request().postDataJSON() as { message: string }
    if (network === 'over the limit' && message !== 'Le premier') return route.continue()
    if (network === 'over the limit') return route.fulfill({ status: 429, headers: { 'retry-after': '9000' }, json: { code: 'slow_down' } })
    await route.fetch(RETRIED)
    await route.abort()
  })
  await reconnect(camille)
  await waiting.sendNow()
  await expect(waiting.entries).toHaveCount(1)
  await expect(waiting.entries).toContainText('Le premier')

  await test.step('the server has it, and the response is lost; then its text is changed', async () => {
    network = 'response lost'
    const lost = camille.waitForEvent('requestfailed', (request) => request.method() === 'POST' && request.url().endsWith('/api/awards'))
    await waiting.sendNow()
    await lost
    network = 'off'
    await waiting.edit(0)
    await award.message.fill('Le premier, corrigé')
    network = 'on'
    await award.send()
    await expect(award.failure).toContainText(waiting.say('errors.idempotency_key_reused'))
    await award.send()
    await camille.waitForURL(/award-confirmation/)
  })
})
