import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { RELATIONS } from '@reflet/contract/relations'
import { type SkillStatistics, statistics as statisticsCalls } from '@reflet/contract/statistics'
import { giveFeedback } from '../feedback/offers/give.ts'
import { apiOf } from '../support/api.ts'
import { countsIn } from '../support/counts.ts'
import { expect, PHONE, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { enter, logIn } from '../support/session.ts'
import { AnnualTalk } from './annual-talk.ts'
import { Dashboard, SkillPage } from './dashboard.ts'

const EMAIL = 'amir@nova.example'

const statistics = async (page: Page, months: number) =>
  (await apiOf(page).call(statisticsCalls.getStatistics, { params: { userId: '1' }, query: { months } })).skills

type Scrolled = HTMLElement & { scrollToPoint(x: number, y: number): Promise<void> }

/** As the page writes it: an average of x.x5 is rounded alike. */
const tenth = (score: number) => new Intl.NumberFormat('ar-u-nu-latn', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score)

test('in Arabic: the dashboard as radar and list, over another period, and one skill with its answers', async ({ server, visitor }) => {
  const { api: oliver } = await logIn(server.url, 'oliver@nova.example')
  await giveFeedback(oliver, 'amir')
  const page = await visitor({ locale: 'ar-EG' })
  await enter(page, EMAIL, 'ar')
  await apiOf(page).call(people.onboardingDashboardFinished)
  const year = await statistics(page, 12)
  const dashboard = new Dashboard(page, 'ar')
  const { say, rows } = dashboard

  await test.step('the radar, with each score its spread and its newest date', async () => {
    await dashboard.open()
    await expect(dashboard.radar).toBeVisible()
    await expect(rows).toHaveCount(year.length)
    const rated = year.filter(({ n }) => n > 0)
    await expect(dashboard.spreads(), 'no score without its spread').toHaveCount(rated.length)
    await expect(dashboard.newest(), 'and the date of the newest').toHaveCount(rated.length)
    for (const { skill, distribution } of rated) {
      await expect(dashboard.spreads(dashboard.row(skill.name))).toHaveAccessibleName(new RegExp(distribution.join('.+')))
    }
  })

  await test.step('what the two views say, with evidence that leads to the skill', async () => {
    const differing = year.filter(({ mirror }) => mirror === 'hidden_strength' || mirror === 'blind_spot')
    expect(differing.length, 'the demo has skills that are seen differently').toBeGreaterThan(0)
    const kinds = new Set(differing.map(({ mirror }) => mirror))
    for (const mirror of kinds) {
      const count = differing.filter((one) => one.mirror === mirror).length
      await expect(dashboard.insights.getByRole('heading')).toContainText(say(`insights.${mirror}`, { count, n: count }))
    }
    const evidence = dashboard.insights.getByRole('link')
    const showAll = dashboard.insights.getByRole('button')
    if (await showAll.isVisible()) await showAll.click()
    await expect(evidence, 'as many as the sentence says').toHaveCount(differing.length)
    await expect(evidence.first()).toHaveAttribute('href', /skill-statistics/)
  })

  await test.step('the radar for a screen reader: skill, score with n, spread, newest, my own', async () => {
    await expect(dashboard.radarTable.getByRole('columnheader')).toHaveCount(5)
    const axes = await dashboard.radarTable.getByRole('rowheader').count()
    await expect(dashboard.radarTable.getByRole('cell')).toHaveCount(4 * axes)
  })

  await test.step('new answers come first', async () => {
    await expect(dashboard.answers.first().getByText(say('answers.new'), { exact: true })).toBeVisible()
    await expect(dashboard.readFresh).toHaveAttribute('href', '/new-answers')
  })

  await test.step('the list: both views on one scale, filtered by their comparison', async () => {
    await expect(dashboard.scales).toHaveCount(year.length)
    for (const mirror of new Set(year.map((one) => one.mirror))) {
      const expected = year.filter((one) => one.mirror === mirror)
      await dashboard.showState(mirror, expected.length)
      await expect(rows).toHaveCount(expected.length)
      for (const { skill } of expected) await expect(dashboard.row(skill.name)).toBeVisible()
    }
    await page.reload()
    await expect(rows).toHaveCount(year.length)
  })

  await test.step('an axis of the radar filters the words, by keyboard too', async () => {
    const [{ skill }] = year.filter(({ n, self }) => n > 0 && self) as [SkillStatistics]
    const axis = dashboard.axis(skill.name)
    await axis.focus()
    await page.keyboard.press('Enter')
    await expect(axis).toHaveAttribute('aria-pressed', 'true')
    await expect(dashboard.about).toContainText(skill.name)
    await expect(dashboard.answers.first()).toBeVisible()
    await dashboard.about.getByRole('button').click()
    await expect(axis).toHaveAttribute('aria-pressed', 'false')
    await expect(dashboard.about).toHaveCount(0)
  })

  const moved = await test.step('another period', async () => {
    await dashboard.period.selectOption('3')
    const quarter = await statistics(page, 3)
    const found = quarter.find((one) => one.score !== null && one.n !== year.find(({ skill }) => skill.id === one.skill.id)?.n)
    if (!found || found.score === null) throw new Error('the demo goes back further than three months')
    const { skill, score, n } = found
    await expect(dashboard.row(skill.name)).toContainText(countsIn(say).score(tenth(score), n))
    return { skill, score, n }
  })

  await dashboard.row(moved.skill.name).click()
  await page.waitForURL(/skill-statistics/)
  const one = new SkillPage(page, 'ar')
  await test.step('one skill over the same period, its answers by relation', async () => {
    await expect(one.period, 'the period goes along').toHaveValue('3')
    await expect(one.mean(moved.n)).toHaveText(new RegExp(`^${tenth(moved.score)}`))
    await expect(one.chosenFilter).toHaveText(say('answers.filter.all'))
    const first = (await one.facts(one.namedAnswers).first().textContent()) ?? ''
    const label = RELATIONS.map((relation) => say(`relation.${relation}`)).find((relation) => first.startsWith(relation)) ?? ''
    await one.filter.selectOption({ label })
    await expect(one.namedOnly, 'confidential answers have no relation').toBeVisible()
    await expect(one.facts().first()).toContainText(label)
    await expect(one.facts().filter({ hasNotText: label })).toHaveCount(0)
    await expect(one.answers.getByRole('figure')).toHaveCount(0)
  })

  await one.filter.selectOption('all')
  const actions = one.answers.first().getByRole('link')
  await expect(actions.nth(0)).toHaveAttribute('href', /\/rating\?answer=/)
  await expect(actions.nth(1)).toHaveAttribute('href', /\/coffee-request\?answer=/)
})

test('on a desktop: statistics have a retry; the skills stay beside the answers; the annual review is prepared, kept, and printed @whole', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 720 }, colorScheme: 'dark' })
  const figures = '**/api/users/1/statistics?months=12'
  await page.route(figures, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', request_id: 'x' } }))
  await enter(page, 'camille@nova.example', 'fr')
  await apiOf(page).call(people.onboardingDashboardFinished)
  const dashboard = new Dashboard(page)
  const talk = new AnnualTalk(page)
  await dashboard.open()
  await expect(dashboard.failure).toBeVisible()
  await page.unroute(figures)
  await dashboard.retry()

  await test.step('the last skill is in view long before the last answer', async () => {
    await expect(dashboard.link('talk.title'), 'the annual review is in the header').toBeInViewport()
    await expect(dashboard.answers.nth(5)).toBeAttached()
    const last = dashboard.rows.last()
    await expect(last).not.toBeInViewport()
    const scrolled = await dashboard.top.locator('ion-content').evaluate(async (pane) => {
      const rows = pane.querySelectorAll('[data-testid="skill-card"]')
      const below = (rows[rows.length - 1] as Element).getBoundingClientRect().bottom - window.innerHeight
      await (pane as Scrolled).scrollToPoint(0, below + 100)
      return below
    })
    expect(scrolled, 'about the height of the pane, not the length of the answers').toBeLessThan(3 * 720)
    await expect(last).toBeInViewport()
    await dashboard.answers.nth(5).scrollIntoViewIfNeeded()
    await expect(last, 'the end of the pane stays in view beside the answers').toBeInViewport()
  })

  await dashboard.link('talk.title').click()
  await page.waitForURL(/annual-talk/)
  await page.setViewportSize(PHONE)
  const { skills, rows, quotes } = talk
  await expect(talk.radar).toBeVisible()
  await expect(rows.first()).toBeVisible()
  const all = await rows.count()
  await expect(skills).toHaveCount(all)
  await expect(quotes, 'nothing is quoted before it is ticked').toHaveCount(0)

  const { author, words } = await test.step('leaves out a skill, quotes an answer, writes a note by keyboard', async () => {
    await talk.leaveOut(skills.last())
    await expect(rows).toHaveCount(all - 1)
    const quoted = await talk.quoteFirstOf(skills.first())
    await expect(quotes).toHaveCount(1)
    await tabTo(page, talk.say('talk.notes.proud'))
    await page.keyboard.insertText('Horizon — أفق')
    await expect(talk.sheet).toContainText('Horizon — أفق')
    return quoted
  })

  await page.reload()
  await expect(talk.note('proud')).toHaveValue('Horizon — أفق')
  await expect(quotes).toContainText(words)
  await expect(quotes).toContainText(author)
  await expect(rows).toHaveCount(all - 1)

  const print = page.evaluate(() => new Promise<void>((resolve) => Object.assign(window, { print: resolve })))
  await tabTo(page, talk.say('talk.print'))
  await page.keyboard.press('Enter')
  await print

  await test.step('the paper: two pages of A4, black on white', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(talk.paper).toBeVisible()
    await expect(talk.app).toBeHidden()
    await expect(talk.paper.getByRole('blockquote')).toContainText(words)
    await expect(talk.paper.getByText('Horizon — أفق', { exact: true })).toBeVisible()
    const look = await talk.paper
      .getByRole('heading', { level: 3 })
      .first()
      .evaluate((title) => [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor])
    expect(look, 'black on white in the dark, too').toEqual(['rgb(27, 26, 46)', 'rgb(255, 255, 255)'])
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    expect(pages).toBeGreaterThanOrEqual(1)
    expect(pages, 'a sheet of paper, front and back').toBeLessThanOrEqual(2)
    expect(pdf).toMatch(/MediaBox\s*\[0 0 59[45]\S* 84[12]/)
  })

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/home')
  await expect(talk.paper, 'another page prints itself').toHaveCount(0)

  await test.step('without any figures there is an explanation', async () => {
    await page.route(figures, (route) => route.fulfill({ json: { skills: [] } }))
    for (const screen of [dashboard, talk]) {
      await screen.open()
      await expect(screen.askForFeedback).toHaveAttribute('href', '/my-skills')
    }
  })
})
