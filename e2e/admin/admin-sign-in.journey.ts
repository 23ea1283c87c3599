import { rmSync, writeFileSync } from 'node:fs'
import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { apiOf } from '../support/api.ts'
import { expect, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { certificatesInEveryState, metadataOf, startProvider } from '../support/saml.ts'
import { enter } from '../support/session.ts'
import { expectToast, forgetToasts } from '../support/toasts.ts'
import { Admin } from './admin.ts'
import { AdminSignIn } from './admin-sign-in.ts'

const ADMIN = 'admin@nova.example'
const IDP = { entityId: 'https://idp.example/metadata', ssoUrl: 'https://idp.example/sso' } as const

test('SAML is set up by keyboard in Arabic: what is wrong is refused with its reason, passwords are restricted, and SAML is removed @whole', async ({
  visitor,
}) => {
  const page = await visitor()
  await enter(page, ADMIN, 'ar')
  const signIn = new AdminSignIn(page, 'ar')
  const { keyboard } = page
  const isRefused = (reason: string, values?: { n: number }) =>
    expect(signIn.metadata).toHaveAccessibleDescription(new RegExp(signIn.say(`admin.sign_in.metadata.${reason}`, values)))
  const { valid, expiring, expired, not_yet_valid } = await certificatesInEveryState()
  await openByKeyboard(page, '/admin/sign-in')

  await test.step('without a provider passwords cannot be restricted', async () => {
    await expect(signIn.choice('admin.sign_in.password.everyone')).toBeChecked()
    await expect(signIn.choice('admin.sign_in.password.nobody')).toBeDisabled()
    await expect(signIn.rules).toContainText(signIn.say('admin.sign_in.password.needs_provider'))
  })

  await test.step('a file that is missing, no XML, too large or deleted meanwhile is refused at its field', async () => {
    await tabTo(page, signIn.say('admin.sign_in.saml.set_up'))
    await keyboard.press('Enter')
    await expect(signIn.saml.getByRole('heading', { level: 2 }), 'what was opened is read').toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(signIn.saml.locator('code').first(), 'addresses stay left to right').toHaveCSS('direction', 'ltr')
    await signIn.in(signIn.saml, 'common.save').click()
    await isRefused('missing')
    await signIn.uploadMetadata('this is no XML')
    await isRefused('not_xml')
    await expect(signIn.saml.getByRole('alert'), 'the summary takes the focus').toBeFocused()
    await signIn.uploadMetadata(metadataOf(IDP, [valid]).padEnd(100_001, ' '))
    await isRefused('too_large', { n: 100 })
    const deleted = test.info().outputPath('deleted.xml')
    writeFileSync(deleted, metadataOf(IDP, [valid]))
    await signIn.metadata.setInputFiles(deleted)
    await expect(signIn.saml.getByText('deleted.xml')).toBeVisible()
    rmSync(deleted)
    await signIn.in(signIn.saml, 'common.save').click()
    await isRefused('missing')
  })

  await test.step('by hand, by keyboard: a certificate that is none is named, another one is saved', async () => {
    const certificates = signIn.saml.locator('#saml-certificates')
    const save = async (certificate: string) => {
      await certificates.fill('')
      await keyboard.insertText(certificate)
      await tabTo(page, new RegExp(`^${signIn.say('common.save')}$`))
      await keyboard.press('Enter')
    }
    // The field of the file begins with the same words.
    await tabTo(page, signIn.say('admin.sign_in.saml.by.metadata_about'))
    await keyboard.press('ArrowDown')
    await tabTo(page, signIn.say('admin.sign_in.saml.entity_id'))
    await keyboard.type(IDP.entityId)
    await tabTo(page, signIn.say('admin.sign_in.saml.sso_url'))
    await keyboard.type(IDP.ssoUrl)
    await tabTo(page, signIn.say('admin.sign_in.saml.certificates_field'))
    await save('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----')
    const message = signIn.say('admin.sign_in.certificate.unreadable')
    await expect(certificates).toHaveAccessibleDescription(new RegExp(signIn.say('admin.sign_in.certificate.which', { n: 1, message })))
    await save(valid)
    await expect(signIn.certificates).toHaveCount(1)
  })

  await test.step('another file replaces it, and each certificate says how long it holds', async () => {
    await signIn.in(signIn.saml, 'admin.sign_in.edit').click()
    await signIn.choice('admin.sign_in.saml.by.metadata').check()
    await signIn.uploadMetadata(metadataOf(IDP, [valid, expiring, expired, not_yet_valid]))
    await expect(signIn.certificates).toHaveCount(4)
    for (const [place, status] of (['valid', 'expiring', 'expired', 'not_yet_valid'] as const).entries())
      await expect(signIn.certificates.nth(place)).toContainText(signIn.say(`admin.sign_in.certificate.status.${status}`))
    await expect(signIn.saml.getByRole('heading', { level: 2 })).toBeFocused()
  })

  await test.step('nothing of the provider is asked for again, and a new certificate joins the present ones', async () => {
    await signIn.in(signIn.saml, 'admin.sign_in.edit').click()
    await expect(signIn.choice('admin.sign_in.saml.by.kept')).toBeChecked()
    await expect(signIn.saml.getByText(signIn.say('admin.sign_in.saml.keep_certificates'), { exact: true })).toBeHidden()
    await signIn.saml.locator('#saml-person-by').selectOption('email')
    await signIn.in(signIn.saml, 'common.save').click()
    await expect(signIn.saml.getByRole('definition').filter({ hasText: signIn.say('admin.sign_in.person_by.email') })).toBeVisible()
    await signIn.in(signIn.saml, 'admin.sign_in.edit').click()
    await signIn.choice('admin.sign_in.saml.by.metadata').check()
    await signIn.saml
      .locator('ion-toggle')
      .filter({ hasText: signIn.say('admin.sign_in.saml.keep_certificates') })
      .click()
    const another = (await certificatesInEveryState()).valid
    await signIn.uploadMetadata(metadataOf(IDP, [another]))
    // The three that hold, and the new one; the expired one is dropped.
    await expect(signIn.certificates).toHaveCount(4)
    await expect(signIn.certificates.filter({ hasText: signIn.say('admin.sign_in.certificate.status.expired') })).toHaveCount(0)
  })

  await test.step('restricting passwords asks first, and names the way back in', async () => {
    await signIn.choice('admin.sign_in.password.admins').check()
    await signIn.in(signIn.rules, 'common.save').click()
    await expect(signIn.question).toContainText('reflet company emergency nova')
    await forgetToasts(page)
    await signIn.question.getByRole('button', { name: signIn.say('admin.sign_in.restrict.do') }).click()
    await expectToast(page, signIn.say('admin.saved'))
    await page.reload()
    await expect(signIn.choice('admin.sign_in.password.admins')).toBeChecked()
    await expect(signIn.in(signIn.saml, 'admin.sign_in.remove'), 'it is the only way in').toBeDisabled()
  })

  await test.step('it is removed once everyone may use a password again', async () => {
    await signIn.choice('admin.sign_in.password.everyone').check()
    await signIn.in(signIn.rules, 'common.save').click()
    await signIn.in(signIn.saml, 'admin.sign_in.remove').click()
    await signIn.question.getByRole('button', { name: signIn.say('admin.sign_in.remove') }).click()
    await expect(signIn.in(signIn.saml, 'admin.sign_in.saml.set_up')).toBeVisible()
    await expect(signIn.choice('admin.sign_in.password.nobody')).toBeDisabled()
  })

  const admin = new Admin(page, 'ar')
  await admin.open('audit')
  await expect(admin.rows.filter({ hasText: admin.say('admin.audit.actions.sign_in_policy_changed') })).toHaveCount(2)
})

test('a test sign-in says what to change, an issuer is refused with its reason, a token for the directory is shown once @whole', async ({
  visitor,
  server,
}) => {
  const page = await visitor()
  await enter(page, ADMIN, 'en')
  const provider = await startProvider(server, 'nova')
  const settings = { metadata_xml: metadataOf(provider, [provider.certificate]), person_by: 'email' } as const
  await apiOf(page).call(adminSignIn.setSaml, { body: settings })
  const signIn = new AdminSignIn(page, 'en')
  await signIn.open()

  await test.step('for a person whom Reflet does not know', async () => {
    provider.signsIn('stranger@nova.example')
    await signIn.in(signIn.saml, 'admin.sign_in.test.begin').click()
    await expect(signIn.test).toContainText(signIn.say('admin.sign_in.reason.person_unknown'))
    await expect(signIn.test.getByRole('row', { name: 'NameID' })).toContainText('stranger@nova.example')
    await expect(page, 'the address is clean, and the result stays').toHaveURL(/\/admin\/sign-in$/)
  })

  await test.step('for Oliver, who would be signed in', async () => {
    provider.signsIn('oliver@nova.example')
    await signIn.in(signIn.saml, 'admin.sign_in.test.begin').click()
    await expect(signIn.test).toContainText(signIn.say('admin.sign_in.test.ok'))
    await expect(signIn.test).toContainText('Oliver')
    await page.reload()
    await expect(signIn.rules, 'it is still the administrator').toBeVisible()
  })
  await provider.stop()

  await test.step('OpenID Connect: what is missing, the issuer of all tenants, and one that cannot be reached', async () => {
    await signIn.in(signIn.oidc, 'admin.sign_in.oidc.set_up').click()
    const issuer = signIn.oidc.locator('#oidc-issuer')
    const save = signIn.in(signIn.oidc, 'common.save')
    const secret = signIn.oidc.locator('#oidc-secret')
    await issuer.fill('https://login.microsoftonline.com/common/v2.0')
    await save.click()
    await expect(issuer).toHaveAccessibleDescription(new RegExp(signIn.say('admin.sign_in.oidc.all_tenants')))
    await expect(secret).toHaveAccessibleDescription(new RegExp(signIn.say('admin.sign_in.oidc.secret_missing')))
    await issuer.fill('https://accounts.google.com')
    await expect(signIn.oidc.locator('#oidc-domain')).toBeVisible()
    await issuer.fill('http://localhost:1/nothing')
    await signIn.oidc.locator('#oidc-client-id').fill('reflet')
    await secret.fill('a secret of this client')
    await save.click()
    await expect(issuer).toHaveAccessibleDescription(new RegExp(signIn.say('errors.issuer_refused')))
    await expect(secret, 'nothing that was typed is lost').toHaveValue('a secret of this client')
  })

  await test.step('a token for the directory is shown once, and deleted after a question', async () => {
    await signIn.scim.locator('#scim-name').fill('Entra ID')
    await signIn.in(signIn.scim, 'admin.sign_in.scim.create').click()
    await expect(signIn.scim).toContainText(signIn.say('admin.sign_in.scim.made', { name: 'Entra ID' }))
    await expect(signIn.scim).toContainText('reflet_scim_')
    await signIn.in(signIn.scim, 'admin.sign_in.scim.have_it').click()
    await expect(signIn.scim).not.toContainText('reflet_scim_')
    const tokens = signIn.scim.getByRole('list', { name: signIn.say('admin.sign_in.scim.tokens') }).getByRole('listitem')
    await expect(tokens).toHaveCount(1)
    await tokens.getByRole('button', { name: signIn.say('admin.sign_in.scim.delete_this', { name: 'Entra ID' }) }).click()
    await signIn.question.getByRole('button', { name: signIn.say('admin.sign_in.scim.remove'), exact: true }).click()
    await expect(tokens).toHaveCount(0)
  })
})
