import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { NOTIFICATION_KINDS } from '@reflet/contract/people'
import { DEMO_PASSWORD, expect, login, shown, test } from './support/journey.ts'

const DESKTOP = { width: 1440, height: 900 }

/** Red on its left half, blue on its right: what was cropped shows in its colour. */
const makePicture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    canvas.height = 400
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    pen.fillStyle = '#f00'
    pen.fillRect(0, 0, 400, 400)
    pen.fillStyle = '#00f'
    pen.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

/** The colour of an image, a tenth of its width from its left edge. */
const colourOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = 10
      canvas.height = 10
      const pen = canvas.getContext('2d') as CanvasRenderingContext2D
      pen.drawImage(image, 0, 0, 10, 10)
      const [red = 0, , blue = 0] = pen.getImageData(1, 5, 1, 1).data
      return { red: red > 200, blue: blue > 200 }
    })

/** Everything that this device keeps, as one text. */
const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const stores = (await indexedDB.databases()).map(
      ({ name }) =>
        new Promise<unknown[]>((resolve, reject) => {
          const opening = indexedDB.open(name ?? '')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const database = opening.result
            const names = [...database.objectStoreNames]
            const found: unknown[] = []
            const work = database.transaction(names)
            for (const store of names) {
              const [keys, values] = [work.objectStore(store).getAllKeys(), work.objectStore(store).getAll()]
              keys.onsuccess = () => found.push(keys.result)
              values.onsuccess = () => found.push(values.result)
            }
            work.oncomplete = () => {
              database.close()
              resolve(found)
            }
          }
        }),
    )
    return JSON.stringify([await Promise.all(stores), { ...localStorage }, { ...sessionStorage }])
  })

test('who I am is edited, kept while unsaved, checked at the fields and shown everywhere', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await login(page, 'yuki@nova.example')
  await page.goto('/profile')
  await shown(page).getByText('Edit my profile').click()
  await page.waitForURL(/\/edit-profile/)
  await page.locator('#profile-first_name').fill('  ')
  await page.locator('#profile-job_title').fill('Insight lead')
  await shown(page).locator('form ion-button[type="submit"]').click()
  await expect(shown(page).locator('.field-error')).toHaveText('Enter your first name.')
  await expect(shown(page).locator('.notice')).toBeFocused()

  // Left without saving and opened again: what was typed is there, and can be dropped.
  await expect.poll(() => keptOnDevice(page)).toContain('Insight lead')
  await page.reload()
  await expect(page.locator('#profile-job_title')).toHaveValue('Insight lead')
  await expect(shown(page).getByText('We kept what you had changed.')).toBeVisible()
  await shown(page).getByText('Discard', { exact: true }).click()
  await expect(page.locator('#profile-first_name')).toHaveValue('Yuki')

  await page.locator('#profile-first_name').fill('Yūki')
  await page.locator('#profile-job_title').fill('Insight lead')
  await page.locator('#profile-department').fill('Research')
  await page.locator('optgroup[label="Asia"]').waitFor({ state: 'attached' })
  await page.locator('#profile-time_zone').selectOption({ label: 'Tokyo (Japan) · GMT+9' })
  await shown(page).locator('form ion-button[type="submit"]').click()
  await page.waitForURL(/\/profile/)
  await expect(page.locator('.menu-me strong')).toHaveText('Yūki Tanaka')
  await page.reload()
  await expect(shown(page).locator('.profile-card')).toContainText('Yūki Tanaka')
  await expect(shown(page).locator('.profile-card')).toContainText('Insight lead')
  await expect(shown(page).locator('.profile-card')).toContainText('Research')
  await page.goto('/edit-profile')
  await expect(page.locator('#profile-time_zone')).toHaveValue('Asia/Tokyo')
})

test('the network is cut while saving: the fields keep what was typed', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'priya@nova.example')
  await page.goto('/edit-profile')
  await page.locator('#profile-department').fill('Platform')
  await page.context().setOffline(true)
  await shown(page).locator('ion-footer ion-button').click()
  await expect(shown(page).locator('form .notice')).toBeVisible()
  await expect(page.locator('#profile-department')).toHaveValue('Platform')
  await page.context().setOffline(false)
  await shown(page).locator('ion-footer ion-button').click()
  await page.waitForURL(/\/profile/)
  await expect(shown(page).locator('.profile-card')).toContainText('Platform')
})

test('edit-profile is usable with the keyboard alone', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await login(page, 'kwame@nova.example')
  await page.goto('/edit-profile')
  await page.locator('#profile-first_name').waitFor()
  const reach = async (what: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate((what) => document.activeElement?.matches(what), what)) return
    }
    throw new Error(`${what} is out of the keyboard's reach`)
  }
  await reach('.photo-actions ion-button')
  await reach('#profile-first_name')
  await reach('#profile-job_title')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Key account manager')
  await reach('#profile-time_zone')
  await reach('form ion-button[type="submit"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/profile/)
  await expect(shown(page).locator('.profile-card')).toContainText('Key account manager')
})

