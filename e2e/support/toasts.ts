import { expect, type Page } from '@playwright/test'

type WithToasts = Window & { toasts: string[] }

/**
 * In the browser: records the text of each toast, because a toast disappears after seconds, before the test may check it. One that is not in the
 * window, or covers a bar or a main button at the bottom, is an error of the page, which fails the journey.
 */
export function rememberToasts() {
  const toasts: string[] = []
  Object.assign(window, { toasts })
  const page = '.ion-page:not(.ion-page-hidden, .ion-page-invisible)'
  const bars = `${page} > ion-footer, .tab-bar`
  const buttons = `${page} > ion-content :is(.form-actions, ion-button[size="large"])`
  const look = (toast: EventTarget | null, kept: string) => {
    const { message, shadowRoot } = toast as unknown as { message: string; shadowRoot: ShadowRoot }
    const box = shadowRoot.querySelector('.toast-wrapper')?.getBoundingClientRect() ?? new DOMRect()
    const words = `the toast “${message}” from ${box.top} to ${box.bottom}`
    if (box.height === 0 || box.top < 0 || box.bottom > innerHeight) console.error(`${words} is not in the window of ${innerHeight}`)
    for (const element of document.querySelectorAll(kept)) {
      const { top, bottom, left, right, height } = element.getBoundingClientRect()
      if (height > 0 && top < Math.min(box.bottom, innerHeight) && bottom > box.top && left < box.right && right > box.left)
        console.error(`${words} covers “${element.textContent}” from ${top} to ${bottom}`)
    }
  }
  document.addEventListener('ionToastDidPresent', ({ target }) => {
    toasts.push(String((target as unknown as { message: string }).message))
    look(target, `${bars}, ${buttons}`)
  })
  // Meanwhile the page may have been scrolled: a button below it is no fault.
  document.addEventListener('ionToastWillDismiss', ({ target }) => look(target, bars))
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
