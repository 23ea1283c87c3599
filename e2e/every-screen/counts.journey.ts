import type { Page } from '@playwright/test'
import { LOCALES, type Locale } from '@reflet/contract/common'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { Dashboard, SkillPage } from '../dashboard/dashboard.ts'
import { Reader } from '../dashboard/reader.ts'
import { Answer } from '../feedback/answers/answer.ts'
import { giveFeedback } from '../feedback/offers/give.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { Sent } from '../feedback/requests/sent.ts'
import { Home } from '../home/home.ts'
import { Menu } from '../navigation/menu.ts'
import { type Api, apiOf } from '../support/api.ts'
import { countsIn } from '../support/counts.ts'
import { expect, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

const DESKTOP = { width: 1440, height: 900 }
const MINE = { params: { userId: '1' } }

/** The numbers behind every screen. The same thing is counted by several calls: they must agree before any screen can. */
async function numbersOf(api: Api) {
  const { feedbacks } = await api.call(people.getUser, MINE)
  const { skills } = await api.call(statistics.getStatistics, { ...MINE, query: {} })
  const { requests } = await api.call(feedback.listRequests)
  const { received, new_answers, unread_answers } = feedbacks
  expect(new_answers, 'new answers, by skill').toBe(skills.reduce((sum, skill) => sum + skill.new, 0))
  expect(received.groups.length, 'requests to answer, in the record').toBe(received.requests)
  expect(received.groups.flatMap((group) => group.feedbacks)).toHaveLength(received.total)
  const sent = requests.map((request) => ({
    ...request,
    given: request.feedbacks.filter(({ status }) => status === 'answered').length,
  }))
  return { waiting: received, new_answers, unread_answers, skills, sent }
}

/** As each screen writes an average. */
const mean = (locale: Locale, score: number) =>
  new Intl.NumberFormat(locale === 'en' ? 'en-GB' : locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(score)

async function compareEverywhere(page: Page, locale: Locale) {
  const home = new Home(page, locale)
  const menu = new Menu(page, locale)
  const { say } = home
  const counts = countsIn(say)
  const { waiting, new_answers, unread_answers, skills, sent } = await numbersOf(apiOf(page))
  expect(Math.min(waiting.requests, unread_answers), 'there is something to count').toBeGreaterThan(1)
  expect(waiting.total).toBeGreaterThan(waiting.requests)
  expect(new_answers, 'not seen, of them some not opened').toBeGreaterThan(unread_answers)
  const toGive = counts.waiting(waiting.total, waiting.requests)
  const stateOf = (request: (typeof sent)[number]) => {
    if (request.cancelled_at) return say('ask.sent.cancelled')
    return request.confidential ? say('ask.sent.confidential') : counts.given(request.given, request.feedbacks.length)
  }
  const scoreOf = ({ score, n }: (typeof skills)[number]) =>
    score === null ? say('dashboard.no_score') : counts.score(mean(locale, score), n)

  await test.step('home and the menu', async () => {
    await home.open()
    await expect(home.nextAction).toContainText(say('home.answer.title', { waiting: toGive }))
    await expect(home.toRead(new_answers)).toBeVisible()
    await expect(menu.entry('answer')).toHaveAccessibleName(menu.counting('answer', toGive))
    await expect(menu.entry('dashboard')).toHaveAccessibleName(menu.counting('dashboard', counts.newAnswers(new_answers)))
    const open = sent.filter(({ can }) => can.cancel).slice(0, 3)
    expect(open.length).toBeGreaterThan(0)
    await expect(home.waiting).toHaveText(open.map((request) => new RegExp(`${stateOf(request)} · `)))
  })

  await test.step('the requests to answer', async () => {
    const answer = new Answer(page, locale)
    await answer.open()
    await expect(answer.waiting).toHaveText(toGive)
  })

  await test.step('asking: my skills and the requests that I sent', async () => {
    const ask = new Ask(page, locale)
    await ask.open()
    const chosen = skills.filter(({ chosen }) => chosen)
    await expect(ask.skills).toHaveText(
      chosen.map((one) => new RegExp(`${scoreOf(one)}${one.pending > 0 ? ` · ${counts.awaited(one.pending)}` : ''}$`)),
    )
    await expect(ask.sent).toHaveText(sent.map((request) => new RegExp(`${stateOf(request)} · `)))
  })

  await test.step('a sent request, by person', async () => {
    const request = sent.find(({ confidential, given, feedbacks }) => !confidential && given > 0 && given < feedbacks.length)
    if (!request) throw new Error('the demo has no request that is answered in part')
    const asked = new Sent(page, locale)
    await asked.open(request.id)
    const theirs = [...Map.groupBy(request.feedbacks, ({ recipient }) => recipient.id).values()]
    await expect(asked.people).toHaveCount(theirs.length)
    for (const [place, feedbacks] of theirs.entries()) {
      const given = feedbacks.filter(({ status }) => status === 'answered').length
      if (given > 0 && given < feedbacks.length) await expect(asked.people.nth(place)).toContainText(counts.given(given, feedbacks.length))
    }
  })

  await test.step('the reader', async () => {
    const reader = new Reader(page, locale)
    await reader.open()
    await expect(reader.heading).toContainText(reader.place(1, new_answers))
  })

  await test.step('the dashboard and a skill', async () => {
    const dashboard = new Dashboard(page, locale)
    await dashboard.open()
    await expect(dashboard.fresh).toContainText(counts.newAnswers(new_answers))
    for (const one of skills) {
      await expect(dashboard.row(one.skill.name)).toContainText(scoreOf(one))
      if (one.new > 0) await expect(dashboard.row(one.skill.name)).toContainText(counts.newAnswers(one.new))
    }
    expect((await apiOf(page).call(people.getUser, MINE)).feedbacks.unread_answers, 'all are opened').toBe(0)
    await expect(menu.entry('dashboard'), 'and counted until they are seen').toHaveAccessibleName(
      menu.counting('dashboard', counts.newAnswers(new_answers)),
    )
    const [rated] = skills.filter(({ n }) => n > 0)
    if (!rated) throw new Error('the demo has a skill with ratings')
    const skill = new SkillPage(page, locale)
    await skill.open(rated.skill.id)
    await expect(skill.mean(rated.n)).toContainText(mean(locale, rated.score ?? 0))
  })
}

for (const locale of LOCALES) {
  // The language with the most plural forms is in the gate.
  test(`every screen says the same numbers of one person, with the same words: ${locale}${locale === 'ar' ? '' : ' @whole'}`, async ({
    visitor,
  }) => {
    const page = await visitor({ viewport: DESKTOP })
    await enter(page, 'camille@nova.example', locale)
    for (const finish of [people.onboardingDashboardFinished, people.onboardingAnswerFinished]) await apiOf(page).call(finish)
    // What is looked at here stays new; two more answers come after those of the demo were opened.
    await apiOf(page).call(feedback.dashboardAccess)
    const oliver = await visitor({ viewport: DESKTOP })
    await enter(oliver, 'oliver@nova.example', locale)
    await giveFeedback(apiOf(oliver), 'Camille', 0, 2)
    await page.route('**/api/feedbacks/answers/seen', (route) => route.abort())
    await compareEverywhere(page, locale)

    await test.step('and to a colleague: the load in requests', async () => {
      const { requests } = (await apiOf(page).call(people.getUser, MINE)).feedbacks.received
      const [camille] = (await apiOf(oliver).call(people.searchColleagues, { query: { query: 'Camille' } })).colleagues
      expect(camille?.open_requests, 'confidential ones until they expire').toBeGreaterThanOrEqual(requests)
      const ask = new Ask(oliver, locale)
      await ask.open()
      await ask.search.fill('Camille')
      await expect(ask.person('Camille')).toContainText(countsIn(ask.say).load(camille?.open_requests ?? 0))
    })
  })
}
