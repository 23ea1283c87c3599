import { Screen } from '../support/screen.ts'

/** How a person signs in, and where they are signed in. */
export class Security extends Screen {
  /** The key of an authenticator app, as text. */
  readonly totpKey = this.page.locator('ion-router-outlet code').first()
  readonly codes = this.page.locator('ion-router-outlet li code')

  override text(key: string, values?: Record<string, string | number>) {
    const isKey = /^[a-z_]+(\.[a-z_]+)+$/.test(key)
    return isKey ? super.text(key, values) : this.top.getByText(key, { exact: true })
  }

  /** Logs out of this device, as a person does in the profile. */
  async leave(): Promise<void> {
    await this.page.goto('/profile')
    await this.button('profile.logout').click()
    await this.page.waitForURL(/\/login/)
  }
}
