import { people } from '@reflet/contract/people'
import { Menu } from '../navigation/menu.ts'
import { apiOf, RETRIED } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { hold } from '../support/hold.ts'
import { expect, shown, test } from '../support/journey.ts'
import { acceptTerms, at, makeNewcomer, me, next, popover } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'

test('terms are read before they are accepted, and again once they changed; an unsent flag is sent later, once', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE' })
  const words = wordsOf('de')
  await page.route('**/terms-of-use*', (route) => route.abort())
  await makeNewcomer(page, 'de')
  await page.goto('/')

  await test.step('terms that cannot be fetched cannot be accepted', async () => {
    await expect(shown(page).locator('.notice')).toBeVisible()
    await expect(shown(page).getByTestId('step-next')).toHaveAttribute('aria-disabled', 'true')
    await page.unroute('**/terms-of-use*')
    await shown(page).locator('.notice button').click()
    await expect(shown(page).getByRole('button', { name: words('onboarding.terms.read') })).toBeVisible()
    await expect(shown(page).getByTestId('step-next')).not.toHaveAttribute('aria-disabled', 'true')

    // No other page opens before they are accepted.
    for (const path of ['/home', '/onboarding-contacts']) {
      await page.goto(path)
      await at(page, 'terms')
    }
  })
  await acceptTerms(apiOf(page))
  await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { onboarding_step: 'finished' } })

  await test.step('the end of the onboarding could not be sent: it stays set here, is sent after a reload, and never loops', async () => {
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
    await expect(shown(page).getByTestId('next-action').first()).toBeVisible()
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
    await expect(shown(page).getByTestId('next-action').first()).toBeVisible()
    await page.goto('/dashboard')
    await expect(popover(page)).toBeVisible()
    await popover(page).locator('.driver-popover-next-btn').click()
    await expect.poll(async () => (await me(page)).user.is_onboarding_dashboard_finished).toBe(true)
    expect(later.map((url) => new URL(url).pathname)).toEqual(['/api/user/onboarding/dashboard/finished'])
    await page.reload()
    await expect(shown(page).locator('h1, [aria-level="1"]').first()).toBeVisible()
    await expect(shown(page).getByTestId('skeleton')).toHaveCount(0)
    await expect(popover(page)).toHaveCount(0)
  })

  await test.step('a person who finished the onboarding is shown changed terms, and then the requested page', async () => {
    let changed = true
    await page.route('**/api/users/1', async (route) => {
      const reply = await route.fetch(RETRIED)
      const record = await reply.json()
      await route.fulfill({ response: reply, json: { ...record, user: { ...record.user, is_terms_accepted: !changed } } })
    })
    await page.goto('/dashboard')
    await page.waitForURL(/\/onboarding-terms/)
    await expect(shown(page).getByText(words('onboarding.terms.changed_title'))).toBeVisible()
    await expect(shown(page).locator('[role="progressbar"][aria-valuenow]')).toHaveCount(0)

    // They change again while they are read: nothing is accepted.
    await page.route('**/api/user/terms/accepted', (route) =>
      route.fulfill({ status: 409, json: { code: 'terms_changed', request_id: 'x' } }),
    )
    await next(page)
    await expect(shown(page).locator('.notice')).toBeVisible()

    await page.unroute('**/api/user/terms/accepted')
    changed = false
    await next(page)
    await page.waitForURL(/\/dashboard/)
    await expect(shown(page).getByText(words('dashboard.empty'), { exact: true })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('the first visit of an area shows one step of its tour; the whole tours are in the profile @whole', async ({ visitor }) => {
  const greta = await visitor({ locale: 'fr-FR' })
  await greta.clock.install()
  await enter(greta, 'greta@nova.example', 'fr')
  const guide = popover(greta)
  const last = guide.locator('.driver-popover-done-btn')

  await test.step('a page that was used before its data arrived is not covered: its step waits for the next start', async () => {
    const code: string[] = []
    greta.on('request', (request) => request.url().includes('/static/tour-guide-') && code.push(request.url()))
    const list = '**/api/badges'
    const release = await hold(greta, list)
    const asked = greta.waitForRequest(list)
    await greta.goto('/badge-home')
    // Race: before the page's own code there is the skeleton of every page, which no one uses.
    await asked
    await expect(shown(greta).getByTestId('skeleton').first()).toBeVisible()
    await greta.mouse.click(150, 400)
    release()
    await expect(shown(greta).locator('[data-tour="badge-progress"]').first()).toBeVisible()
    await greta.clock.runFor(4_000)
    await expect(guide).toHaveCount(0)
    expect(code, 'not even about to open').toEqual([])
    await greta.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const ended = greta.waitForResponse((reply) => reply.url().endsWith('/api/user/onboarding/badge/finished'))
  await greta.reload()
  await expect(guide).toBeVisible()
  await expect(last, 'the first step is the last').toBeVisible()
  await expect(guide.getByRole('button').and(guide.locator(':visible')), 'one button').toHaveCount(1)
  await last.click()
  expect((await ended).ok()).toBe(true)
  await expect(guide).toHaveCount(0)

  await test.step('the whole tours, from the profile', async () => {
    const menu = new Menu(greta, 'fr')
    await greta.goto('/profile')
    for (const tour of ['general', 'dashboard', 'answer', 'badge']) {
      if (tour !== 'general') {
        await menu.open()
        await menu.go('profile')
      }
      // The last of this name: mails about badges can be switched off further up.
      await menu.text(`tour.names.${tour}`).last().click()
      await expect(guide).toBeVisible()
      if (tour === 'badge') await expect(last, 'more than the step of a first visit').toHaveCount(0)
      // To its end, by the button.
      while ((await last.count()) === 0) {
        const title = await guide.locator('.driver-popover-title').innerText()
        await guide.locator('.driver-popover-next-btn').click()
        await expect(guide.locator('.driver-popover-title')).not.toHaveText(title)
      }
      await last.click()
      await expect(guide).toHaveCount(0)
    }
  })

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

  await test.step('a company without badges has no tour of them', async () => {
    const luc = await visitor()
    await enter(luc, 'luc@lune.example')
    await luc.goto('/onboarding-badge')
    await luc.waitForURL(/\/home/)
    await expect(shown(luc).getByTestId('next-action').first()).toBeVisible()
    await expect(popover(luc)).toHaveCount(0)
  })
})
