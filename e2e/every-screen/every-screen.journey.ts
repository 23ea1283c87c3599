import { accessibilityProblems, cutProblems, overflowProblems } from '../support/checks.ts'
import { IPHONE } from '../support/device.ts'
import { expect, inGate, PHONE, test } from '../support/journey.ts'
import { makeNewcomer } from '../support/newcomer.ts'
import { enter } from '../support/session.ts'
import { atTextSizes } from '../support/text-size.ts'
import { SCREENS } from './catalogue.ts'
import { openScreen } from './open.ts'
import { makeWorld, type World } from './world.ts'

/** Each of Ionic's two modes with one of the two text directions. */
const LOOKS = [
  { name: 'French, light', locale: 'fr', colorScheme: 'light', device: {} },
  { name: 'Arabic, dark, on an iPhone', locale: 'ar', colorScheme: 'dark', device: IPHONE },
] as const

test.describe('every screen', () => {
  for (const [of, look] of LOOKS.entries())
    for (const half of [0, 1])
      test(
        `is accessible and fits into the window: ${look.name}, ${half ? 'one half' : 'the other half'}`,
        inGate(half === of),
        async ({ server, visitor }) => {
          test.setTimeout(2_400_000)
          const camille = await visitor({ locale: 'fr-FR', ...look.device })
          const world: World = await makeWorld(server, camille, look.locale)
          const newcomer = await visitor({ locale: 'fr-FR', ...look.device })
          const administrator = await visitor({ locale: 'fr-FR', ...look.device })
          await enter(administrator, 'admin@nova.example', look.locale)
          const guest = await visitor({ locale: look.locale, ...look.device })
          await makeNewcomer(newcomer, look.locale)
          for (const page of [camille, newcomer, administrator, guest]) await page.emulateMedia({ colorScheme: look.colorScheme })
          const problems: string[] = []
          for (const screen of SCREENS.filter((_, place) => place % 2 === half)) {
            const page = screen.open ? guest : screen.as ? { newcomer, administrator }[screen.as] : camille
            await page.setViewportSize(PHONE)
            await openScreen(page, screen, world)
            await expect(page.locator('html')).toHaveAttribute('lang', look.locale)
            problems.push(...(await accessibilityProblems(page, screen.name)))
            problems.push(...(await overflowProblems(page, `${screen.name} at 390`)))
            await page.setViewportSize({ width: 320, height: 640 })
            await page.waitForTimeout(100)
            problems.push(...(await overflowProblems(page, `${screen.name} at 320`)))
            await page.setViewportSize(PHONE)
            await atTextSizes(page, ['200%'], async (size) => {
              await page.waitForTimeout(100)
              problems.push(...(await overflowProblems(page, `${screen.name}, text at ${size}`)))
              problems.push(...(await cutProblems(page, `${screen.name}, text at ${size}`)))
            })
          }
          expect(problems).toEqual([])
        },
      )
})
