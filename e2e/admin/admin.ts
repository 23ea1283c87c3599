import { expect, type Locator } from '@playwright/test'
import { Screen } from '../support/screen.ts'

type Area = 'people' | 'people/import' | 'skills' | 'policies' | 'sign-in' | 'usage' | 'audit'

/** The administration: each area at its address. */
export class Admin extends Screen {
  readonly search = this.top.getByRole('searchbox')
  readonly rows = this.top.locator('ion-list').getByRole('listitem')
  /** On a phone the form covers the page, hence it is not part of it. */
  readonly form = this.page.locator('form:visible').last()
  readonly question = this.page.locator('ion-alert:focus-within')

  async open(area: Area | '' = ''): Promise<void> {
    await this.page.goto(`/admin${area && `/${area}`}`)
  }

  input(key: string): Locator {
    return this.form.getByLabel(this.say(key), { exact: true })
  }

  async submit(key: string): Promise<void> {
    await this.form.getByRole('button', { name: this.say(key), exact: true }).click()
  }

  /** Searches for the only person of this name. */
  async find(name: string): Promise<void> {
    await this.search.fill(name)
    await expect(this.rows).toHaveCount(1)
  }

  async openRow(name: string): Promise<void> {
    await this.rows.getByRole('button', { name }).click()
  }

  /** Chooses a file to import. */
  async choose(name: string, content: Buffer): Promise<void> {
    await this.top.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: content })
  }

  count(key: string): Locator {
    return this.top
      .locator('dl > div')
      .filter({ hasText: this.say(key) })
      .locator('dd')
  }
}
