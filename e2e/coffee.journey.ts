import type { Page } from '@playwright/test'
import { aCalendar, calendarPartsIn, readCalendar } from '../apps/server/src/test/calendar.ts'
import { apiOf } from './screens.ts'
import { expect, login, PHONE, problemsOf, shown, test } from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

const CAMILLE = 'camille@nova.example'
const AMIR = 'amir@nova.example'

interface Mail {
  id: string
  to: { address: string }[]
  text: string
}

async function inbox(server: RunningServer, address: string): Promise<Mail[]> {
  const reply = (await (await fetch(`${server.inboxUrl}/api/email`)).json()) as Mail[] | { emails?: Mail[] }
  const mails = Array.isArray(reply) ? reply : (reply.emails ?? [])
  return mails.filter(({ to }) => to.some((one) => one.address === address))
}

/** The calendar messages that have reached somebody, once there are so many. */
async function calendarOf(server: RunningServer, address: string, count: number): Promise<string[]> {
  let found: string[] = []
  const look = async () => {
    const mails = await inbox(server, address)
    const sources = await Promise.all(mails.map(async ({ id }) => (await fetch(`${server.inboxUrl}/api/email/${id}/source`)).text()))
    const parts = await Promise.all(sources.map(calendarPartsIn))
    found = parts.flatMap(({ text }) => text ?? []).sort((a, b) => readCalendar(a).sequence - readCalendar(b).sequence)
    return found.length
  }
  await expect.poll(look, { timeout: 90_000, message: `${count} calendar messages to ${address}` }).toBe(count)
  return found
}

/** The link of the newest proposal, once there are so many. */
async function proposalTo(server: RunningServer, address: string, count: number): Promise<string> {
  const links = async () =>
    (await inbox(server, address)).flatMap(({ text }) => /https?:\/\/\S+\/coffee\/[\w-]{43}(?:\?\S+)?/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 90_000 }).toBeGreaterThanOrEqual(count)
  return (await links()).at(-1) as string
}

/** Camille asks Amir about one skill, and he answers by name. */
async function answerOfAmir(camille: Page, amir: Page): Promise<string> {
  const { user } = await apiOf(amir).get<{ user: { id: string } }>('/api/users/1')
  const { skills } = await apiOf(camille).get<{ skills: { skill: { id: string } }[] }>('/api/users/1/statistics')
  const sent = await apiOf(camille).send<{ feedbacks: { id: string }[] }>('POST', '/api/feedbacks/requests', {
    skill_ids: [skills[0]?.skill.id],
    recipients: [{ user_id: user.id }],
    idempotency_key: `coffee-${Date.now()}`,
  })
  const answer = { rating: 4, not_observed: false, situation: 'في ورشة يونيو', keep: 'إصغاء يقظ', improve: null }
  await apiOf(amir).send('POST', `/api/feedbacks/${sent.feedbacks[0]?.id}/answer`, answer)
  return skills[0]?.skill.id as string
}

