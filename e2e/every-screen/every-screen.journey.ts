import { apiOf } from '../support/api.ts'
import { IPHONE } from '../support/device.ts'
import { expect, inGate, PHONE, test } from '../support/journey.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { PARTS, type Screen } from './catalogue.ts'
import { hideToasts, openingProblems, problemsAtSizes } from './look.ts'
import { openScreen } from './open.ts'
import { Visit } from './visit.ts'
import { makeWorld, type World } from './world.ts'

/** Each of Ionic's two modes with one of the two text directions. */
const LOOKS = [
  { name: 'French, light', locale: 'fr', colorScheme: 'light', device: {} },
  { name: 'Arabic, dark, on an iPhone', locale: 'ar', colorScheme: 'dark', device: IPHONE },
] as const

// A screen without its code is among the states.
test.use({ expectedError: /Failed to load resource|thrown on purpose/ })

/** Opens it, and reaches its states one after the other. */
async function visitAll(screen: Screen, visit: Visit): Promise<string[]> {
  const { page, world } = visit
  const problems: string[] = []
  await page.setViewportSize(screen.size ?? PHONE)
  await openScreen(page, screen, world)
  problems.push(...(await openingProblems(page, screen, world, visit.locale)))
  problems.push(...(await problemsAtSizes(page, screen.name)))
  for (const [name, reach] of Object.entries(screen.states ?? {}))
    await test.step(name, async () => {
      visit.shortens = false
      const leave = await reach(visit)
      problems.push(...(await problemsAtSizes(page, `${screen.name}, ${name}`, visit.shortens)))
      if (typeof leave === 'function') await leave()
    })
  return problems
}

test.describe('every screen, in each of its states,', () => {
  for (const [of, look] of LOOKS.entries())
    for (const [place, [part, screens]] of Object.entries(PARTS).entries())
      test(`is accessible and fits into the window: ${part} (${look.name})`, inGate(place % 2 === of), async ({ server, visitor }) => {
        test.setTimeout(2_400_000)
        const { locale, colorScheme, device } = look
        const open = (options: object) => visitor({ locale: 'fr-FR', ...options, ...device, colorScheme })
        const camille = await open({})
        await enter(camille, 'camille@nova.example')
        const world: World = await makeWorld(server, apiOf(camille), locale)
        const people = { camille, guest: await open({ locale }), newcomer: await open({}), administrator: await open({}) }
        await enter(people.administrator, 'admin@nova.example', locale)
        await makeNewcomer(people.newcomer, locale)
        const problems: string[] = []
        for (const page of Object.values(people)) await page.addInitScript(hideToasts)
        for (const screen of screens)
          await test.step(screen.name, async () => {
            const page = people[screen.open ? 'guest' : (screen.as ?? 'camille')]
            problems.push(...(await visitAll(screen, new Visit(page, locale, world))))
          })
        expect(problems).toEqual([])
      })
})
