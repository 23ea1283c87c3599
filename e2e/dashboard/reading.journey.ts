import type { Locator, Page, Route } from '@playwright/test'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { giveFeedback } from '../feedback/offers/give.ts'
import { Home } from '../home/home.ts'
import { apiOf, RETRIED } from '../support/api.ts'
import { countsIn } from '../support/counts.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { askTwoSkills } from '../support/requests.ts'
import { enter } from '../support/session.ts'
import { expectNoToast } from '../support/toasts.ts'
import { Walk } from '../support/walk.ts'
import { Dashboard } from './dashboard.ts'
import { Reader } from './reader.ts'

const counts = async (page: Page) => (await apiOf(page).call(people.getUser, { params: { userId: '1' } })).feedbacks
const newOnes = (page: Page) => apiOf(page).call(feedback.listAnswers, { query: { new: 'true' } })
const seeAll = async (page: Page) => {
  const { answers, confidential } = await newOnes(page)
  const ids = [...answers, ...confidential].map(({ id }) => id)
  if (ids.length > 0) await apiOf(page).call(feedback.markAnswersSeen, { body: { ids } })
}
const SEEN = '**/api/feedbacks/answers/seen'

/** Holds the responses of the first three reports of what was seen, until they are released. */
async function holdReports(page: Page) {
  const [sent, held] = [1, 2].map(() => [1, 2, 3].map(() => Promise.withResolvers<void>())) as [Held, Held]
  let count = 0
  const handler = async (route: Route) => {
    const turn = count++
    const response = await route.fetch(RETRIED)
    sent[turn]?.resolve()
    await held[turn]?.promise
    await route.fulfill({ response })
  }
  await page.route(SEEN, handler)
  return { made: (n: number) => sent[n - 1]?.promise, release: (n: number) => held[n - 1]?.resolve() }
}
type Held = PromiseWithResolvers<void>[]

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
const bottomOf = async (part: Locator) => {
  const box = await part.boundingBox()
  return box ? box.y + box.height : Number.NaN
}

