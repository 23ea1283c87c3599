import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** The answers on the page of a skill, each with what its receiver may do with it. */
export class SkillAnswers extends Screen {
  async open(skillId: string): Promise<void> {
    await this.page.goto(`/skill-statistics/${skillId}`)
  }

  answer(words: string): Locator {
    return this.top.getByRole('article').filter({ hasText: words })
  }

  /** There while the manager does not read the answer. */
  shareLink(words: string): Locator {
    return this.answer(words).getByRole('link', { name: this.say('share.action') })
  }

  /** Since when the manager reads the answer. */
  sharedSince(words: string): Locator {
    return this.answer(words).getByText(this.say('share.since', { date: '' }))
  }

  async withdraw(words: string): Promise<void> {
    await this.answer(words)
      .getByRole('button', { name: this.say('share.withdraw') })
      .click()
  }
}
