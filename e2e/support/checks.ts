import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type Kind, problemsInPage, settle } from './in-page.ts'

/** Violations that axe finds on the visible page. */
export async function accessibilityProblems(page: Page, what: string): Promise<string[]> {
  // During a transition two pages of the app are side by side.
  if ((await page.locator('ion-app').count()) > 0)
    await expect(page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden, ion-tabs, :has(> ion-tabs))')).toHaveCount(1)
  // Its code is given to a page once: that takes longer than the rules.
  const isThere = await page.evaluate(() => 'axe' in window)
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // In legacy mode: there are no cross-origin frames, for which it would open another page each time.
    .setLegacyMode()
    // Passed rules are not reported: their selectors cost more than the rules.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`)
}

/** Waits until the fonts are there, and three frames in a row look the same. */
export const settled = (page: Page) => page.evaluate(settle)

/** What of these kinds is wrong with the layout. */
export const layoutProblems = async (page: Page, what: string, ...kinds: readonly Kind[]) =>
  (await page.evaluate(problemsInPage, kinds)).map((problem) => `${what}: ${problem}`)
