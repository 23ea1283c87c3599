import { Screen } from '../support/screen.ts'

/** New answers, one after another. */
export class Reader extends Screen {
  /** Where one is, then the skill. */
  readonly heading = this.top.getByTestId('reader').getByRole('heading', { level: 2 })
  readonly card = this.top.getByTestId('reader').getByRole('article')
  readonly notObserved = this.top.getByTestId('not-observed')
  readonly stars = this.top.getByRole('group', { name: this.say('useful.legend') })
  readonly thanks = this.field('useful.thanks.label')
  readonly bar = this.top.locator('ion-footer')
  readonly next = this.button('reader.next')
  readonly finish = this.button('reader.finish')
  readonly skip = this.button('reader.skip')
  readonly send = this.button('reader.send')
  /** What was sent, above the next answer. */
  readonly sent = this.top.getByRole('status').filter({ hasText: /./ })
  readonly end = this.top.locator('.empty').getByRole('heading', { name: this.say('reader.end.title') })

  async open(): Promise<void> {
    await this.page.goto('/new-answers')
  }

  place(n: number, total: number): string {
    return this.say('reader.place', { count: 1, n, total })
  }

  async rate(stars: 1 | 2 | 3 | 4 | 5): Promise<void> {
    await this.label('radio', new RegExp(`^${this.say(`useful.stars.${stars}`)}$`), this.stars).click()
  }
}
