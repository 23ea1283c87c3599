import type { Locator, Page } from '@playwright/test'
import { apiOf } from './screens.ts'
import { keptOnDevice } from './support/device.ts'
import { expect, login, shown, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'

/** What this device keeps under a name (the app’s database is Ionic’s). */
const row = (page: Page, name: string): Locator => shown(page).locator('.group-list ion-item', { hasText: name })
const listed = (page: Page) => shown(page).locator('#import-list')
const start = (page: Page) => shown(page).locator('.import-start ion-button')

test('Camille adds a colleague, an outsider and a pasted list, mends its bad lines, and finds all of them after a reload', async ({
  visitor,
}) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'camille@nova.example')
  await page.goto('/add-contact')
  await shown(page).locator('ion-searchbar input').fill('mateo')
  await expect(shown(page).locator('.colleagues li')).toHaveCount(1)
  await shown(page).getByText('Ajouter', { exact: true }).click()
  const relation = shown(page).locator('.is-contact select')
  await expect(relation, 'the focus goes on to the relation').toBeFocused()
  await relation.selectOption('lower')
  await expect(relation).toHaveValue('lower')

  await shown(page).locator('ion-segment-button', { hasText: 'Externe' }).click()
  await shown(page).locator('#outsider-email').fill('nobody')
  await shown(page).locator('form ion-button[type="submit"]').click()
  await expect(shown(page).locator('.field-error')).toHaveText('Indiquez une adresse complète, comme nom@entreprise.fr.')
  await shown(page).locator('#outsider-email').fill('ines@client.example')
  await shown(page).locator('#outsider-first-name').fill('Inès')
  await shown(page).locator('form ion-button[type="submit"]').click()
  await expect(shown(page).locator('.notice-calm')).toContainText('Inès')
  await expect(shown(page).locator('#outsider-email')).toHaveValue('')

  await shown(page).locator('ion-segment-button', { hasText: 'Liste' }).click()
  const list = [
    'Prénom;Nom;E-mail;Relation',
    'Hélène;Marchand;helene@client.example;Hors de l’entreprise',
    'Paul;Martin;paul@;',
    'أمينة;الفاسي;amina@client.example;Pair',
    'Hélène;;HELENE@client.example;',
    'Inès;;ines@client.example;',
    'Marc;Petit;marc@client.example;cousin',
  ].join('\r\n')
  await listed(page).fill(list)
  const problems = shown(page).locator('.import-problems li')
  await expect(problems).toHaveCount(2)
  await expect(problems.first()).toContainText('Ligne 3')
  await expect(problems.first()).toContainText('« paul@ » n’est pas une adresse e-mail complète.')
  await expect(problems.last()).toContainText('« cousin »')
  await expect(shown(page).locator('tr', { hasText: 'Hélène Marchand' })).toContainText('Aussi à la ligne 5')
  await expect(shown(page).locator('tr', { hasText: 'Inès' })).toContainText('Déjà dans vos contacts')

  await page.reload()
  await expect(listed(page), 'the list survives a reload').toHaveValue(/paul@/)
  await start(page).click()
  await expect(shown(page).locator('.notice-calm')).toContainText('2 contacts ajoutés. 1 figurait déjà dans votre liste.')
  await expect(listed(page), 'what is wrong stays, under its header').toHaveValue(
    'Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@;\nMarc;Petit;marc@client.example;cousin',
  )
  await listed(page).fill('Prénom;Nom;E-mail;Relation\nPaul;Martin;paul@client.example;\nMarc;Petit;marc@client.example;collègue')
  await expect(problems).toHaveCount(0)
  await start(page).click()
  await expect(listed(page)).toHaveValue('')

  await page.goto('/contacts')
  for (const name of ['Mateo', 'Inès', 'Hélène Marchand', 'أمينة الفاسي', 'Paul Martin', 'Marc Petit']) {
    await expect(row(page, name)).toHaveCount(1)
  }
  await expect(row(page, 'Mateo').locator('.chip')).toHaveText('Collaborateur direct')
  await expect(row(page, 'أمينة').locator('.chip')).toHaveText('Pair')

  await row(page, 'Marc Petit').click()
  const sheet = page.locator('ion-modal.show-modal, ion-modal[is-open="true"], ion-modal:visible').last()
  await sheet.locator('#contact-first-name').fill('Marco')
  await sheet.locator('#contact-relation').selectOption('equal')
  await sheet.locator('ion-button[type="submit"]').click()
  await expect(row(page, 'Marco Petit').locator('.chip')).toHaveText('Pair')
  await row(page, 'Paul Martin').click()
  await sheet.getByText('Retirer', { exact: true }).click()
  await page.locator('ion-alert button', { hasText: 'Retirer' }).click()
  await expect(row(page, 'Paul Martin')).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Marco Petit')).toHaveCount(1)
  await expect(row(page, 'Paul Martin')).toHaveCount(0)

  // Specification §3 and §5: the addresses are kept here, shorter than before only because one was removed.
  const [local] = (await keptOnDevice(page, 'contacts:')) as { contacts: string[]; updated_at: string }[]
  expect(local?.contacts).toContain('marc@client.example')
  expect(local?.contacts).not.toContain('paul@client.example')
  expect(Date.parse(local?.updated_at ?? '')).toBeGreaterThan(0)
  await page.goto('/profile')
  await shown(page).getByText('Se déconnecter', { exact: true }).click()
  await page.waitForURL(/\/login/)
  expect(await keptOnDevice(page, 'contacts:'), 'nothing stays after logging out').toEqual([])
})

