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

const problemsOf = (kind: Kind) => async (page: Page, what: string) =>
  (await page.evaluate(problemsInPage, [kind])).map((problem) => `${what}: ${problem}`)

/** Elements outside the window, and whether the page scrolls horizontally. */
export const overflowProblems = problemsOf('outside')

/** Texts that are cut: wider or higher than the element that hides what is outside it. */
export const cutProblems = problemsOf('cut')

/** Texts for screen readers only that are seen. */
export const shownProblems = problemsOf('shown')

/** Texts against the direction of the page. */
export const turnedProblems = problemsOf('turned')

/** Names that break inside a word. */
export const brokenProblems = problemsOf('broken')

/** Lists that scroll inside the page. */
export const nestedProblems = problemsOf('nested')

/** A page that was opened elsewhere than at its top. */
export const scrollProblems = problemsOf('scrolled')
