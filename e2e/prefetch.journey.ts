import { Dashboard } from './screens/dashboard.ts'
import { Home } from './screens/home.ts'
import { expect, test } from './support/journey.ts'
import { enter } from './support/session.ts'

test('after a start on the home page the dashboard opens without waiting for code or answers', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'camille@nova.example')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const fetched = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/feedbacks/answers')
  const code = page.waitForResponse((response) => /DashboardPage.*\.js$/.test(response.url()))
  await page.goto('/home')
  await expect(new Home(page, 'fr').nextAction).toBeVisible()
  await Promise.all([fetched, code])
  await page.waitForLoadState('networkidle')
  const before = asked.length
  await page.locator('.tab-bar a[href="/dashboard"]').click()
  await expect(new Dashboard(page, 'fr').top.locator('.answer-card').first()).toBeVisible()
  expect(
    asked.slice(before).filter((path) => /\/(Dashboard|Radar|Answers)[^/]*\.js$/.test(path)),
    'no code of the page is fetched after the tap',
  ).toEqual([])
})
