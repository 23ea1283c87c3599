import { adminSignIn } from '@reflet/contract/admin-sign-in'
import { HOUR_MS } from '@reflet/contract/durations'
import { loginSteps } from '@reflet/contract/login-steps'
import { security } from '@reflet/contract/security'
import { session } from '@reflet/contract/session'
import { Secret, TOTP } from 'otpauth'
import { rows, sql, t } from '../../db/index.ts'
import { CLIENT_ID } from '../../features/session/session.commands.ts'
import { signIn } from '../factories.ts'
import { beginOpenId, returnTo, settingsOfOpenId, startOpenId } from '../openid.ts'
import { createAuthenticator } from '../passkeys.ts'
import { beginSignIn, createProvider, encoded, postResponse, responseOf, rightTexts, signed } from '../saml.ts'
import type { Scenarios } from './scenarios.ts'
import { logIn, PASSWORD, type Scene } from './scene.ts'

const codeOf = (secret: string, at: Date) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

async function withTotp({ app, me }: Scene): Promise<string> {
  const { secret } = (await app.call(me, security.beginTotp)).body
  await app.call(me, security.confirmTotp, { body: { code: codeOf(secret, app.now()) } })
  return secret
}

async function addPasskey({ app, me }: Scene, authenticator = createAuthenticator(app.url)) {
  const { options } = (await app.call(me, security.addPasskey, { body: {} })).body
  return app.call(me, security.addPasskey, { body: { passkey: authenticator.register(options ?? {}) } })
}

const companyCode = async ({ app, company }: Scene) =>
  (await rows(app.database.db, { code: t.text }, sql`select code from companies where company_id = ${company.id}`))[0]?.code ?? ''

async function withSaml(scene: Scene) {
  const { app, admin, me } = scene
  const provider = await createProvider('idp', app.now())
  const { entityId, ssoUrl, certificate } = provider
  const body = { idp_entity_id: entityId, sso_url: ssoUrl, certificates: [certificate], person_by: 'email' as const }
  await app.call(admin, adminSignIn.setSaml, { body })
  const code = await companyCode(scene)
  return async (query = '') => {
    const begun = await beginSignIn(app, code, query)
    const end = new Date(app.now().getTime() + HOUR_MS).toISOString()
    const texts = { ...rightTexts(app, code, provider, begun.requestId, me.email), conditionsEnd: end, confirmationEnd: end }
    return { begun, code, response: encoded(signed(responseOf(texts), provider)) }
  }
}

async function withOpenId(scene: Scene) {
  const provider = await startOpenId()
  await scene.app.call(scene.admin, adminSignIn.setOidc, { body: settingsOfOpenId(provider) })
  const code = await companyCode(scene)
  return async () => {
    const begun = await beginOpenId(scene.app, code)
    const now = Math.floor(scene.app.now().getTime() / 1000)
    const claims = { iss: provider.issuer, aud: 'reflet', sub: 's', nonce: begun.nonce, iat: now, exp: now + 300 }
    const id_token = await provider.sign({ ...claims, email: scene.me.email, email_verified: true })
    provider.answer = () => ({ body: { access_token: 'a', token_type: 'Bearer', id_token } })
    return { begun, code }
  }
}

/** A redirect to the app as the result of a call. */
const redirected = ({ status, location }: { status: number; location: string }) => {
  if (status !== 303) return { status, body: { code: status === 503 ? 'unavailable' : String(status) } }
  return { status: /saml=true|admin/.test(location) ? 200 : 401, body: { code: 'unauthenticated' } }
}

/** The clock goes on between the attempts: what waits ten minutes here waits longer. */
const later = ({ app }: Scene, table: 'login_challenges' | 'sign_in_codes' | 'sign_in_requests') =>
  app.database.db.execute(sql`update ${sql.identifier(table)} set expires_at = expires_at + interval '1 day'`)

