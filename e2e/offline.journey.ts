import { expect, login, shown, test } from './support/journey.ts'

test('the network is cut in the middle of an answer: nothing typed is lost, and it is sent once', async ({ visitor }) => {
  const greta = await visitor({ locale: 'de-DE' })
  await login(greta, 'greta@nova.example')
  await greta.goto('/answer')
  await shown(greta).locator('ion-item').first().click()
  const form = shown(greta).locator('form.answer-form')
  await form.locator('input[type="radio"][value="3"]').check({ force: true })
  await form.locator('textarea').first().fill('Im Zug geschrieben')
  const title = await shown(greta).locator('section.card h2').innerText()
  await greta.context().setOffline(true)
  await form.locator('ion-button[type="submit"]').click()
  await expect(shown(greta).locator('.notice')).toBeVisible()
  await expect(form.locator('textarea').first()).toHaveValue('Im Zug geschrieben')

  // The browser is closed and opened again: the words are still there.
  await greta.waitForTimeout(500)
  await greta.context().setOffline(false)
  const address = greta.url()
  await greta.goto(address)
  await expect(shown(greta).locator('section.card h2')).toHaveText(title)
  await expect(shown(greta).locator('textarea').first()).toHaveValue('Im Zug geschrieben')
  const sends: string[] = []
  greta.on('request', (request) => request.method() === 'POST' && /\/answer$/.test(request.url()) && sends.push(request.url()))
  await shown(greta).locator('form.answer-form ion-button[type="submit"]').click()
  await expect.poll(() => sends.length).toBe(1)
})
