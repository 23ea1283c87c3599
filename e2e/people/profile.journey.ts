import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { NOTIFICATION_KINDS } from '@reflet/contract/people'
import { Menu } from '../navigation/menu.ts'
import { Login } from '../session/login.ts'
import { problemsOf } from '../support/checks.ts'
import { expect, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'
import { DeleteAccount, EditProfile, Profile } from './profile.ts'

const DESKTOP = { width: 1440, height: 900 }

/** Red on the left half, blue on the right: the colour shows which part was cropped. */
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
const colourOf = (picture: Locator) =>
  picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 10
    canvas.height = 10
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    pen.drawImage(image, 0, 0, 10, 10)
    const [red = 0, , blue = 0] = pen.getImageData(1, 5, 1, 1).data
    return { red: red > 200, blue: blue > 200 }
  })

/** Everything stored on this device, as one text. */
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

test('my profile is edited, kept while unsaved, validated at the fields and shown everywhere', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'yuki@nova.example')
  const profile = new Profile(page, 'en')
  const form = new EditProfile(page, 'en')

  await test.step('a first name is needed', async () => {
    await profile.open()
    await profile.edit()
    await form.firstName.fill('  ')
    await form.jobTitle.fill('Insight lead')
    await form.save()
    await expect(form.firstName).toHaveAccessibleDescription(form.say('edit_profile.missing.first_name'))
    await expect(form.problems).toBeFocused()
  })

  await test.step('left without saving and opened again: what was typed is there, and can be dropped', async () => {
    await expect.poll(() => keptOnDevice(page)).toContain('Insight lead')
    await page.reload()
    await expect(form.jobTitle).toHaveValue('Insight lead')
    await expect(form.restored).toBeVisible()
    await form.discard()
    await expect(form.firstName).toHaveValue('Yuki')
  })

  await test.step('what is saved shows everywhere', async () => {
    await form.firstName.fill('Yūki')
    await form.jobTitle.fill('Insight lead')
    await form.department.fill('Research')
    await form.timeZone.selectOption({ label: 'Tokyo (Japan) · GMT+9' })
    await form.save()
    await page.waitForURL(/\/profile/)
    await expect(new Menu(page, 'en').me).toHaveText('Yūki Tanaka')
    await page.reload()
    const card = profile.card('Yūki Tanaka')
    await expect(card).toContainText('Yūki Tanaka')
    await expect(card).toContainText('Insight lead')
    await expect(card).toContainText('Research')
    await form.open()
    await expect(form.timeZone).toHaveValue('Asia/Tokyo')
  })
})

test('after a network failure while saving the fields keep their input', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'priya@nova.example')
  const form = new EditProfile(page, 'en')
  await form.open()
  await form.department.fill('Platform')
  await page.context().setOffline(true)
  await form.save()
  await expect(form.failure).toBeVisible()
  await expect(form.department).toHaveValue('Platform')
  await page.context().setOffline(false)
  await form.save()
  await page.waitForURL(/\/profile/)
  await expect(new Profile(page, 'en').card('Priya Raghunathan')).toContainText('Platform')
})

test('edit-profile is usable with the keyboard alone', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'kwame@nova.example')
  const form = new EditProfile(page, 'en')
  const { say } = form
  await form.open()
  await form.firstName.waitFor()
  await tabTo(page, say('photo.choose'))
  await tabTo(page, say('edit_profile.first_name'))
  await tabTo(page, say('edit_profile.job_title'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Key account manager')
  await tabTo(page, say('edit_profile.time_zone'))
  await tabTo(page, say('common.save'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/profile/)
  await expect(new Profile(page, 'en').card('Kwame Mensah')).toContainText('Key account manager')
})

test('a photo is cropped with the keyboard, survives a network failure, and shows in the menu; a refused file changes nothing', async ({
  visitor,
}) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'zeynep@nova.example')
  const inGerman = new Profile(page, 'de')
  await inGerman.open()
  await inGerman.speak('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const form = new EditProfile(page, 'en')
  const menu = new Menu(page, 'en')

  await test.step('a photo, cropped with the keyboard', async () => {
    await form.open()
    await form.choosePhoto('choose', { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(await makePicture(page), 'base64') })
    await expect.poll(async () => (await form.cropArea.boundingBox())?.width ?? 0).toBeGreaterThan(100)
    expect(await problemsOf(page, 'the crop area')).toEqual([])
    await form.cropArea.focus()
    for (let presses = 0; presses < 60; presses++) await page.keyboard.press('ArrowLeft')
  })

  await test.step('sent again after a cut network', async () => {
    await page.context().setOffline(true)
    await form.usePhoto()
    await expect(form.cropFailure).toBeVisible()
    await page.context().setOffline(false)
    await form.sendPhotoAgain()
    await expect(form.cropArea).toBeHidden()
    await expect(menu.photo).toBeVisible()
    expect(await colourOf(menu.photo)).toEqual({ red: false, blue: true })
    await page.reload()
    await expect(menu.photo).toBeVisible()
  })

  await test.step('a file that neither browser nor server can read: the picture that was there stays', async () => {
    await form.department.fill('Studio')
    await form.choosePhoto('change', { name: 'me.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture at all') })
    await expect(form.failure).toContainText(form.say('photo.another'))
    await expect(form.department).toHaveValue('Studio')
    await expect(form.photo).toBeVisible()
  })

  await form.removePhoto()
  await expect(menu.initials).toBeVisible()
})

