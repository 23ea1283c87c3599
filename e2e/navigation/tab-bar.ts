import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** The areas at the bottom of a phone's browser. */
export class TabBar extends Screen {
  readonly bar = this.page.getByRole('navigation', { name: this.say('menu.tabs'), exact: true })

  tabOf(key: 'home' | 'ask' | 'answer' | 'dashboard' | 'profile'): Locator {
    return this.bar.getByRole('link', { name: new RegExp(`^${this.say(`menu.tab.${key}`)}`) })
  }
}
