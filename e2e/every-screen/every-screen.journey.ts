import type { Page } from '@playwright/test'
import { accessibilityProblems, cutProblems, overflowProblems, settled } from '../support/checks.ts'
import { IPHONE } from '../support/device.ts'
import { expect, inGate, PHONE, shown, test } from '../support/journey.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { atTextSizes } from '../support/text-size.ts'
import { PARTS, type Screen } from './catalogue.ts'
import { openScreen } from './open.ts'
import { Visit } from './visit.ts'
import { makeWorld, type World } from './world.ts'

/** Each of Ionic's two modes with one of the two text directions. */
const LOOKS = [
  { name: 'French, light', locale: 'fr', colorScheme: 'light', device: {} },
  { name: 'Arabic, dark, on an iPhone', locale: 'ar', colorScheme: 'dark', device: IPHONE },
] as const
const WIDE = { width: 1280, height: 800 }

// A screen without its code is among the states.
test.use({ expectedError: /Failed to load resource|thrown on purpose/ })

/** What is wrong with what the page shows now: on a phone at its size, on a narrow one, and with large text. */
async function problemsAtSizes(page: Page, what: string, wide: boolean): Promise<string[]> {
  await settled(page)
  const problems = [...(await accessibilityProblems(page, what)), ...(await overflowProblems(page, what))]
  if (wide) return problems
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  problems.push(...(await overflowProblems(page, `${what} at 320`)))
  await page.setViewportSize(PHONE)
  await atTextSizes(page, ['200%'], async (size) => {
    await settled(page)
    problems.push(...(await overflowProblems(page, `${what}, text at ${size}`)))
    problems.push(...(await cutProblems(page, `${what}, text at ${size}`)))
  })
  await settled(page)
  return problems
}

/** Opens it, and reaches its states one after the other. */
async function visitAll(screen: Screen, visit: Visit): Promise<string[]> {
  const { page, world } = visit
  const wide = screen.wide ?? false
  const problems: string[] = []
  await page.setViewportSize(wide ? WIDE : PHONE)
  await openScreen(page, screen, world)
  if (!screen.over) expect(new URL(page.url()).pathname, 'it stays where it was opened').toBe(screen.path(world).split('?')[0])
  await expect(page.locator('html')).toHaveAttribute('lang', visit.locale)
  if (!screen.error) await expect(shown(page).locator('.notice[role="alert"]'), 'no error').toHaveCount(0)
  problems.push(...(await problemsAtSizes(page, screen.name, wide)))
  for (const { name, reach, leave } of screen.states ?? [])
    await test.step(name, async () => {
      await reach(visit)
      problems.push(...(await problemsAtSizes(page, `${screen.name}, ${name}`, wide)))
      await leave?.(visit)
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
        const world: World = await makeWorld(server, camille, locale)
        const people = { camille, guest: await open({ locale }), newcomer: await open({}), administrator: await open({}) }
        await enter(people.administrator, 'admin@nova.example', locale)
        await makeNewcomer(people.newcomer, locale)
        const problems: string[] = []
        for (const screen of screens)
          await test.step(screen.name, async () => {
            const page = people[screen.open ? 'guest' : (screen.as ?? 'camille')]
            problems.push(...(await visitAll(screen, new Visit(page, locale, world))))
          })
        expect(problems).toEqual([])
      })
})
