import type { Locator } from '@playwright/test'
import type { GiverRelation } from '@reflet/contract/relations'
import { expect } from '../../support/journey.ts'
import { tabTo } from '../../support/keyboard.ts'
import { Screen } from '../../support/screen.ts'

type Rating = 1 | 2 | 3 | 4 | 5
type Part = 'situation' | 'keep' | 'improve'

/** The form for one skill: of an employee, and of a guest. */
export class AnswerForm extends Screen {
  /** The error of sending. */
  readonly failure = this.top.getByRole('alert')
  /** The error summary of a form. */
  readonly problems = this.top.getByRole('alert').filter({ hasText: this.say('common.check') })

  /** What makes an answer useful, while it is written. */
  readonly quality = this.region('quality.live.title')
  /** The bar that stays at the bottom, and the index in it. */
  readonly sendBar = this.top.getByTestId('send-bar')
  readonly slimQuality = this.top.getByTestId('slim-quality')
  /** From 0 to 100, once something is written. */
  readonly qualityIndex = this.quality.getByRole('strong')
  readonly qualityParts = this.quality.getByRole('listitem')

  /** A sheet over the page: declining, or choosing a day. */
  readonly sheet = this.page.locator('ion-modal:not(.overlay-hidden)')
  /** The name of the skill, and what was sent of the request so far. */
  readonly skill = this.top.getByRole('article').getByRole('heading', { level: 2 }).nth(1)
  readonly sent = this.top.getByTestId('sent-so-far')

  /** How the giver works with the receiver, once it is opened. */
  readonly relation = this.top.getByRole('combobox')

  /** The line that says how, before it is opened. */
  worksAs(name: string, relation: GiverRelation): Locator {
    return this.text('answer.as.line', { name, relation: this.say(`answer.as.${relation}`) })
  }

  async openRelation(): Promise<void> {
    await this.top.getByRole('button', { name: new RegExp(`^${this.say('answered.edit')}: `) }).press('Enter')
  }

  async rate(rating: Rating): Promise<void> {
    const choice = this.label('radio', new RegExp(`^${this.say(`rating.${rating}.label`)}`))
    await choice.click()
    await expect(choice.getByRole('radio')).toBeChecked()
  }

  /** By the arrow keys, from the first radio button on. */
  async rateByKeyboard(rating: Rating): Promise<void> {
    await tabTo(this.page, this.say('rating.1.label'))
    for (let n = 1; n < rating; n++) await this.page.keyboard.press('ArrowDown')
    await expect(this.label('radio', new RegExp(`^${this.say(`rating.${rating}.label`)}`)).getByRole('radio')).toBeChecked()
  }

  async writeByKeyboard(part: Part, words: string): Promise<void> {
    await tabTo(this.page, this.say(`answer.${part}.label`))
    await this.page.keyboard.type(words)
  }

  async sendByKeyboard(button: 'answer.send' | 'answer.send_next' | 'event_link.next'): Promise<void> {
    await tabTo(this.page, this.say(button))
    await this.page.keyboard.press('Enter')
  }

  async haveNotObserved(): Promise<void> {
    const choice = this.label('radio', new RegExp(`^${this.say('rating.not_observed.label')}`))
    await choice.click()
    await expect(choice.getByRole('radio')).toBeChecked()
  }

  part(part: Part): Locator {
    return this.field(`answer.${part}.label`)
  }

  async write(part: Part, words: string): Promise<void> {
    await this.part(part).fill(words)
  }

  /** One skill, before another one. */
  async sendNext(): Promise<void> {
    await this.button('answer.send_next').click()
  }

  /** The last skill of a request, or its only one. */
  async send(): Promise<void> {
    await this.button('answer.send').click()
  }

  /** Sends one skill of several, any one. */
  async sendEither(): Promise<void> {
    await this.button('answer.send').or(this.button('answer.send_next')).click()
  }

  /** Declines; with a reason where one may be given. Returns whether one was. */
  async decline(reason: string, skills?: number): Promise<boolean> {
    await this.button('answer.decline.action').click()
    await expect(this.sheet).toBeVisible()
    if (skills) await this.label('radio', this.say('answer.decline.rest', { n: skills }), this.sheet).click()
    const field = this.sheet.getByRole('textbox', { name: this.say('answer.decline.reason') })
    const asked = (await field.count()) > 0
    if (asked) await field.fill(reason)
    const declined = this.page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/decline') && response.ok())
    await this.sheet.getByRole('button', { name: this.say('answer.decline.action'), exact: true }).click()
    await declined
    await expect(this.sheet).toHaveCount(0)
    return asked
  }

  /** Takes the decline or the postponement of the toast back. */
  async undo(): Promise<void> {
    await this.page
      .locator('ion-toast')
      .getByRole('button', { name: this.say('answer.undo') })
      .click()
  }
}

/** Pending, answered and declined requests. */
export class Answer extends AnswerForm {
  readonly requester = this.top.getByRole('article').getByRole('heading', { level: 2 }).first()
  /** To whom an answer was sent, beside the request that follows. */
  readonly sentTo = this.top.getByTestId('sent-to')
  /** How many answers are to give, to how many requests. */
  readonly waiting = this.top.getByTestId('waiting-count')
  /** The declined request. */
  readonly declined = this.top.getByRole('article')

  async open(): Promise<void> {
    await this.page.goto('/answer')
  }

  request(name: string | RegExp): Locator {
    return this.top.getByRole('listitem').getByRole('button', { name })
  }

  async openRequest(name: string | RegExp): Promise<void> {
    await this.request(name).first().click()
  }

  async showList(list: 'pending' | 'answered' | 'declined'): Promise<void> {
    await this.tab(`answer.list.${list}`).click()
  }

  /** Opens the days to which the request can be postponed; each has its own button. */
  async chooseLater(key = 'answer.later'): Promise<Locator> {
    await this.button(key).click()
    await expect(this.sheet).toBeVisible()
    return this.sheet.locator('.option')
  }

  /** From the request that follows: what was sent before. */
  async seeSent(): Promise<void> {
    await this.link('answer.see_sent').or(this.button('answer.see_sent')).click()
    await this.page.waitForURL(/answer-confirmation/)
  }

  async openQuality(): Promise<void> {
    await this.link('quality.title').click()
  }

  /** From a declined request: gives feedback after all. */
  async offerAfterAll(): Promise<void> {
    await this.button('offer.title').or(this.link('offer.title')).click()
  }
}
