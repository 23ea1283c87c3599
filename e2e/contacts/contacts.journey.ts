import { contacts as contactCalls } from '@reflet/contract/contacts'
import { Ask } from '../feedback/requests/ask.ts'
import { apiOf } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'
import { AddContact } from './add-contact.ts'
import { Contacts } from './contacts.ts'
import { Group } from './group.ts'

test('Camille adds a colleague, an external person and a pasted list, fixes its invalid lines, and finds all of them after a reload', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'camille@nova.example')
  const add = new AddContact(page)
  const contacts = new Contacts(page)

  await test.step('adds a colleague', async () => {
    await add.open()
    await add.findColleague('mateo')
    await expect(add.colleagues).toHaveCount(1)
    await add.addColleague('Mateo Álvarez')
    await expect(add.relation, 'the focus goes on to the relation').toBeFocused()
    await add.chooseRelation('lower')
    await expect(add.relation).toHaveValue('lower')
  })

  await test.step('adds an outsider', async () => {
    await add.change('address')
    await add.email.fill('nobody')
    await add.addOutsider()
    await expect(add.email).toHaveAccessibleDescription('Indiquez une adresse complète, comme nom@entreprise.fr.')
    await add.email.fill('ines@client.example')
    await add.firstName.fill('Inès')
    await add.addOutsider()
    await expect(add.outsiderAdded).toContainText('Inès')
    await expect(add.email).toHaveValue('')
  })

  await test.step('pastes a list and corrects its invalid lines', async () => {
    await add.change('list')
    const list = [
      'Prénom;Nom;E-mail;Relation',
      'Hélène;Marchand;helene@client.example;Hors de l’entreprise',
      'Paul;Martin;paul@;',
      'أمينة;الفاسي;amina@client.example;Pair',
      'Hélène;;HELENE@client.example;',
      'Inès;;ines@client.example;',
      'Marc;Petit;marc@client.example;cousin',
    ].join('\r\n')
    await add.pasted.fill(list)
    await expect(add.problems).toHaveCount(2)
    await expect(add.problems.first()).toContainText('Ligne 3')
    await expect(add.problems.first()).toContainText('« paul@ » n’est pas une adresse e-mail complète.')
    await expect(add.problems.last()).toContainText('« cousin »')
    await expect(add.person('Hélène Marchand')).toContainText('Aussi à la ligne 5')
    await expect(add.person('Inès')).toContainText('Déjà dans vos contacts')

    await page.reload()
    await expect(add.pasted, 'the list survives a reload').toHaveValue(/paul@/)
    await add.addList(2).click()
    await expect(add.listAdded).toContainText('2 contacts ajoutés. 1 figurait déjà dans votre liste.')
    await expect(add.pasted, 'what is wrong stays, under its header').toHaveValue(
      'Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@;\nMarc;Petit;marc@client.example;cousin',
    )
    await add.pasted.fill('Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@client.example;\nMarc;Petit;marc@client.example;collègue')
    await expect(add.problems).toHaveCount(0)
    await add.addList(2).click()
    await expect(add.pasted).toHaveValue('')
  })

  await test.step('finds all of them, renames one and removes one', async () => {
    await contacts.open()
    for (const name of ['Mateo', 'Inès', 'Hélène Marchand', 'أمينة الفاسي', 'Paul Martin', 'Marc Petit']) {
      await expect(contacts.contact(name)).toHaveCount(1)
    }
    await expect(contacts.contactAs('Mateo', 'lower')).toBeVisible()
    await expect(contacts.contactAs('أمينة', 'equal')).toBeVisible()

    await contacts.openContact('Marc Petit')
    await contacts.firstName.fill('Marco')
    await contacts.chooseRelation('equal')
    await contacts.save()
    await expect(contacts.contactAs('Marco Petit', 'equal')).toBeVisible()
    await contacts.openContact('Paul Martin')
    await contacts.remove()
    // While the sheet is open, nothing of the list behind it has a role.
    await expect(contacts.firstName).toHaveCount(0)
    await expect(contacts.contact('Paul Martin')).toHaveCount(0)
    await page.reload()
    await expect(contacts.contact('Marco Petit')).toHaveCount(1)
    await expect(contacts.contact('Paul Martin')).toHaveCount(0)
  })

  // The addresses are stored on the device (docs/PRODUCT.md, "Sessions and start"); one was removed.
  const [local] = (await keptOnDevice(page, 'contacts:')) as { contacts: string[]; updated_at: string }[]
  expect(local?.contacts).toContain('marc@client.example')
  expect(local?.contacts).not.toContain('paul@client.example')
  expect(Date.parse(local?.updated_at ?? '')).toBeGreaterThan(0)
  await page.goto('/profile')
  await contacts.button('profile.logout').click()
  await page.waitForURL(/\/login/)
  expect(await keptOnDevice(page, 'contacts:'), 'nothing stays after logging out').toEqual([])
})