/** How people sign in, and what administrators set for it. */
export const signInScenarios: Scenarios = {
  'features/session/sessions': {
    'another session ends': async (scene) => {
      const { app, me } = scene
      const other = await signIn(app, me)
      const { sessions } = (await app.call(other, security.listSessions)).body
      const id = sessions.find(({ current }) => current)?.id ?? ''
      return () => app.call(me, security.endSession, { params: { id } })
    },
    'all other sessions end': async (scene) => {
      await signIn(scene.app, scene.me)
      return () => scene.app.call(scene.me, security.endOtherSessions)
    },
  },
  'features/session/password': {
    'the own password is changed': async (scene) => () =>
      scene.app.call(scene.me, security.changePassword, { body: { current: PASSWORD, new: 'another long phrase' } }),
  },
  'features/session/factors': {
    'an authenticator app is begun': async (scene) => () => scene.app.call(scene.me, security.beginTotp),
    'an authenticator app is confirmed': async (scene) => {
      const { app, me } = scene
      const { secret } = (await app.call(me, security.beginTotp)).body
      return () => app.call(me, security.confirmTotp, { body: { code: codeOf(secret, app.now()) } })
    },
    'an authenticator app is removed': async (scene) => {
      await withTotp(scene)
      return () => scene.app.call(scene.me, security.deleteTotp)
    },
    'recovery codes are made': async (scene) => {
      await withTotp(scene)
      return () => scene.app.call(scene.me, security.makeRecoveryCodes)
    },
    'an administrator resets factors': async (scene) => {
      await withTotp(scene)
      return () => scene.app.call(scene.admin, adminSignIn.resetFactors, { params: { id: scene.me.id } })
    },
  },
  'features/session/passkeys': {
    'a passkey is added': async (scene) => () => addPasskey(scene),
    'a passkey is removed': async (scene) => {
      const id = (await addPasskey(scene)).body.passkey?.id ?? ''
      return () => scene.app.call(scene.me, security.deletePasskey, { params: { id } })
    },
  },
  'features/session/passkey-login': {
    'a passkey logs in': async (scene) => {
      const authenticator = createAuthenticator(scene.app.url)
      await addPasskey(scene, authenticator)
      return async () => {
        const { options } = (await scene.app.call(null, loginSteps.loginPasskey, { body: {} })).body
        return scene.app.call(null, loginSteps.loginPasskey, { body: { passkey: authenticator.sign(options ?? {}) } })
      }
    },
  },
  'features/session/second-factor': {
    'the second step of a login': async (scene) => {
      const { app } = scene
      const secret = await withTotp(scene)
      app.advance(61_000)
      const challenge = (await logIn(scene)).body.second_factor?.challenge ?? ''
      await later(scene, 'login_challenges')
      return async () => {
        // An attempt is counted before its transaction: ten of them would lock the account.
        await app.database.db.execute(sql`delete from login_attempts`)
        return app.call(null, loginSteps.loginSecondFactor, { body: { challenge, code: codeOf(secret, app.now()) } })
      }
    },
  },
  'features/session/codes': {
    'a code of a single sign-on logs in': async (scene) => {
      const { app } = scene
      const respond = await withSaml(scene)
      const { begun, code, response } = await respond()
      const { location } = await postResponse(app, code, response, begun.cookie)
      await later(scene, 'sign_in_codes')
      const query = new URL(location).searchParams
      const body = {
        grant_type: 'password' as const,
        client_id: CLIENT_ID,
        username: query.get('email') ?? '',
        password: query.get('token') ?? '',
      }
      return () => app.call(null, session.login, { body }, { cookie: begun.cookie })
    },
  },
  'features/session/saml/saml': {
    'a response of the provider is accepted': async (scene) => {
      const respond = await withSaml(scene)
      const { begun, code, response } = await respond()
      await later(scene, 'sign_in_requests')
      return async () => redirected(await postResponse(scene.app, code, response, begun.cookie))
    },
  },
  'features/session/sign-on': {
    'a test of the settings ends': async (scene) => {
      const respond = await withSaml(scene)
      const { link } = (await scene.app.call(scene.admin, adminSignIn.beginSignInTest, { body: { protocol: 'saml' } })).body
      const { begun, code, response } = await respond(new URL(link).search)
      await later(scene, 'sign_in_requests')
      return async () => redirected(await postResponse(scene.app, code, response, begun.cookie))
    },
  },
  'features/session/oidc/oidc': {
    'an answer of an OpenID provider is accepted': async (scene) => {
      const answer = await withOpenId(scene)
      const { begun, code } = await answer()
      await later(scene, 'sign_in_requests')
      return async () => redirected(await returnTo(scene.app, code, `state=${begun.state}&code=c`, begun.cookie))
    },
  },
  'features/admin/sign-in/sign-in': {
    'a second factor is demanded': async (scene) => () =>
      scene.app.call(scene.admin, adminSignIn.updateSignIn, { body: { second_factor: 'everyone' } }),
    'a SAML provider is set': async ({ app, admin }) => {
      const { entityId, ssoUrl, certificate } = await createProvider('idp', app.now())
      const body = { idp_entity_id: entityId, sso_url: ssoUrl, certificates: [certificate] }
      // Our keys are made before the transaction, once.
      await app.call(admin, adminSignIn.getSignIn)
      return () => app.call(admin, adminSignIn.setSaml, { body })
    },
    'a SAML provider is removed': async (scene) => {
      await withSaml(scene)
      return () => scene.app.call(scene.admin, adminSignIn.deleteSaml)
    },
    'an OpenID provider is set': async ({ app, admin }) => {
      const body = settingsOfOpenId(await startOpenId())
      return () => app.call(admin, adminSignIn.setOidc, { body })
    },
    'an OpenID provider is removed': async (scene) => {
      await withOpenId(scene)
      return () => scene.app.call(scene.admin, adminSignIn.deleteOidc)
    },
  },
}
