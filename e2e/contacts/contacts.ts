import type { Locator } from '@playwright/test'
import type { Relation } from '@reflet/contract/relations'
import { Screen } from '../support/screen.ts'

/** My contacts with the form of the open one, and my groups. */
export class Contacts extends Screen {
  readonly all = this.top.getByRole('listitem')
  readonly search = this.top.getByRole('searchbox', { name: this.say('contacts.search') })
  /** On a phone the form covers the page, hence it is not part of it. */
  readonly firstName = this.page.getByRole('textbox', { name: this.say('contacts.first_name') })
  readonly relation = this.page.getByRole('combobox', { name: this.say('contacts.relation') })
  /** The mark of the contact who is my manager, in the open form. */
  readonly manager = this.page.locator('form .chip').filter({ hasText: this.say('my_manager.title') })
  /** The question before a contact is removed, once it has the focus. */
  readonly question = this.page.locator('ion-alert:focus-within')

  async open(list: 'contacts' | 'groups' = 'contacts'): Promise<void> {
    await this.page.goto(list === 'groups' ? '/contacts?list=groups' : '/contacts')
  }

  contact(name: string): Locator {
    return this.all.filter({ hasText: name })
  }

  contactAs(name: string, relation: Relation): Locator {
    return this.contact(name).getByText(this.say(`relation.${relation}`), { exact: true })
  }

  count(count: number): Locator {
    return this.top.getByRole('status').filter({ hasText: this.say('contacts.count', { count, n: count }) })
  }

  async openContact(name: string): Promise<void> {
    await this.all.getByRole('button', { name }).click()
  }

  async chooseRelation(relation: Relation): Promise<void> {
    await this.relation.selectOption(relation)
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('common.save'), exact: true }).click()
  }

  async showMore(): Promise<void> {
    await this.button('common.more').click()
  }

  group(name: string): Locator {
    return this.all.filter({ hasText: name })
  }

  async openGroup(name: string): Promise<void> {
    await this.all.getByRole('link', { name }).click()
    await this.page.waitForURL(/\/group\//)
  }
}