test('a coffee from an answer to both calendars, moved, agreed again and called off: French and Arabic', async ({ server, visitor }) => {
  const camille = await visitor({ locale: 'fr-FR', viewport: PHONE })
  const atDesk = await visitor({ locale: 'ar', viewport: PHONE })
  await login(camille, CAMILLE)
  await login(atDesk, AMIR)
  const skillId = await answerOfAmir(camille, atDesk)
  const problems: string[] = []

  await camille.goto(`/skill-statistics/${skillId}`)
  await shown(camille).getByText('Prendre un café').first().click()
  await camille.waitForURL(/coffee-request\?answer=/)
  await expect(shown(camille).locator('.coffee-slot')).toHaveCount(3)
  await expect(shown(camille).locator('.coffee-form').getByText('أمير').first()).toBeVisible()
  problems.push(...(await problemsOf(camille, 'the form')))
  await shown(camille).locator('#coffee-date-0').fill('2020-01-01')
  await shown(camille).locator('.coffee-send').click()
  await expect(shown(camille).locator('.notice').first(), 'a time that has passed').toBeVisible()
  await shown(camille).locator('.coffee-slot').first().locator('button.icon-button').click()
  await shown(camille).getByText('Ajouter un moment').click()
  await shown(camille).locator('#coffee-place').fill('Café des Arts, rue Lepic')
  await shown(camille).locator('#coffee-message').fill('Merci pour votre réponse\u00a0: parlons-en\u00a0?')
  await shown(camille).locator('.coffee-send').click()
  await camille.waitForURL(/coffee-request\?id=/)
  await expect(shown(camille).locator('.coffee-proposed li')).toHaveCount(3)

  const amir = await visitor({ locale: 'ar', viewport: PHONE, colorScheme: 'dark' })
  await amir.goto(await proposalTo(server, AMIR, 1))
  await expect(amir.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(shown(amir).locator('.coffee-choices .option')).toHaveCount(3)
  await expect(shown(amir).locator('.coffee-message')).toContainText('parlons-en')
  problems.push(...(await problemsOf(amir, 'the link')))
  await shown(amir).locator('.coffee-choices .option').nth(1).click()
  await expect(shown(amir).locator('.notice-calm')).toBeVisible()
  problems.push(...(await problemsOf(amir, 'the link, agreed')))

  const calendars = [aCalendar(CAMILLE), aCalendar(AMIR)] as const
  const apply = async (count: number) => {
    const told = [await calendarOf(server, CAMILLE, count), await calendarOf(server, AMIR, count)] as const
    const newest = told.map((texts) => readCalendar(texts.at(-1) ?? ''))
    for (const [index, texts] of told.entries()) for (const text of texts.toReversed()) calendars[index]?.apply(text)
    const [first, second] = newest
    const { summary: _, ...same } = first ?? { summary: '' }
    expect(second, 'both mails agree').toMatchObject(same)
    return first
  }
  const agreed = await apply(1)
  expect(agreed).toMatchObject({ method: 'REQUEST', sequence: 0, location: 'Café des Arts, rue Lepic', status: 'CONFIRMED' })
  expect(calendars.map((one) => one.entries())).toEqual([[[agreed?.start.toISOString(), 30]], [[agreed?.start.toISOString(), 30]]])

  await camille.reload()
  await expect(shown(camille).locator('.chip.coffee-accepted')).toBeVisible()
  const download = camille.waitForEvent('download')
  await shown(camille).getByText('Ajouter à mon calendrier').click()
  expect((await download).suggestedFilename()).toBe('reflet.ics')
  await shown(camille).getByText('Proposer d’autres moments').click()
  await shown(camille).locator('#coffee-minutes').selectOption('60')
  problems.push(...(await problemsOf(camille, 'moving')))
  await shown(camille).locator('.coffee-detail').getByText('Envoyer la proposition').click()
  await expect(shown(camille).locator('.coffee-proposed li')).toHaveCount(3)

  await amir.goto(await proposalTo(server, AMIR, 3))
  await shown(amir).locator('.coffee-choices .option').first().click()
  await expect(shown(amir).locator('.notice-calm')).toBeVisible()
  const again = await apply(2)
  expect(again).toMatchObject({ method: 'REQUEST', sequence: 1, uid: agreed?.uid, minutes: 60 })
  for (const one of calendars) expect(one.entries()).toEqual([[again?.start.toISOString(), 60]])

  await camille.reload()
  await shown(camille).getByText('Annuler ce café').click()
  await camille.locator('ion-alert button', { hasText: 'Annuler ce café' }).click()
  await expect(shown(camille).locator('.chip.coffee-cancelled')).toBeVisible()
  const over = await apply(3)
  expect(over).toMatchObject({ method: 'CANCEL', sequence: 2, uid: agreed?.uid, status: 'CANCELLED' })
  for (const one of calendars) expect(one.entries(), 'nothing stands in either calendar').toEqual([])
  await amir.reload()
  await expect(shown(amir).locator('.notice-gentle')).toBeVisible()
  await expect(shown(amir).locator('.coffee-message'), 'the words are gone with it').toHaveCount(0)
  expect(problems).toEqual([])
})

test('a link to a contact who is not there any more lets me choose somebody else', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await login(camille, CAMILLE)
  await camille.goto('/coffee-request?contact=0199aaaa-0000-7000-8000-000000000000')
  await shown(camille).locator('ion-searchbar input').fill('amir')
  await shown(camille).locator('button.option', { hasText: 'أمير' }).first().click()
  await expect(shown(camille).locator('.coffee-who')).toContainText('أمير')
  await expect(shown(camille).locator('.coffee-send')).toBeVisible()
})

test('a guest says no from the mail, and stops the mails', async ({ server, visitor }) => {
  const camille = await visitor({ locale: 'fr-FR' })
  await login(camille, CAMILLE)
  await camille.goto('/coffee-request?new=1')
  const email = 'katrin.coffee@nordlicht.example'
  await shown(camille).locator('ion-searchbar input').fill(email)
  await shown(camille).locator('button.option', { hasText: email }).click()
  await shown(camille).locator('#coffee-message').fill('À moitié écrit')
  await camille.reload()
  await expect(shown(camille).locator('#coffee-message'), 'the draft survives a reload').toHaveValue('À moitié écrit')
  await shown(camille).locator('.coffee-send').click()
  await camille.waitForURL(/coffee-request\?id=/)

  const guest = await visitor({ locale: 'fr-FR', timezoneId: 'Asia/Tokyo' })
  await guest.goto(await proposalTo(server, email, 1))
  await expect(shown(guest).locator('.coffee-choices .option').first(), 'both clocks are told').toContainText('UTC+9')
  await shown(guest).getByText('Aucun moment ne me convient').click()
  await guest.locator('ion-alert button', { hasText: 'Décliner' }).click()
  await expect(shown(guest).locator('.notice-gentle')).toBeVisible()
  await camille.reload()
  await expect(shown(camille).locator('.chip.coffee-declined')).toBeVisible()
  await shown(guest).getByText('Ne plus recevoir d’e-mails').click()
  await expect(shown(guest).locator('[role="status"]', { hasText: 'Vous ne recevrez plus' })).toBeVisible()
})
