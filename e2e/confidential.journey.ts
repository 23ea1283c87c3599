import type { Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { choose, expect, mailTo, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

const OUTSIDER = 'confidential@partner.example'

/** Picks somebody on the asking page. */
async function pick(page: Page, query: string, name: string) {
  const ask = shown(page)
  await ask.locator('ion-searchbar input').fill(query)
  await ask.locator('label.option', { hasText: name }).first().click()
}

test('a confidential request needs colleagues, not addresses; who is asked sees how many of both', async ({ server, visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await loginIn(camille, 'camille@nova.example', 'fr')
  await camille.goto('/my-skills')
  const ask = shown(camille)
  await ask.locator('label.option').first().click()
  await ask.locator('ion-footer ion-button').click()
  await pick(camille, 'amir', 'أمير')
  await pick(camille, 'greta', 'Greta')
  await ask.locator('ion-searchbar input').fill(OUTSIDER)
  await ask.locator('button.option', { hasText: OUTSIDER }).click()
  await expect(ask.locator('.person-chip')).toHaveCount(3)
  await ask.locator('ion-footer ion-button').click()
  await choose(ask.locator('input[name="ask-confidential"]').nth(1))
  await expect(ask.locator('.field-error'), 'somebody outside does not count').toContainText('3 collègues')
  await expect(ask.locator('ion-footer ion-button')).toHaveAttribute('disabled', /.*/)
  expect(await problemsOf(camille, 'too few colleagues')).toEqual([])
  await camille.goto('/my-skills?step=people')
  await pick(camille, 'sofia', 'Sof')
  await ask.locator('ion-footer ion-button').click()
  await expect(ask.locator('.field-error')).toHaveCount(0)
  await ask.locator('ion-footer ion-button').click()
  await camille.waitForURL(/request-confirmation/)

  const amir = await visitor({ locale: 'ar-EG', colorScheme: 'dark' })
  await loginIn(amir, 'amir@nova.example', 'ar')
  await amir.goto('/answer')
  await shown(amir).locator('ion-item', { hasText: 'Camille' }).first().click()
  await expect(shown(amir).locator('.request-header')).toContainText('3 زملاء')
  await expect(shown(amir).locator('.request-header')).toContainText('شخص واحد من خارج الشركة')
  expect(await problemsOf(amir, 'how many were asked')).toEqual([])

  const mail = await mailTo(server, OUTSIDER, 'guest-answer')
  const guest = await visitor({ locale: 'fr-FR' })
  await guest.goto(/https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? '')
  await expect(shown(guest).locator('.request-header')).toContainText('3 collègues et à 1 personne extérieure')
})

test('at a confidential event nobody asks who a guest is, and a lost reply is sent again as the same answer', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await loginIn(camille, 'camille@nova.example', 'fr')
  const api = apiOf(camille)
  const { skills } = await api.get<{ skills: { skill: { id: string }; chosen: boolean }[] }>('/api/users/1/statistics')
  const { link } = await api.send<{ link: string }>('POST', '/api/events', {
    title: 'Atelier confidentiel',
    takes_place_on: new Date().toISOString().slice(0, 10),
    skill_ids: [skills.find(({ chosen }) => chosen)?.skill.id],
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    confidential: true,
    idempotency_key: 'confidential-journey',
  })
  const guest = await visitor({ locale: 'fr-FR' })
  await guest.goto(link)
  const form = shown(guest).locator('form.answer-form')
  await expect(shown(guest).getByText('Ni votre nom ni votre adresse')).toBeVisible()
  await expect(shown(guest).locator('#participant-email')).toHaveCount(0)
  expect(await problemsOf(guest, 'a confidential event')).toEqual([])
  const keys: string[] = []
  const links: string[] = []
  await guest.route('**/api/event-links/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().postDataJSON().idempotency_key)
    const reply = await route.fetch()
    links.push((await reply.json()).guest_link)
    if (keys.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: reply })
  })
  await choose(form.locator('input[type="radio"][value="4"]'))
  await form.locator('textarea').nth(1).fill('Très clair')
  await form.locator('ion-button[type="submit"]').click()
  await expect(form.locator('.notice')).toBeVisible()
  await form.locator('ion-button[type="submit"]').click()
  await guest.waitForURL(/answered=/)
  expect(new Set(keys).size, 'the same key').toBe(1)
  expect(new Set(links).size, 'the same answer').toBe(1)
})
