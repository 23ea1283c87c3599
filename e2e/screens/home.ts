import { Screen } from './screen.ts'

/** The home page: next actions, suggested people, and news. */
export class Home extends Screen {
  /** Each with a heading, its reason and a button. */
  readonly nextActions = this.top.getByRole('article')
  readonly suggestions = this.top.locator('.suggestions').getByRole('listitem')
  readonly news = this.top.locator('.newsfeed').getByRole('listitem')
  readonly fresh = this.news.filter({ hasText: this.say('answers.new') })
  /** Who thanked whom lately, for all colleagues. */
  readonly companyThanks = this.region('awards.home.title').getByRole('listitem')
  readonly readAll = this.button('home.read_all')

  async open(): Promise<void> {
    await this.page.goto('/home')
  }

  /** The text for so many unread news items. */
  unread(count: number) {
    return this.text('home.unread', { count, n: count })
  }

  async showMore(): Promise<void> {
    await this.button('common.more').click()
  }

  async readAllNews(): Promise<void> {
    await this.readAll.click()
  }
}
