import type { Page } from '@playwright/test'
import { accessibilityProblems, cutProblems, overflowProblems, settled } from '../support/checks.ts'
import { PHONE } from '../support/journey.ts'
import { atTextSizes } from '../support/text-size.ts'
import type { State } from './states/state.ts'

/** In the browser: no toast is shown, since it would cover what is looked at for as long as it happens to stay. */
export function hideToasts() {
  addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('ion-toast { display: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
}

/** What is wrong with what the page shows now: on a phone at its size, on a narrow one, and with large text. */
export async function problemsAtSizes(page: Page, what: string, without?: State['without']): Promise<string[]> {
  await settled(page)
  const problems = [...(await accessibilityProblems(page, what)), ...(await overflowProblems(page, what))]
  const size = page.viewportSize() ?? PHONE
  if (size.width > PHONE.width) return problems
  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  problems.push(...(await overflowProblems(page, `${what} at 320`)))
  await page.setViewportSize(size)
  await atTextSizes(page, ['200%'], async (size) => {
    await settled(page)
    problems.push(...(await overflowProblems(page, `${what}, text at ${size}`)))
    if (without !== 'cuts') problems.push(...(await cutProblems(page, `${what}, text at ${size}`)))
  })
  await settled(page)
  return problems
}
