import { AnswerForm } from '../answers/answer.ts'

/** Unrequested feedback: the person, the skill, and the text. */
export class Offer extends AnswerForm {
  readonly receiver = this.region('offer.for')
  readonly people = this.region('offer.whom').getByRole('button')
  readonly skills = this.region('offer.which').getByRole('button')

  async choosePerson(typed: string, name: string): Promise<void> {
    await this.top.getByRole('searchbox', { name: this.say('contacts.directory') }).fill(typed)
    await this.people.filter({ hasText: name }).click()
  }

  async chooseFirstSkill(): Promise<void> {
    await this.skills
      .filter({ has: this.page.locator('strong') })
      .first()
      .click()
  }

  async sendTo(name: string): Promise<void> {
    await this.button('offer.send', { name }).click()
  }
}
