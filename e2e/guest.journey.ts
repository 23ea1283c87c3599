import type { Page } from '@playwright/test'
import { choose, expect, login, mailTo, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'
import type { RunningServer } from './support/server.ts'

/** Oliver asks an outsider about one skill; returns the link from the mail. */
async function invite(server: RunningServer, oliver: Page, email: string): Promise<string> {
  await oliver.goto('/my-skills')
  const ask = shown(oliver)
  await ask.locator('label.option').first().click()
  await ask.locator('ion-footer ion-button').click()
  await ask.locator('ion-searchbar input').fill(email)
  await ask.locator('button.option', { hasText: email }).click()
  await ask.locator('ion-footer ion-button').click()
  await ask.locator('ion-footer ion-button').click()
  await oliver.waitForURL(/request-confirmation/)
  const mail = await mailTo(server, email, 'guest-answer')
  return /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''
}

test('a guest answers from the mail, changes the answer, takes it back, and stops the mails', async ({ server, visitor }) => {
  const oliver = await visitor()
  await login(oliver, 'oliver@nova.example')
  const link = await invite(server, oliver, 'whole.way@partner.example')

  const guest = await visitor()
  await guest.goto(link)
  const form = shown(guest).locator('form.answer-form')
  await form.locator('ion-button[type="submit"]').click()
  await expect(shown(guest).locator('.notice').first(), 'a rating is asked for').toBeVisible()
  await choose(form.locator('input[type="radio"][value="2"]'))
  await form.locator('ion-button[type="submit"]').click()
  await expect(shown(guest).locator('.notice').first(), 'a low rating asks for a word').toBeVisible()
  await form.locator('textarea').first().fill('Half typed')
  await guest.reload()
  await expect(shown(guest).locator('textarea').first(), 'the draft survives a reload').toHaveValue('Half typed')
  await shown(guest).locator('form.answer-form ion-button[type="submit"]').click()
  await guest.waitForURL(/guest-answer-confirmation/)

  await shown(guest).getByText('Change', { exact: true }).click()
  await shown(guest).locator('textarea').first().fill('Changed words')
  await shown(guest).locator('form.answer-form ion-button[type="submit"]').click()
  await expect(shown(guest).locator('.answer-words', { hasText: 'Changed words' })).toBeVisible()
  await oliver.goto('/dashboard')
  await expect(shown(oliver).getByText('Changed words')).toBeVisible()

  await shown(guest).getByText('Delete', { exact: true }).click()
  await guest.locator('ion-alert button', { hasText: 'Delete' }).click()
  await expect(shown(guest).getByText('Changed words')).toHaveCount(0)
  await oliver.reload()
  await expect(shown(oliver).locator('.answer-card').first()).toBeVisible()
  await expect(shown(oliver).getByText('Changed words')).toHaveCount(0)

  await shown(guest).getByText('Don’t e-mail me again').click()
  await expect(shown(guest).locator('[role="status"]', { hasText: 'no more e-mails' })).toBeVisible()
})

test('“no more of these” in the mail asks first, and stops the mails by a press alone', async ({ server, visitor }) => {
  const oliver = await visitor()
  await loginIn(oliver, 'oliver@nova.example', 'en')
  const link = await invite(server, oliver, 'no.more@partner.example')
  const guest = await visitor()
  await guest.goto(`${link}&stop=1`)
  const asked = shown(guest).locator('section.card', { hasText: 'No more e-mails?' })
  expect(await problemsOf(guest, 'stopping the mails')).toEqual([])
  await guest.reload()
  await asked.getByText('Don’t e-mail me again').click()
  await expect(shown(guest).locator('[role="status"]', { hasText: 'no more e-mails' })).toBeVisible()
  await guest.reload()
  await expect(shown(guest).locator('form.answer-form')).toBeVisible()
  await expect(asked).toHaveCount(0)
})

test('a link that does not exist says so, and offers nothing else', async ({ visitor }) => {
  const guest = await visitor()
  await guest.goto(`/guest-answer/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`)
  await expect(shown(guest).getByText('This link has ended')).toBeVisible()
  await expect(guest).toHaveURL(/guest-answer/)
})

test('who asks chooses the language of the mail; the page speaks the guest’s; mails stop and start again from the mail only', async ({
  server,
  visitor,
}) => {
  const email = 'lukas.language@partner.example'
  const oliver = await visitor()
  await loginIn(oliver, 'oliver@nova.example', 'en')
  await oliver.goto('/my-skills')
  const ask = shown(oliver)
  await ask.locator('label.option').first().click()
  await ask.locator('ion-footer ion-button').click()
  await ask.locator('ion-searchbar input').fill(email)
  await ask.locator('button.option', { hasText: email }).click()
  await ask.locator('.outsider-languages select').selectOption('de')
  expect(await problemsOf(oliver, 'the language of an outsider')).toEqual([])
  await ask.locator('ion-footer ion-button').click()
  await ask.locator('ion-footer ion-button').click()
  await oliver.waitForURL(/request-confirmation/)
  const mail = await mailTo(server, email, 'guest-answer')
  expect(mail.html).toContain('lang="de"')
  const link = /https?:\/\/[^\s"]*\/guest-answer\/[^\s"]+/.exec(mail.text)?.[0] ?? ''

  const guest = await visitor({ locale: 'fr-FR' })
  const named = guest.waitForRequest((request) => request.url().includes('/api/guest/') && request.url().includes('locale=fr'))
  await guest.goto(link)
  await named
  await expect(guest.locator('html'), 'the browser’s language').toHaveAttribute('lang', 'fr')
  await expect(guest, 'the address can be copied without the mail’s token').not.toHaveURL(/mail=/)
  await shown(guest).locator('#link-language').selectOption('es')
  await expect(guest.locator('html')).toHaveAttribute('lang', 'es')
  await guest.reload()
  await expect(guest.locator('html'), 'what was switched to').toHaveAttribute('lang', 'es')
  await shown(guest).getByText('No recibir más correos').click()
  await expect(shown(guest).locator('[role="status"]', { hasText: 'No recibirá más' })).toBeVisible()

  await oliver.reload()
  await expect(shown(oliver).getByText('Asked for no more e-mails')).toBeVisible()
  const copied = await visitor()
  await copied.goto(link.split('?')[0] ?? '')
  await expect(shown(copied).locator('form.answer-form')).toBeVisible()
  await expect(shown(copied).getByText('E-mail me again'), 'not from a copied link').toHaveCount(0)

  await guest.reload()
  await shown(guest).getByText('Volver a recibir correos').click()
  await expect(shown(guest).locator('[role="status"]', { hasText: 'puede volver a escribirle' })).toBeVisible()
  await copied.reload()
  await expect(shown(copied).locator('form.answer-form')).toBeVisible()
  await expect(shown(copied).getByText('Don’t e-mail me again')).toHaveCount(0)
})
