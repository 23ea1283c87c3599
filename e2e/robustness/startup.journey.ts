import { people } from '@reflet/contract/people'
import { apiOf } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, shown, test } from '../support/journey.ts'
import { acceptTerms, at, me, NEWCOMER, next, popover } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'

test('a flag that could not be sent stays set here, is sent again after a reload, and never loops', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, NEWCOMER)
  await acceptTerms(apiOf(page))
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: 'finished' } })
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

  // The server still refuses, and the app continues as if it had accepted.
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
  // A reload before the device has recorded the answer sends the flag once more, rightly.
  await expect.poll(() => keptOnDevice(page, 'owed-flags:')).toEqual([])

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

test('a person who finished the onboarding long ago is shown changed terms, and then the requested page', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'camille@nova.example')
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

  // They change again while she reads: nothing is accepted.
  await page.route('**/api/user/terms/accepted', (route) =>
    route.fulfill({ status: 409, json: { code: 'terms_changed', request_id: 'x' } }),
  )
  await next(page)
  await expect(shown(page).locator('.notice')).toBeVisible()

  await page.unroute('**/api/user/terms/accepted')
  changed = false
  await next(page)
  await page.waitForURL(/\/dashboard/)
  await expect(shown(page).locator('.skill-card').first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('terms that cannot be fetched cannot be accepted, until they are loaded', async ({ visitor }) => {
  const page = await visitor()
  await page.route('**/terms-of-use*', (route) => route.abort())
  await enter(page, NEWCOMER)
  await page.goto('/')
  await expect(shown(page).locator('.notice')).toBeVisible()
  await expect(shown(page).locator('.step-next')).toHaveAttribute('aria-disabled', 'true')
  await page.unroute('**/terms-of-use*')
  await shown(page).locator('.notice button').click()
  await expect(shown(page).getByRole('button', { name: 'Lire les conditions' })).toBeVisible()
  await expect(shown(page).locator('.step-next')).not.toHaveAttribute('aria-disabled', 'true')

  // No other page opens before they are accepted.
  for (const path of ['/home', '/onboarding-contacts']) {
    await page.goto(path)
    await at(page, 'terms')
  }
})

test('tours can be repeated from the profile, and the badges’ own tour exists only in companies with badges', async ({ visitor }) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  for (const tour of ['Home and menu', 'Dashboard', 'Answering', 'Badges']) {
    await oliver.goto('/profile')
    // The last of this name: mails about badges can be switched off further up.
    await shown(oliver).getByText(tour, { exact: true }).last().click()
    await expect(popover(oliver)).toBeVisible()
    const guide = popover(oliver)
    // To its end, by the button.
    while ((await guide.locator('.driver-popover-done-btn').count()) === 0) {
      const title = await guide.locator('.driver-popover-title').innerText()
      await guide.locator('.driver-popover-next-btn').click()
      await expect(guide.locator('.driver-popover-title')).not.toHaveText(title)
    }
    await guide.locator('.driver-popover-done-btn').click()
    await expect(guide).toHaveCount(0)
  }
  const luc = await visitor()
  await enter(luc, 'luc@lune.example')
  await luc.goto('/onboarding-badge')
  await luc.waitForURL(/\/home/)
  await expect(shown(luc).locator('.next-action').first()).toBeVisible()
  await expect(popover(luc)).toHaveCount(0)
})

test('the first visit of an area shows one step of its tour; the whole tour is shown on request', async ({ visitor }) => {
  const greta = await visitor()
  await enter(greta, 'greta@nova.example')
  const guide = popover(greta)
  const last = guide.locator('.driver-popover-done-btn')
  const ended = greta.waitForResponse((reply) => reply.url().endsWith('/api/user/onboarding/badge/finished'))
  await greta.goto('/badge-home')
  await expect(guide).toBeVisible()
  await expect(last, 'the first step is the last').toBeVisible()
  await expect(guide.getByRole('button').and(guide.locator(':visible')), 'one button').toHaveCount(1)
  await last.click()
  expect((await ended).ok()).toBe(true)
  await expect(guide).toHaveCount(0)

  await greta.goto('/onboarding-badge')
  await expect(guide).toBeVisible()
  await expect(last).toHaveCount(0)
  await expect(guide.locator('.driver-popover-next-btn')).toBeVisible()

  // A slow device: Ionic still hides the page when its content is there.
  await greta.addInitScript(() => {
    const hidden = setInterval(() => {
      document.querySelector('[data-tour="badge-progress"]')?.closest('.ion-page')?.classList.add('ion-page-invisible')
    }, 10)
    setTimeout(() => {
      clearInterval(hidden)
      document.querySelector('[data-tour="badge-progress"]')?.closest('.ion-page')?.classList.remove('ion-page-invisible')
    }, 8_000)
  })
  await greta.goto('/onboarding-badge')
  await expect(guide).toBeVisible()
})
