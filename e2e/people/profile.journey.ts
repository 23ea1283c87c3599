import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { Menu } from '../navigation/menu.ts'
import { Login } from '../session/login.ts'
import { keptOnDevice } from '../support/device.ts'
import { expect, test } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { makePicture } from '../support/picture.ts'
import { enter } from '../support/session.ts'
import { DeleteAccount, EditProfile, Profile } from './profile.ts'

const DESKTOP = { width: 1440, height: 900 }

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
async function allOnDevice(page: Page): Promise<string> {
  return JSON.stringify([await keptOnDevice(page, ''), await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }])])
}

test('my profile is edited by keyboard, kept while unsaved, refused at the field, and saved after a failure', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'yuki@nova.example')
  const profile = new Profile(page, 'en')
  const form = new EditProfile(page, 'en')
  const { say } = form
  const replace = async (field: string, text: string) => {
    await tabTo(page, say(field))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
  }
  const save = async () => {
    await tabTo(page, say('common.save'))
    await page.keyboard.press('Enter')
  }

  await test.step('a first name is needed', async () => {
    await profile.open()
    await profile.edit()
    await form.firstName.waitFor()
    await tabTo(page, say('photo.choose'))
    await replace('edit_profile.first_name', '  ')
    await replace('edit_profile.job_title', 'Insight lead')
    await save()
    await expect(form.firstName).toHaveAccessibleDescription(say('edit_profile.missing.first_name'))
    await expect(form.problems).toBeFocused()
  })

  await test.step('left without saving and opened again: what was typed is there, and can be dropped', async () => {
    await expect.poll(() => allOnDevice(page)).toContain('Insight lead')
    await page.reload()
    await expect(form.jobTitle).toHaveValue('Insight lead')
    await expect(form.restored).toBeVisible()
    await form.discard()
    await expect(form.firstName).toHaveValue('Yuki')
  })

  await test.step('after a network failure while saving the fields keep their input', async () => {
    await replace('edit_profile.first_name', 'Yūki')
    await replace('edit_profile.job_title', 'Insight lead')
    await replace('edit_profile.department', 'Research')
    await tabTo(page, say('edit_profile.time_zone'))
    await form.timeZone.selectOption({ label: 'Tokyo (Japan) · GMT+9' })
    await page.context().setOffline(true)
    await save()
    await expect(form.failure).toBeVisible()
    await expect(form.department).toHaveValue('Research')
    await page.context().setOffline(false)
  })

  await test.step('what is saved shows everywhere', async () => {
    await save()
    await page.waitForURL(/\/profile/)
    await expect(new Menu(page, 'en').me).toHaveText('Yūki Tanaka')
    await page.reload()
    const card = profile.card('Yūki Tanaka')
    await expect(card).toContainText('Insight lead')
    await expect(card).toContainText('Research')
    await form.open()
    await expect(form.timeZone).toHaveValue('Asia/Tokyo')
  })
})

test('a photo is cropped by keyboard, survives a network failure, and shows; a refused file changes nothing', async ({ visitor }) => {
  const page = await visitor({ viewport: DESKTOP })
  await enter(page, 'zeynep@nova.example')
  const form = new EditProfile(page, 'de')
  const menu = new Menu(page, 'de')

  await test.step('a photo, cropped with the keyboard', async () => {
    await form.open()
    await form.choosePhoto('choose', await makePicture(page))
    await expect.poll(async () => (await form.cropArea.boundingBox())?.width ?? 0).toBeGreaterThan(100)
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

test('my notifications, my data as a zip, and the deletion of my account, after which nothing stays on the device', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'theo@nova.example')
  const profile = new Profile(page)

  await test.step('mails link to the settings; a choice is stored, and one that could not be stored is reverted', async () => {
    await page.goto('/profile?notifications')
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

  await test.step('my data are downloaded as a zip', async () => {
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

  await test.step('the account is deleted by typing its address, and nothing stays on the device', async () => {
    const form = new EditProfile(page)
    await form.open()
    await form.jobTitle.fill('Brouillon secret')
    await expect.poll(() => allOnDevice(page)).toContain('Brouillon secret')
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
    await expect.poll(() => allOnDevice(page)).not.toMatch(/theo|Lambert|Brouillon/i)
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), 'no other').toEqual(['_myDb'])
    await login.logIn('theo@nova.example')
    await expect(login.refusal).toBeVisible()
  })
})
