import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
export const settled = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const look = () => {
      const boxes = [...document.querySelectorAll('.ion-page:not(.ion-page-hidden) *, ion-modal *, ion-alert *, main *')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return x + 3 * y + 5 * width + 7 * height
      })
      return `${boxes.length} ${boxes.reduce((sum, box) => sum + box, 0)}`
    }
    let before = ''
    for (let frames = 0, same = 0; same < 3; frames++) {
      if (frames > 600) throw new Error('the page does not stop moving')
      await new Promise(requestAnimationFrame)
      const now = look()
      same = now === before ? same + 1 : 0
      before = now
    }
  })

/** The open sheet, else the page on top. */
const rootOf = (page: Page) =>
  page.evaluateHandle(
    () =>
      document.querySelector('ion-modal:not(.overlay-hidden)') ??
      [...document.querySelectorAll('ion-router-outlet > .ion-page:not(.ion-page-hidden)')].at(-1) ??
      document.body,
  )

/** Elements outside the window, and whether the page scrolls horizontally. */
export async function overflowProblems(page: Page, what: string): Promise<string[]> {
  const found = await (await rootOf(page)).evaluate((root) => {
    const width = document.documentElement.clientWidth
    const outside = [...root.querySelectorAll('*')].filter((element) => {
      if (element.closest('.visually-hidden, svg svg, ion-menu, [aria-hidden="true"]')) return false
      const { left, right, width: own, height } = element.getBoundingClientRect()
      return own > 0 && height > 0 && (left < -1 || right > width + 1)
    })
    const sideways = document.documentElement.scrollWidth - width
    return [
      ...outside.slice(0, 5).map((element) => `${element.tagName.toLowerCase()}.${element.className} is outside`),
      ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
    ]
  })
  return found.map((problem) => `${what}: ${problem}`)
}

/** Texts that are cut: wider or higher than the element that hides what is outside it. */
export async function cutProblems(page: Page, what: string): Promise<string[]> {
  const found = await (await rootOf(page)).evaluate((root) => {
    // A title is in a shadow tree.
    const within = (from: Element | ShadowRoot): Element[] =>
      [...from.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? within(element.shadowRoot) : [])])
    return within(root)
      .filter((element) => {
        if (element.closest('.visually-hidden, svg, ion-menu, select, input, textarea, [aria-hidden="true"]')) return false
        if (element.clientWidth < 2 || !element.textContent?.trim()) return false
        const style = getComputedStyle(element)
        // Only for screen readers.
        if (style.clipPath !== 'none') return false
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
        return (
          (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 2) ||
          (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 4)
        )
      })
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className} cuts “${element.textContent?.trim().slice(0, 40)}”`)
  })
  return found.map((problem) => `${what}: ${problem}`)
}
