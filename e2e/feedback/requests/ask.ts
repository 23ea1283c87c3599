import type { Locator } from '@playwright/test'
import { expect } from '../../support/journey.ts'
import { tabTo } from '../../support/keyboard.ts'
import { Screen } from '../../support/screen.ts'

/** Asking for feedback, in its three steps. */
export class Ask extends Screen {
  readonly skills = this.label('checkbox', undefined, this.region('ask.skills.title'))
  readonly people = this.label('checkbox', undefined, this.region('ask.people.title'))
  readonly search = this.top.getByRole('searchbox', { name: this.say('ask.people.search') })
  /** The requests that I sent. */
  readonly sent = this.region('ask.sent.title').getByRole('listitem')
  readonly chosen = this.list('ask.people.chosen').getByRole('listitem')
  /** On the first step: the people who are chosen already. */
  readonly forWhom = this.top.getByText(this.say('ask.for', { names: '' }))
  readonly eventsLink = this.link('events.ask_link')
  readonly loading = this.top.getByRole('status').filter({ hasText: this.say('common.loading') })
  readonly context = this.field('ask.words.context')
  readonly message = this.field('ask.words.message')
  readonly problem = this.region('ask.words.title').getByRole('alert')

  async open(step?: 'people' | 'words'): Promise<void> {
    await this.page.goto(step ? `/my-skills?step=${step}` : '/my-skills')
  }

  /** Ticks one of the skills and returns its name. */
  async chooseSkill(place = 0): Promise<string> {
    const skill = this.skills.nth(place)
    const name = await skill.locator('strong').innerText()
    await skill.click()
    await expect(skill.getByRole('checkbox')).toBeChecked()
    return name
  }

  skill(name: string) {
    return this.label('checkbox', new RegExp(`^${name}`), this.region('ask.skills.title')).getByRole('checkbox')
  }

  async toPeople(): Promise<void> {
    await this.button('ask.next.people').click()
  }

  person(name: string): Locator {
    return this.label('checkbox', new RegExp(name), this.region('ask.people.title')).first()
  }

  /** Of those who are listed, one after the other: each moves to the chosen ones. */
  async choosePeople(places: readonly number[]): Promise<void> {
    for (const place of places) {
      await this.people.nth(place).click()
      await expect(this.chosen).toHaveCount(place + 1)
    }
  }

  /** Types a name and selects the person found. */
  async choosePerson(typed: string, name = typed): Promise<void> {
    await this.search.fill(typed)
    await this.person(name).click()
  }

  /** The suggestion to ask an external address. */
  invitation(email: string) {
    return this.top.getByRole('button', { name: this.say('ask.people.invite', { email }) })
  }

  async inviteAddress(email: string): Promise<void> {
    await this.search.fill(email)
    await this.invitation(email).click()
  }

  /** Adds everybody in it; pressed again, takes them out. */
  group(name: string) {
    return this.region('ask.people.title').getByRole('button', { name })
  }

  async writeMailsIn(language: string): Promise<void> {
    await this.top
      .getByRole('group', { name: this.say('ask.people.languages') })
      .getByRole('combobox')
      .selectOption(language)
  }

  async toWords(): Promise<void> {
    await this.button('ask.next.words').click()
  }

  async askConfidentially(): Promise<void> {
    const choice = this.label('radio', new RegExp(`^${this.say('ask.words.confidential')}`))
    await choice.click()
    await expect(choice.getByRole('radio')).toBeChecked()
  }

  /** What is wrong with the typed text. */
  readonly searchProblem = this.region('ask.people.title').locator('.field-error')

  /** The card of the last step that says to which people and about which skills. */
  readonly summary = this.top.locator('dd')
  readonly preview = this.region('ask.preview.title')

  readyMessage(name: 'progress' | 'together') {
    return this.button(`ask.ready.${name}.label`)
  }

  /** On a wide screen. */
  sendAllButton(people: number, skills: number) {
    return this.button('ask.send_all', this.sendAll(people, skills))
  }

  async sendAllByKeyboard(people: number, skills: number): Promise<void> {
    await tabTo(this.page, this.say('ask.send_all', this.sendAll(people, skills)))
    await this.page.keyboard.press('Enter')
    await this.page.waitForURL(/request-confirmation/)
  }

  private sendAll(people: number, skills: number) {
    const count = (key: string, n: number) => this.say(key, { count: n, n })
    return { people: count('ask.send_people', people), skills: count('ask.send_skills', skills) }
  }

  sendButton(people: number) {
    return this.button('ask.send', { count: people, n: people })
  }

  /** Sends to so many people and waits for the confirmation; returns its path. */
  async send(people: number): Promise<string> {
    await this.sendButton(people).click()
    await this.page.waitForURL(/request-confirmation/)
    return new URL(this.page.url()).pathname
  }
}
