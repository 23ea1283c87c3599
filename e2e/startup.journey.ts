import { acceptTerms, apiOf } from './screens.ts'
import { expect, login, shown, test } from './support/journey.ts'
import { at, me, NEWCOMER, next, ONBOARDING, popover } from './support/newcomer.ts'

test('a flag that the server could not hear stays set here, is told again after a reload, and never loops', async ({ visitor }) => {
  const page = await visitor()
  await login(page, NEWCOMER, ONBOARDING)
  await acceptTerms(apiOf(page))
  await apiOf(page).send('PATCH', '/api/users/1', { onboarding_step: 'finished' })
  let attempts = 0
  await page.route('**/api/user/onboarding/**', (route) => {
    attempts += 1
    return route.abort()
  })
  await page.goto('/')
  await at(page, 'finished')
  await next(page)
  await page.waitForURL(/\/home/)
  await expect.poll(() => attempts).toBeGreaterThan(0)
  expect((await me(page)).user.is_onboarding_finished).toBe(false)

  // The server still says no, and the app goes on as if it had said yes.
  const before = attempts
  await page.reload()
  await expect(shown(page).locator('.next-action').first()).toBeVisible()
  await expect(page).toHaveURL(/\/home/)
  await expect.poll(() => attempts).toBeGreaterThan(before)
  expect(attempts, 'a few tries, not many').toBeLessThan(8)

  await page.unroute('**/api/user/onboarding/**')
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/api/user/onboarding/finished'))
  await page.reload()
  expect((await confirmed).ok()).toBe(true)
  expect((await me(page)).user.is_onboarding_finished).toBe(true)

  const later: string[] = []
  page.on('request', (request) => request.url().includes('/api/user/onboarding/') && later.push(request.url()))
  await page.reload()
  await expect(shown(page).locator('.next-action').first()).toBeVisible()
  await page.goto('/dashboard')
  await expect(popover(page)).toBeVisible()
  await popover(page).locator('.driver-popover-next-btn').click()
  await expect.poll(async () => (await me(page)).user.is_onboarding_dashboard_finished).toBe(true)
  expect(later.map((url) => new URL(url).pathname)).toEqual(['/api/user/onboarding/dashboard/finished'])
  await page.reload()
  await expect(shown(page).locator('h1, [aria-level="1"]').first()).toBeVisible()
  await expect(shown(page).locator('.skeleton')).toHaveCount(0)
  await expect(popover(page)).toHaveCount(0)
})

test('whoever finished long ago is shown changed terms, and goes on to where they wanted', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'camille@nova.example')
  let changed = true
  await page.route('**/api/users/1', async (route) => {
    const reply = await route.fetch()
    const record = await reply.json()
    await route.fulfill({ response: reply, json: { ...record, user: { ...record.user, is_terms_accepted: !changed } } })
  })
  await page.goto('/dashboard')
  await page.waitForURL(/\/onboarding-terms/)
  await expect(shown(page).getByText('Nos conditions ont changé')).toBeVisible()
  await expect(shown(page).locator('[role="progressbar"][aria-valuenow]')).toHaveCount(0)

  // They change once more while she reads: nothing is accepted, and the box is empty again.
  await page.route('**/api/user/terms/accepted', (route) =>
    route.fulfill({ status: 409, json: { code: 'terms_changed', request_id: 'x' } }),
  )
  await shown(page).locator('.step-agree input').check()
  await next(page)
  await expect(shown(page).locator('.notice')).toBeVisible()
  await expect(shown(page).locator('.step-agree input')).not.toBeChecked()

  await page.unroute('**/api/user/terms/accepted')
  await shown(page).locator('.step-agree input').check()
  changed = false
  await next(page)
  await page.waitForURL(/\/dashboard/)
  await expect(shown(page).locator('.skill-card').first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('terms that cannot be fetched cannot be accepted, until they come', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/terms-of-use*', (route) => route.abort())
  await login(page, NEWCOMER, ONBOARDING)
  await expect(shown(page).locator('.notice')).toBeVisible()
  await expect(shown(page).locator('.step-agree')).toHaveCount(0)
  await expect(shown(page).locator('.step-next')).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/terms-of-use*')
  await shown(page).locator('.notice button').click()
  await expect(shown(page).locator('.terms-box')).toBeVisible()

  // Nothing else opens before they are accepted.
  for (const path of ['/home', '/onboarding-contacts']) {
    await page.goto(path)
    await at(page, 'terms')
  }
})

test('tours are seen again from the profile, and only the badges’ own company has theirs', async ({ visitor }) => {
  const oliver = await visitor()
  await login(oliver, 'oliver@nova.example')
  for (const tour of ['Home and menu', 'Dashboard', 'Answering', 'Badges']) {
    await oliver.goto('/profile')
    await shown(oliver).getByText(tour, { exact: true }).click()
    await expect(popover(oliver)).toBeVisible()
    const guide = popover(oliver)
    // Through to its end, by the button.
    while ((await guide.locator('.driver-popover-done-btn').count()) === 0) {
      const title = await guide.locator('.driver-popover-title').innerText()
      await guide.locator('.driver-popover-next-btn').click()
      await expect(guide.locator('.driver-popover-title')).not.toHaveText(title)
    }
    await guide.locator('.driver-popover-done-btn').click()
    await expect(guide).toHaveCount(0)
  }
  const luc = await visitor()
  await login(luc, 'luc@lune.example')
  await luc.goto('/onboarding-badge')
  await luc.waitForURL(/\/home/)
  await expect(shown(luc).locator('.next-action').first()).toBeVisible()
  await expect(popover(luc)).toHaveCount(0)
})