test('a photo is cropped with the keyboard, survives a cut network, and shows in the menu; a refused file changes nothing', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: DESKTOP })
  await login(page, 'zeynep@nova.example')
  await page.goto('/profile')
  await shown(page).locator('#profile-language').selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/edit-profile')
  const chooser = page.waitForEvent('filechooser')
  await shown(page).getByText('Add a photo').click()
  const buffer = Buffer.from(await makePicture(page), 'base64')
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })

  const area = page.getByRole('application', { name: 'Photo frame' })
  await expect.poll(async () => (await area.boundingBox())?.width ?? 0).toBeGreaterThan(100)
  await area.focus()
  for (let presses = 0; presses < 60; presses++) await page.keyboard.press('ArrowLeft')
  await page.context().setOffline(true)
  await page.getByText('Use this photo').click()
  await expect(page.locator('ion-modal .notice')).toBeVisible()
  await page.context().setOffline(false)
  await page.locator('ion-modal .notice button').click()
  await expect(page.locator('ion-modal')).toBeHidden()
  await expect(page.locator('.menu-me img.avatar')).toBeVisible()
  expect(await colourOf(page, '.menu-me img.avatar')).toEqual({ red: false, blue: true })
  await page.reload()
  await expect(page.locator('.menu-me img.avatar')).toBeVisible()

  // No browser reads this, nor does the server: both say so, and the picture that was there stays.
  await page.locator('#profile-department').fill('Studio')
  const again = page.waitForEvent('filechooser')
  await shown(page).getByText('Change photo').click()
  await (await again).setFiles({ name: 'me.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture at all') })
  await expect(shown(page).locator('.photo .notice')).toContainText('Choose another photo')
  await expect(page.locator('#profile-department')).toHaveValue('Studio')
  await expect(shown(page).locator('.photo img.avatar')).toBeVisible()

  await shown(page).getByText('Remove photo').click()
  await expect(page.locator('.menu-me span.avatar')).toBeVisible()
})

test('notifications: mails lead to them, a choice stays, and one that could not be kept is taken back', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'siobhan@nova.example')
  await page.goto('/profile?notifications')
  await expect(page.locator('#notifications')).toBeFocused()
  await expect(page.locator('#notifications')).toBeInViewport()
  const reminders = shown(page).getByRole('switch', { name: 'Reminders: E-mail' })
  await expect(reminders).toHaveAttribute('aria-checked', 'true')
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await reminders.click()
  await saved
  await page.reload()
  await expect(reminders).toHaveAttribute('aria-checked', 'false')

  await page.context().setOffline(true)
  const requests = shown(page).getByRole('switch', { name: 'Feedback requests: Push' })
  await requests.click()
  await expect(shown(page).locator('.notice')).toBeVisible()
  await expect(requests).toHaveAttribute('aria-checked', 'true')
  await page.context().setOffline(false)
  await shown(page).locator('.notice button').click()
  await expect(requests).toHaveAttribute('aria-checked', 'false')
  await expect(shown(page).locator('.notice')).toHaveCount(0)
})

test('where the company has no badges, nothing of the hierarchy shows', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'sabine@lune.example')
  await page.goto('/profile')
  await expect(shown(page).locator('ion-toggle')).toHaveCount(2 * (NOTIFICATION_KINDS.length - 1))
  await expect(shown(page).locator('ion-item[href="/badge-hierarchical-list"]')).toHaveCount(0)
})

test('my data comes as a zip', async ({ visitor }) => {
  const page = await visitor()
  await login(page, 'oliver@nova.example')
  await page.goto('/profile')
  const coming = page.waitForEvent('download')
  await shown(page).getByText('Export my data').click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^reflet-\d{4}-\d{2}-\d{2}\.zip$/)
  const zip = await readFile(await file.path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(zip.includes('PK\u0005\u0006')).toBe(true)
  expect(zip.includes('.json')).toBe(true)
  expect(zip.includes('.csv')).toBe(true)
  await expect(shown(page).getByText(/Your file is ready/)).toBeVisible()
})

test('an account is deleted only by typing its address, and leaves nothing on the device', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'theo@nova.example')
  await page.goto('/edit-profile')
  await page.locator('#profile-job_title').fill('Brouillon secret')
  await expect.poll(() => keptOnDevice(page)).toContain('Brouillon secret')

  await page.goto('/profile')
  await shown(page).getByText('Supprimer mon compte').click()
  await page.waitForURL(/\/delete-account/)
  const button = shown(page).locator('ion-button[color="danger"]')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.locator('#delete-email').fill('theo@nova')
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await page.locator('#delete-email').fill(' Theo@Nova.example ')
  await button.click()
  await page.waitForURL(/\/login/)
  await expect(page.getByText('Votre compte est supprimé')).toBeVisible()
  await expect.poll(() => keptOnDevice(page)).not.toMatch(/theo|Lambert|Brouillon/i)

  await page.locator('#login-email').fill('theo@nova.example')
  await page.locator('#login-password').fill(DEMO_PASSWORD)
  await page.locator('ion-button[type="submit"]').click()
  await expect(page.locator('.notice[role="alert"]')).toBeVisible()
})
