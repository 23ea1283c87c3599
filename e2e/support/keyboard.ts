import type { Page } from '@playwright/test'
import { expect, shown } from './journey.ts'

/** Opens a page and waits until Ionic has moved the focus to its title: the keyboard navigation starts there. */
export async function openByKeyboard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(shown(page).locator('ion-title')).toBeFocused()
}

/** The accessible name of the focused element. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const { placeholder, labels, innerText } = element
    const own = element === document.body ? '' : innerText
    return [element.getAttribute('aria-label'), placeholder, labels?.[0]?.textContent, own].filter(Boolean).join(' ')
  })

/** Presses Tab until the focused element has this name, as a person without a mouse does; what is still loading may come for a minute. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused.includes(name) : name.test(focused)) return
  }
  throw new Error(`no way to ${name} by Tab`)
}
