import { mkdirSync } from 'node:fs'
import { acceptTerms, makeWorld, openScreen, apiOf, SCREENS } from './screens.ts'
import { test, shown, login } from './support/journey.ts'
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const
const MINE = ['quality-index', 'rating', 'share-answer', 'guest-answer']
const OUT = '/tmp/h4shots'
test('shots', async ({ server, visitor }) => {
  test.setTimeout(500_000)
  mkdirSync(OUT, { recursive: true })
  const camille = await visitor({ locale: 'fr-FR' })
  const oliver = await visitor({ locale: 'en-GB' })
  await login(oliver, 'oliver@nova.example')
  const empty = await visitor({ locale: 'fr-FR' })
  await login(empty, 'new@nova.example', /onboarding/)
  await acceptTerms(apiOf(empty))
  for (const tour of ['', 'dashboard/', 'answer/']) await apiOf(empty).get(`/api/user/onboarding/${tour}finished`)
  for (const path of ['quality-index', 'shared-with-me', 'my-manager', 'offer-feedback']) {
    await empty.goto('/' + path)
    await empty.waitForTimeout(1200)
    await empty.screenshot({ path: `${OUT}/empty-${path}.png` })
  }
  await empty.route('**/api/**', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', request_id: 'x' } }))
  for (const path of ['rating?answer=0199aaaa-0000-7000-8000-000000000000', 'share-answer?answer=0199aaaa-0000-7000-8000-000000000000']) {
    await empty.goto('/' + path)
    await shown(empty).locator('.notice').waitFor({ timeout: 20000 })
    await empty.screenshot({ path: `${OUT}/error-${path.slice(0, 6)}.png` })
  }
  for (const [language, theme] of [['ar', 'dark']] as const) {
    const world = await makeWorld(server, camille, language)
    const api = apiOf(camille)
    const id = world.ratingPath.split('=')[1]
    await camille.emulateMedia({ colorScheme: theme })
    for (const [size, viewport] of Object.entries(SIZES)) {
      
      for (const screen of SCREENS.filter(({ name }) => MINE.includes(name))) {
        const page = screen.open ? await visitor({ locale: language, colorScheme: theme }) : camille
        await page.setViewportSize(viewport)
        await openScreen(page, screen, world)
        if (size === 'phone') {
          const height = await page.evaluate(() => { const c = [...document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden) .page-body')].at(-1); return Math.min(4000, Math.max(844, (c?.scrollHeight ?? 0) + 140)) })
          await page.setViewportSize({ width: 390, height })
          await page.waitForTimeout(150)
        }
        await page.screenshot({ path: `${OUT}/${screen.name}.${size}.${language}.png` })
        if (screen.open) await page.context().close()
      }
    }
    // states
    await camille.setViewportSize({ width: 390, height: 844 })
    const { colleagues } = await api.get<{ colleagues: { user_id: string }[] }>('/api/colleagues?query=oliver')
    await api.send('PUT', '/api/user/manager', { user_id: colleagues[0]?.user_id })
    await api.send('PUT', `/api/feedbacks/${id}/shared-with-manager`, {})
    await api.send('POST', `/api/feedbacks/${id}/rating`, { stars: 4, thanks: 'Merci, c’est très concret.', will_try: 'Envoyer l’ordre du jour la veille.' })
    await apiOf(oliver).send('PATCH', '/api/users/1', { locale: language })
    await oliver.emulateMedia({ colorScheme: theme })
    for (const [size, viewport] of Object.entries(SIZES)) {
      await oliver.setViewportSize(viewport)
      await oliver.goto('/shared-with-me')
      await shown(oliver).locator('.answer-copy').first().waitFor()
      await oliver.waitForTimeout(400)
      await oliver.screenshot({ path: `${OUT}/shared.${size}.${language}.png` })
    }
    for (const [name, path, ready] of [['my-manager-set', '/my-manager', '.my-manager'], ['rating-again', world.ratingPath, '.notice'], ['share-set', world.sharePath, '.my-manager']] as const) {
      await camille.goto(path)
      await shown(camille).locator(ready).first().waitFor()
      await camille.waitForTimeout(400)
      await camille.setViewportSize({ width: 390, height: 1200 })
      await camille.screenshot({ path: `${OUT}/${name}.phone.${language}.png` })
    }
    await camille.goto('/dashboard')
    await shown(camille).locator('.share-state').first().scrollIntoViewIfNeeded()
    await camille.waitForTimeout(300)
    await camille.screenshot({ path: `${OUT}/share-state.phone.${language}.png` })
    await camille.goto('/offer-feedback')
    await shown(camille).locator('button.option').first().click()
    await camille.waitForTimeout(500)
    await camille.screenshot({ path: `${OUT}/offer-2.phone.${language}.png` })
    await shown(camille).locator('.offer-skills button.option').first().click()
    await camille.waitForTimeout(500)
    await camille.setViewportSize({ width: 390, height: 1900 })
    await camille.screenshot({ path: `${OUT}/offer-3.phone.${language}.png` })
    await camille.setViewportSize({ width: 1440, height: 900 })
    await camille.waitForTimeout(300)
    await camille.screenshot({ path: `${OUT}/offer-3.desktop.${language}.png` })
    await camille.context().clearCookies()
    await camille.evaluate(() => localStorage.clear())
  }
})
