import type { Locator } from '@playwright/test'
import { expect } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'

/** The search of people, skills, pages and actions over the page. */
export class Palette extends Screen {
  readonly dialog = this.page.getByRole('dialog', { name: this.say('palette.title'), exact: true })
  readonly search = this.dialog.getByRole('combobox')
  readonly keys = this.page.getByRole('dialog', { name: this.say('palette.keys.title'), exact: true })

  option(name: string | RegExp): Locator {
    return this.dialog.getByRole('option', { name })
  }

  /** Moves to an option with the arrow keys and presses Enter. */
  async choose(name: string | RegExp): Promise<void> {
    await expect(this.option(name)).toBeVisible()
    for (let presses = 0; presses < 50; presses++) {
      const active = await this.search.getAttribute('aria-activedescendant')
      if (active && (await this.option(name).getAttribute('id')) === active) break
      await this.page.keyboard.press('ArrowDown')
    }
    await expect(this.option(name)).toHaveAttribute('aria-selected', 'true')
    await this.page.keyboard.press('Enter')
    await expect(this.dialog).toHaveCount(0)
  }
}
