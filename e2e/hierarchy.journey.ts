import type { Locator, Page } from '@playwright/test'
import { expect, expectToast, login, mailTo, PHONE, shown, skipTour, test } from './support/journey.ts'

const MANAGER = 'yannick@holding.example'
const DESKTOP = { width: 1440, height: 900 }

const list = (page: Page, name: string) => shown(page).locator(`[data-list="${name}"]`)
const member = (page: Page, name: string) => shown(page).locator('.member', { hasText: name })
const save = (page: Page) => shown(page).locator('ion-footer ion-button').last()

/** Lifts somebody with the keyboard, presses keys, and drops them. */
async function dragByKeys(page: Page, name: string, keys: readonly string[], over: Locator) {
  const handle = member(page, name).locator('.member-handle')
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(handle).toHaveAttribute('aria-pressed', 'true')
  // The library listens for further keys from the next turn of the event loop on: no person is that fast.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  for (const key of keys) await page.keyboard.press(key)
  await expect(over).toHaveClass(/is-over/)
  await page.keyboard.press('Space')
}

async function dragByMouse(page: Page, name: string, over: Locator) {
  const from = await member(page, name).locator('.member-grip').boundingBox()
  const to = await over.boundingBox()
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2, { steps: 3 })
  await page.mouse.move(to.x + to.width / 2, to.y + 40, { steps: 6 })
  await expect(over).toHaveClass(/is-over/)
  await page.mouse.up()
}

