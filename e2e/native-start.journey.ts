import { expect, SYSTEMS, test } from './native/app.ts'
import { shown } from './support/journey.ts'
import { DEMO_PASSWORD } from './support/session.ts'

for (const system of SYSTEMS) {
  test(`${system}: first start: the server is asked for, then Camille logs in, and is logged in after a restart`, async ({
    nativeApp,
    server,
  }) => {
    const app = await nativeApp({ system })
    const page = await app.open()
    await expect(page).toHaveURL(/\/server$/)
    await shown(page)
      .getByLabel('Adresse', { exact: true })
      .fill(`${server.url.replace('localhost', '127.0.0.1')}/login?x=1`)
    await shown(page).getByRole('button', { name: 'Continuer' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await shown(page).getByLabel('Adresse e-mail').fill('camille@nova.example')
    await shown(page).getByLabel('Mot de passe').first().fill(DEMO_PASSWORD)
    await shown(page).getByRole('button', { name: 'Se connecter', exact: true }).click()
    await expect(page).toHaveURL(/\/tabs\/home$/)
    expect([...app.phone.keychain.keys()]).toEqual(['capacitor-storage_access_token'])
    expect(await page.context().cookies(), 'no cookie').toEqual([])
    const again = await app.open()
    await expect(again).toHaveURL(/\/tabs\/home$/)
    await expect(again.getByRole('navigation').getByRole('link', { name: /Répondre/ })).toBeVisible()
    await app.reinstall()
    const fresh = await app.open()
    await expect(fresh).toHaveURL(/\/server$/)
    expect([...app.phone.keychain.keys()], 'what an earlier installation left is deleted').toEqual([])
  })
}
