import type { Page } from '@playwright/test'
import { acceptTerms, apiOf } from './screens.ts'
import { accessibilityProblems, expect, login, overflowProblems, shown, test } from './support/journey.ts'
import { NEWCOMER, ONBOARDING } from './support/newcomer.ts'

/** The routes of specification §2 that exist, and ours, opened without the object that some of them need. */
const ROUTES = [
  ...['home', 'my-skills', 'answer', 'dashboard', 'profile', 'add-contact', 'contacts', 'edit-profile', 'group'],
  ...['answer-confirmation', 'request-confirmation', 'award', 'award-confirmation', 'award-contacts', 'award-list', 'award-select'],
  ...['coffee-request', 'rating', 'recurrent-feedbacks', 'self-evaluation', 'skill-statistics', 'skills', 'reset-skills'],
  ...['quality-index', 'share-event-link', 'video-player', 'badge-hierarchical-list', 'badge-add-manager'],
  ...['offer-feedback', 'annual-talk', 'share-answer', 'shared-with-me', 'my-manager', 'delete-account'],
  ...['recurrent-feedbacks/plan', 'share-event-link/new'],
]
/** A step that needs what the one before it chose begins there. */
const FIRST_STEP: Record<string, string> = { 'award-contacts': 'award-select' }
/** Open to all, and links that lack what they need: the same page whoever opens it. */
const TERMS = ['terms']
const TOURS = ['onboarding-dashboard', 'onboarding-answer', 'onboarding-badge']
const STEPS = ['terms', 'slides', 'skills', 'self-evaluation', 'add-contacts', 'contacts', 'finished', 'blank'].map(
  (step) => `onboarding-${step}`,
)
const BROKEN = [
  ...['guest-answer', 'guest-answer/abc', 'guest-answer/abc/def', 'guest-answer-confirmation', 'guest-answer-confirmation/abc'],
  ...['event', 'event/abc', 'coffee', 'coffee/abc', 'coffee/abc/def', 'hierarchical-list', 'hierarchical-list/abc', 'reset-password'],
  ...['guest-answer/abc/0199aaaa-0000-7000-8000-000000000000', `event/${'x'.repeat(43)}`, `coffee/${'x'.repeat(43)}`],
  ...[`hierarchical-list/${'x'.repeat(43)}`, `guest-answer-confirmation/${'x'.repeat(43)}/0199aaaa-0000-7000-8000-000000000000`],
]

/** Opens a route and waits until what it shows has come. */
async function open(page: Page, route: string) {
  await page.goto(`/${route}`)
  await expect(shown(page).locator('.page-body > *, .gate > *, .step > *').first()).toBeVisible()
  await expect(shown(page).locator('.skeleton')).toHaveCount(0)
  const { pathname } = new URL(page.url())
  return pathname.slice(1)
}

/** What a page shows when it failed, or ran out of words. */
async function failures(page: Page, route: string) {
  const alerts = await shown(page).locator('.notice[role="alert"]').allInnerTexts()
  const words = (await shown(page).locator('.page-body, .gate, .step').first().innerText()).trim()
  return [...alerts.map((text) => `/${route}: ${text}`), ...(words === '' ? [`/${route} is empty`] : [])]
}

/** Every tour is over, and the app has heard it. */
async function finishTours(page: Page) {
  for (const tour of ['', 'dashboard/', 'answer/', 'badge/']) await apiOf(page).get(`/api/user/onboarding/${tour}finished`)
  await expect(async () => {
    expect(await open(page, 'home')).toBe('home')
  }).toPass()
}

test('every route opens bare for an employee with data, and for one without', async ({ visitor }) => {
  test.setTimeout(600_000)
  const camille = await visitor()
  await login(camille, 'camille@nova.example')
  const newcomer = await visitor()
  await login(newcomer, NEWCOMER, ONBOARDING)
  await acceptTerms(apiOf(newcomer))
  const problems: string[] = []
  for (const page of [camille, newcomer]) {
    await finishTours(page)
    for (const route of [...ROUTES, ...TERMS]) {
      const arrived = await open(page, route)
      if (arrived !== (FIRST_STEP[route] ?? route)) problems.push(`/${route} led to /${arrived}`)
      problems.push(...(await failures(page, route)))
    }
    for (const route of [...TOURS, ...STEPS]) {
      await open(page, route)
      problems.push(...(await failures(page, route)))
    }
  }
  expect(problems).toEqual([])
})

test('what opens bare shows the newest, or says where to go', async ({ visitor }) => {
  const camille = await visitor()
  await login(camille, 'camille@nova.example')
  const newest = {
    rating: '.rating-form',
    'skill-statistics': '.answer-card',
    'answer-confirmation': '.answer-words',
    'request-confirmation': '.people',
    'share-answer': '.answer-copy',
    'award-confirmation': '.award-done',
  }
  for (const [route, content] of Object.entries(newest)) {
    await open(camille, route)
    await expect(shown(camille).locator(content).first(), route).toBeVisible()
  }
  const fresh = await visitor()
  await login(fresh, 'luc@lune.example')
  // No one in the demo is without any: the lists come empty.
  await fresh.route(/\/api\/(feedbacks\/(requests|received|answers)|awards)(\?|$)/, (route) =>
    route.fulfill({
      json: { requests: [], groups: [], answers: [], confidential: [], awards: [], next_cursor: null, confidential_cursor: null },
    }),
  )
  await fresh.route('**/api/users/1/statistics?**', (route) => route.fulfill({ json: { skills: [] } }))
  const ways = {
    rating: 'my-skills',
    'skill-statistics': 'skills',
    'answer-confirmation': 'answer',
    'request-confirmation': 'my-skills',
    'share-answer': 'my-skills',
    'award-confirmation': 'award-select',
  }
  for (const [route, next] of Object.entries(ways)) {
    await open(fresh, route)
    await shown(fresh).locator('.empty ion-button').first().click()
    await fresh.waitForURL(new RegExp(`/${next}$`))
  }
})

test('without being logged in every route leads to the login, and a broken link says what happened and how to go on', async ({
  visitor,
}) => {
  test.setTimeout(600_000)
  const page = await visitor()
  const problems: string[] = []
  for (const route of [...ROUTES, ...TOURS, ...STEPS, 'nothing-of-ours', '']) {
    const arrived = await open(page, route)
    if (arrived !== 'login') problems.push(`/${route} led to /${arrived}`)
  }
  for (const route of BROKEN) {
    const arrived = await open(page, route)
    if (arrived !== route) problems.push(`/${route} led to /${arrived}`)
    problems.push(...(await failures(page, route)))
    if ((await shown(page).locator('.broken-link a[href="/login"], .broken-link [href^="/login"]').count()) === 0)
      problems.push(`/${route} offers no login`)
  }
  expect(problems).toEqual([])
  await open(page, 'event')
  await shown(page).locator('.broken-link [href^="/login"]').first().click()
  await expect(page.locator('#login-email')).toBeVisible()
})

test('a broken link is accessible in every language', async ({ visitor }) => {
  const problems: string[] = []
  for (const locale of ['fr', 'en', 'ar', 'de', 'es']) {
    const page = await visitor({ locale })
    for (const route of ['guest-answer', 'event', 'coffee', 'hierarchical-list', 'reset-password']) {
      await open(page, route)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await expect(shown(page).locator('.broken-link')).toBeVisible()
      problems.push(...(await accessibilityProblems(page, `${route} in ${locale}`)), ...(await overflowProblems(page, route)))
    }
  }
  expect(problems).toEqual([])
})
