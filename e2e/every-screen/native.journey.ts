import { AddContact } from '../contacts/add-contact.ts'
import { Ask } from '../feedback/requests/ask.ts'
import { expect, SYSTEMS, test } from '../native/app.ts'
import { inGate, shown } from '../support/journey.ts'
import { Screen } from '../support/screen.ts'
import { hideToasts, problemsAtSizes } from './look.ts'

const LOCALES = { android: 'de', ios: 'ar' } as const
const HOST = 'https://localhost'

for (const system of SYSTEMS) {
  const locale = LOCALES[system]
  test(
    `${system}, ${locale}: what only the native app shows is accessible and fits into the window`,
    inGate(system === 'ios'),
    async ({ nativeApp }) => {
      const app = await nativeApp({ system, locale })
      await app.context.addInitScript(hideToasts)
      const problems: string[] = []

      await test.step('the address of the server', async () => {
        const page = await app.open()
        await expect(new Screen(page, locale).field('server.address')).toBeVisible()
        problems.push(...(await problemsAtSizes(page, 'server')))
        await app.close()
      })

      await test.step('home with its tabs, and an answer', async () => {
        await app.know('camille@nova.example', locale)
        const page = await app.open()
        await expect(page.locator('nav.tab-bar a[href="/tabs/answer"]').getByTestId('count')).toContainText(/\d/)
        await expect(shown(page).getByTestId('next-action').first()).toBeVisible()
        problems.push(...(await problemsAtSizes(page, 'home')))
        await page.goto(`${HOST}/tabs/answer`)
        await shown(page).getByRole('listitem').getByRole('button').first().click()
        await expect(shown(page).getByTestId('rating').first()).toBeVisible()
        problems.push(...(await problemsAtSizes(page, 'answer')))
      })

      await test.step('a contact of the phone', async () => {
        const { page } = app
        await page.goto(`${HOST}/tabs/add-contact?by=list`)
        const add = new AddContact(page, locale)
        await add.button('contacts.import.phone').click()
        await expect(add.person('Inès')).toContainText('ines@partner.example')
        problems.push(...(await problemsAtSizes(page, 'a contact of the phone')))
      })

      await test.step('the invitation to be notified', async () => {
        const { page } = app
        await app.context.route('**/api/notificationtokens/services', (route) =>
          route.fulfill({
            headers: { 'access-control-allow-origin': HOST, 'access-control-allow-credentials': 'true' },
            json: { types: ['fcm', 'apns'], web_push_key: '' },
          }),
        )
        await page.goto(`${HOST}/tabs/my-skills`)
        const ask = new Ask(page, locale)
        await ask.chooseSkill()
        await ask.toPeople()
        await ask.people.first().click()
        await ask.toWords()
        await ask.sendButton(1).click()
        await expect(ask.top.getByText(ask.say('notifications.invitation.text'))).toBeVisible()
        problems.push(...(await problemsAtSizes(page, 'the invitation')))
      })
      expect(problems).toEqual([])
    },
  )
}
