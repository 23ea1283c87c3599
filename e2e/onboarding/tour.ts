import { Screen } from '../support/screen.ts'

/** The guide that shows an area part by part. */
export class Tour extends Screen {
  readonly guide = this.page.getByRole('dialog')
  /** It names the dialog and has no role of its own. */
  readonly title = this.guide.locator('.driver-popover-title')
  readonly nextButton = this.guide.getByRole('button', { name: this.say('tour.next'), exact: true })
}
