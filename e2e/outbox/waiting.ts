import { Screen } from '../support/screen.ts'

/** What waits to be sent. */
export class Waiting extends Screen {
  readonly entries = this.region('outbox.title').getByRole('article')
  readonly done = this.top.getByRole('status').filter({ hasText: /./ })
  /** Under the title of any page. */
  readonly line = this.top.getByTestId('connection-line')

  async edit(place: number): Promise<void> {
    await this.entries
      .nth(place)
      .getByRole('button', { name: this.say('outbox.edit') })
      .click()
  }

  async sendNow(): Promise<void> {
    await this.button('outbox.try').click()
  }
}
