import type { Locator } from '@playwright/test'
import { expect } from '../../support/journey.ts'
import { Screen } from '../../support/screen.ts'

type Stars = 1 | 2 | 3 | 4 | 5

/** How useful an answer was, a thank-you, and what its receiver will try. */
export class Rating extends Screen {
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })
  readonly stars = this.top.getByRole('group', { name: this.say('useful.legend') })
  /** The chosen stars in words; a screen reader reads the name of the radio button instead. */
  readonly starsInWords = this.stars.getByTestId('stars-said')
  readonly thanks = this.field('useful.thanks.label')
  readonly willTry = this.field('useful.will_try.label')
  readonly phrases = this.list('useful.phrases').getByRole('button')
  /** What is sent now replaces what was said before. */
  readonly before = this.top.getByText(this.opening('useful.before', 'date'))

  async open(answerId: string): Promise<void> {
    await this.page.goto(`/rating?answer=${answerId}`)
  }

  star(stars: Stars): Locator {
    return this.stars.getByRole('radio', { name: this.say(`useful.stars.${stars}`), exact: true })
  }

  async rate(stars: Stars): Promise<void> {
    await this.label('radio', new RegExp(`^${this.say(`useful.stars.${stars}`)}$`), this.stars).click()
    await expect(this.star(stars)).toBeChecked()
  }

  async sendTo(name: string): Promise<void> {
    await this.button('useful.send', { name }).click()
  }
}

/** What came back for an answer, below it: an employee and a guest read the same. */
export class Thanks extends Screen {
  stars(stars: Stars): Locator {
    return this.text(`useful.stars.${stars}`)
  }

  words(words: string): Locator {
    return this.top.getByRole('blockquote').filter({ hasText: words })
  }

  /** What its receiver will try. */
  willTry(words: string): Locator {
    return this.top.getByRole('definition').filter({ hasText: words })
  }
}
