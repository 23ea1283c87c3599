import type { Page } from '@playwright/test'

/** Checks a page with its text this much larger, and takes the size back. */
export async function atTextSizes(page: Page, sizes: readonly string[], check: (size: string) => Promise<void>): Promise<void> {
  const style = await page.addStyleTag({ content: 'html { font-size: 100% }' })
  for (const size of sizes) {
    await style.evaluate((element, text) => {
      element.textContent = `html { font-size: ${text} !important }`
    }, size)
    await check(size)
  }
  await style.evaluate((element) => element.parentNode?.removeChild(element))
}
