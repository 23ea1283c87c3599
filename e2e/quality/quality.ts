import { Screen } from '../support/screen.ts'

/** How good my answers are: for me alone. */
export class QualityIndex extends Screen {
  readonly index = this.top.getByRole('paragraph').filter({ hasText: this.say('quality.of_hundred', { n: 100 }) })
  readonly parts = this.list('quality.parts').getByRole('listitem')
  readonly trust = this.text('quality.trust')

  async open(): Promise<void> {
    await this.page.goto('/quality-index')
  }
}
