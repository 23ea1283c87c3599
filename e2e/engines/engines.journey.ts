import type { Locale } from '@reflet/contract/common'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { findFirefox, findWebKit } from '../../scripts/engines.mjs'
import { PARTS, type Screen } from '../every-screen/catalogue.ts'
import { expectedOf } from '../every-screen/look.ts'
import { isReady } from '../every-screen/open.ts'
import { makeWorld, pathOf, type World } from '../every-screen/world.ts'
import { misplaced, problemsInPage } from '../support/in-page.ts'
import { test as base, expect, inGate, PHONE } from '../support/journey.ts'
import { NEWCOMER } from '../support/newcomer.ts'
import { testId } from '../support/screen.ts'
import type { RunningServer } from '../support/server.ts'
import { logIn } from '../support/session.ts'
import { wordsOf } from '../support/words.ts'
import { type Engine, Person } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

const DESKTOP = { width: 1280, height: 800 }

/** Those beside Chromium; without a start where the engine is not on this machine. */
function enginesHere() {
  const [firefox, webkit] = [findFirefox(), findWebKit()]
  return {
    Firefox: firefox && ((locale: Locale) => startFirefox(firefox, locale)),
    WebKit: webkit && ((locale: Locale) => startWebKit(webkit, locale)),
  }
}

type Start = (locale: Locale) => Promise<Engine>

const test = base.extend<{ begin: (start: Start, locale: Locale) => Promise<Engine> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  begin: async ({}, use) => {
    const started: Engine[] = []
    await use(async (start, locale) => {
      const engine = await start(locale)
      started.push(engine)
      return engine
    })
    for (const engine of started) await engine.close()
  },
})

/** Who sees the screens, with the API of each; all read the same language. */
const WHO = { camille: 'camille@nova.example', newcomer: NEWCOMER, administrator: 'admin@nova.example' } as const

async function apisOf(server: RunningServer, locale: Locale) {
  const enter = async (email: string) => {
    const { api } = await logIn(server.url, email)
    await api.call(people.updateUser, { params: { userId: '1' }, body: { locale } })
    return api
  }
  return { camille: await enter(WHO.camille), newcomer: await enter(WHO.newcomer), administrator: await enter(WHO.administrator) }
}

/** Opens a screen and checks it at a phone's size, then at that of a desktop. */
async function look(person: Person, screen: Screen, world: World, locale: Locale): Promise<string[]> {
  // What is only there once something was filled in is for Chromium.
  const ready = screen.fill ? 'ion-content' : screen.ready
  await person.driver.resize(screen.size ?? PHONE)
  await person.open(pathOf(screen, world))
  await person.waitFor(`${screen.name} is complete`, isReady, { ready, over: Boolean(screen.over) })
  await person.settle()
  const problems = [
    ...(await person.driver.evaluate(misplaced, expectedOf(screen, world, locale))),
    ...(await person.driver.evaluate(problemsInPage, ['scrolled', 'outside', 'shown'])),
  ]
  if (!screen.size) {
    await person.driver.resize(DESKTOP)
    await person.settle()
    problems.push(...(await person.driver.evaluate(problemsInPage, ['outside', 'shown'])).map((problem) => `on a desktop, ${problem}`))
  }
  problems.push(...(await person.driver.takeErrors()).map((error) => `writes an error: ${error}`))
  return problems.map((problem) => `${screen.name}: ${problem}`)
}

for (const [name, start] of Object.entries(enginesHere()))
  test.describe(`in ${name}`, inGate(false), () => {
    if (!start) {
      test('there is none here', () => {
        console.log(`\nThere is no ${name} here: its screens were not opened.`)
        test.skip()
      })
      return
    }
    for (const [part, screens] of Object.entries(PARTS))
      test(`every screen fits into the window, of a phone and of a desktop, in Arabic: ${part}`, async ({ server, begin }) => {
        test.setTimeout(2_400_000)
        const locale = 'ar'
        const engine = await begin(start, locale)
        const apis = await apisOf(server, locale)
        const world = await makeWorld(server, apis.camille, locale)
        const opened = new Map<Screen['as'] | 'camille' | 'guest', Person>()
        const problems: string[] = []
        for (const screen of screens)
          await test.step(screen.name, async () => {
            const who = screen.as ?? 'camille'
            const key = screen.open ? 'guest' : who
            const person = opened.get(key) ?? new Person(await engine.open(), server.url)
            if (key !== 'guest' && !opened.has(key)) await person.logIn(WHO[who])
            opened.set(key, person)
            await screen.before?.(apis[who])
            problems.push(...(await look(person, screen, world, locale)))
          })
        expect(problems).toEqual([])
      })

    test('Camille asks, Amir answers, and Camille reads his answer', async ({ server, begin }) => {
      test.setTimeout(600_000)
      const engine = await begin(start, 'fr')
      const words = 'كلمات أمير'
      const [french, arabic] = [wordsOf('fr'), wordsOf('ar')]
      const camille = new Person(await engine.open(), server.url)
      await camille.driver.resize(PHONE)
      await test.step('Camille asks', async () => {
        await camille.logIn(WHO.camille)
        await camille.open('/my-skills')
        await camille.press('label.option')
        await camille.press('ion-button', french('ask.next.people'))
        await camille.fill('ion-searchbar input, input[type="search"]', 'amir')
        // The list that was there before moves on.
        await camille.read(french('ask.people.found', { count: 1, n: 1 }))
        await camille.press('label', 'أمير')
        await camille.press('ion-button', french('ask.next.words'))
        await camille.press('ion-button', french('ask.send', { count: 1, n: 1 }))
        await camille.waitFor('the request is confirmed', () => location.pathname.startsWith('/request-confirmation'), undefined)
      })
      const amir = new Person(await engine.open(), server.url)
      await amir.driver.resize(PHONE)
      await test.step('Amir answers', async () => {
        await amir.logIn('amir@nova.example')
        await amir.open('/answer')
        await amir.press('ion-item', 'Camille')
        await amir.press('label', arabic('rating.4.label'))
        await amir.fill('textarea', words)
        await amir.press('ion-button', arabic('answer.send'))
        await amir.waitFor('the answer is sent', (sent) => Boolean(document.querySelector(sent)), testId('sent-to'))
      })
      await test.step('Camille reads it', async () => {
        const { answers } = await (await logIn(server.url, WHO.camille)).api.call(feedback.listAnswers)
        const skill = answers.find((answer) => JSON.stringify(answer).includes(words))?.skill
        await camille.open(`/skill-statistics/${skill?.id}`)
        await camille.read(words)
      })
      expect([...(await camille.driver.takeErrors()), ...(await amir.driver.takeErrors())], 'errors in the browser').toEqual([])
    })
  })
