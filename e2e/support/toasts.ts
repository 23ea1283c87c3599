import { expect, type Page } from '@playwright/test'

type WithToasts = Window & { toasts: string[] }

/** In the browser: records the text of each toast, because a toast disappears after seconds, before the test may check it. */
export function rememberToasts() {
  const toasts: string[] = []
  Object.assign(window, { toasts })
  document.addEventListener('ionToastDidPresent', ({ target }) => toasts.push(String((target as unknown as { message: string }).message)))
}

/** Waits until a toast with this text is or was shown; each toast is found once. */
export async function expectToast(page: Page, words: string): Promise<void> {
  const take = (text: string) => {
    const { toasts } = window as unknown as WithToasts
    const at = toasts.findIndex((toast) => toast.includes(text))
    if (at >= 0) toasts.splice(at, 1)
    return at >= 0
  }
  await expect.poll(() => page.evaluate(take, words), { message: `a toast “${words}”` }).toBe(true)
}

/** Those until now do not count as shown. */
export const forgetToasts = (page: Page) =>
  page.evaluate(() => {
    ;(window as unknown as WithToasts).toasts.length = 0
  })

export async function expectNoToast(page: Page): Promise<void> {
  await expect(page.locator('ion-toast')).toHaveCount(0)
}
