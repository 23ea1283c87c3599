import { choose, expect, login, mailTo, shown, test } from './support/journey.ts'

const OUTSIDER = 'nora@partner.example'

test('Camille asks Amir and an outsider; both answer; she reads their words; nobody else does; a power cut loses nothing', async ({
  server,
  visitor,
}) => {
  const camille = await visitor()
  await login(camille, 'camille@nova.example')
  await camille.goto('/my-skills')
  const ask = shown(camille)
  const skills = ask.locator('label.option')
  await skills.nth(0).click()
  await skills.nth(1).click()
  await ask.locator('ion-footer ion-button').click()
  const search = ask.locator('ion-searchbar input')
  await search.fill('amir')
  await ask.locator('label.option', { hasText: 'أمير' }).click()
  await search.fill(OUTSIDER)
  await ask.locator('button.option', { hasText: OUTSIDER }).click()
  await expect(ask.locator('.person-chip')).toHaveCount(2)
  await ask.locator('ion-footer ion-button').click()
  await ask.locator('#ask-context').fill('Le projet Horizon')
  await ask.locator('#ask-message').fill('Dites-moi ce qui vous aiderait.')
  await ask.locator('ion-footer ion-button').click()
  await camille.waitForURL(/request-confirmation/)
  const requestPath = new URL(camille.url()).pathname

  const mail = await mailTo(server, OUTSIDER, 'guest-answer')
  expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('Horizon')
  const link = /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''
  expect(link).toContain(server.url)

  const amir = await visitor({ locale: 'ar-EG' })
  await login(amir, 'amir@nova.example')
  await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
  await amir.goto('/answer')
  await shown(amir).locator('ion-item', { hasText: 'Camille' }).first().click()
  for (let skill = 0; skill < 2; skill++) {
    const form = shown(amir).locator('form.answer-form')
    await choose(form.locator('input[type="radio"][value="4"]'))
    await form.locator('textarea').nth(1).fill(`كلمات أمير ${skill}`)
    await form.locator('ion-button[type="submit"]').click()
    if (skill === 0) await expect(form.locator('textarea').nth(1)).toHaveValue('')
  }
  await amir.waitForURL(/answer-confirmation/)
  await expect(shown(amir).locator('.answer-words', { hasText: 'كلمات أمير 0' })).toBeVisible()

  expect(link).toContain('?mail=')
  const guest = await visitor()
  await guest.goto(`${link}#n4`)
  // Neither the mail's marker nor its stop token stays in the address, from which links are copied.
  await expect.poll(() => guest.url()).toBe(link.replace(/\?.*/, ''))
  for (let skill = 0; skill < 2; skill++) {
    const form = shown(guest).locator('form.answer-form')
    await choose(form.locator('input[type="radio"][value="5"]'))
    await form.locator('textarea').first().fill(`Vu par Nora ${skill}`)
    await form.locator('ion-button[type="submit"]').click()
    if (skill === 0) await expect(form.locator('textarea').first()).toHaveValue('')
  }
  await guest.waitForURL(/guest-answer-confirmation/)
  await expect(shown(guest).locator('.answer-words', { hasText: 'Vu par Nora 0' })).toBeVisible()

  await server.killAndRestart()
  await camille.goto('/dashboard')
  for (const words of ['كلمات أمير 0', 'كلمات أمير 1', 'Vu par Nora 0', 'Vu par Nora 1']) {
    await expect(shown(camille).getByText(words)).toBeVisible()
  }
  await expect(shown(camille).locator('.chip').first()).toBeVisible()

  const luc = await visitor()
  await login(luc, 'luc@lune.example')
  const status = await luc.evaluate(async (path) => (await fetch(`/api/feedbacks/requests/${path.split('/').at(-1)}`)).status, requestPath)
  expect(status).toBe(404)
  await luc.goto(requestPath)
  await expect(shown(luc).locator('.notice')).toBeVisible()
})

test('an address is chosen although the search ends while it is being pressed', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await login(camille, 'camille@nova.example')
  await camille.goto('/my-skills')
  const ask = shown(camille)
  await ask.locator('label.option').first().click()
  await ask.locator('ion-footer ion-button').click()
  await expect(ask.locator('label.option').first()).toBeVisible()
  const search = Promise.withResolvers<void>()
  await camille.route(/\/api\/colleagues\?/, async (route) => {
    await search.promise
    await route.continue()
  })
  await ask.locator('ion-searchbar input').fill(OUTSIDER)
  await ask.locator('button.option', { hasText: OUTSIDER }).hover()
  await expect(ask.locator('.skeleton').first()).toBeVisible()
  await camille.mouse.down()
  search.resolve()
  await expect(ask.locator('.skeleton')).toHaveCount(0)
  await camille.mouse.up()
  await expect(ask.locator('.person-chip')).toHaveText([OUTSIDER])
})
