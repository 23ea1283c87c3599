import { Secret, TOTP } from 'otpauth'
import { addAuthenticator } from '../../support/authenticator.ts'
import { expect } from '../../support/journey.ts'
import type { Visit } from '../visit.ts'
import type { State } from './state.ts'

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

const free = ({ page }: Visit) => page.unrouteAll({ behavior: 'ignoreErrors' })

export const login: readonly State[] = [
  {
    name: 'nothing filled in',
    async reach(visit) {
      await visit.press('login.submit')
      await visit.refused()
    },
  },
  {
    name: 'refused',
    async reach(visit) {
      await logIn(visit)
      await visit.read('login.refused')
    },
  },
  {
    name: 'a language that cannot be shown',
    async reach(visit) {
      await visit.page.route('**/i18n/de.json', (route) => route.abort())
      await visit.top.getByRole('combobox', { name: visit.say('common.language') }).selectOption('de')
      await expect(visit.top.getByRole('alert').filter({ hasText: visit.say('errors.offline') })).toBeVisible()
    },
    leave: free,
  },
  {
    name: 'the code of the second step',
    async reach(visit) {
      await askForSecond(visit, ['totp', 'recovery_code'])
      await expect(visit.field('login.second.code')).toBeFocused()
    },
    async leave(visit) {
      await free(visit)
      await visit.press('reset.back_to_login')
    },
  },
  {
    name: 'the choice of a second step',
    async reach(visit) {
      await askForSecond(visit, [])
      await expect(visit.button('login.enrol.app')).toBeVisible()
    },
    leave: free,
  },
  {
    name: 'a sign-on that was refused',
    async reach(visit) {
      await visit.page.goto('/login?sso=refused')
      await expect(visit.page.getByRole('alertdialog')).toContainText(visit.say('login.ERREUR_3'))
    },
    leave: (visit) => visit.confirm('login.sso_ok'),
  },
  {
    name: 'no translations',
    async reach(visit) {
      await visit.page.route('**/i18n/*.json', (route) => route.abort())
      await visit.page.reload()
      await expect(visit.page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    leave: free,
  },
]

async function ask(visit: Visit, status: 'company' | 'false') {
  await visit.page.unrouteAll({ behavior: 'ignoreErrors' })
  await visit.page.route('**/api/check/saml', (route) => route.fulfill({ json: { status } }))
  await visit.fill('login.number', 'S-1')
  await visit.press('login.sign_on_submit')
}

export const companySignOn: readonly State[] = [
  {
    name: 'no single sign-on',
    async reach(visit) {
      await ask(visit, 'false')
      await visit.read('login.no_sign_on')
    },
  },
  {
    name: 'several companies, and none named',
    async reach(visit) {
      await ask(visit, 'company')
      await expect(visit.field('login.company')).toBeFocused()
      await visit.press('login.sign_on_submit')
      await visit.read('login.company_missing')
    },
    leave: free,
  },
]

export const security: readonly State[] = [
  {
    name: 'a refused password',
    async reach(visit) {
      await visit.press('security.password.change')
      await visit.secret('security.password.current').fill('wrong')
      await visit.secret('reset.password').fill('short')
      await visit.press('reset.submit')
      await visit.refused()
    },
    leave: (visit) => visit.press('common.cancel'),
  },
  {
    name: 'a new passkey',
    async reach(visit) {
      await addAuthenticator(visit.page)
      await visit.press('security.passkeys.add')
      await visit.fill('security.passkeys.name', 'Mon ordinateur')
    },
  },
  {
    name: 'with a passkey',
    async reach(visit) {
      await visit.press('security.passkeys.create')
      await expect(visit.top.getByText('Mon ordinateur', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'the question before it is removed',
    async reach(visit) {
      await visit.press('security.passkeys.remove_named', { name: 'Mon ordinateur' })
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
    async leave(visit) {
      await visit.confirm('security.passkeys.remove')
      await expect(visit.top.getByText('Mon ordinateur', { exact: true })).toHaveCount(0)
    },
  },
  {
    name: 'the confirmation of who it is',
    async reach(visit) {
      await visit.page.route('**/api/user/totp', (route) =>
        route.fulfill({ status: 403, json: { code: 'reauthentication_required', request_id: '1' } }),
      )
      await visit.openSheet(visit.button('security.totp.set_up'))
      await expect(visit.sheet.getByLabel(visit.say('login.password'), { exact: true })).toBeVisible()
    },
    async leave(visit) {
      await free(visit)
      await visit.closeSheet()
    },
  },
  {
    name: 'an authenticator app',
    async reach(visit) {
      await visit.press('security.totp.set_up')
      await expect(visit.top.locator('code')).toBeVisible()
    },
  },
  {
    name: 'recovery codes',
    async reach(visit) {
      const secret = (await visit.top.locator('code').first().innerText()).replaceAll(/\s/g, '')
      await visit.fill('login.second.code', new TOTP({ secret: Secret.fromBase32(secret) }).generate())
      await visit.press('security.totp.confirm')
      await expect(visit.button('security.recovery.done')).toBeVisible()
    },
  },
]

const next = ({ top }: Visit) => top.getByRole('contentinfo').getByRole('button').last().click()

export const onboardingTerms: readonly State[] = [
  {
    name: 'the text in its sheet',
    async reach(visit) {
      await visit.openSheet(visit.button('onboarding.terms.read'))
      await expect(visit.page.getByRole('heading', { name: /1\. / }).first()).toBeVisible()
    },
    leave: (visit) => visit.closeSheet(),
  },
]

/** From the skills to the first request, by the steps' own buttons. */
export const onboardingSkills: readonly State[] = [
  {
    name: 'chosen',
    async reach(visit) {
      for (const place of [0, 1]) await visit.take('checkbox', place)
    },
  },
  {
    name: 'the second self-evaluation',
    async reach(visit) {
      await next(visit)
      const skill = visit.top.getByRole('heading', { level: 2 })
      const group = visit.top.getByRole('group', { name: visit.say('self.how_often') })
      await expect(group).toBeVisible()
      const first = await skill.innerText()
      await visit.label('radio', new RegExp(`^${visit.say('rating.3.label')}`), group).click()
      await expect(skill).not.toHaveText(first)
    },
  },
  {
    name: 'people chosen',
    async reach(visit) {
      const group = visit.top.getByRole('group', { name: visit.say('self.how_often') })
      await visit.label('radio', new RegExp(`^${visit.say('rating.4.label')}`), group).click()
      await expect(visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') })).toBeVisible()
      for (const place of [0, 1, 2]) await visit.take('checkbox', place)
    },
  },
  {
    name: 'an unfinished address',
    async reach(visit) {
      await visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') }).fill('nora@partner')
      await next(visit)
      await visit.read('login.email_invalid')
    },
    leave: (visit) => visit.top.getByRole('searchbox', { name: visit.say('ask.people.search') }).fill(''),
  },
  {
    name: 'the first request',
    async reach(visit) {
      await next(visit)
      await expect(visit.top.getByRole('listitem').filter({ has: visit.page.getByRole('combobox') })).toHaveCount(3)
      await next(visit)
      await expect(visit.top.getByRole('checkbox', { checked: true })).toHaveCount(5)
    },
  },
]
