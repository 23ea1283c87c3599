import { IPHONE } from '../support/device.ts'
import { expect, inGate, test } from '../support/journey.ts'
import { PARTS } from './catalogue.ts'
import { openingProblems, problemsAtSizes } from './look.ts'
import { openPeople, visitScreen } from './people.ts'

/** Each of Ionic's two modes with one of the two text directions. */
const LOOKS = [
  { name: 'French, light', locale: 'fr', colorScheme: 'light', device: {} },
  { name: 'Arabic, dark, on an iPhone', locale: 'ar', colorScheme: 'dark', device: IPHONE },
] as const

// A screen without its code is among the states.
test.use({ expectedError: /Failed to load resource|thrown on purpose/ })

test.describe('every screen, in each of its states,', () => {
  for (const [of, look] of LOOKS.entries())
    for (const [place, [part, screens]] of Object.entries(PARTS).entries())
      test(`is accessible and fits into the window: ${part} (${look.name})`, inGate(place % 2 === of), async ({ server, visitor }) => {
        test.setTimeout(2_400_000)
        const visitOf = await openPeople(server, visitor, look)
        const problems: string[] = []
        for (const screen of screens)
          await test.step(screen.name, async () => {
            const visit = visitOf(screen)
            await visitScreen(screen, visit, async (what) => {
              if (what === screen.name) problems.push(...(await openingProblems(visit.page, screen, visit.world, look.locale)))
              problems.push(...(await problemsAtSizes(visit.page, what, visit.shortens)))
            })
          })
        expect(problems).toEqual([])
      })
})
