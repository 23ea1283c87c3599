import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** What a person said they will try. */
export class Growth extends Screen {
  async open(): Promise<void> {
    await this.page.goto('/growth')
  }

  /** The card that says these words; a card whose field they are typed in does not. */
  card(words: string, within: Locator = this.top): Locator {
    return within.getByTestId('try-card').filter({ has: this.page.getByRole('blockquote').filter({ hasText: words }) })
  }

  action(words: string, key: string, values?: Record<string, string>): Locator {
    return this.card(words).getByRole('button', { name: this.say(key, values) })
  }

  /** One side of the comparison: the rating and words before, or since. */
  side(words: string, which: 'before' | 'after'): Locator {
    return this.card(words).getByRole('region', { name: this.say(`growth.${which}`), exact: true })
  }
}
