import type { Locator } from '@playwright/test'
import { expect } from '../../support/journey.ts'
import { certificatesInEveryState, metadataOf } from '../../support/saml.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const IDP = { entityId: 'https://idp.example/metadata', ssoUrl: 'https://idp.example/sso' } as const

const saml = (visit: Visit) => visit.region('admin.sign_in.saml.title')
const oidc = (visit: Visit) => visit.region('admin.sign_in.oidc.title')
const press = (visit: Visit, card: Locator, key: string) => card.getByRole('button', { name: visit.say(key), exact: true }).click()

export const signIn: States = {
  async forms(visit) {
    await press(visit, saml(visit), 'admin.sign_in.saml.set_up')
    await press(visit, oidc(visit), 'admin.sign_in.oidc.set_up')
  },
  async 'refused: metadata without the right binding, an issuer of all tenants'(visit) {
    const { valid } = await certificatesInEveryState()
    const buffer = Buffer.from(metadataOf(IDP, [valid], 'HTTP-POST'))
    await saml(visit).locator('#saml-metadata').setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer })
    await press(visit, saml(visit), 'common.save')
    await visit.refused(saml(visit))
    await oidc(visit).locator('#oidc-issuer').fill('https://login.microsoftonline.com/common/v2.0')
    await press(visit, oidc(visit), 'common.save')
    await visit.refused(oidc(visit))
  },
  async 'by hand: refused'(visit) {
    await visit.choose('radio', 'admin.sign_in.saml.by.by_hand')
    await press(visit, saml(visit), 'common.save')
    await visit.refused(saml(visit))
  },
  async 'certificates in every state'(visit) {
    await visit.choose('radio', 'admin.sign_in.saml.by.metadata')
    const { valid, expiring, expired, not_yet_valid } = await certificatesInEveryState()
    const buffer = Buffer.from(metadataOf(IDP, [valid, expiring, expired, not_yet_valid]))
    await saml(visit).locator('#saml-metadata').setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer })
    await press(visit, saml(visit), 'common.save')
    await expect(
      saml(visit)
        .getByRole('list', { name: visit.say('admin.sign_in.saml.certificates') })
        .getByRole('listitem'),
    ).toHaveCount(4)
  },
  async 'another key'(visit) {
    await press(visit, saml(visit), 'admin.sign_in.edit')
    await visit.choose('radio', 'admin.sign_in.saml.by.metadata')
    await expect(saml(visit).getByText(visit.say('admin.sign_in.saml.keep_certificates'), { exact: true })).toBeVisible()
  },
  async 'a token for the directory'(visit) {
    const scim = visit.region('admin.sign_in.scim.title')
    await scim.locator('#scim-name').fill('Entra ID')
    await press(visit, scim, 'admin.sign_in.scim.create')
    await expect(scim).toContainText('reflet_scim_')
  },
  async 'the question before passwords are restricted'(visit) {
    await visit.choose('radio', 'admin.sign_in.password.admins')
    await press(visit, visit.region('admin.sign_in.rules'), 'common.save')
    await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    return () => visit.confirm('common.cancel')
  },
  /** What the provider's answer was: it comes by an address, from another server. */
  async 'a refused test'(visit) {
    await visit.page.route('**/api/admin/sign-in/tests/*', (route) =>
      route.fulfill({
        json: {
          status: 'refused',
          reason: 'audience',
          details: { audience: 'https://other.example' },
          person: null,
          received: [{ name: 'NameID', values: ['oliver@nova.example'] }],
        },
      }),
    )
    await visit.page.goto('/admin/sign-in?test=0199aaaa-0000-7000-8000-000000000000')
    await expect(visit.region('admin.sign_in.test.title')).toContainText(visit.say('admin.sign_in.reason.audience'))
    return visit.free
  },
}
