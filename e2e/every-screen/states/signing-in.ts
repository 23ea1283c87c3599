import { Secret, TOTP } from 'otpauth'
import { addAuthenticator } from '../../support/authenticator.ts'
import { expect } from '../../support/journey.ts'
import { DEMO_PASSWORD } from '../../support/session.ts'
import type { Visit } from '../visit.ts'
import type { States } from './state.ts'

const logIn = async (visit: Visit) => {
  await visit.fill('login.email', 'camille@nova.example')
  await visit.secret('login.password').fill('no password of hers')
  await visit.press('login.submit')
}

/** The password is right, and more is asked for. */
async function askForSecond(visit: Visit, factors: readonly string[]) {
  await visit.page.route('**/api/login', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'second_factor_required', request_id: '1', second_factor: { challenge: 'x', factors, passkey: null } },
    }),
  )
  await logIn(visit)
}

export const login: States = {
  async 'nothing filled in'(visit) {
    await visit.press('login.submit')
    await visit.refused()
  },
  async refused(visit) {
    await logIn(visit)
    await visit.read('login.refused')
  },
  async 'a language that cannot be shown'(visit) {
    await visit.page.route('**/i18n/de.json', (route) => route.abort())
    const choice = visit.top.getByRole('combobox', { name: visit.say('common.language') })
    await choice.selectOption('de')
    await expect(visit.top.getByRole('alert').filter({ hasText: visit.say('errors.offline') })).toBeVisible()
    await expect(choice).toHaveValue(visit.locale)
    return visit.free
  },
  async 'the code of the second step'(visit) {
    await askForSecond(visit, ['totp', 'recovery_code'])
    await expect(visit.field('login.second.code')).toBeFocused()
    return async () => {
      await visit.free()
      await visit.press('reset.back_to_login')
    }
  },
  async 'the choice of a second step'(visit) {
    await askForSecond(visit, [])
    await expect(visit.button('login.enrol.app')).toBeVisible()
    return visit.free
  },
  async 'a sign-on that was refused'(visit) {
    await visit.page.goto('/login?sso=refused')
    await expect(visit.page.getByRole('alertdialog')).toContainText(visit.say('login.ERREUR_3'))
    return () => visit.confirm('login.sso_ok')
  },
  async 'no translations'(visit) {
    await visit.page.route('**/i18n/*.json', (route) => route.abort())
    await visit.page.reload()
    await expect(visit.page.getByRole('button', { name: 'Try again' })).toBeVisible()
    return visit.free
  },
}

async function ask(visit: Visit, status: 'company' | 'false') {
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' })
  await visit.page.route('**/api/check/saml', (route) => route.fulfill({ json: { status } }))
  await visit.fill('login.number', 'S-1')
  await visit.press('login.sign_on_submit')
}

export const companySignOn: States = {
  async 'no single sign-on'(visit) {
    await ask(visit, 'false')
    await visit.read('login.no_sign_on')
  },
  async 'several companies, and none named'(visit) {
    await ask(visit, 'company')
    await expect(visit.field('login.company')).toBeFocused()
    await visit.press('login.sign_on_submit')
    await visit.read('login.company_missing')
    return visit.free
  },
}

export const security: States = {
  async 'without other sessions'(visit) {
    await visit.press('security.sessions.end_others')
    await visit.confirm('security.sessions.end_others')
    await expect(visit.button('security.sessions.end_others')).toHaveCount(0)
  },
  async 'a refused password'(visit) {
    await visit.press('security.password.change')
    await visit.secret('security.password.current').fill('wrong')
    await visit.secret('reset.password').fill('short')
    await visit.press('reset.submit')
    await visit.refused()
    return async () => {
      await visit.secret('security.password.current').fill(DEMO_PASSWORD)
      await visit.secret('reset.password').fill('a quiet winter morning')
      await visit.press('reset.submit')
      await expect(visit.button('security.password.change')).toBeVisible()
    }
  },
  async 'a new passkey'(visit) {
    await addAuthenticator(visit.page)
    await visit.press('security.passkeys.add')
    await visit.fill('security.passkeys.name', 'Mon ordinateur')
  },
  async 'with a passkey'(visit) {
    await visit.press('security.passkeys.create')
    await expect(visit.top.getByText('Mon ordinateur', { exact: true })).toBeVisible()
  },
  async 'the question before it is removed'(visit) {
    await visit.press('security.passkeys.remove_named', { name: 'Mon ordinateur' })
    await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    return async () => {
      await visit.confirm('security.passkeys.remove')
      await expect(visit.top.getByText('Mon ordinateur', { exact: true })).toHaveCount(0)
    }
  },
  async 'the confirmation of who it is'(visit) {
    await visit.page.route('**/api/user/totp', (route) =>
      route.fulfill({ status: 403, json: { code: 'reauthentication_required', request_id: '1' } }),
    )
    await visit.openSheet(visit.button('security.totp.set_up'))
    await expect(visit.sheet.getByLabel(visit.say('login.password'), { exact: true })).toBeVisible()
    return async () => {
      await visit.free()
      await visit.closeSheet()
    }
  },
  async 'an authenticator app'(visit) {
    await visit.press('security.totp.set_up')
    await expect(visit.top.locator('code')).toBeVisible()
  },
  async 'recovery codes'(visit) {
    const secret = (await visit.top.locator('code').first().innerText()).replaceAll(/\s/g, '')
    await visit.fill('login.second.code', new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await visit.press('security.totp.confirm')
    await expect(visit.button('security.recovery.done')).toBeVisible()
  },
}

const next = ({ top }: Visit) => top.getByRole('contentinfo').getByRole('button').last().click()

export const onboardingTerms: States = {
  async 'the text in its sheet'(visit) {
    const close = await visit.openSheet(visit.button('onboarding.terms.read'))
    await expect(visit.page.getByRole('heading', { name: /1\. / }).first()).toBeVisible()
    return close
  },
}

/** From the skills to the first request, by the steps' own buttons. */
export const onboardingSkills: States = {
  async chosen(visit) {
    for (const place of [0, 1]) await visit.take('checkbox', place)
  },
  async 'the second self-evaluation'(visit) {
    await next(visit)
    const skill = visit.top.getByRole('heading', { level: 2 })
    const group = visit.top.getByRole('group', { name: visit.say('self.how_often') })
    await expect(group).toBeVisible()
    const first = await skill.innerText()
    await visit.label('radio', new RegExp(`^${visit.say('rating.3.label')}`), group).click()
    await expect(skill).not.toHaveText(first)
  },
  async 'people chosen'(visit) {
    const group = visit.top.getByRole('group', { name: visit.say('self.how_often') })
    await visit.label('radio', new RegExp(`^${visit.say('rating.4.label')}`), group).click()
    await expect(visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') })).toBeVisible()
    for (const place of [0, 1, 2]) await visit.take('checkbox', place)
  },
  async 'an unfinished address'(visit) {
    await visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') }).fill('nora@partner')
    await next(visit)
    await visit.read('login.email_invalid')
    return () => visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') }).fill('')
  },
  async 'the first request'(visit) {
    await next(visit)
    await expect(visit.top.getByRole('listitem').filter({ has: visit.page.getByRole('combobox') })).toHaveCount(3)
    await next(visit)
    await expect(visit.top.getByRole('checkbox', { checked: true })).toHaveCount(5)
  },
}
