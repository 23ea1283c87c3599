import { expect } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'

/** The guide that shows an area part by part. */
export class Tour extends Screen {
  readonly guide = this.page.getByRole('dialog')
  /** It names the dialog and has no role of its own. */
  readonly title = this.guide.locator('.driver-popover-title')
  readonly nextButton = this.guide.getByRole('button', { name: this.say('tour.next'), exact: true })

  /** The step is beside its target, in the window, and above or beside a heading, which is about what follows it. */
  async expectBeside(): Promise<void> {
    const problem = () => {
      const target = document.querySelector('.driver-active-element')
      const step = document.querySelector('.driver-popover')?.getBoundingClientRect()
      if (!target || !step) return 'no step'
      const { left, top, right, bottom } = target.getBoundingClientRect()
      const isBeside = step.right <= left || step.left >= right
      const isAbove = step.bottom <= top
      const isBelow = step.top >= bottom && !/^H\d$/.test(target.tagName)
      const isInside = step.top >= 0 && step.bottom <= innerHeight && step.left >= 0 && step.right <= innerWidth
      return isInside && (isBeside || isAbove || isBelow) ? '' : `${step.top} to ${step.bottom}, its target ${top} to ${bottom}`
    }
    await expect.poll(() => this.page.evaluate(problem), { message: await this.title.innerText() }).toBe('')
  }

  /** Goes through the steps by key, from the one that is shown to the last. */
  async walk(key: 'ArrowLeft' | 'ArrowRight', look: () => Promise<void>): Promise<void> {
    for (;;) {
      await look()
      if ((await this.nextButton.count()) === 0) return
      const before = await this.title.innerText()
      await this.page.keyboard.press(key)
      await expect(this.title).not.toHaveText(before)
    }
  }
}
