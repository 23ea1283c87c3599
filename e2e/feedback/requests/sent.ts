import { Screen } from '../../support/screen.ts'

/** Sent requests with their recipients. */
export class Sent extends Screen {
  /** On the asking page: the cancelled ones of the sent requests, newest first. */
  readonly cancelled = this.top.locator('ion-item').filter({ hasText: this.say('ask.sent.cancelled') })

  /** Who was asked, each with the state of their answers. */
  readonly people = this.top.locator('ul.people').getByRole('listitem')

  async open(id: string): Promise<void> {
    await this.page.goto(`/request-confirmation/${id}`)
  }

  async undo(): Promise<void> {
    const [start = ''] = this.say('sent.undo', { count: 2, n: 2 }).split('(')
    await this.top.getByRole('button', { name: start }).click()
  }

  async takeUpAgain(): Promise<void> {
    await this.button('sent.again').click()
  }
}
