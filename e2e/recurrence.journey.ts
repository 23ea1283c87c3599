import type { Page } from '@playwright/test'
import { toLocale } from '@reflet/contract/common'
import { apiOf } from './screens.ts'
import { expect, login, PHONE, problemsOf, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

const next = (page: Page) => shown(page).locator('ion-footer ion-button').click()

interface Words {
  locale: string
  who: string
  people: readonly string[]
  empty: string
  rhythm: string
  monthly: RegExp
  pause: string
  resume: string
  paused: string
  stop: string
  ended: string
}

const IN: readonly Words[] = [
  {
    locale: 'fr-FR',
    who: 'sofia',
    people: ['Greta', 'Priya', 'Oliver'],
    empty: 'Demander sans y penser',
    rhythm: 'Rythme',
    monthly: /Tous les 2/,
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    paused: 'En pause',
    stop: 'Arrêter',
    ended: 'Terminé',
  },
  {
    locale: 'ar-EG',
    who: 'amir',
    people: ['Greta', 'Camille', 'Oliver'],
    empty: 'آراء تصل من تلقاء نفسها',
    rhythm: 'الوتيرة',
    monthly: /كل شهرين/,
    pause: 'إيقاف مؤقت',
    resume: 'استئناف',
    paused: 'متوقف مؤقتًا',
    stop: 'إنهاء',
    ended: 'منتهٍ',
  },
]

for (const words of IN) {
  test(`${words.locale}: a regular request is planned, seen before it is saved, survives a reload, is paused, resumed, changed and stopped`, async ({
    visitor,
  }) => {
    const page = await visitor({ locale: words.locale, viewport: PHONE })
    await loginIn(page, `${words.who}@nova.example`, toLocale(words.locale))
    await page.goto('/my-skills')
    await shown(page)
      .locator('ion-item, ion-button')
      .filter({ hasText: words.locale === 'ar-EG' ? 'آراء دورية' : 'Feedback régulier' })
      .click()
    await expect(shown(page).getByText(words.empty)).toBeVisible()
    await shown(page).locator('.empty ion-button').click()

    await shown(page).locator('label.option').first().click()
    await next(page)
    for (const name of words.people) {
      await shown(page).locator('ion-searchbar input').fill(name)
      await shown(page).locator('.people-list label.option', { hasText: name }).first().click()
    }
    await next(page)
    await shown(page).getByLabel(words.rhythm, { exact: true }).selectOption({ index: 3 })
    await expect(shown(page).locator('.rounds[aria-busy="false"] li')).toHaveCount(3)
    const planned = await shown(page).locator('.rounds li').allInnerTexts()
    expect(new Set(planned).size, 'each round at its own time').toBe(3)
    expect(await problemsOf(page, 'rhythm')).toEqual([])

    // What is being planned is not lost.
    await page.reload()
    await expect(shown(page).locator('.rounds li')).toHaveCount(3)
    await next(page)
    await shown(page).locator('input[id$="-context"]').fill('Horizon')
    expect(await problemsOf(page, 'words')).toEqual([])
    await next(page)
    await expect(shown(page).locator('.recurrence')).toBeVisible()
    await expect(shown(page).locator('.plan')).toContainText(words.monthly)
    expect(await shown(page).locator('.rounds li').allInnerTexts(), 'what was shown is what was saved').toEqual(planned)
    await expect(shown(page).locator('.people li')).toHaveCount(3)
    expect(await problemsOf(page, 'detail')).toEqual([])

    await shown(page).getByText(words.pause, { exact: true }).click()
    await expect(shown(page).locator('.chip').first()).toHaveText(words.paused)
    await expect(shown(page).locator('.rounds li')).toHaveCount(0)
    await shown(page).getByText(words.resume, { exact: true }).click()
    await expect(shown(page).locator('.rounds li')).toHaveCount(3)
    await shown(page).getByText(words.stop, { exact: true }).click()
    await page.locator('ion-alert').getByRole('button', { name: words.stop }).click()
    await expect(shown(page).locator('.chip').first()).toHaveText(words.ended)
    await page.reload()
    await expect(shown(page).locator('.chip').first()).toHaveText(words.ended)
  })
}

test('one that is paused is found on whatever page of the list it stands', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE', viewport: PHONE })
  await login(page, 'greta@nova.example')
  const api = apiOf(page)
  const { skills } = await api.get<{ skills: { id: string }[] }>('/api/skills')
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>('/api/colleagues?query=oliver')
  const ids: string[] = []
  for (let made = 0; made < 21; made++) {
    const { id } = await api.send<{ id: string }>('POST', '/api/feedbacks/recurrences', {
      skill_ids: [skills[0]?.id],
      pool: [{ user_id: colleagues[0]?.user_id }],
      every: { unit: 'month', count: 1 },
      per_round: 1,
      starts_on: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
      ends: { rounds: 2 },
      context: `Nummer ${made}`,
      idempotency_key: `paused-${made}-${Date.now()}`,
    })
    await api.send('PATCH', `/api/feedbacks/recurrences/${id}`, { paused: true })
    ids.push(id)
  }
  await page.goto(`/recurrent-feedbacks?id=${ids[0]}`)
  await expect(shown(page).locator('.recurrence')).toContainText('Nummer 0')
  await page.goto(`/recurrent-feedbacks/plan/${ids[0]}`)
  await expect(shown(page).locator('ion-footer ion-button')).toBeVisible()
  await expect(shown(page).locator('.notice')).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/recurrent-feedbacks?id=${ids[0]}`)
  await expect(shown(page).locator('.recurrence')).toContainText('Nummer 0')
  await page.goto('/recurrent-feedbacks?id=0199aaaa-0000-7000-8000-000000000000')
  await expect(shown(page).locator('.notice'), 'what is not there is not another one').toBeVisible()
  await expect(shown(page).locator('.recurrence')).toHaveCount(0)
})

test('a plan that cannot be is told where it is made', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE', viewport: PHONE })
  await login(page, 'greta@nova.example')
  await page.goto('/recurrent-feedbacks/plan')
  await shown(page).locator('label.option').first().click()
  await next(page)
  await shown(page).locator('ion-searchbar input').fill('Amir')
  await shown(page).locator('.people-list label.option').first().click()
  await next(page)
  await shown(page).locator('#recur-starts').fill('2020-01-01')
  await expect(shown(page).locator('.notice')).toBeVisible()
  await expect(shown(page).locator('.rounds li')).toHaveCount(0)
})
