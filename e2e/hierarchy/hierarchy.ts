import type { Locator } from '@playwright/test'
import type { Relation } from '@reflet/contract/relations'
import { expect } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'

/** The five lists of working relationships, with everybody in them. */
class Lists extends Screen {
  private readonly members = this.top.getByRole('listitem').filter({ has: this.page.getByRole('combobox') })
  /** Names each person whose list was refused. */
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })
  /** The sheet covers the page, hence it is not part of it. */
  readonly addedEmail = this.page.getByRole('textbox', { name: this.say('login.email') })
  private readonly addedFirstName = this.page.getByRole('textbox', { name: this.say('hierarchy.first_name') })

  relation(relation: Relation): Locator {
    return this.region(`relation.${relation}`)
  }

  membersOf(relation: Relation): Locator {
    return this.relation(relation).getByRole('listitem')
  }

  member(name: string): Locator {
    return this.members.filter({ hasText: name })
  }

  /** What a person without a mouse lifts somebody by. */
  handle(name: string): Locator {
    return this.member(name).getByRole('button', { name: this.say('hierarchy.drag.handle', { name }) })
  }

  /** The “Move to…” of somebody. */
  moveTo(name: string): Locator {
    return this.member(name).getByRole('combobox', { name: this.say('hierarchy.move', { name }) })
  }

  async move(name: string, relation: Relation): Promise<void> {
    await this.moveTo(name).selectOption(relation)
  }

  /** Lifts a person with the keyboard, moves over the lists, each with its key, and drops them on the last one. */
  async dragByKeys(name: string, steps: readonly (readonly [key: string, over: Relation])[]): Promise<void> {
    const handle = this.handle(name)
    await handle.focus()
    await this.page.keyboard.press('Space')
    await expect(handle).toHaveAttribute('aria-pressed', 'true')
    // The library listens for further keys from the next turn of the event loop on: no person is that fast.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    for (const [key, over] of steps) {
      await this.page.keyboard.press(key)
      await this.expectOver(over)
    }
    await this.page.keyboard.press('Space')
  }

  async dragByMouse(name: string, relation: Relation): Promise<void> {
    const { mouse } = this.page
    // The contacts load separately: they appear above the lists and move them down.
    await expect(this.region('hierarchy.unplaced')).toBeVisible()
    const from = await this.member(name).getByTestId('member-grip').boundingBox()
    const to = await this.relation(relation).boundingBox()
    if (!from || !to) throw new Error('nothing to drag')
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + 12, y, { steps: 3 })
    await mouse.move(to.x + to.width / 2, to.y + 40, { steps: 6 })
    await this.expectOver(relation)
    await mouse.up()
    // The library swallows clicks for 50 ms after a drop: no person is that fast.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
  }

  /** The list has the colour of one that takes what is dragged. */
  private async expectOver(relation: Relation): Promise<void> {
    await expect(this.relation(relation)).toHaveClass(/is-over/)
  }

  private addingTo = (relation: Relation) => this.say('hierarchy.add_to', { list: this.say(`relation.${relation}`) })

  /** Opens the sheet that adds people to a list. */
  adding(relation: Relation): Locator {
    return this.relation(relation).getByRole('button', { name: this.addingTo(relation) })
  }

  async openAdding(relation: Relation): Promise<void> {
    await this.adding(relation).click()
    await expect(this.page.getByRole('dialog', { name: this.addingTo(relation) })).toBeVisible()
  }

  async addByEmail(email: string, firstName = ''): Promise<void> {
    await this.addedEmail.fill(email)
    await this.addedFirstName.fill(firstName)
    await this.page.getByRole('button', { name: this.say('hierarchy.add'), exact: true }).click()
  }

  async finishAdding(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('hierarchy.done'), exact: true }).click()
  }

  /** From the opened sheet to the list. */
  async addOutsider(firstName: string): Promise<void> {
    await this.openAdding('outside')
    await this.addByEmail(`${firstName.toLowerCase()}@partner.example`, firstName)
    await this.finishAdding()
    await expect(this.relation('outside')).toContainText(firstName)
  }
}

/** My own lists. */
export class Hierarchy extends Lists {
  /** Somebody else has saved the lists in the meantime. */
  readonly changed = this.top.getByRole('status').filter({ hasText: this.say('hierarchy.changed.title') })
  readonly filled = this.top.getByText(this.say('hierarchy.manager.filled', { date: '' }))

  async open(): Promise<void> {
    await this.page.goto('/badge-hierarchical-list')
  }

  /** The manager who was asked to fill the lists. */
  manager(name: string): Locator {
    return this.top.getByRole('heading', { name, exact: true })
  }

  /** The button that reminds the manager, while that is not possible yet. */
  get remindLater(): Locator {
    return this.top.locator('ion-button').filter({ hasText: this.say('sent.remind_from', { when: '' }) })
  }

  /** Confirms that somebody is no longer my manager. */
  async endManager(): Promise<void> {
    await this.confirm('my_manager.ends')
  }

  async combineBoth(): Promise<void> {
    await this.button('hierarchy.changed.combine').click()
  }

  async save(): Promise<void> {
    await this.button('common.save').click()
  }
}

/** The page that a mail's link leads to: a manager fills the lists of somebody without an account. */
export class ManagerLists extends Lists {
  readonly saved = this.top.getByRole('definition')

  async save(): Promise<void> {
    await this.button('manager.save').click()
  }
}
