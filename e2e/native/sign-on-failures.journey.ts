import { CompanySignOn } from '../session/sign-in.ts'
import { expect, type NativeApp, SYSTEMS, test } from './app.ts'

const RETURN = 'reflet://?saml=true&email=camille%40nova.example&token=refused'
const TOKEN = 'capacitor-storage_access_token'
const VERIFIER = 'capacitor-storage_sign-on-verifier'

/** The names of what is on the phone of the person, beside the app's own. */
const ofPerson = ({ phone }: NativeApp) =>
  [...phone.sqlite.records().keys()].filter((name) => !['installed', 'server', 'moved-from-indexeddb'].includes(name))

for (const system of SYSTEMS)
  test(`${system}: a single sign-on that this phone began and that is refused logs out; another one does nothing @whole`, async ({
    nativeApp,
  }) => {
    const locale = 'fr'
    const app = await nativeApp({ system, locale })
    const signOn = () => new CompanySignOn(app.page, locale)
    const logIn = async () => {
      await app.know('camille@nova.example')
      app.phone.sqlite.put('draft:someone:answer:x', { situation: 'private words' })
      const { userId } = app.phone.sqlite.records().get('current-user') as { userId: string }
      app.phone.sqlite.put(`draft:${userId}:answer:x`, { situation: 'private words' })
    }
    const expectLoggedOut = async () => {
      await expect(signOn().alert).toContainText(signOn().say('login.ERREUR_3'))
      await signOn().confirm('login.sso_ok')
      await expect(app.page).toHaveURL(/\/login$/)
      await expect.poll(() => ofPerson(app)).toEqual(['draft:someone:answer:x'])
      expect([...app.phone.keychain.keys()]).toEqual([])
    }

    await test.step('not begun here, with a session: it stays', async () => {
      await logIn()
      await expect(await app.open(RETURN)).toHaveURL(/\/tabs\/home$/)
      await app.phone.emit('App', 'appUrlOpen', { url: `${RETURN}2` })
      await expect(app.page.getByRole('navigation').first()).toBeVisible()
      await expect(signOn().alert).toHaveCount(0)
      expect(app.phone.keychain.has(TOKEN)).toBe(true)
    })

    await test.step('begun here, in the running app', async () => {
      app.phone.keychain.set(VERIFIER, JSON.stringify('v'.repeat(64)))
      await app.phone.emit('App', 'appUrlOpen', { url: `${RETURN}3` })
      await expectLoggedOut()
    })

    await test.step('begun here, in the closed app', async () => {
      await logIn()
      app.phone.keychain.set(VERIFIER, JSON.stringify('v'.repeat(64)))
      await app.open(`${RETURN}4`)
      await expectLoggedOut()
    })

    await test.step('without a session each failure is said', async () => {
      await app.phone.emit('App', 'appUrlOpen', { url: `${RETURN}5` })
      await expectLoggedOut()
    })
  })
