import { Screen } from './screen.ts'

/** Sent requests with their recipients. */
export class Sent extends Screen {
  async undo(): Promise<void> {
    const [start = ''] = this.say('sent.undo', { count: 2, n: 2 }).split('(')
    await this.top.getByRole('button', { name: start }).click()
  }

  async takeUpAgain(): Promise<void> {
    await this.button('sent.again').click()
  }
}
