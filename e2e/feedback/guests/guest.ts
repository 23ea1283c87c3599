import type { Locale } from '@reflet/contract/common'
import { AnswerForm } from '../answers/answer.ts'

/** The pages of a guest without an account. */
export class Guest extends AnswerForm {
  readonly stopped = this.top.getByRole('status').filter({ hasText: this.say('guest.stopped') })

  readonly resumed = this.top.getByRole('status').filter({ hasText: this.say('guest.resumed') })

  /** The first of the answers. */
  async change(): Promise<void> {
    await this.button('answered.edit').first().click()
  }

  async saveChange(): Promise<void> {
    await this.button('answered.save').click()
  }

  /** The first of the answers. */
  async deleteAnswer(): Promise<void> {
    await this.button('guest.delete.action').first().click()
    await this.confirm('guest.delete.action')
  }

  /** Confirms the answers that came by a copied link. */
  async confirmMine(): Promise<void> {
    await this.button('guest.mine.action').click()
  }

  async stopMails(): Promise<void> {
    await this.button('guest.stop').click()
  }

  async resumeMails(): Promise<void> {
    await this.button('guest.resume').click()
  }

  /** Switches the language of the page, and of later mails: a reload before the server has stored it would interrupt that. */
  async speak(locale: Locale): Promise<void> {
    const stored = this.page.waitForResponse((response) => response.url().endsWith('/locale'))
    await this.top.getByRole('combobox', { name: this.say('common.language') }).selectOption(locale)
    await stored
  }
}