test('an answer is new until its card was on the screen for a second; from home it is read and thanked for in three taps', async ({
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const page = await visitor({ locale: 'de-DE' })
  await enter(page, 'camille@nova.example', 'de')
  await apiOf(page).call(people.onboardingDashboardFinished)
  await apiOf(page).call(people.onboardingFinished)
  await seeAll(page)
  await giveFeedback(apiOf(oliver), 'camille', 0, 4)
  expect(await counts(page)).toMatchObject({ new_answers: 4 })
  const dashboard = new Dashboard(page, 'de')
  const home = new Home(page, 'de')
  const walk = await Walk.begin(page)

  await test.step('opening the dashboard clears the count of the specification, and no mark', async () => {
    const opened = page.waitForResponse(/dashboard\/access/)
    await dashboard.open()
    await opened
    await expect(dashboard.fresh).toContainText(countsIn(dashboard.say).newAnswers(4))
    await expect.poll(async () => (await counts(page)).unread_answers).toBe(0)
    expect((await counts(page)).new_answers).toBe(4)
    await home.open()
    await expect(home.toRead(4)).toBeVisible()
  })

  await test.step('the first card is shown: it alone loses its mark', async () => {
    await dashboard.open()
    const marks = dashboard.answers.filter({ has: page.getByText(dashboard.say('answers.new'), { exact: true }) })
    await expect(marks).toHaveCount(4)
    const marked = page.waitForResponse((response) => response.url().endsWith('/api/feedbacks/answers/seen') && response.ok())
    await expect(dashboard.answers.first(), 'not on the screen before').not.toBeInViewport()
    const shownAt = await dashboard.answers.first().evaluate((card) => {
      card.scrollIntoView({ block: 'start' })
      return Date.now()
    })
    const reportedAt = (await marked).request().timing().startTime
    expect(reportedAt - shownAt, 'after a second on the screen').toBeGreaterThanOrEqual(900)
    await expect(marks).not.toHaveCount(4)
    await expect
      .poll(async () => (await counts(page)).new_answers - (await marks.count()), { message: 'as many as the server counts' })
      .toBe(0)
    expect(await marks.count(), 'those further down were not seen').toBeGreaterThan(0)
  })

  await test.step('without a network it is reported later', async () => {
    const before = (await counts(page)).new_answers
    const seen = '**/api/feedbacks/answers/seen'
    await page.route(seen, (route) => route.abort())
    const tried = page.waitForRequest((request) => request.url().endsWith('/api/feedbacks/answers/seen'))
    await dashboard.answers.nth(3).evaluate((card) => card.scrollIntoView({ block: 'start' }))
    await tried
    // What the call failed with is kept afterwards.
    await expect.poll(async () => (await keptOnDevice(page, 'draft:')).length).toBeGreaterThan(0)
    expect((await counts(page)).new_answers).toBe(before)
    await page.unroute(seen)
    await page.reload()
    await expect.poll(async () => (await counts(page)).new_answers, 'the next start reports it').toBeLessThan(before)
  })

  const reader = new Reader(page, 'de')
  const { say } = reader
  await seeAll(page)
  await giveFeedback(apiOf(oliver), 'camille', 4, 6)
  await home.open()

  await test.step('from home, one answer is read and thanked for in three taps', async () => {
    walk.counted.taps = 0
    walk.counted.characters = 0
    await home.toRead(2).click()
    await page.waitForURL(/new-answers/)
    await expect(reader.heading).toContainText(reader.place(1, 2))
    await expect(reader.card).toContainText('Calm and clear')
    await reader.rate(5)
    await expect(reader.thanks, 'the field is above the bar').toBeInViewport({ ratio: 1 })
    const phrases = reader.top.getByRole('list', { name: say('useful.phrases') })
    await expect(phrases, 'with its ready phrases').toBeInViewport({ ratio: 1 })
    expect(await bottomOf(phrases)).toBeLessThanOrEqual(await topOf(reader.bar))
    await reader.send.click()
    await expect(reader.heading).toContainText(reader.place(2, 2))
    await expect(reader.sent).toHaveText(say('useful.sent', { name: 'Oliver' }))
    expect(await bottomOf(reader.sent), 'above the next answer').toBeLessThanOrEqual(await topOf(reader.heading))
    await expectNoToast(page)
    walk.print('Reading and thanking for one answer from home', { taps: 3 })
    expect(walk.counted.taps).toBeLessThanOrEqual(3)
    expect(walk.counted.characters).toBe(0)
    const { answers } = await apiOf(page).call(feedback.listAnswers)
    expect(answers.filter(({ thanks }) => thanks?.stars === 5)).toHaveLength(1)
  })

  const rateByKeyboard = async (stars: number) => {
    await tabTo(page, say('useful.stars.1'))
    for (let place = 1; place < stars; place++) await page.keyboard.press('ArrowRight')
  }
  const sendLastByKeyboard = async () => {
    await tabTo(page, say('reader.send'))
    await page.keyboard.press('Enter')
    await expect(reader.end).toBeVisible()
  }

  await test.step('the next answer, with a ready phrase, by keyboard', async () => {
    await expect(reader.heading).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(reader.heading).toContainText(reader.place(1, 2))
    await expect(reader.top.getByText(say('useful.stars.5')).first(), 'what was sent is shown').toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(reader.heading).toContainText(reader.place(2, 2))
    await rateByKeyboard(4)
    await tabTo(page, say('useful.phrase.helped'))
    await page.keyboard.press('Enter')
    await expect(reader.thanks).toHaveValue(say('useful.phrase.helped'))
    await sendLastByKeyboard()
    await expect(reader.link('reader.end.ask')).toHaveAttribute('href', '/my-skills')
  })
  expect((await counts(page)).new_answers).toBe(0)
  await home.open()
  await expect(home.nextAction.first()).toBeVisible()
  await expect(home.nextAction.locator('[href="/new-answers"]')).toHaveCount(0)
  await expect(home.moreActions.and(page.locator('[router-link="/new-answers"]'))).toHaveCount(0)
  await test.step('from home by keyboard alone, with own words', async () => {
    await giveFeedback(apiOf(oliver), 'camille', 6, 7)
    await openByKeyboard(page, '/home')
    await expect(home.toRead(1)).toBeVisible()
    await tabTo(page, new RegExp(`${home.say('home.read.title', { count: 1, n: 1 })}|^${home.say('home.read.action')}`))
    await page.keyboard.press('Enter')
    await expect(reader.heading).toContainText(reader.place(1, 1))
    await rateByKeyboard(5)
    await tabTo(page, say('useful.thanks.label'))
    await page.keyboard.type('Danke für den Montag')
    await sendLastByKeyboard()
    const { answers } = await apiOf(page).call(feedback.listAnswers)
    expect(answers.map(({ thanks }) => thanks?.thanks)).toContain('Danke für den Montag')
  })
  await test.step('without new answers the newest are shown', async () => {
    await reader.open()
    await expect(reader.heading).toBeVisible()
    await expect(reader.finish.or(reader.next)).toBeVisible()
  })
})

test('on a desktop nothing is seen by being shown beside the skills; next and finish mark as seen; “I haven’t seen it” is one line without stars', async ({
  visitor,
}) => {
  const oliver = await visitor()
  await enter(oliver, 'oliver@nova.example')
  const page = await visitor({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  await enter(page, 'camille@nova.example', 'en')
  for (const finish of [people.onboardingDashboardFinished, people.onboardingFinished]) await apiOf(page).call(finish)
  await seeAll(page)
  const { feedbacks } = await askTwoSkills(apiOf(page), 'oliver')
  for (const { id, skill } of feedbacks) {
    const words = { situation: `On Monday, ${skill.name}`, keep: null, improve: null }
    const isLast = id === feedbacks.at(-1)?.id
    const answer = isLast ? { rating: null, not_observed: true, situation: null, keep: null, improve: null } : { rating: 4, ...words }
    await apiOf(oliver).call(feedback.answerFeedback, { params: { id }, body: answer })
  }
  await giveFeedback(apiOf(oliver), 'camille', 4, 6)
  expect(await counts(page)).toMatchObject({ new_answers: 4 })
  const dashboard = new Dashboard(page, 'en')
  const reader = new Reader(page, 'en')
  const { say } = dashboard
  const said = countsIn(say)
  const marks = dashboard.answers.filter({ has: page.getByText(say('answers.new'), { exact: true }) })

  await test.step('the cards on the screen stay new; the one that is pressed does not', async () => {
    await page.clock.install()
    await dashboard.open()
    await expect(dashboard.fresh).toContainText(said.newAnswers(4))
    await expect(marks).toHaveCount(3)
    await expect(marks.first(), 'on the screen').toBeInViewport()
    const reported = page.waitForRequest((request) => request.url().endsWith('/api/feedbacks/answers/seen'))
    await page.clock.runFor(5000)
    const pressed = await marks.first().getByRole('heading').innerText()
    await marks.first().getByRole('heading').click()
    await page.clock.runFor(1000)
    const { ids } = (await reported).postDataJSON() as { ids: string[] }
    const { answers } = await apiOf(page).call(feedback.listAnswers)
    expect(answers.filter(({ id }) => ids.includes(id)).map(({ skill }) => skill.name)).toEqual([pressed])
    await expect(dashboard.fresh).toContainText(said.newAnswers(3))
  })

  await test.step('who has not seen it is in one line, with the count of all new ones', async () => {
    await expect(dashboard.notObserved.first()).toHaveText(new RegExp(`^${said.notObserved(1)} .+Oliver`))
    await expect(dashboard.notObserved.getByRole('link')).toHaveCount(0)
  })

  await test.step('the reader without a pause: all of them are seen at its end', async () => {
    // However long a card is on the screen here.
    await page.evaluate(() => {
      IntersectionObserver.prototype.observe = () => undefined
    })
    await dashboard.readFresh.click()
    await expect(reader.heading).toContainText(reader.place(1, 3))
    await expect(reader.stars).toBeVisible()
    const reports = await holdReports(page)
    await reader.next.click()
    await reports.made(1)
    await expect(reader.heading).toContainText(reader.place(2, 3))
    await reader.next.click()
    await expect(reader.heading).toContainText(reader.place(3, 3))
    await expect(reader.notObserved).toContainText('Oliver')
    await expect(reader.stars, 'nothing to rate').toHaveCount(0)
    await reader.finish.click()
    await expect(reader.end).toBeVisible()
    await reports.made(2)
    reports.release(1)
    await reports.made(3)
    // Now, not soon: a later report would hide it.
    expect(await reader.end.isVisible(), 'the count of a server that does not know of the last ones changes nothing').toBe(true)
    for (const report of [2, 3]) reports.release(report)
    await expect.poll(async () => (await counts(page)).new_answers).toBe(0)
    await reader.link('reader.end.dashboard').click()
    await expect(dashboard.rows.first()).toBeVisible()
    await expect(dashboard.fresh, 'the dashboard says the same').toHaveCount(0)
  })

  await test.step('who reads in the list marks all as read', async () => {
    await giveFeedback(apiOf(oliver), 'camille', 6, 8)
    await page.reload()
    await dashboard.markAllRead.click()
    await expect(dashboard.fresh).toHaveCount(0)
    await expect.poll(async () => (await counts(page)).new_answers).toBe(0)
  })
})
