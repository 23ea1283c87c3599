import type { Page } from '@playwright/test'
import { ONBOARDING_STEPS, people } from '@reflet/contract/people'
import { go, goInside, hasArrived } from '../every-screen/open.ts'
import { apiOf } from '../support/api.ts'
import { layoutProblems } from '../support/checks.ts'
import { expect, shown, test } from '../support/journey.ts'
import { acceptTerms, finishOnboarding, NEWCOMER } from '../support/newcomer.ts'
import { testId } from '../support/screen.ts'
import { enter } from '../support/session.ts'

/** Routes that need an object: without it they show the newest one. Every screen (`every-screen/`) opens the others without parameters. */
const NEWEST = {
  rating: testId('rating-form'),
  'skill-statistics': testId('answer-card'),
  'answer-confirmation': '.answer-words',
  'request-confirmation': '.people',
  'share-answer': testId('answer-copy'),
  'award-confirmation': testId('award-done'),
} as const
/** Where a person who has none is sent. */
const WAYS: Record<keyof typeof NEWEST | 'award-contacts', string> = {
  'award-contacts': 'award-select',
  rating: 'my-skills',
  'skill-statistics': 'skills',
  'answer-confirmation': 'answer',
  'request-confirmation': 'my-skills',
  'share-answer': 'my-skills',
  'award-confirmation': 'award-select',
}
const OBJECTS = [...Object.keys(NEWEST), 'my-team', 'award-contacts', 'badge', 'badge-publish-linkedin', 'badge-publish-linkedin-validate']
/** The routes of docs/PRODUCT.md, "Addresses", and our own. */
const ROUTES = [
  ...OBJECTS,
  ...['home', 'my-skills', 'answer', 'dashboard', 'profile', 'add-contact', 'contacts', 'edit-profile', 'group', 'award', 'award-list'],
  ...['award-select', 'coffee-request', 'recurrent-feedbacks', 'self-evaluation', 'skills', 'reset-skills', 'quality-index', 'waiting'],
  ...['share-event-link', 'video-player', 'badge-hierarchical-list', 'badge-add-manager', 'badge-home', 'badge-contacts'],
  ...['badge-publish-new', 'offer-feedback', 'annual-talk', 'shared-with-me', 'growth', 'new-answers', 'my-manager', 'delete-account'],
  ...['security', 'recurrent-feedbacks/plan', 'share-event-link/new'],
]
const TOURS = ['onboarding-dashboard', 'onboarding-answer', 'onboarding-badge']
const STEPS = ONBOARDING_STEPS.map((step) => `onboarding-${step}`)
const TOKEN = 'x'.repeat(43)
const ID = '0199aaaa-0000-7000-8000-000000000000'
/** Two of one route do not follow each other: Ionic would keep the page. */
const BROKEN = [
  ...['guest-answer', 'event', 'coffee', 'hierarchical-list', 'reset-password', 'guest-answer/abc', 'event/abc'],
  ...['guest-answer-confirmation', 'coffee/abc', 'hierarchical-list/abc', 'guest-answer/abc/def'],
  ...['coffee/abc/def', 'guest-answer-confirmation/abc', `event/${TOKEN}`, `coffee/${TOKEN}`, `hierarchical-list/${TOKEN}`],
  ...[`guest-answer/${TOKEN}/${ID}`, `guest-answer-confirmation/${TOKEN}/${ID}`],
]

const PARTS = `${testId('page-body')} > *, .gate > *, ${testId('step')} > *`
const routeOf = (page: Page) => new URL(page.url()).pathname.slice(1)

/** Goes to a route of the open app where that is possible, and waits until what it shows is complete. */
async function arrive(page: Page, route: string, load = false) {
  await go(page, `/${route}`, load)
  await hasArrived(page, PARTS)
  return routeOf(page)
}

/** Goes to a route inside the app, whatever the app itself has done since. */
async function arriveInside(page: Page, route: string) {
  await goInside(page, `/${route}`)
  await hasArrived(page, PARTS)
  return routeOf(page)
}

/** The errors on a page, once it has text: where a route redirects, those of the target page. */
async function failures(page: Page, route: string) {
  await expect(
    shown(page)
      .locator(`${testId('page-body')}, .gate, ${testId('step')}`)
      .first(),
    `/${route} is not empty`,
  ).toHaveText(/\S/)
  const alerts = await shown(page).locator('.notice[role="alert"]').allInnerTexts()
  return alerts.map((text) => `/${route}: ${text}`)
}