test('mails link to the notification settings; a choice is stored, and one that could not be stored is reverted', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'siobhan@nova.example')
  await page.goto('/profile?notifications')
  const profile = new Profile(page, 'en')
  await expect(profile.notifications).toBeFocused()
  await expect(profile.notifications).toBeInViewport()

  const reminders = profile.notification('reminder', 'email')
  await expect(reminders).toBeChecked()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await reminders.click()
  await saved
  await page.reload()
  await expect(reminders).toBeChecked({ checked: false })

  await page.context().setOffline(true)
  const requests = profile.notification('request', 'push')
  await requests.click()
  await expect(profile.failure).toBeVisible()
  await expect(requests).toBeChecked()
  await page.context().setOffline(false)
  await profile.retry()
  await expect(requests).toBeChecked({ checked: false })
  await expect(profile.failure).toHaveCount(0)
})

test('where the company has no badges, nothing of them and of the hierarchy is shown', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'sabine@lune.example')
  const profile = new Profile(page, 'de')
  await profile.open()
  // Mail and notification for each kind but the hierarchy's and the badges', and the keys.
  await expect(profile.switches).toHaveCount(2 * (NOTIFICATION_KINDS.length - 2) + 1)
  await expect(profile.toEdit).toBeVisible()
  const menu = new Menu(page, 'de')
  await menu.open()
  await expect(menu.entry('manager')).toBeVisible()
  await expect(menu.entry('hierarchy')).toHaveCount(0)
})

test('my data are downloaded as a zip', async ({ visitor }) => {
  const page = await visitor()
  await enter(page, 'oliver@nova.example')
  const profile = new Profile(page, 'en')
  await profile.open()
  const coming = page.waitForEvent('download')
  await profile.exportData()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^reflet-\d{4}-\d{2}-\d{2}\.zip$/)
  const zip = await readFile(await file.path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(zip.includes('PK\u0005\u0006')).toBe(true)
  expect(zip.includes('.json')).toBe(true)
  expect(zip.includes('.csv')).toBe(true)
  await expect(profile.exported).toBeVisible()
})

test('an account is deleted only by typing its address, and nothing stays on the device', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'theo@nova.example')
  const form = new EditProfile(page)
  await form.open()
  await form.jobTitle.fill('Brouillon secret')
  await expect.poll(() => keptOnDevice(page)).toContain('Brouillon secret')

  const profile = new Profile(page)
  await profile.open()
  await profile.deleteAccount()
  const { email, deleteButton } = new DeleteAccount(page)
  await expect(deleteButton).toBeDisabled()
  await email.fill('theo@nova')
  await page.keyboard.press('Enter')
  await expect(deleteButton).toBeDisabled()
  await email.fill(' Theo@Nova.example ')
  await deleteButton.click()
  await page.waitForURL(/\/login/)
  const login = new Login(page)
  await expect(login.text('login.farewell_title')).toBeVisible()
  await expect.poll(() => keptOnDevice(page)).not.toMatch(/theo|Lambert|Brouillon/i)

  await login.logIn('theo@nova.example')
  await expect(login.refusal).toBeVisible()
})
