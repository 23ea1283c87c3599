import { contacts as contactCalls } from '@reflet/contract/contacts'
import type { Relation } from '@reflet/contract/relations'
import { Ask } from '../feedback/requests/ask.ts'
import { apiOf } from '../support/api.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'
import { AddContact } from './add-contact.ts'
import { Contacts } from './contacts.ts'
import { Group } from './group.ts'

test('Camille adds a colleague, an external person and a long list, corrects it, changes and removes contacts by keyboard, and finds all offline', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'camille@nova.example')
  const { total } = await apiOf(page).call(contactCalls.listContacts, { params: { userId: '1' } })
  const add = new AddContact(page)
  const contacts = new Contacts(page)
  const { say } = add
  const { keyboard } = page

  await test.step('adds a colleague', async () => {
    await add.open()
    await add.findColleague('mateo')
    await expect(add.colleagues).toHaveCount(1)
    await add.addColleague('Mateo Álvarez')
    await expect(add.relation, 'the focus goes on to the relation').toBeFocused()
    await add.chooseRelation('lower')
    await expect(add.relation).toHaveValue('lower')
  })

  await test.step('adds an outsider by keyboard', async () => {
    await add.change('address')
    await tabTo(page, say('login.email'))
    await keyboard.type('nobody')
    await keyboard.press('Enter')
    await expect(add.email).toHaveAccessibleDescription('Indiquez une adresse complète, comme nom@entreprise.fr.')
    await add.email.fill('ines@client.example')
    await tabTo(page, say('contacts.first_name'))
    await keyboard.type('Inès')
    await keyboard.press('Enter')
    await expect(add.outsiderAdded).toContainText('Inès')
    await expect(add.email).toHaveValue('')
  })

  // What is read as what: parse-list.test.ts.
  const lines = Array.from({ length: 250 }, (_, n) => `Personne;N${n};long-list-${n}@client.example;`)
  await test.step('pastes a list, which survives a reload', async () => {
    await add.change('list')
    const special = [
      'Paul;Martin;paul@;',
      'أمينة;الفاسي;amina@client.example;Pair',
      'Inès;;ines@client.example;',
      'أمينة;;AMINA@client.example;',
      'Marc;Petit;marc@client.example;cousin',
    ]
    await add.pasted.fill(['Prénom;Nom;E-mail;Relation', ...special, ...lines].join('\r\n'))
    await expect(add.problems).toHaveCount(2)
    await expect(add.problems.first()).toContainText('Ligne 2')
    await expect(add.problems.first()).toContainText('« paul@ » n’est pas une adresse e-mail complète.')
    await expect(add.problems.last()).toContainText('« cousin »')
    await expect(add.person('أمينة الفاسي')).toContainText('Aussi à la ligne 5')
    await expect(add.person('Inès')).toContainText('Déjà dans vos contacts')
    await page.reload()
    await expect(add.pasted).toHaveValue(/paul@/)
  })

  await test.step('it is sent in several calls: after a network failure nothing is lost or sent twice, and what is wrong stays', async () => {
    let calls = 0
    const path = '**/api/users/1/contacts'
    await page.route(path, (route) => {
      if (route.request().method() === 'POST' && ++calls === 2) return route.abort()
      return route.continue()
    })
    await add.addList(251).click()
    await expect(add.failure).toBeVisible()
    await expect(add.pasted, 'the first two hundred are in').not.toHaveValue(/amina@|long-list-0@/)
    await expect(add.pasted).toHaveValue(/^Prénom.*\nPaul;.*\nMarc;.*\nPersonne;N198;/)
    await add.addList(52).click()
    await expect(add.pasted, 'under its header').toHaveValue(
      'Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@;\nMarc;Petit;marc@client.example;cousin',
    )
    expect(calls).toBe(3)
    await page.unroute(path)
    await add.pasted.fill(
      'Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@client.example;\nMarc;Petit;marc@client.example;collègue\nInès;;ines@client.example;',
    )
    await expect(add.problems).toHaveCount(0)
    await add.addList(2).click()
    await expect(add.listAdded).toContainText('2 contacts ajoutés. 1 figurait déjà dans votre liste.')
    await expect(add.pasted).toHaveValue('')
  })

  await test.step('finds all of them', async () => {
    await contacts.open()
    await expect(contacts.count(total + 255)).toBeVisible()
    await expect(contacts.all).toHaveCount(50)
    await contacts.showMore()
    await expect(contacts.all).toHaveCount(100)
    await tabTo(page, say('contacts.search'))
    for (const [typed, name] of [
      ['ines@client', 'Inès'],
      ['long-list-249', 'N249'],
      ['Paul Martin', 'Paul Martin'],
    ] as const) {
      await contacts.search.fill(typed)
      await expect(contacts.all).toHaveCount(1)
      await expect(contacts.contact(name)).toHaveCount(1)
    }
    await contacts.search.fill('Mateo')
    await expect(contacts.contactAs('Mateo', 'lower')).toBeVisible()
    await contacts.search.fill('أمينة')
    await expect(contacts.contactAs('أمينة', 'equal')).toBeVisible()
  })

  await test.step('renames one and removes another by keyboard', async () => {
    const found = async (name: string) => {
      await contacts.search.fill('')
      await keyboard.type(name)
      await expect(contacts.all).toHaveCount(1)
      await tabTo(page, name)
      await keyboard.press('Enter')
      await expect(contacts.firstName).toBeVisible()
    }
    await found('Marc Petit')
    await contacts.firstName.fill('Marco')
    const before = await contacts.relation.inputValue()
    await tabTo(page, say('contacts.relation'))
    await keyboard.press('ArrowUp')
    await expect(contacts.relation).not.toHaveValue(before)
    const relation = (await contacts.relation.inputValue()) as Relation
    await tabTo(page, new RegExp(`^${say('common.save')}$`))
    await keyboard.press('Enter')
    // While the sheet is open, nothing of the list behind it has a role.
    await expect(contacts.firstName).toHaveCount(0)
    await contacts.search.fill('Petit')
    await expect(contacts.contactAs('Marco Petit', relation)).toBeVisible()

    await found('Paul Martin')
    const remove = new RegExp(`^${say('contacts.remove')}$`)
    await tabTo(page, remove)
    await keyboard.press('Enter')
    await expect(contacts.question).toBeVisible()
    await tabTo(page, remove)
    await keyboard.press('Enter')
    await expect(contacts.firstName).toHaveCount(0)
    await expect(contacts.all).toHaveCount(0)
    await contacts.search.fill('')
    await expect(contacts.count(total + 254)).toBeVisible()
  })

  await test.step('offline the addresses stored on this device are suggested', async () => {
    // docs/PRODUCT.md, "Sessions and start"; one was removed.
    const stored = async () => ((await keptOnDevice(page, 'contacts:')) as { contacts: string[]; updated_at: string }[])[0]
    await expect.poll(async () => (await stored())?.contacts).toContain('marc@client.example')
    const local = await stored()
    expect(local?.contacts).not.toContain('paul@client.example')
    expect(Date.parse(local?.updated_at ?? '')).toBeGreaterThan(0)
    const ask = new Ask(page)
    await ask.open()
    await ask.chooseSkill()
    await ask.toPeople()
    await page.route('**/api/**', (route) => route.abort())
    await ask.choosePerson('marc@c', 'marc@client.example')
    await expect(ask.chosen).toHaveText('marc@client.example')
    await page.unroute('**/api/**')
  })

  await page.goto('/profile')
  await contacts.button('profile.logout').click()
  await page.waitForURL(/\/login/)
  expect(await keptOnDevice(page, 'contacts:'), 'nothing stays after logging out').toEqual([])
})

test('أمير: a group is created, asked as a whole, edited and deleted @whole', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await enter(page, 'amir@nova.example')
  const group = new Group(page, 'ar')
  const contacts = new Contacts(page, 'ar')
  const ask = new Ask(page, 'ar')

  const names = await test.step('made', async () => {
    await group.open()
    await group.save()
    await expect(group.name).toHaveAccessibleDescription(/أدخل اسمًا للمجموعة\.$/)
    await group.name.fill('مشروع الأفق')
    for (const place of [0, 1]) await group.addMember(place)
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
