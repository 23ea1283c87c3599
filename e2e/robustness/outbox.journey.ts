import { GiveAward } from '../awards/award.ts'
import { Offer } from '../feedback/offers/offer.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { Waiting } from '../outbox/waiting.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { cut, reconnectQuietly } from '../support/offline.ts'
import { enter } from '../support/session.ts'

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
  await award.write('Greta', 'Le premier')
  await cut(camille)
  await award.send()
  await expect(waiting.entries).toHaveCount(1)
  await reconnectQuietly(camille)
  await award.write('Greta', 'Le second')
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
    await award.write('Greta', words)
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
