import type { Page } from '@playwright/test'
import { Dashboard } from '../dashboard/dashboard.ts'
import { Home } from '../home/home.ts'
import { expect, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

/** The screens whose code is fetched in this page. */
function fetchedBy(page: Page) {
  const fetched = new Set<string>()
  page.on('response', (response) => {
    const [, screen] = /\/static\/(\w+Page)-[\w-]+\.js$/.exec(new URL(response.url()).pathname) ?? []
    if (screen) fetched.add(screen)
  })
  return fetched
}

const openDashboard = (page: Page) => page.locator('.tab-bar a[href="/dashboard"]').click()

test('after a start on the home page the dashboard opens without waiting for code or answers; where data are to be saved, nothing else is fetched @whole', async ({
  visitor,
}) => {
  const page = await visitor()
  await enter(page, 'camille@nova.example')
  const fetched = fetchedBy(page)
  const answers = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/feedbacks/answers')
  await page.goto('/home')
  await expect(new Home(page, 'fr').nextAction).toBeVisible()
  await answers
  const likely = ['AnswerPage', 'DashboardPage', 'HomePage', 'MySkillsPage']
  await expect.poll(() => [...fetched].sort()).toEqual(likely)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openDashboard(page)
  await expect(new Dashboard(page, 'fr').top.getByTestId('answer-card').first()).toBeVisible()
  expect(
    asked.filter((path) => /\/(Dashboard|Radar|Answers)[^/]*\.js$/.test(path)),
    'no code of the page is fetched after the tap',
  ).toEqual([])
  await page.waitForLoadState('networkidle')
  expect([...fetched].sort()).toEqual(likely)
})

test.describe('after the first navigation', () => {
  test.use({ savesData: false })

  test('the other screens are fetched while the browser is idle, also after one of them failed', async ({ visitor }) => {
    const page = await visitor()
    await enter(page, 'camille@nova.example')
    const fetched = fetchedBy(page)
    const early = /\/static\/UpdatePage-[\w-]+\.js$/
    const failed = page.waitForEvent('requestfailed', (request) => early.test(request.url()))
    await page.route(early, (route) => route.abort('internetdisconnected'))
    await page.goto('/home')
    await expect(new Home(page, 'fr').nextAction).toBeVisible()
    await openDashboard(page)
    await failed
    await page.unroute(early)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => [...fetched]).toEqual(expect.arrayContaining(['UpdatePage', 'ProfilePage', 'ContactsPage', 'QualityIndexPage']))
  })
})
