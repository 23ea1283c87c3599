import { AnswerForm } from '../answers/answer.ts'

/** The page that the code of an event leads to. */
export class EventLink extends AnswerForm {
  readonly email = this.field('login.email')
  readonly own = this.text('event_link.own.title')
  /** Somebody with this address has answered before. */
  readonly already = this.failure.filter({ hasText: this.say('event_link.already.title') })

  readonly firstName = this.field('contacts.first_name')
  /** The heading of the last step, where there is no account. */
  readonly who = this.top.getByRole('heading', { name: this.say('event_link.who.title') })

  readonly thanks = this.top.getByRole('heading', { name: this.say('answered.thanks') })

  /** Keeps the answer, before another step. */
  async goOn(): Promise<void> {
    await this.button('event_link.next').click()
  }

  /** Says who answers, and sends. */
  async sendAs(firstName: string, lastName: string, email: string): Promise<void> {
    await this.firstName.fill(firstName)
    await this.field('contacts.last_name').fill(lastName)
    await this.email.fill(email)
    await this.send()
  }

  async backToAnswer(): Promise<void> {
    await this.button('event_link.who.back').click()
  }

  /** Of a guest: to the copy that can still be changed. */
  async openReceipt(): Promise<void> {
    await this.link('event_link.receipt.see').click()
    await this.page.waitForURL(/guest-answer-confirmation/)
  }

  /** Of an employee. */
  async openMyAnswers(): Promise<void> {
    await this.link('event_link.receipt.mine').click()
  }
}
