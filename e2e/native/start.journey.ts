import { createServer } from 'node:http'
import { Login } from '../session/login.ts'
import { listenOn } from '../support/https.ts'
import { inGate, shown } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'
import { wordsOf } from '../support/words.ts'
import { addressOf, expect, SYSTEMS, test } from './app.ts'
import { Refusal } from './phone.ts'

const LOCALES = { android: 'ar', ios: 'fr' } as const
const WHO = { fr: 'camille@nova.example', ar: 'amir@nova.example' } as const

for (const system of SYSTEMS) {
  const locale = LOCALES[system]
  const say = wordsOf(locale)

  test(
    `${system}, ${locale}: first start: the server is asked for, then Camille logs in, and is logged in after a restart`,
    inGate(system === 'android'),
    async ({ nativeApp, server }) => {
      const app = await nativeApp({ system, locale })
      const page = await app.open()
      const screen = new Screen(page, locale)
      await expect(page).toHaveURL(/\/server$/)
      const other = await listenOn(
        createServer((_request, response) => response.setHeader('access-control-allow-origin', '*').end('{"status":"fine"}')),
      )
      const tries = [
        ['nova', 'server_invalid'],
        ['ftp://nova.example', 'server_invalid'],
        ['http://nova.example', 'server_insecure'],
        [`http://127.0.0.1:${other.port}`, 'server_unknown'],
        ['https://nothing.invalid', 'offline'],
      ] as const
      const use = async (address: string) => {
        await screen.field('server.address').fill(address)
        await screen.button('server.submit').click()
      }
      for (const [address, code] of tries)
        await test.step(`${address} is no server of Reflet: ${code}`, async () => {
          await use(address)
          await expect(shown(page).getByRole('alert')).toContainText(say(`errors.${code}`))
          await expect(page).toHaveURL(/\/server$/)
        })
      await test.step('a certificate that the system does not trust is said to be one', async () => {
        app.phone.on('CapacitorHttp', {
          request: () => {
            throw new Refusal(
              system === 'ios'
                ? 'The certificate for this server is invalid. (NSURLErrorDomain -1202)'
                : 'java.security.cert.CertPathValidatorException: Trust anchor for certification path not found.',
            )
          },
        })
        await use('https://other.invalid')
        await expect(shown(page).getByRole('alert')).toContainText(say('errors.certificate'))
      })
      await other.stop()
      await use(`${addressOf(server)}/login?x=1`)
      await expect(page).toHaveURL(/\/login$/)
      await new Login(page, locale).logIn(WHO[locale])
      await expect(page).toHaveURL(/\/tabs\/home$/)
      expect([...app.phone.keychain.keys()]).toEqual(['capacitor-storage_access_token'])
      expect(await page.context().cookies(), 'no cookie').toEqual([])
      const again = await app.open()
      await expect(again).toHaveURL(/\/tabs\/home$/)
      await expect(again.getByRole('navigation').getByRole('link', { name: new RegExp(say('menu.tab.answer')) })).toBeVisible()
      await app.reinstall()
      const fresh = await app.open()
      await expect(fresh).toHaveURL(/\/server$/)
      expect([...app.phone.keychain.keys()], 'what an earlier installation left is deleted').toEqual([])
    },
  )
}
