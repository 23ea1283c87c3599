import type { Locator } from '@playwright/test'
import { Screen } from '../../support/screen.ts'

/** My events: the list, a new one, and one with its code and the number of answers. */
export class Events extends Screen {
  readonly name = this.field('events.form.name')
  readonly skills = this.label('checkbox', undefined, this.region('ask.skills.title'))
  /** Why the event could not be made. */
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })
  /** How many people have answered. */
  readonly count = this.top.getByRole('article').getByRole('status')
  readonly closed = this.text('events.state.closed')
  /** The address that the code leads to. */
  readonly address = this.top.getByText(/\/event\/[\w-]+$/)
  /** The code shown large, over the page. */
  readonly stage = this.page.getByRole('dialog', { name: this.say('events.show') })
  /** List and event side by side. */
  readonly panes = this.top.locator('.panes')

  async open(): Promise<void> {
    await this.page.goto('/share-event-link')
  }

  async startNew(): Promise<void> {
    await this.link('events.new').click()
    await this.page.waitForURL(/share-event-link\/new/)
  }

  async create(): Promise<void> {
    await this.button('events.form.create').click()
  }

  async openEvent(title: string): Promise<void> {
    await this.region('events.list').getByRole('button', { name: title }).click()
    await this.page.waitForURL(/event=/)
  }

  code(title: string): Locator {
    return this.top.getByRole('img', { name: this.say('events.qr', { title }), exact: true })
  }

  /** By a press on the code itself. */
  async showLarge(): Promise<void> {
    await this.button('events.show').first().click()
  }

  async hideLarge(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('events.hide'), exact: true }).click()
  }

  async close(): Promise<void> {
    await this.button('events.close').click()
  }
}
