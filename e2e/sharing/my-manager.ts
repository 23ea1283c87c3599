import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** The choice of my manager among my colleagues. */
abstract class ManagerChoice extends Screen {
  private readonly choice = this.region('my_manager.choose')
  readonly question = this.top.getByRole('heading', { name: this.say('my_manager.choose'), exact: true })
  readonly search = this.choice.getByRole('searchbox', { name: this.say('contacts.directory') })
  /** The people who are found; the search has a button of its own. */
  readonly found = this.choice.getByRole('button').filter({ has: this.page.getByRole('strong') })

  async chooseManager(name: string): Promise<void> {
    await this.found.filter({ hasText: name }).click()
  }
}

/** Who my manager is. */
export class MyManager extends ManagerChoice {
  /** Says what another manager means for the answers that are shared. */
  readonly warning = this.page.getByRole('alertdialog')

  async open(): Promise<void> {
    await this.page.goto('/my-manager')
  }

  manager(name: string): Locator {
    return this.top.getByText(name, { exact: true })
  }

  /** How many answers the manager reads. */
  reads(count: number, name: string): Locator {
    return count === 0 ? this.text('my_manager.reads_none', { name }) : this.text('my_manager.reads', { count, n: count, name })
  }

  async change(): Promise<void> {
    await this.button('my_manager.change').click()
  }

  async confirmChange(): Promise<void> {
    await this.confirm('my_manager.change')
  }

  async remove(): Promise<void> {
    await this.button('my_manager.remove').click()
    await this.confirm('my_manager.remove')
  }
}

/** One answer as my manager will read it, before it is shared. */
export class ShareAnswer extends ManagerChoice {
  /** Not the page of the skill, which has articles, too. */
  readonly answer = this.top
    .filter({ has: this.page.getByRole('heading', { name: this.say('share.title'), level: 1 }) })
    .getByRole('article')

  /** Says that another person is the manager now. */
  readonly changed = this.text('errors.manager_changed')

  async open(answerId: string): Promise<void> {
    await this.page.goto(`/share-answer?answer=${answerId}`)
  }

  /** Says who will read it. */
  send(firstName: string): Locator {
    return this.button('share.send', { name: firstName })
  }
}
