import type { Locator, Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import { expect, PHONE } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'
import { atTextSizes } from '../support/text-size.ts'
import type { World } from './world.ts'

type Values = Parameters<Screen['button']>[1]

/** A person's browser on a screen: the steps from one of its states to the next. */
export class Visit extends Screen {
  readonly locale: Locale
  readonly world: World
  /** A text of the state is shortened on purpose: cuts are not looked for. */
  shortens = false

  constructor(page: Page, locale: Locale, world: World) {
    super(page, locale)
    this.locale = locale
    this.world = world
  }

  get sheet(): Locator {
    return this.page.locator('ion-modal:not(.overlay-hidden)')
  }

  async press(key: string, values?: Values): Promise<void> {
    await this.button(key, values).first().click()
  }

  async follow(key: string, values?: Values): Promise<void> {
    await this.link(key, values).first().click()
  }

  async fill(key: string, text: string): Promise<void> {
    await this.field(key).first().fill(text)
  }

  /** Waits for a text of the app. */
  async read(key: string, values?: Values): Promise<void> {
    await expect(this.text(key, values).first()).toBeVisible()
  }

  async choose(role: 'checkbox' | 'radio', key: string): Promise<void> {
    const choice = this.label(role, new RegExp(`^${this.say(key)}`)).first()
    await choice.click()
    await expect(choice.getByRole(role)).toBeChecked()
  }

  /** The n-th option of a part of the page. */
  async take(role: 'checkbox' | 'radio', place: number, within: Locator = this.top): Promise<void> {
    const choice = this.label(role, undefined, within).nth(place)
    await choice.waitFor()
    // A draft may have it already.
    if (!(await choice.getByRole(role).isChecked())) await choice.click()
    await expect(choice.getByRole(role)).toBeChecked()
  }

  /** The summary of what is wrong in a form, or an error. */
  async refused(within: Locator = this.top): Promise<void> {
    await expect(within.getByRole('alert').first()).toBeVisible()
  }

  /**
   * Opens it by keyboard: the focus moves into it. What is returned closes it by keyboard: until then the focus stays inside, and every control
   * can be brought into view on the narrowest phone with text twice as large; then the focus is where it was.
   */
  async openSheet(opener: Locator): Promise<() => Promise<void>> {
    const { page, sheet } = this
    const hasFocus = () => sheet.evaluate((modal) => modal.contains(document.activeElement))
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeVisible()
    await expect.poll(hasFocus, 'the focus moves into the sheet').toBe(true)
    return async () => {
      for (let press = 0; press < 12; press++) {
        await page.keyboard.press('Tab')
        expect(await hasFocus(), 'the focus stays in the sheet').toBe(true)
      }
      const size = page.viewportSize() ?? PHONE
      await page.setViewportSize({ width: 320, height: 640 })
      await atTextSizes(page, ['200%'], async () => {
        for (const control of await sheet.locator('ion-button, button.option, input, textarea').all()) {
          await control.scrollIntoViewIfNeeded()
          await expect(control).toBeInViewport({ ratio: 0.9 })
        }
      })
      await page.setViewportSize(size)
      await this.closeSheet()
      await expect(opener, 'the focus returns').toBeFocused()
    }
  }

  readonly closeSheet = async () => {
    await this.page.keyboard.press('Escape')
    await expect(this.sheet).toHaveCount(0)
  }

  /** Calls reach the server again. */
  readonly free = () => this.page.unrouteAll({ behavior: 'ignoreErrors' })
}
