import { Screen } from '../support/screen.ts'

/** A group of contacts: its name and its members. */
export class Group extends Screen {
  readonly name = this.field('contacts.group_name')
  readonly choices = this.label('checkbox', undefined, this.region('contacts.choose_members'))
  readonly members = this.list('ask.people.chosen').getByRole('listitem')

  async open(): Promise<void> {
    await this.page.goto('/group')
  }

  async addMember(place: number): Promise<void> {
    await this.choices.nth(place).click()
  }

  async save(): Promise<void> {
    await this.button('contacts.group_save').click()
  }

  async ask(): Promise<void> {
    await this.button('home.ask').click()
  }

  async remove(): Promise<void> {
    await this.button('contacts.group_remove').click()
    await this.confirm('contacts.group_remove')
  }
}