test('Amir fills his lists, a circle is refused; his manager fills them from the mail without an account; Amir sees it', async ({
  server,
  visitor,
}) => {
  const amir = await visitor({ locale: 'ar-EG', viewport: DESKTOP })
  await login(amir, 'amir@nova.example')
  await amir.goto('/badge-hierarchical-list')
  await skipTour(amir)
  await shown(amir).locator('.from-contacts ion-button').click()
  await expect(list(amir, 'superior')).toContainText('Oliver')

  // Under him by mouse: Oliver says that he leads Amir, so this would be a circle.
  await dragByMouse(amir, 'Oliver', list(amir, 'lower'))
  await expect(list(amir, 'lower')).toContainText('Oliver')
  await save(amir).click()
  await expect(member(amir, 'Oliver').locator('.field-error')).toBeVisible()
  const summary = shown(amir).locator('.notice', { hasText: 'Oliver' })
  await expect(summary).toBeFocused()
  await summary.locator('button').click()
  await expect(member(amir, 'Oliver').locator('select')).toBeFocused()

  // Nothing is lost by a reload; the arrow keys follow the direction of Arabic.
  await amir.reload()
  await expect(list(amir, 'lower')).toContainText('Oliver')
  await dragByKeys(amir, 'Oliver', ['ArrowRight', 'ArrowUp'], list(amir, 'superior'))
  await expect(list(amir, 'superior')).toContainText('Oliver')
  await expect(member(amir, 'Oliver').locator('.member-handle'), 'the focus stays with whom it moved').toBeFocused()
  await dragByKeys(amir, 'Oliver', ['ArrowLeft'], list(amir, 'equal'))
  await member(amir, 'Oliver').locator('select').selectOption('superior')
  await expect(member(amir, 'Oliver').locator('select')).toBeFocused()
  await save(amir).click()
  await expectToast(amir, 'حُفظت قوائمك')
  await amir.reload()
  await expect(list(amir, 'superior')).toContainText('Oliver')
  await expect(list(amir, 'superior').locator('.member')).toHaveCount(1)

  await amir.goto('/badge-add-manager')
  await shown(amir).locator('#manager_firstName').fill('Yannick')
  await shown(amir).locator('#manager_lastName').fill('Le Goff')
  await shown(amir).locator('#manager_email').fill('amir@nova.example')
  await shown(amir).locator('form ion-button[type="submit"]').click()
  await expect(shown(amir).locator('#manager_email-error'), 'nobody is their own manager').toBeVisible()
  await shown(amir).locator('#manager_email').fill(MANAGER)
  await shown(amir).locator('form ion-button[type="submit"]').click()
  await amir.waitForURL(/badge-hierarchical-list/)
  await expect(shown(amir).locator('.manager-state')).toContainText('Yannick Le Goff')
  await shown(amir).locator('.manager-state ion-button').first().click()
  await expect(shown(amir).locator('.manager-state .notice'), 'one mail a day').toHaveText(
    'لقد أرسلت تذكيرًا اليوم. يمكنك إرسال تذكير آخر غدًا.',
  )

  const mail = await mailTo(server, MANAGER, 'hierarchical-list')
  expect(`${mail.subject}${mail.text}${mail.html}`, 'the mail names no colleague').not.toContain('Oliver')
  const link = /https?:\/\/[^\s"]*\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? ''
  const manager = await visitor({ viewport: PHONE })
  await manager.goto(link)
  await expect(manager.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(list(manager, 'superior'), 'the manager is proposed').toContainText('Yannick')
  await expect(list(manager, 'superior')).toContainText('Oliver')
  const [name = ''] = (await list(manager, 'coworker').locator('.member strong').first().innerText()).split('\n')
  await member(manager, name).locator('select').selectOption('equal')
  await expect(list(manager, 'equal')).toContainText(name)
  await list(manager, 'outside').locator('.board-add').click()
  await manager.locator('ion-modal #add-outside-email').fill('nora')
  await manager.locator('ion-modal form ion-button').click()
  await expect(manager.locator('ion-modal .field-error')).toBeVisible()
  await manager.locator('ion-modal #add-outside-email').fill('nora@partner.example')
  await manager.locator('ion-modal #add-outside-first').fill('Nora')
  await manager.locator('ion-modal form ion-button').click()
  await manager.locator('ion-modal ion-buttons ion-button').click()
  await expect(list(manager, 'outside')).toContainText('Nora')
  await manager.reload()
  await expect(list(manager, 'outside'), 'the draft is kept with the link').toContainText('Nora')
  await save(manager).click()
  await expect(shown(manager).locator('.receipt-lists')).toContainText('Nora')
  expect(manager.url(), 'nobody is sent to the login').toBe(link)

  await amir.reload()
  await expect(list(amir, 'superior')).toContainText('Yannick')
  await expect(list(amir, 'equal')).toContainText(name)
  await expect(list(amir, 'outside')).toContainText('Nora')
  await expect(shown(amir).locator('.manager-state')).toContainText('مُلئت القوائم في')
})

test('Greta and her manager arrange the same lists: neither undoes the other, and she combines both', async ({ server, visitor }) => {
  const greta = await visitor({ locale: 'de-DE', viewport: DESKTOP })
  await login(greta, 'greta@nova.example')
  await greta.goto('/badge-add-manager')
  await shown(greta).locator('#manager_firstName').fill('Yannick')
  await shown(greta).locator('#manager_lastName').fill('Le Goff')
  await shown(greta).locator('#manager_email').fill('yannick-greta@holding.example')
  await shown(greta).locator('form ion-button[type="submit"]').click()
  await greta.waitForURL(/badge-hierarchical-list/)
  await skipTour(greta)
  const addOutsider = async (page: Page, name: string) => {
    await list(page, 'outside').locator('.board-add').click()
    await page.locator('ion-modal #add-outside-email').fill(`${name.toLowerCase()}@partner.example`)
    await page.locator('ion-modal #add-outside-first').fill(name)
    await page.locator('ion-modal form ion-button').click()
    await page.locator('ion-modal ion-buttons ion-button').last().click()
    await expect(list(page, 'outside')).toContainText(name)
  }
  await addOutsider(greta, 'Mira')

  // Meanwhile her manager saves others.
  const mail = await mailTo(server, 'yannick-greta@holding.example', 'hierarchical-list')
  const manager = await visitor({ viewport: PHONE })
  await manager.goto(/https?:\/\/[^\s"]*\/hierarchical-list\/[\w-]+/.exec(mail.text)?.[0] ?? '')
  await addOutsider(manager, 'Nora')
  await save(manager).click()
  await expect(shown(manager).locator('.receipt-lists')).toContainText('Nora')

  await save(greta).click()
  const changed = shown(greta).locator('[data-changed]')
  await expect(changed).toContainText('Nora: ')
  await expect(list(greta, 'outside'), 'her own arrangement is still there').toContainText('Mira')
  await greta.reload()
  await expect(changed, 'also after a reload').toContainText('Nora: ')
  await changed.locator('ion-button').first().click()
  await expect(changed).toHaveCount(0)
  await expect(list(greta, 'outside')).toContainText('Nora')
  await expect(list(greta, 'outside')).toContainText('Mira')
  await save(greta).click()
  await expectToast(greta, 'Ihre Hierarchie ist gespeichert')
  await greta.reload()
  for (const name of ['Mira', 'Nora', 'Yannick']) await expect(shown(greta).locator('.board')).toContainText(name)
})

test('a manager’s link that does not exist says so and asks for no login; without badges there is no hierarchy', async ({ visitor }) => {
  const manager = await visitor()
  await manager.goto(`/hierarchical-list/${'x'.repeat(43)}`)
  await expect(shown(manager).getByText('This link has ended')).toBeVisible()
  await expect(manager).toHaveURL(/hierarchical-list/)

  const luc = await visitor({ locale: 'fr-FR' })
  await login(luc, 'luc@lune.example')
  for (const path of ['/badge-hierarchical-list', '/badge-add-manager']) {
    await luc.goto(path)
    await luc.waitForURL(/\/home/)
  }
})
