import type { Locator } from '@playwright/test'
import { Screen } from '../../support/screen.ts'
import { Ask } from '../requests/ask.ts'

type Part = 'people' | 'rhythm' | 'words'

/** The plan of a regular request, in four steps on a phone; skills, people and words are chosen as for a single one. */
export class RecurrencePlan extends Ask {
  readonly firstDay = this.top.getByLabel(this.say('recur.starts'), { exact: true })
  readonly coming = this.region('recur.rounds').getByRole('list')
  /** When each round is, and who is asked then. */
  readonly rounds = this.coming.getByRole('listitem')
  readonly failure = this.top.getByRole('alert')

  async openNew(): Promise<void> {
    await this.page.goto('/recurrent-feedbacks/plan')
  }

  async openSaved(id: string): Promise<void> {
    await this.page.goto(`/recurrent-feedbacks/plan/${id}`)
  }

  /** The way to the next step. */
  toNext(part: Part): Locator {
    return this.button(`recur.next.${part}`)
  }

  async everyMonths(count: number): Promise<void> {
    const label = this.say('recur.every.month', { count, n: count })
    await this.top.getByRole('combobox', { name: this.say('recur.rhythm'), exact: true }).selectOption({ label })
  }

  async start(): Promise<void> {
    await this.button('recur.start').click()
  }
}

/** The regular requests, and one of them. */
export class Recurrences extends Screen {
  readonly none = this.text('recur.empty')
  /** Its rhythm, how many each time, until when. */
  readonly plan = this.top.getByRole('definition')
  readonly rounds = this.region('recur.rounds').getByRole('listitem')
  readonly group = this.region('recur.pool')
  readonly members = this.group.getByRole('listitem')
  /** The request in the address does not exist. */
  readonly notFound = this.text('errors.not_found')

  async open(id: string): Promise<void> {
    await this.page.goto(`/recurrent-feedbacks?id=${id}`)
  }

  async planNew(): Promise<void> {
    await this.link('recur.new').click()
  }

  state(state: 'active' | 'paused' | 'ended'): Locator {
    return this.text(`recur.state.${state}`)
  }

  about(context: string): Locator {
    return this.top.getByText(context, { exact: true })
  }

  async pause(): Promise<void> {
    await this.button('recur.pause').click()
  }

  async resume(): Promise<void> {
    await this.button('recur.resume').click()
  }

  async stop(): Promise<void> {
    await this.button('recur.stop').click()
    await this.confirm('recur.stop')
  }
}
