import { Screen } from '../support/screen.ts'

/** Asks a manager to fill my lists. */
export class AddManager extends Screen {
  readonly firstName = this.field('hierarchy.first_name')
  readonly lastName = this.field('hierarchy.last_name')
  readonly email = this.field('login.email')

  async open(): Promise<void> {
    await this.page.goto('/badge-add-manager')
  }

  async send(): Promise<void> {
    await this.button('hierarchy.manager.send').click()
  }

  /** Names the manager, and waits until the link is on its way: then the page before is shown. */
  async ask(firstName: string, lastName: string, email: string): Promise<void> {
    await this.firstName.fill(firstName)
    await this.lastName.fill(lastName)
    await this.email.fill(email)
    await this.send()
    await this.page.waitForURL(/badge-(hierarchical-list|home)/)
  }
}
