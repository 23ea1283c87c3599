import type { Page } from '@playwright/test'
import type { SkillStatistics } from '@reflet/contract/statistics'
import { apiOf } from './screens.ts'
import { expect, login, overflowProblems, shown, test } from './support/journey.ts'
import { loginIn } from './support/people.ts'

const PEOPLE = [
  { locale: 'fr', email: 'camille@nova.example', all: 'Toutes les réponses', read: 'Vous avez tout lu.' },
  { locale: 'ar', email: 'amir@nova.example', all: 'كل الإجابات', read: 'لقد قرأت كل شيء.' },
] as const

const statistics = async (page: Page, months: number) =>
  (await apiOf(page).get<{ skills: SkillStatistics[] }>(`/api/users/1/statistics?months=${months}`)).skills

const unread = async (page: Page) =>
  (await apiOf(page).get<{ feedbacks: { unread_answers: number } }>('/api/users/1')).feedbacks.unread_answers

const asked = (page: Page, path: RegExp) => page.waitForResponse((response) => path.test(response.url()) && response.ok())

const period = (page: Page) => shown(page).locator('section').first().locator('select').first()
const cards = (page: Page) => shown(page).locator('.answer-card')
const filter = (page: Page) => shown(page).locator('.answers select').first()
/** As the page writes it: a mean of x.x5 is rounded alike. */
const tenth = (score: number, locale: string) =>
  new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score)

/** A colleague gives feedback nobody asked for: there is something to read, whatever another journey has read before. */
async function giveFeedback(page: Page, email: string) {
  await login(page, 'oliver@nova.example')
  const api = apiOf(page)
  const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>(`/api/colleagues?query=${email.split('@')[0]}`)
  const { skills } = await api.get<{ skills: { id: string }[] }>('/api/skills')
  const answer = { rating: 4, not_observed: false, situation: 'In the review on Monday', keep: 'Calm and clear', improve: null }
  const to = { user_id: colleagues[0]?.user_id, skill_id: skills[0]?.id, idempotency_key: `statistics-${Date.now()}` }
  await api.send('POST', '/api/feedbacks/offered', { ...to, ...answer })
}

