import type { Page } from '@playwright/test'
import { people } from '@reflet/contract/people'
import { apiOf } from '../support/api.ts'
import { accessibilityProblems, overflowProblems } from '../support/checks.ts'
import { expect, shown, test } from '../support/journey.ts'
import { acceptTerms, NEWCOMER } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'

/** The routes of docs/PRODUCT.md, "Addresses", and our own, opened without the object that some of them need. */
const ROUTES = [
  ...['home', 'my-skills', 'answer', 'dashboard', 'profile', 'add-contact', 'contacts', 'edit-profile', 'group'],
  ...['answer-confirmation', 'request-confirmation', 'award', 'award-confirmation', 'award-contacts', 'award-list', 'award-select'],
  ...['coffee-request', 'rating', 'recurrent-feedbacks', 'self-evaluation', 'skill-statistics', 'skills', 'reset-skills'],
  ...['quality-index', 'share-event-link', 'video-player', 'badge-hierarchical-list', 'badge-add-manager'],
  ...['badge-home', 'badge-contacts', 'badge-publish-new', 'badge', 'badge-publish-linkedin', 'badge-publish-linkedin-validate'],
  ...[
    'offer-feedback',
    'annual-talk',
    'share-answer',
    'shared-with-me',
    'my-team',
    'growth',
    'new-answers',
    'my-manager',
    'delete-account',
    'security',
    'waiting',
  ],
  ...['recurrent-feedbacks/plan', 'share-event-link/new'],
]
/** A step that needs an earlier selection redirects there. */
const FIRST_STEP: Record<string, string> = { 'award-contacts': 'award-select' }
/** Public pages, and links without their token: the same page for everyone. */
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

/** Opens a route and waits until its content is loaded. */
async function open(page: Page, route: string) {
  await page.goto(`/${route}`)
  await expect(shown(page).locator('.page-body > *, .gate > *, .step > *').filter({ visible: true }).first()).toBeVisible()
  await expect(shown(page).locator('.skeleton')).toHaveCount(0)
  // A step without what it needs redirects when its data are there, a moment after the skeleton is gone.
  const { pathname } = new URL(page.url())
  return pathname.slice(1)
}

/** The errors on a page, once it has text: where a route redirects, those of the target page. */
async function failures(page: Page, route: string) {
  await expect(shown(page).locator('.page-body, .gate, .step').first(), `/${route} is not empty`).toHaveText(/\S/)
  const alerts = await shown(page).locator('.notice[role="alert"]').allInnerTexts()
  return alerts.map((text) => `/${route}: ${text}`)
}

/** Every tour is finished, and the app has read this. */
async function finishTours(page: Page) {
  for (const finished of [
    people.onboardingFinished,
    people.onboardingDashboardFinished,
    people.onboardingAnswerFinished,
    people.onboardingBadgeFinished,
  ])
    await apiOf(page).call(finished)
  await expect(async () => {
    expect(await open(page, 'home')).toBe('home')
  }).toPass()
}

test('every route opens without parameters for an employee with data, and for one without', async ({ visitor }) => {
  test.setTimeout(1_800_000)
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
  const newcomer = await visitor()
  await enter(newcomer, NEWCOMER)
  await acceptTerms(apiOf(newcomer))
  const problems: string[] = []
  for (const page of [camille, newcomer]) {
    await finishTours(page)
    for (const route of [...ROUTES, ...TERMS]) {
      const arrived = await open(page, route)
      // It redirects when its data have loaded.
      if (FIRST_STEP[route]) await page.waitForURL(`**/${FIRST_STEP[route]}`)
      else if (arrived !== route) problems.push(`/${route} led to /${arrived}`)
      problems.push(...(await failures(page, route)))
    }
    for (const route of [...TOURS, ...STEPS]) {
      await open(page, route)
      problems.push(...(await failures(page, route)))
    }
  }
  expect(problems).toEqual([])
})

test('a route without parameters shows the newest item, or an explanation with a link', async ({ visitor }) => {
  const camille = await visitor()
  await enter(camille, 'camille@nova.example')
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
  await enter(fresh, 'luc@lune.example')
  // Everyone in the demo has some: the lists are returned empty.
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

test('logged out every route redirects to the login, and an invalid link has an explanation and a link', async ({ visitor }) => {
  test.setTimeout(1_800_000)
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
    await expect(shown(page).locator('.broken-link [href^="/login"]').first(), `/${route} offers the login`).toBeVisible()
  }
  expect(problems).toEqual([])
  await open(page, 'event')
  await shown(page).locator('.broken-link [href^="/login"]').first().click()
  await expect(page.locator('#login-email')).toBeVisible()
})

test('the page of an invalid link is accessible in every language', async ({ visitor }) => {
  const problems: string[] = []
  for (const locale of ['fr', 'en', 'ar', 'de', 'es']) {
    const page = await visitor({ locale })
    for (const route of ['guest-answer', 'event', 'coffee', 'hierarchical-list', 'reset-password']) {
      await open(page, route)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await expect(shown(page).locator('.broken-link')).toBeVisible()
      problems.push(...(await overflowProblems(page, `${route} in ${locale}`)))
      // For axe the languages differ only by direction, which every-screen.journey.ts covers.
      if (locale === 'en') problems.push(...(await accessibilityProblems(page, route)))
    }
  }
  expect(problems).toEqual([])
})