/** Every tour is finished. */
async function finishTours(page: Page) {
  await apiOf(page).call(people.onboardingBadgeFinished)
  await finishOnboarding(apiOf(page), page)
}

/** Each of them opens without an error, where it should. */
async function opened(page: Page, routes: readonly string[], content: Record<string, string> = {}) {
  const problems: string[] = []
  for (const route of routes) {
    const arrived = await arrive(page, route)
    if (arrived !== route) problems.push(`/${route} led to /${arrived}`)
    problems.push(...(await failures(page, route)))
    if (content[route]) await expect(shown(page).locator(content[route]).first(), route).toBeVisible()
  }
  return problems
}

test('every route opens without parameters: it shows the newest item, or an explanation with a link @whole', async ({ visitor }) => {
  test.setTimeout(1_800_000)
  const problems: string[] = []
  await test.step('for an employee without data', async () => {
    const newcomer = await visitor()
    await enter(newcomer, NEWCOMER)
    await acceptTerms(apiOf(newcomer))
    await finishTours(newcomer)
    problems.push(...(await opened(newcomer, [...ROUTES, 'terms', ...STEPS])))
    // The neutral step decides where to go, and a tour goes to its area.
    for (const route of ['onboarding-blank', ...TOURS]) {
      await arrive(newcomer, route, true)
      problems.push(...(await failures(newcomer, route)))
    }
  })
  await test.step('for an employee with data', async () => {
    const camille = await visitor()
    await enter(camille, 'camille@nova.example')
    await finishTours(camille)
    problems.push(...(await opened(camille, OBJECTS, NEWEST)))
  })
  expect(problems).toEqual([])

  await test.step('a step of an onboarding that is finished says where to go', async () => {
    const finished = await visitor()
    await enter(finished, 'oliver@nova.example')
    for (const step of STEPS.filter((step) => step !== 'onboarding-terms')) {
      expect(await arrive(finished, step)).toBe(step)
      await expect(shown(finished).getByTestId('step-next')).toHaveCount(0)
      await shown(finished).locator('.empty ion-button').click()
      await finished.waitForURL(/\/home$/)
    }
    expect(await arrive(finished, 'onboarding-terms')).toBe('onboarding-terms')
    await shown(finished).getByTestId('step-next').click()
    await finished.waitForURL(/\/home$/)
  })

  await test.step('for one whose lists are empty', async () => {
    const fresh = await visitor()
    await enter(fresh, 'luc@lune.example')
    // Everyone in the demo has some.
    await fresh.route(/\/api\/(feedbacks\/(requests|received|answers)|awards)(\?|$)/, (route) =>
      route.fulfill({
        json: { requests: [], groups: [], answers: [], confidential: [], awards: [], next_cursor: null, confidential_cursor: null },
      }),
    )
    await fresh.route('**/api/users/1/statistics?**', (route) => route.fulfill({ json: { skills: [] } }))
    for (const [route, next] of Object.entries(WAYS)) {
      await arrive(fresh, route)
      await shown(fresh).locator('.empty ion-button').first().click()
      await fresh.waitForURL(new RegExp(`/${next}$`))
    }
  })
})

test('logged out every route redirects to the login, and an invalid link has an explanation and a link @whole', async ({ visitor }) => {
  test.setTimeout(1_800_000)
  const page = await visitor({ locale: 'de-DE' })
  const problems: string[] = []
  await test.step('the login', async () => {
    // By its address, and inside the app.
    for (const route of ['nothing-of-ours', '', 'home']) expect(await arrive(page, route, true)).toBe('login')
    for (const route of [...ROUTES, ...TOURS, ...STEPS, 'onboarding-blank']) {
      const arrived = await arriveInside(page, route)
      if (arrived !== 'login') problems.push(`/${route} led to /${arrived}`)
    }
  })
  await test.step('invalid links', async () => {
    for (const route of BROKEN) {
      const arrived = await arriveInside(page, route)
      if (arrived !== route) problems.push(`/${route} led to /${arrived}`)
      problems.push(...(await failures(page, route)))
      await expect(shown(page).getByTestId('broken-link').locator('[href^="/login"]').first(), `/${route} offers the login`).toBeVisible()
      problems.push(...(await layoutProblems(page, `/${route}`, 'outside')))
    }
  })
  expect(problems).toEqual([])
  await arriveInside(page, 'event')
  await shown(page).getByTestId('broken-link').locator('[href^="/login"]').first().click()
  await expect(page.locator('#login-email')).toBeVisible()
})
