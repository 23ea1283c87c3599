import type { Locator } from '@playwright/test'
import type { Relation } from '@reflet/contract/relations'
import { Screen } from '../support/screen.ts'

/** Three ways to new contacts: colleagues by name, an outsider by address, many from a list. */
export class AddContact extends Screen {
  readonly colleagues = this.region('contacts.by.search').getByRole('listitem')
  /** Of the colleague who was added. */
  readonly relation = this.colleagues.getByRole('combobox')

  private readonly outsider = this.top.getByRole('form', { name: this.say('contacts.by.address') })
  readonly email = this.outsider.getByRole('textbox', { name: this.say('login.email') })
  readonly firstName = this.outsider.getByRole('textbox', { name: this.say('contacts.first_name') })
  readonly outsiderAdded = this.outsider.getByRole('status')

  readonly pasted = this.field('contacts.import.box')
  private readonly preview = this.region('contacts.import.preview')
  /** The lines that cannot be read. */
  readonly problems = this.preview.getByRole('listitem')
  readonly failure = this.preview.getByRole('alert')
  /** How many contacts the list has added. */
  readonly listAdded = this.preview.getByRole('status').first()

  async open(way: 'search' | 'address' | 'list' = 'search'): Promise<void> {
    await this.page.goto(`/add-contact?by=${way}`)
  }

  async change(way: 'search' | 'address' | 'list'): Promise<void> {
    await this.tab(`contacts.by.${way}`).click()
  }

  async findColleague(typed: string): Promise<void> {
    await this.top.getByRole('searchbox', { name: this.say('contacts.directory') }).fill(typed)
  }

  async addColleague(name: string): Promise<void> {
    await this.button('contacts.add_person', { name }).click()
  }

  async chooseRelation(relation: Relation): Promise<void> {
    await this.relation.selectOption(relation)
  }

  /** One line of the list as it was read. */
  person(name: string): Locator {
    return this.preview.getByRole('row').filter({ hasText: name })
  }

  /** Adds so many people who are no contacts yet. */
  addList(count: number): Locator {
    return this.button('contacts.import.start', { count, n: count })
  }
}