for (const { locale, email, all, read } of PEOPLE) {
  test(`${locale}: the dashboard in three views, over another period, and one skill with its answers`, async ({ visitor }) => {
    await giveFeedback(await visitor(), email)
    const page = await visitor({ locale })
    await loginIn(page, email, locale)
    await apiOf(page).get('/api/user/onboarding/dashboard/finished')
    const before = await unread(page)
    const year = await statistics(page, 12)
    expect(before, 'there is something to read').toBeGreaterThan(0)

    await page.goto('/dashboard')
    await expect(shown(page).locator('.radar svg')).toBeVisible()
    await expect(shown(page).locator('.skill-row')).toHaveCount(year.length)
    const rated = year.filter(({ n }) => n > 0).length
    await expect(shown(page).locator('.skill-row .distribution-small'), 'no score without its spread').toHaveCount(rated)
    await expect(shown(page).locator('.skill-row .newest'), 'and the date of the newest').toHaveCount(rated)
    for (const { skill, n, distribution } of year.filter(({ n }) => n > 0)) {
      const row = shown(page).locator('.skill-row', { has: page.getByText(skill.name, { exact: true }) })
      await expect(row.locator('.distribution-small')).toHaveAccessibleName(new RegExp(distribution.join('.+')))
      expect(distribution.reduce((sum, count) => sum + count, 0)).toBe(n)
    }
    const axes = shown(page).locator('.radar table tbody tr')
    const heads = shown(page).locator('.radar table thead th')
    await expect(heads, 'skill, score with n, spread, newest, my own').toHaveCount(5)
    await expect(axes.locator('td')).toHaveCount(4 * (await axes.count()))
    expect(await axes.count()).toBeGreaterThanOrEqual(3)
    expect(await axes.count()).toBeLessThanOrEqual(8)
    await expect(shown(page).locator('.fresh')).toContainText(String(before))
    await expect(cards(page).first().locator('.chip'), 'what is new comes first').toBeVisible()
    await expect.poll(() => unread(page), 'it is read now').toBe(0)
    await shown(page).locator('.fresh button').click()
    await expect(shown(page).locator('h2[data-tour="answers"]')).toBeFocused()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflowProblems(page, 'the radar at 320 px')).toEqual([])

    const views = shown(page).locator('ion-segment-button')
    await views.nth(1).click()
    await expect(shown(page).locator('.skill-card .mirror-scale')).toHaveCount(year.length)
    await views.nth(2).click()
    await expect(page).toHaveURL(/view=mirror/)
    for (const mirror of new Set(year.map((one) => one.mirror))) {
      const expected = year.filter((one) => one.mirror === mirror).map(({ skill }) => skill.name)
      const group = shown(page).locator('.mirror-group', { has: page.locator(`.mirror-${mirror}`) })
      await expect(group.locator('.skill-row strong')).toHaveText(expected)
      const withScore = year.filter((one) => one.mirror === mirror && one.n > 0).length
      await expect(group.locator('.skill-row .distribution-small')).toHaveCount(withScore)
      await expect(group.locator('.skill-row .newest')).toHaveCount(withScore)
    }
    await page.reload()
    await expect(shown(page).locator('.mirror-group').first(), 'the view stands in the address').toBeVisible()

    const lately = asked(page, /statistics\?months=3/)
    await period(page).selectOption('3')
    await lately
    const quarter = await statistics(page, 3)
    const moved = quarter.find((one) => one.score !== null && one.n !== year.find(({ skill }) => skill.id === one.skill.id)?.n)
    expect(moved, 'the demo goes back further than three months').toBeDefined()
    const row = shown(page).locator('.skill-row', { hasText: moved?.skill.name ?? '' })
    await expect(row.locator('.others-word')).toContainText(tenth(moved?.score ?? 0, locale))

    await row.click()
    await page.waitForURL(/skill-statistics/)
    await expect(period(page), 'the period goes along').toHaveValue('3')
    await expect(shown(page).locator('.figure.others-word')).toHaveText(tenth(moved?.score ?? 0, locale))
    await expect(filter(page).locator('option:checked')).toHaveText(all)
    const first = await cards(page)
      .filter({ has: page.locator('.answer-rating') })
      .first()
      .locator('.quiet')
      .first()
      .innerText()
    const relation = (await filter(page).locator('optgroup option').allInnerTexts()).findIndex((label) => first.startsWith(label))
    await filter(page).selectOption({ index: relation + 2 })
    const label = await filter(page).locator('option:checked').innerText()
    await expect(shown(page).locator('.answers > .trust'), 'confidential answers have no relation').toBeVisible()
    for (const line of await cards(page).locator('header .quiet').allInnerTexts()) expect(line).toContain(label)
    await expect(cards(page).locator('.chart')).toHaveCount(0)
    await filter(page).selectOption('new')
    await expect(shown(page).locator('.answers > p.quiet')).toHaveText(read)

    const [useful, coffee] = [cards(page).first().locator('a, ion-button').first(), cards(page).first().locator('ion-button').nth(1)]
    await filter(page).selectOption('all')
    await expect(useful).toHaveAttribute('router-link', /\/rating\?answer=/)
    await expect(coffee).toHaveAttribute('router-link', /\/coffee-request\?answer=/)
  })

  test(`${locale}: the annual talk is prepared, kept through a reload, and printed on paper`, async ({ visitor }) => {
    const page = await visitor({ locale, colorScheme: 'dark' })
    await loginIn(page, email, locale)
    await page.goto('/annual-talk')
    const sheet = shown(page).locator('.talk-paper')
    const skills = shown(page).locator('.talk-skill')
    const rows = sheet.locator('.sheet-table tbody tr')
    await expect(sheet.locator('.radar svg')).toBeVisible()
    const all = await rows.count()
    expect(await skills.count()).toBe(all)
    await expect(sheet.locator('blockquote'), 'nothing is quoted unasked').toHaveCount(0)

    await skills.last().locator('label.option input').first().uncheck()
    await expect(rows).toHaveCount(all - 1)
    await skills.first().locator('summary').click()
    const choice = skills.first().locator('.talk-choice').first()
    await choice.locator('input').check()
    const words = await choice.locator('dd').first().innerText()
    const author = (await choice.locator('.quiet').first().innerText()).split(' · ')[0] ?? ''
    await expect(sheet.locator('blockquote')).toHaveCount(1)
    await shown(page).locator('#talk-proud').fill('Horizon — أفق')
    await page.reload()
    await expect(shown(page).locator('#talk-proud')).toHaveValue('Horizon — أفق')
    await expect(sheet.locator('blockquote')).toContainText(words)
    await expect(sheet.locator('blockquote footer')).toContainText(author)
    await expect(rows).toHaveCount(all - 1)

    const print = page.evaluate(() => new Promise<void>((resolve) => Object.assign(window, { print: resolve })))
    await shown(page).locator('ion-footer ion-button').click()
    await print

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const paper = page.locator('body > .talk-print')
    await expect(paper).toBeVisible()
    await expect(page.locator('ion-app')).toBeHidden()
    await expect(paper.locator('blockquote')).toContainText(words)
    await expect(paper.locator('.sheet-note').first()).toContainText('Horizon')
    const look = await paper
      .locator('h3')
      .first()
      .evaluate((title) => [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor])
    expect(look, 'black on white in the dark, too').toEqual(['rgb(27, 26, 46)', 'rgb(255, 255, 255)'])
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThanOrEqual(1)
    expect(pages, 'a sheet of paper, front and back').toBeLessThanOrEqual(2)
    expect(pdf).toMatch(/MediaBox\s*\[0 0 59[45]\S* 84[12]/)

    await page.emulateMedia({ media: 'screen' })
    await page.goto('/home')
    await expect(page.locator('body > .talk-print'), 'another page prints itself').toHaveCount(0)
  })
}

test('figures that cannot be fetched are asked for again; somebody without any is told what to do', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  const figures = '**/api/users/1/statistics?months=12'
  await page.route(figures, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', request_id: 'x' } }))
  await login(page, 'sofia@nova.example')
  await page.goto('/dashboard')
  await expect(shown(page).locator('.notice')).toBeVisible()
  await page.unroute(figures)
  await shown(page).locator('.notice .plain-button').click()
  await expect(shown(page).locator('.skill-card').first()).toBeVisible()

  await page.route(figures, (route) => route.fulfill({ json: { skills: [] } }))
  for (const path of ['/dashboard', '/annual-talk']) {
    await page.goto(path)
    await expect(shown(page).locator('.empty ion-button')).toHaveAttribute('router-link', '/my-skills')
  }
})
