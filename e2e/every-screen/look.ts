import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { accessibilityProblems, layoutProblems, settled } from '../support/checks.ts'
import { type Expected, misplaced } from '../support/in-page.ts'
import { PHONE } from '../support/journey.ts'
import { atTextSizes } from '../support/text-size.ts'
import type { Screen } from './catalogue.ts'
import { pathOf, type World } from './world.ts'

/** In the browser: no toast is seen, since it would cover what is looked at for as long as it happens to stay. It keeps its box, which is checked. */
export function hideToasts() {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('ion-toast { visibility: hidden !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

/** Where a screen of the catalogue stays when it is opened, and how. */
export const expectedOf = (screen: Screen, world: World, locale: Locale): Expected => ({
  path: screen.over ? null : (pathOf(screen, world).split('?')[0] ?? null),
  locale,
  error: Boolean(screen.error),
})

/** What is wrong with the place where a screen was opened, before anything is pressed. */
export async function openingProblems(page: Page, screen: Screen, world: World, locale: Locale): Promise<string[]> {
  const problems = await page.evaluate(misplaced, expectedOf(screen, world, locale))
  return [...problems.map((problem) => `${screen.name}: ${problem}`), ...(await layoutProblems(page, screen.name, 'scrolled'))]
}

/** What is wrong with what the page shows now: on a phone at its size, on a narrow one, and with large text. */
export async function problemsAtSizes(page: Page, what: string, shortens = false): Promise<string[]> {
  await settled(page)
  const problems = [
    ...(await accessibilityProblems(page, what)),
    ...(await layoutProblems(page, what, 'outside', 'shown', 'turned', 'broken', 'nested')),
  ]
  const size = page.viewportSize() ?? PHONE
  if (size.width > PHONE.width) return problems
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  problems.push(...(await layoutProblems(page, `${what} at 320`, 'outside')))
  await page.setViewportSize(size)
  await atTextSizes(page, ['200%'], async (size) => {
    await settled(page)
    problems.push(...(await layoutProblems(page, `${what}, text at ${size}`, 'outside', ...(shortens ? [] : (['cut'] as const)))))
  })
  return problems
}
