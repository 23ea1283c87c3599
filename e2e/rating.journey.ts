import type { Page } from '@playwright/test'
import { type Api, apiOf } from './screens.ts'
import { choose, expect, expectToast, mailTo, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'
import type { RunningServer } from './support/server.ts'

interface Asked {
  skillId: string
  /** What Amir and the guest were asked. */
  amir: string
  guestPath: string
}

const ANSWER = { rating: 4, not_observed: false, keep: null, improve: null }

/** Camille asks Amir and an outsider about one skill; both answer. */
async function asked(server: RunningServer, camille: Page, amir: Page, email: string): Promise<Asked> {
  const api = apiOf(camille)
  const { skills } = await api.get<{ skills: { skill: { id: string }; chosen: boolean }[] }>('/api/users/1/statistics')
  const skillId = skills.find(({ chosen }) => chosen)?.skill.id ?? ''
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>('/api/colleagues?query=amir')
  const sent = await api.send<{ feedbacks: { id: string; recipient: { user_id: string | null } }[] }>('POST', '/api/feedbacks/requests', {
    skill_ids: [skillId],
    recipients: [{ user_id: colleagues[0]?.user_id }, { email, first_name: 'Nora', last_name: 'Lindqvist', locale: 'de' }],
    idempotency_key: `rating-${email}`,
  })
  const his = sent.feedbacks.find(({ recipient }) => recipient.user_id)?.id ?? ''
  await apiOf(amir).send('POST', `/api/feedbacks/${his}/answer`, { ...ANSWER, situation: 'كلمات أمير عن ورشة يونيو' })
  const mail = await mailTo(server, email, 'guest-answer')
  const [, token = '', feedbackId = ''] = /guest-answer\/([\w-]+)\/([\w-]+)/.exec(mail.text) ?? []
  await api.send('POST', `/api/guest/${token}/${feedbackId}`, { ...ANSWER, situation: 'Gesehen von Nora im Juni' })
  return { skillId, amir: his, guestPath: `/guest-answer-confirmation/${token}/${feedbackId}` }
}

/** Opens the rating of the answer with these words, from the page of its skill. */
async function openRating(page: Page, skillId: string, words: string) {
  await page.goto(`/skill-statistics/${skillId}`)
  await shown(page).locator('.answer-card', { hasText: words }).locator('ion-button[router-link*="/rating"]').click()
  await page.waitForURL(/\/rating\?answer=/)
  await expect(shown(page).locator('.rating-form')).toBeVisible()
}

const idOf = (page: Page) => new URL(page.url()).searchParams.get('answer') ?? ''

test('Camille thanks Amir and a guest for their answers and says what she will try; both read it, she can change it', async ({
  server,
  visitor,
}) => {
  const camille = await visitor({ locale: 'fr-FR' })
  const amir = await visitor({ locale: 'ar-EG' })
  await loginIn(camille, 'camille@nova.example', 'fr')
  await loginIn(amir, 'amir@nova.example', 'ar')
  const { skillId, guestPath } = await asked(server, camille, amir, 'rating@partner.example')
  const problems: string[] = []

  await openRating(camille, skillId, 'كلمات أمير')
  const form = shown(camille).locator('.rating-form')
  await form.locator('ion-button[type="submit"]').click()
  await expect(form.locator('.notice'), 'stars are asked for').toContainText('étoiles')
  await form.locator('.star input[value="4"]').focus()
  await camille.keyboard.press('Space')
  await camille.keyboard.press('ArrowRight')
  await expect(form.locator('.stars-said'), 'the keyboard moves the stars').toHaveText('Précieuse')
  await expect(form.locator('.field-error'), 'the field says what the summary says, until it is sent again').toHaveText(
    await form.locator('.notice li').innerText(),
  )
  await form.locator('.phrase').first().click()
  await form.locator('.phrase').first().click({ force: true })
  await expect(form.locator('#rating-thanks'), 'a phrase is written once').toHaveValue('Merci, c’est très concret.')
  await form.locator('#rating-will-try').fill('Envoyer le compte rendu le soir même')
  await camille.reload()
  await expect(shown(camille).locator('#rating-will-try'), 'the draft survives').toHaveValue('Envoyer le compte rendu le soir même')
  problems.push(...(await problemsOf(camille, 'rating')))
  const rated = idOf(camille)
  await shown(camille).locator('.rating-form ion-button[type="submit"]').click()
  await expectToast(camille, 'Envoyé à')
  await camille.waitForURL(/skill-statistics/)

  await openRating(camille, skillId, 'Gesehen von Nora')
  await expect(shown(camille).locator('.trust').last(), 'how a guest hears of it').toContainText('e-mail')
  await shown(camille).locator('.star').nth(2).click()
  await shown(camille).locator('#rating-thanks').fill('Merci Nora, je relirai mes notes')
  await shown(camille).locator('.rating-form ion-button[type="submit"]').click()
  await camille.waitForURL(/skill-statistics/)

  await amir.goto('/home')
  await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
  await shown(amir).locator('.newsfeed ion-item', { hasText: 'تقييم من Camille' }).first().click()
  await amir.waitForURL(/answer-confirmation/)
  const thanks = shown(amir).locator('.thanks-words')
  await expect(thanks).toContainText('ثمينة')
  await expect(thanks).toContainText('Merci, c’est très concret.')
  await expect(thanks).toContainText('Envoyer le compte rendu le soir même')
  problems.push(...(await problemsOf(amir, 'thanks read by an employee')))

  const nora = await visitor({ locale: 'de-DE' })
  await nora.goto(guestPath)
  await expect(shown(nora).locator('.thanks-words')).toContainText('Merci Nora, je relirai mes notes')
  await expect(shown(nora).locator('.thanks-words')).toContainText('Nützlich')
  problems.push(...(await problemsOf(nora, 'thanks read by a guest')))

  await camille.goto(`/rating?answer=${rated}`)
  await expect(shown(camille).locator('.rating-form .notice'), 'what was said is there').toBeVisible()
  await expect(shown(camille).locator('#rating-thanks')).toHaveValue('Merci, c’est très concret.')
  await shown(camille).locator('.star').nth(1).click()
  await shown(camille).locator('.rating-form ion-button[type="submit"]').click()
  await expectToast(camille, 'Envoyé à')
  await amir.reload()
  await expect(shown(amir).locator('.thanks-words')).toContainText('مفيدة بعض الشيء')
  expect(problems).toEqual([])
})

test('how good an answer is shows while it is written, and on a page of one’s own', async ({ visitor }) => {
  const greta = await visitor({ locale: 'de-DE' })
  await loginIn(greta, 'greta@nova.example', 'de')
  const api: Api = apiOf(greta)
  const before = await api.get<{ n: number }>('/api/users/1/quality-index')
  await greta.goto('/answer')
  await shown(greta).locator('ion-item').first().click()
  const form = shown(greta).locator('form.answer-form')
  const meter = form.locator('.quality-meter')
  const index = async () => Number(await meter.locator('.quality-head strong').innerText())
  await choose(form.locator('input[type="radio"][value="4"]'))
  await form.locator('textarea').nth(0).fill('Am Dienstag')
  await expect(meter.locator('.quality-head strong'), 'too short to count, and nobody is judged yet').toHaveCount(0)
  await form.locator('textarea').nth(0).fill('Am Dienstag im Gespräch mit dem Kunden')
  const first = await index()
  await form.locator('textarea').nth(1).fill('Die Zusammenfassung am Ende')
  await expect.poll(index).toBe(first + 25)
  await expect(meter.locator('li.is-reached').first()).toContainText('Wann Sie es gesehen haben')
  await expect(
    meter.locator('[role="status"]'),
    'said once the typing rests, from 0 to 100 although its reader has not rated it',
  ).toContainText(/Qualität: \d+ von 100\./)
  expect(await problemsOf(greta, 'quality while writing')).toEqual([])
  await choose(form.locator('input[type="radio"][value="not_observed"]'))
  await expect(meter, 'nothing to judge').toHaveCount(0)
  await choose(form.locator('input[type="radio"][value="4"]'))
  await form.locator('ion-button[type="submit"]').click()
  await expect.poll(async () => (await api.get<{ n: number }>('/api/users/1/quality-index')).n).toBe(before.n + 1)

  await greta.goto('/quality-index')
  await expect(shown(greta).locator('.quality-ring strong')).toHaveText(/^\d+$/)
  await expect(shown(greta).locator('.quality-parts li')).toHaveCount(5)
  await expect(shown(greta).locator('.trust').first()).toContainText('Rangfolge')
  expect(await problemsOf(greta, 'quality-index')).toEqual([])
})
