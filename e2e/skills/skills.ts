import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** My skills in my order, and the catalogue to choose from; side by side where there is room. */
export class Skills extends Screen {
  readonly mine = this.list('skills.title').getByRole('listitem')
  readonly catalogue = this.label('checkbox', undefined, this.region('skills.catalogue'))
  readonly search = this.region('skills.catalogue').getByRole('searchbox', { name: this.say('skills.search') })

  async open(): Promise<void> {
    await this.page.goto('/skills')
  }

  /** From above my skills Tab leads to their buttons. */
  async focusMine(): Promise<void> {
    await this.list('skills.title').focus()
  }
}

/** How I see myself, skill by skill. */
export class SelfEvaluation extends Screen {
  /** My earlier ratings of a skill, newest first. */
  readonly history = this.top.getByRole('table', { name: this.say('self.history') }).getByRole('cell')
  /** Nothing is left to save. */
  readonly saveNothing = this.button('common.save')

  rating(rating: 1 | 2 | 3 | 4 | 5): Locator {
    const group = this.top.getByRole('group', { name: this.say('self.how_often') })
    return group.getByRole('radio', { name: new RegExp(`^${this.say(`rating.${rating}.label`)}`) })
  }
}

/** Starting again on some skills. */
export class ResetSkills extends Screen {
  readonly skills = this.label('checkbox')
  /** Whether to do it, once the focus is in the dialog. */
  readonly question = this.page.locator('ion-alert:focus-within')

  done(skill: string): Locator {
    return this.text('restart.done_text', { skills: skill })
  }
}
