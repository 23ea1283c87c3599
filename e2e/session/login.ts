import type { Locale } from '@reflet/contract/common'
import { Screen } from '../support/screen.ts'
import { DEMO_PASSWORD } from '../support/session.ts'

/** The login page; before a login it uses the browser's language. */
export class Login extends Screen {
  readonly email = this.field('login.email')
  readonly password = this.secret('login.password')
  readonly refusal = this.top.getByRole('alert')

  async open(): Promise<void> {
    await this.page.goto('/login')
  }

  async speak(locale: Locale): Promise<void> {
    await this.top.getByRole('combobox', { name: this.say('common.language') }).selectOption(locale)
  }

  async logIn(email: string, password = DEMO_PASSWORD): Promise<void> {
    await this.email.fill(email)
    await this.password.fill(password)
    await this.button('login.submit').click()
  }

  /** Opens the page, logs in, and waits for the home page. */
  async enter(email: string): Promise<void> {
    await this.open()
    await this.logIn(email)
    await this.page.waitForURL(/\/home/)
  }

  async forgetPassword(): Promise<void> {
    await this.button('login.forgotten').click()
    await this.button('reset.ask_submit').click()
  }
}

/** The page of a reset mail: a new password. */
export class ResetPassword extends Screen {
  async setPassword(password: string): Promise<void> {
    await this.secret('reset.password').fill(password)
    await this.button('reset.submit').click()
  }
}
