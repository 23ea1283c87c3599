import type { Page } from '@playwright/test'

/** What a screen reader would call whatever has the focus. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }
    return [element.getAttribute('aria-label'), element.labels?.[0]?.textContent, element.innerText].filter(Boolean).join(' ')
  })

/** Presses Tab until what has the focus is called so: what a person without a mouse does. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused.includes(name) : name.test(focused)) return
  }
  throw new Error(`no way to ${name} by Tab`)
}
