import { Screen } from '../support/screen.ts'

/** Signing in by the company: the registration number, and the alert when it fails. */
export class CompanySignOn extends Screen {
  readonly number = this.field('login.number')
  readonly company = this.field('login.company')
  readonly alert = this.page.getByRole('alertdialog')

  async choose(): Promise<void> {
    await this.button('login.sign_on').click()
  }

  async ask(number: string): Promise<void> {
    await this.number.fill(number)
    await this.button('login.sign_on_submit').click()
  }
}