test('أمير: a group is made, asked as a whole, changed and deleted', async ({ visitor }) => {
  const page = await visitor({ locale: 'ar-EG' })
  await login(page, 'amir@nova.example')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/group')
  await shown(page).locator('ion-footer ion-button').click()
  await expect(shown(page).locator('.field-error')).toHaveText('يُرجى إدخال اسم للمجموعة.')
  await shown(page).locator('#group-name').fill('مشروع الأفق')
  await shown(page).locator('label.option').nth(0).click()
  await shown(page).locator('label.option').nth(1).click()
  await expect(shown(page).locator('.person-chip bdi')).toHaveCount(2)
  const names = await shown(page).locator('.person-chip bdi').allInnerTexts()
  await page.reload()
  await expect(shown(page).locator('#group-name'), 'nothing typed is lost').toHaveValue('مشروع الأفق')
  await shown(page).locator('ion-footer ion-button').click()
  await expect(shown(page).locator('ion-item', { hasText: 'مشروع الأفق' })).toContainText('شخصان')

  // Somebody is chosen already: the group joins them, and nobody is lost.
  await page.goto('/my-skills')
  await shown(page).locator('label.option').first().click()
  await shown(page).locator('ion-footer ion-button').click()
  await shown(page).locator('ion-searchbar input').fill('guest@partner.example')
  await shown(page).locator('button.option', { hasText: 'guest@partner.example' }).click()
  const group = shown(page).locator('button.option', { hasText: 'مشروع الأفق' })
  await group.click()
  await expect(group).toHaveAttribute('aria-pressed', 'true')
  await expect(shown(page).locator('.person-chip')).toHaveCount(3)
  for (const name of names) await expect(shown(page).locator('.person-chip', { hasText: name })).toHaveCount(1)
  await group.click()
  await expect(shown(page).locator('.person-chip'), 'pressed again, the group leaves').toHaveCount(1)

  await page.goto('/contacts?list=groups')
  await shown(page).locator('ion-item', { hasText: 'مشروع الأفق' }).click()
  await page.waitForURL(/\/group\//)
  await shown(page).locator('#group-name').fill('مشروع الميناء')
  await shown(page).locator('ion-footer ion-button').click()
  await page.waitForURL(/list=groups/)
  await page.reload()
  await shown(page).locator('ion-item', { hasText: 'مشروع الميناء' }).click()
  await page.waitForURL(/\/group\//)
  await shown(page).getByText('طلب رأي', { exact: true }).click()
  await page.waitForURL(/my-skills/)
  await expect(shown(page).locator('.notice-calm')).toContainText(names[0] ?? '')
  await expect(shown(page).locator('.notice-calm')).toContainText('guest@partner.example')

  await page.goto('/contacts?list=groups')
  await shown(page).locator('ion-item', { hasText: 'مشروع الميناء' }).click()
  await page.waitForURL(/\/group\//)
  await shown(page).getByText('حذف المجموعة', { exact: true }).click()
  await page.locator('ion-alert button', { hasText: 'حذف المجموعة' }).click()
  await page.waitForURL(/list=groups/)
  await expect(shown(page).locator('ion-item', { hasText: 'فريقي' })).toHaveCount(1)
  await expect(shown(page).locator('ion-item', { hasText: 'مشروع الميناء' })).toHaveCount(0)
})

test('a long list goes in several calls; the network breaks in between, and nothing is lost or sent twice', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  const { total } = await apiOf(page).get<{ total: number }>('/api/users/1/contacts')
  await page.goto('/add-contact?by=list')
  const lines = Array.from({ length: 450 }, (_, n) => `Person ${n} <long-list-${n}@partner.example>`)
  await listed(page).fill(lines.join('\n'))
  await expect(start(page)).toHaveText('Add 450 contacts')
  let calls = 0
  await page.route('**/api/users/1/contacts', (route) => {
    if (route.request().method() === 'POST' && ++calls === 2) return route.abort()
    return route.continue()
  })
  await start(page).click()
  await expect(shown(page).locator('.notice').last()).toBeVisible()
  await expect(start(page), 'the first two hundred are in').toHaveText('Add 250 contacts')
  await expect(listed(page)).toHaveValue(lines.slice(200).join('\n'))
  await expect(shown(page).locator('.import-start ion-button[aria-disabled]'), 'what is left was read').toHaveCount(0)
  await start(page).click()
  await expect(listed(page)).toHaveValue('')
  expect(calls).toBe(4)
  await page.goto('/contacts')
  await expect(shown(page).locator('[role="status"]', { hasText: `${total + 450} contacts` })).toBeVisible()
  await expect(shown(page).locator('.group-list ion-item')).toHaveCount(50)
  await shown(page).getByText('Show more').click()
  await expect(shown(page).locator('.group-list ion-item')).toHaveCount(100)
  await shown(page).locator('ion-searchbar input').fill('long-list-449')
  await expect(shown(page).locator('.group-list ion-item')).toHaveCount(1)
})

test('without a network the addresses kept on this device are offered', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-DE' })
  await login(page, 'greta@nova.example')
  await page.goto('/contacts')
  await expect(shown(page).locator('.group-list ion-item').first()).toBeVisible()
  const [local] = (await keptOnDevice(page, 'contacts:')) as { contacts: string[] }[]
  const outsider = local?.contacts.find((address) => !address.endsWith('@nova.example')) ?? ''
  expect(outsider).not.toBe('')
  await page.goto('/my-skills')
  await shown(page).locator('label.option').first().click()
  await shown(page).locator('ion-footer ion-button').click()
  await page.route('**/api/**', (route) => route.abort())
  await shown(page).locator('ion-searchbar input').fill(outsider.slice(0, 6))
  const offer = shown(page).locator('label.option', { hasText: outsider })
  await expect(offer).toBeVisible()
  await offer.click()
  await expect(shown(page).locator('.person-chip')).toHaveText(outsider)
})

test('by keyboard alone: a contact is found, its relation changed, and it is removed', async ({ visitor }) => {
  const page = await visitor({ viewport: { width: 1440, height: 900 } })
  await login(page, 'admin@nova.example')
  await page.goto('/add-contact')
  await expect(shown(page).locator('.colleagues li').first()).toBeVisible()
  await tabTo(page, /E-mail address|Adresse e-mail/)
  await page.keyboard.type('kim@partner.example')
  await page.keyboard.press('Enter')
  await expect(shown(page).locator('.notice-calm')).toContainText('kim@partner.example')

  await page.goto('/contacts')
  await expect(shown(page).locator('.group-list ion-item').first()).toBeVisible()
  await tabTo(page, /Search contacts|Rechercher un contact/)
  await page.keyboard.type('kim')
  await expect(shown(page).locator('.group-list ion-item')).toHaveCount(1)
  await tabTo(page, /kim@partner/)
  await page.keyboard.press('Enter')
  await tabTo(page, /Who is this person|Qui est cette personne/)
  await page.keyboard.press('ArrowUp')
  await expect(shown(page).locator('#contact-relation')).toHaveValue('coworker')
  await tabTo(page, /^(Save|Enregistrer)$/)
  await page.keyboard.press('Enter')
  await expect(row(page, 'kim@partner').locator('.chip')).toHaveText(/Colleague|Collègue/)
  await tabTo(page, /^(Remove|Retirer)$/)
  await page.keyboard.press('Enter')
  // The question takes the focus when it stands.
  await expect(page.locator('ion-alert:focus-within')).toBeVisible()
  await tabTo(page, /^(Remove|Retirer)$/)
  await page.keyboard.press('Enter')
  await expect(shown(page).locator('.group-list ion-item')).toHaveCount(0)
})
