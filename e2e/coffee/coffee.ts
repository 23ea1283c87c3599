import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

type Status = 'pending' | 'accepted' | 'declined' | 'cancelled'

/** A coffee chat of a person with an account: the proposal, and its state. */
export class Coffee extends Screen {
  readonly who = this.region('coffee.form.who')
  readonly times = this.region('coffee.form.when').getByRole('group')
  readonly message = this.field('coffee.form.message')
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })
  readonly sendButton = this.button('coffee.form.send')
  /** The proposed times. */
  readonly proposed = this.top.getByRole('article').getByTestId('coffee-proposed').getByRole('listitem')

  /** From a person's first answer, on the page of its skill. */
  async openFrom(name: string): Promise<void> {
    await this.top
      .getByRole('link', { name: `${this.say('answers.coffee')} : ${name}` })
      .first()
      .click()
  }

  day(place: number): Locator {
    return this.times.nth(place).getByLabel(this.say('coffee.form.date'), { exact: true })
  }

  async removeTime(place: number): Promise<void> {
    await this.button('coffee.form.remove', { n: place + 1 }).click()
  }

  async addTime(): Promise<void> {
    await this.button('coffee.form.add').click()
  }

  async lastMinutes(minutes: number): Promise<void> {
    await this.top.getByRole('combobox', { name: this.say('coffee.form.minutes') }).selectOption(String(minutes))
  }

  async send(): Promise<void> {
    await this.sendButton.click()
  }

  /** Sends a proposal and waits until it is shown. */
  async propose(): Promise<void> {
    await this.send()
    await this.page.waitForURL(/coffee-request\?id=/)
  }

  status(status: Status): Locator {
    return this.top.getByRole('article').getByText(this.say(`coffee.status.${status}`), { exact: true })
  }

  async fetchCalendarFile(): Promise<void> {
    await this.button('coffee.calendar').click()
  }

  async proposeOtherTimes(): Promise<void> {
    await this.button('coffee.move').click()
  }

  async cancel(): Promise<void> {
    await this.button('coffee.cancel').click()
    await this.confirm('coffee.cancel')
  }
}

/** The page of a mail's link, without an account. */
export class CoffeeLink extends Screen {
  readonly choices = this.region('coffee.choose').getByRole('button')
  readonly message = this.top.getByRole('blockquote')
  readonly agreed = this.text('coffee.link.accepted')
  readonly stopped = this.top.getByRole('status').filter({ hasText: this.say('guest.stopped') })

  ended(status: 'declined' | 'cancelled', name: string): Locator {
    return this.text(`coffee.told.${status}.theirs`, { name })
  }

  async accept(place: number): Promise<void> {
    await this.choices.nth(place).click()
  }

  async decline(): Promise<void> {
    await this.button('coffee.link.decline').click()
    await this.confirm('coffee.decline')
  }

  async stopMails(): Promise<void> {
    await this.button('guest.stop').click()
  }
}
