import type { Page } from '@playwright/test'

/** Checks a page with its text this much larger, and takes the size back. */
export async function atTextSizes(page: Page, sizes: readonly string[], check: (size: string) => Promise<void>): Promise<void> {
  const resize = (size: string | null) =>
    page.evaluate(
      (text) =>
        new Promise<void>((resolve) => {
          // Within a frame: a timer between the change and the page's layout would meet sizes that are never painted.
          requestAnimationFrame(() => {
            // On the element, not as a sheet: a public page allows none but its own.
            document.documentElement.style.setProperty('font-size', text, 'important')
            resolve()
          })
        }),
      size,
    )
  for (const size of sizes) {
    await resize(size)
    await check(size)
  }
  await resize(null)
}
