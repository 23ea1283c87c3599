import type { Locator } from '@playwright/test'
import { Admin } from './admin.ts'

/** How the company signs in: a card for the rules, for each protocol, and for the directory. */
export class AdminSignIn extends Admin {
  readonly rules = this.region('admin.sign_in.rules')
  readonly saml = this.region('admin.sign_in.saml.title')
  readonly oidc = this.region('admin.sign_in.oidc.title')
  readonly scim = this.region('admin.sign_in.scim.title')
  readonly test = this.region('admin.sign_in.test.title')
  readonly metadata = this.saml.locator('#saml-metadata')
  readonly certificates = this.saml.getByRole('list', { name: this.say('admin.sign_in.saml.certificates') }).getByRole('listitem')

  override async open(): Promise<void> {
    await super.open('sign-in')
  }

  in(card: Locator, key: string): Locator {
    return card.getByRole('button', { name: this.say(key), exact: true })
  }

  choice(key: string): Locator {
    return this.top.getByRole('radio', { name: this.say(key), exact: true })
  }

  async uploadMetadata(xml: string): Promise<void> {
    await this.metadata.setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) })
    await this.in(this.saml, 'common.save').click()
  }
}
