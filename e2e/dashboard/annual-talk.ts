import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

type Note = 'proud' | 'grow' | 'need'

/** The document for the annual talk: what goes into it, its preview, and the printed paper. */
export class AnnualTalk extends Screen {
  readonly skills = this.region('talk.content').getByRole('listitem')
  readonly sheet = this.top.getByRole('article', { name: this.say('talk.title') })
  readonly radar = this.sheet.getByRole('figure').first().locator('svg')
  /** The skills in the table of the document. */
  readonly rows = this.sheet.getByRole('table', { name: this.say('radar.caption') }).getByRole('rowheader')
  readonly quotes = this.sheet.getByRole('blockquote')
  readonly askForFeedback = this.link('home.ask')
  /** The printed copy is outside of the app, which is not printed. */
  readonly paper = this.page.locator('body > *').and(this.page.getByTestId('talk-print'))
  readonly app = this.page.locator('ion-app')

  async open(): Promise<void> {
    await this.page.goto('/annual-talk')
  }

  async leaveOut(skill: Locator): Promise<void> {
    await skill.getByRole('checkbox').uncheck()
  }

  /** Ticks the first words about a skill; returns who wrote them, and one of their parts. */
  async quoteFirstOf(skill: Locator): Promise<{ author: string; words: string }> {
    await skill.getByText(this.say('talk.choose_words')).click()
    const choice = this.label('checkbox', undefined, skill.getByRole('group')).first()
    await choice.getByRole('checkbox').check()
    const [author = ''] = (await choice.innerText()).trim().split(' · ')
    return { author, words: await choice.getByRole('definition').first().innerText() }
  }

  note(note: Note): Locator {
    return this.field(`talk.notes.${note}`)
  }
}
