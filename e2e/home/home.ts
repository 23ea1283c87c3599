import { Screen } from '../support/screen.ts'

/** The home page: one next action, what I wait for, suggested people, and news. */
export class Home extends Screen {
  /** With a heading, its reason and a button. */
  readonly nextAction = this.top.getByTestId('next-action')
  readonly moreActions = this.region('home.more_to_do').getByRole('listitem')
  /** My open requests. */
  readonly waiting = this.region('home.waiting.title').getByRole('listitem')
  readonly photoPrompt = this.top.getByTestId('photo-prompt')
  readonly suggestions = this.top.getByTestId('suggestions').getByRole('listitem')
  readonly news = this.top.getByTestId('newsfeed').getByRole('listitem')
  readonly fresh = this.news.filter({ hasText: this.say('answers.new') })
  /** Who thanked whom lately, for all colleagues. */
  readonly companyThanks = this.region('awards.home.title').getByRole('listitem')
  readonly readAll = this.button('home.read_all')

  async open(): Promise<void> {
    await this.page.goto('/home')
  }

  /** To the new answers: the next action, or one of the others. */
  toRead(count: number) {
    const title = this.say('home.read.title', { count, n: count })
    return this.moreActions.filter({ hasText: title }).or(this.nextAction.filter({ hasText: title }).getByRole('link'))
  }

  async showAllNews(): Promise<void> {
    await this.button('home.all_news').click()
  }

  get more() {
    return this.button('common.more')
  }

  async showMore(): Promise<void> {
    await this.more.click()
  }

  async readAllNews(): Promise<void> {
    await this.readAll.click()
  }
}
