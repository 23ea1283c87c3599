import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

type Entry =
  | ('home' | 'ask' | 'answer' | 'dashboard' | 'profile')
  | ('contacts' | 'hierarchy' | 'manager' | 'shared' | 'awards' | 'coffee')
  | ('skills' | 'self_evaluation' | 'quality' | 'talk' | 'videos')

/** The main menu: beside the page on a wide screen, else behind a button. */
export class Menu extends Screen {
  /** Whose session it is. */
  readonly me = this.page.getByRole('navigation').getByRole('strong')
  /** Decorative: the name is beside it. */
  readonly photo = this.page.getByTestId('menu-me').locator('img.avatar')
  readonly initials = this.page.getByTestId('menu-me').locator('span.avatar')

  entry(key: Entry): Locator {
    const name = new RegExp(`^${this.say(`menu.${key}`)}`)
    return this.page.getByRole('navigation', { name: this.say('menu.label') }).getByRole('link', { name })
  }

  /** Where the menu is behind a button. */
  async open(): Promise<void> {
    await this.button('menu.open').click()
  }

  async go(key: Entry): Promise<void> {
    await this.entry(key).click()
  }

  /** The accessible name of an entry with a count beside it. */
  counting(key: Entry, count: string): RegExp {
    return new RegExp(`^${this.say(`menu.${key}`)}\\s*${count}$`)
  }
}
