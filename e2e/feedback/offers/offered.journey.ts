import { Waiting } from '../../outbox/waiting.ts'
import { RETRIED } from '../../support/api.ts'
import { expect, shown, test } from '../../support/journey.ts'
import { enter } from '../../support/session.ts'
import { Answer } from '../answers/answer.ts'
import { Offer } from './offer.ts'

test('Sofia gives Camille unrequested feedback; after a network failure it is sent once; Camille opens it from her news', async ({
  visitor,
}) => {
  const sofia = await visitor({ locale: 'es-ES' })
  await enter(sofia, 'sofia@nova.example', 'es')
  const answer = new Answer(sofia, 'es')
  await answer.open()
  await answer.link('offer.link').click()
  await sofia.waitForURL(/offer-feedback/)
  const offer = new Offer(sofia, 'es')
  await offer.choosePerson('camille', 'Camille')
  await expect(offer.receiver).toContainText('Camille')
  await offer.chooseFirstSkill()
  await offer.rate(5)
  await offer.write('situation', 'El lunes, cuando calmó la reunión')
  await sofia.reload()
  await expect(offer.receiver, 'whom and what survive').toContainText('Camille')
  await expect(offer.part('situation'), 'the words, too').toHaveValue('El lunes, cuando calmó la reunión')

  await expect(offer.worksAs('Camille', 'coworker'), 'unless she says otherwise').toBeVisible()
  await offer.openRelation()
  await expect(offer.relation).toHaveValue('coworker')
  await offer.relation.selectOption('equal')

  // The daily limit shows its reset time, and nothing typed is lost.
  await sofia.route('**/api/feedbacks/offered', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '18000' }, json: { code: 'slow_down', request_id: 'x' } }),
  )
  await offer.sendTo('Camille')
  await expect(offer.failure).toContainText('dentro de 5 horas')
  await sofia.unroute('**/api/feedbacks/offered')

  // The server has stored it, the response is lost: it waits with what is to be sent, and nothing is sent twice.
  let lost = false
  await sofia.route('**/api/feedbacks/offered', async (route) => {
    if (lost) return route.continue()
    lost = true
    expect(route.request().postDataJSON()).toMatchObject({ relation: 'equal' })
    await route.fetch(RETRIED)
    await route.abort()
  })
  await offer.sendTo('Camille')
  const waiting = new Waiting(sofia, 'es')
  await expect(waiting.entries).toContainText('El lunes')
  await waiting.sendNow()
  await expect(waiting.entries).toHaveCount(0)
  await answer.open()
  await answer.showList('answered')
  await answer.openRequest(/Camille/)
  await sofia.waitForURL(/answer-confirmation/)
  await expect(shown(sofia).locator('.answer-words')).toContainText('El lunes')
  await expect(offer.top.getByRole('heading', { level: 1 }), 'not requested, so it is no answer').toHaveText(
    offer.say('answered.offered.title'),
  )
  await expect(offer.text('answered.offered.next')).toBeVisible()

  const camille = await visitor({ locale: 'fr-FR' })
  await enter(camille, 'camille@nova.example', 'fr')
  await camille.goto('/home')
  await shown(camille).getByTestId('newsfeed').locator('ion-item', { hasText: 'vous donne un feedback' }).first().click()
  await camille.waitForURL(/skill-statistics/)
  await expect(shown(camille).getByTestId('answer-card').filter({ hasText: 'El lunes, cuando calmó la reunión' })).toHaveCount(1)

  await test.step('to a person among her contacts', async () => {
    await sofia.goto('/contacts')
    await shown(sofia).locator('.group-list ion-item').first().click()
    await sofia
      .getByTestId('contact-form')
      .getByRole('button', { name: offer.say('offer.title') })
      .click()
    await sofia.waitForURL(/offer-feedback/)
    await expect(offer.receiver).toHaveCount(1)
  })
})
