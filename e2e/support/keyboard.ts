import { expect, type Page } from '@playwright/test'
import { shown } from './journey.ts'

/** Opens a page and waits until Ionic has led the focus to its title: from there the keyboard goes on. */
export async function openByKeyboard(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(shown(page).locator('ion-title')).toBeFocused()
}

/** What a screen reader would call whatever has the focus. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const { placeholder, labels, innerText } = element
    const own = element === document.body ? '' : innerText
    return [element.getAttribute('aria-label'), placeholder, labels?.[0]?.textContent, own].filter(Boolean).join(' ')
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
