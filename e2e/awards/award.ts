import type { Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

/** Giving an award: what for, to whom, with which words, and who sees it. */
export class GiveAward extends Screen {
  readonly types = this.label('radio', undefined, this.top.getByRole('group', { name: this.say('awards.select.title') }))
  readonly people = this.label('checkbox', undefined, this.region('awards.people.title'))
  readonly search = this.region('awards.people.title').getByRole('searchbox', { name: this.say('contacts.directory') })
  readonly chosen = this.list('ask.people.chosen').getByRole('listitem')
  readonly message = this.field('ask.words.message')
  readonly failure = this.top.getByRole('alert')
  private readonly visibility = this.top.getByRole('group', { name: this.say('awards.words.who') })
  private readonly companyChoice = this.label('radio', new RegExp(`^${this.say('awards.words.company')}`), this.visibility)
  /** Whether all colleagues will see it. */
  readonly onFeed = this.companyChoice.getByRole('radio')

  /** Where giving begins. */
  async open(): Promise<void> {
    await this.page.goto('/award')
    await this.link('awards.hub.action').click()
  }

  /** Opens the first step directly. */
  async openTypes(): Promise<void> {
    await this.page.goto('/award-select')
  }

  async chooseType(place: number): Promise<void> {
    await this.types.nth(place).click()
    await this.button('awards.select.next').click()
  }

  person(name: string): Locator {
    return this.people.filter({ hasText: name })
  }

  async toWords(): Promise<void> {
    await this.button('awards.people.next').click()
  }

  /** From the first step to the words; not sent yet. */
  async write(name: string, message: string): Promise<void> {
    await this.openTypes()
    await this.chooseType(0)
    await this.person(name).click()
    await this.toWords()
    await this.message.fill(message)
  }

  async showOnFeed(): Promise<void> {
    await this.companyChoice.click()
  }

  async send(): Promise<void> {
    await this.button('awards.send', { count: 1, n: 1 }).click()
  }
}

/** Awards that I received or gave, and the company's feed. */
export class AwardList extends Screen {
  readonly awards = this.top.getByRole('listitem')

  async open(box: 'received' | 'given' | 'company' = 'received'): Promise<void> {
    await this.page.goto(`/award-list?box=${box}`)
  }

  award(message: string): Locator {
    return this.awards.filter({ hasText: message })
  }
}

/** One award, and what its giver and its receiver may do with it. */
export class Award extends Screen {
  readonly type = this.top.getByRole('article').getByRole('heading', { level: 2 })
  readonly message = this.top.getByRole('article').getByRole('blockquote')
  /** For its giver and its receiver only. */
  readonly sharing = this.region('awards.share.title')
  readonly picture = this.sharing.getByRole('img')
  /** The award does not exist for the person who opens it. */
  readonly failure = this.top.getByRole('alert')

  async share(): Promise<void> {
    await this.button('awards.share.action').click()
  }

  async showMessageOnPicture(): Promise<void> {
    await this.label('checkbox', this.say('awards.share.message')).click()
  }

  async takeOffFeed(): Promise<void> {
    await this.button('awards.one.hide').click()
  }

  async withdraw(from: string): Promise<void> {
    await this.button('awards.one.withdraw').click()
    await this.page
      .getByRole('alertdialog')
      .getByText(this.say('awards.one.withdraw_text', { name: from }))
      .waitFor()
    await this.confirm('awards.one.withdraw_confirm')
  }
}