test('أمير: a group is created, asked as a whole, edited and deleted', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await enter(page, 'amir@nova.example')
  const group = new Group(page, 'ar')
  const contacts = new Contacts(page, 'ar')
  const ask = new Ask(page, 'ar')

  const names = await test.step('made', async () => {
    await group.open()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await group.save()
    await expect(group.name).toHaveAccessibleDescription(/أدخل اسمًا للمجموعة\.$/)
    await group.name.fill('مشروع الأفق')
    await group.addMember(0)
    await group.addMember(1)
    await expect(group.members).toHaveCount(2)
    const members = await group.members.allInnerTexts()
    await page.reload()
    await expect(group.name, 'nothing typed is lost').toHaveValue('مشروع الأفق')
    await group.save()
    await expect(contacts.group('مشروع الأفق')).toContainText('شخصان')
    return members
  })

  await test.step('asked as a whole, beside somebody who is chosen already', async () => {
    await ask.open()
    await ask.chooseSkill()
    await ask.toPeople()
    await ask.inviteAddress('guest@partner.example')
    const horizon = ask.group('مشروع الأفق')
    await horizon.click()
    await expect(horizon).toHaveAttribute('aria-pressed', 'true')
    await expect(ask.chosen).toHaveCount(3)
    for (const name of names) await expect(ask.chosen.filter({ hasText: name })).toHaveCount(1)
    await horizon.click()
    await expect(ask.chosen, 'pressed again, the group is removed').toHaveCount(1)
  })

  await test.step('renamed, and asked from its page', async () => {
    await contacts.open('groups')
    await contacts.openGroup('مشروع الأفق')
    await group.name.fill('مشروع الميناء')
    await group.save()
    await page.waitForURL(/list=groups/)
    await page.reload()
    await contacts.openGroup('مشروع الميناء')
    await group.ask()
    await page.waitForURL(/my-skills/)
    await expect(ask.forWhom).toContainText(names[0] ?? '')
    await expect(ask.forWhom).toContainText('guest@partner.example')
  })

  await test.step('deleted', async () => {
    await contacts.open('groups')
    await contacts.openGroup('مشروع الميناء')
    await group.remove()
    await page.waitForURL(/list=groups/)
    await expect(contacts.group('فريقي')).toHaveCount(1)
    await expect(contacts.group('مشروع الميناء')).toHaveCount(0)
  })
})

test('a long list is sent in several calls; after a network failure nothing is lost or sent twice', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  const { total } = await apiOf(page).call(contactCalls.listContacts, { params: { userId: '1' } })
  const add = new AddContact(page, 'en')
  await add.open('list')
  const lines = Array.from({ length: 450 }, (_, n) => `Person ${n} <long-list-${n}@partner.example>`)
  await add.pasted.fill(lines.join('\n'))
  let calls = 0
  await page.route('**/api/users/1/contacts', (route) => {
    if (route.request().method() === 'POST' && ++calls === 2) return route.abort()
    return route.continue()
  })
  await add.addList(450).click()
  await expect(add.failure).toBeVisible()
  await expect(add.addList(250), 'the first two hundred are in, and what is left was read').toBeEnabled()
  await expect(add.pasted).toHaveValue(lines.slice(200).join('\n'))
  await add.addList(250).click()
  await expect(add.pasted).toHaveValue('')
  expect(calls).toBe(4)

  const contacts = new Contacts(page, 'en')
  await contacts.open()
  await expect(contacts.count(total + 450)).toBeVisible()
  await expect(contacts.all).toHaveCount(50)
  await contacts.showMore()
  await expect(contacts.all).toHaveCount(100)
  await contacts.search.fill('long-list-449')
  await expect(contacts.all).toHaveCount(1)
})

test('offline the addresses stored on this device are suggested', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE' })
  await enter(page, 'greta@nova.example')
  const contacts = new Contacts(page, 'de')
  await contacts.open()
  await expect(contacts.all.first()).toBeVisible()
  const [local] = (await keptOnDevice(page, 'contacts:')) as { contacts: string[] }[]
  const outsider = local?.contacts.find((address) => !address.endsWith('@nova.example')) ?? ''
  expect(outsider).not.toBe('')
  const ask = new Ask(page, 'de')
  await ask.open()
  await ask.chooseSkill()
  await ask.toPeople()
  await page.route('**/api/**', (route) => route.abort())
  await ask.choosePerson(outsider.slice(0, 6), outsider)
  await expect(ask.chosen).toHaveText(outsider)
})

test('by keyboard alone: a contact is found, its relation changed, and it is removed', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1440, height: 900 } })
  await enter(page, 'admin@nova.example')
  const add = new AddContact(page)
  const { say } = add
  await add.open()
  await expect(add.colleagues.first()).toBeVisible()
  await tabTo(page, say('login.email'))
  await page.keyboard.type('kim@partner.example')
  await page.keyboard.press('Enter')
  await expect(add.outsiderAdded).toContainText('kim@partner.example')

  const contacts = new Contacts(page)
  await contacts.open()
  await expect(contacts.all.first()).toBeVisible()
  await tabTo(page, say('contacts.search'))
  await page.keyboard.type('kim')
  await expect(contacts.all).toHaveCount(1)
  await tabTo(page, 'kim@partner')
  await page.keyboard.press('Enter')
  await tabTo(page, say('contacts.relation'))
  await page.keyboard.press('ArrowUp')
  await expect(contacts.relation).toHaveValue('coworker')
  await tabTo(page, new RegExp(`^${say('common.save')}$`))
  await page.keyboard.press('Enter')
  await expect(contacts.contactAs('kim@partner', 'coworker')).toBeVisible()
  const remove = new RegExp(`^${say('contacts.remove')}$`)
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(contacts.question).toBeVisible()
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(contacts.all).toHaveCount(0)
})
