import { adminPeople } from '@reflet/contract/admin-people'
import { apiOf } from '../support/api.ts'
import { accessibilityProblems } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { mailTo } from '../support/mail.ts'
import { Screen } from '../support/screen.ts'
import type { RunningServer } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { expectToast } from '../support/toasts.ts'
import { Admin } from './admin.ts'

const SOFIA = 'sofia@nova.example'
const NEW = 'sofia.new@nova.example'

async function linkTo(server: RunningServer, email: string) {
  const { text } = await mailTo(server, email, 'address')
  return /https?:\/\/[^\s"]*\/address\/[\w-]+/.exec(text)?.[0] ?? ''
}

test('a new address holds when its mailbox confirms it; the mailbox of before restores it @whole', async ({ server, visitor }) => {
  const admin = await visitor()
  await enter(admin, 'admin@nova.example', 'es')
  const api = apiOf(admin)
  const [sofia] = (await api.call(adminPeople.listPeople, { query: { query: SOFIA } })).people
  const id = sofia?.id ?? ''
  const address = async () => (await api.call(adminPeople.getPerson, { params: { id } })).email

  await test.step('every place says which mailbox must confirm, and that the address is the one before until then', async () => {
    const people = new Admin(admin, 'es')
    await people.open('people')
    await people.find('Sofía')
    await people.openRow('Sofía')
    await people.input('admin.people.email').fill(NEW)
    await people.submit('common.save')
    await expectToast(admin, people.say('admin.people.new_email_asked', { email: NEW }))
    await expect(people.rows).toContainText(people.say('admin.people.new_email', { email: NEW }))
    await expect(people.rows).toContainText(SOFIA)
    await people.openRow('Sofía')
    const field = people.input('admin.people.email')
    await expect(field).toHaveValue(SOFIA)
    await expect(field).toHaveAccessibleDescription(people.say('admin.people.new_email_text', { email: NEW }))
  })

  const page = await visitor({ locale: 'es-ES' })
  const screen = new Screen(page, 'es')
  await page.goto(await linkTo(server, NEW))
  await expect(screen.text('admin.address.text', { company: 'Atelier Nova' })).toBeVisible()
  await screen.button('admin.address.confirm').click()
  await expect(screen.text('admin.address.done')).toBeVisible()
  expect(await address()).toBe(NEW)

  await page.goto(await linkTo(server, SOFIA))
  await expect(screen.text('admin.address.changed.text', { company: 'Atelier Nova' })).toBeVisible()
  expect(await accessibilityProblems(page, 'restore')).toEqual([])
  await screen.button('admin.address.changed.restore').click()
  await expect(screen.text('admin.address.changed.restored')).toBeVisible()
  expect(await address()).toBe(SOFIA)
})
