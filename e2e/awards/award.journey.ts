import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { Home } from '../home/home.ts'
import { layoutProblems } from '../support/checks.ts'
import { expect, PHONE, test } from '../support/journey.ts'
import { openByKeyboard, tabTo } from '../support/keyboard.ts'
import { enter } from '../support/session.ts'
import { expectNoToast, expectToast, forgetToasts } from '../support/toasts.ts'
import { Award, AwardList, GiveAward } from './award.ts'

/** By keyboard, from the start page to the confirmation: type, people, message, visibility. */
async function give(page: Page, to: string, message: string) {
  const award = new GiveAward(page, 'ar')
  const { keyboard } = page
  const press = async (name: string, key: string) => {
    await tabTo(page, name)
    await keyboard.press(key)
  }
  await openByKeyboard(page, '/award')
  await press(award.say('awards.hub.action'), 'Enter')
  await tabTo(page, await award.types.first().locator('strong').innerText())
  for (const place of [1, 2]) {
    await keyboard.press('ArrowDown')
    await expect(award.types.nth(place).getByRole('radio')).toBeChecked()
  }
  await press(award.say('awards.select.next'), 'Enter')
  await tabTo(page, award.say('contacts.directory'))
  await keyboard.type(to)
  await press(to, 'Space')
  await expect(award.chosen).toHaveText([to])
  await press(award.say('awards.people.next'), 'Enter')
  await tabTo(page, award.say('ask.words.message'))
  await keyboard.type(message)
  await award.showOnFeed()
  // The selection and the text are restored after a reload.
  await page.reload()
  await expect(award.message).toHaveValue(message)
  await expect(award.onFeed).toBeChecked()
  await expectWholeList(award)
  await press(award.say('awards.send', { count: 1, n: 1 }), 'Enter')
  await page.waitForURL(/award-confirmation/)
  await expect(new AwardList(page, 'ar').awards).toHaveCount(1)
}

/** On a wide screen the list of colleagues scrolls with the page, and the message and the main button stay in view beside it. */
async function expectWholeList(award: GiveAward) {
  await award.page.setViewportSize({ width: 1440, height: 900 })
  await expect(award.people.first()).toBeVisible()
  expect(await layoutProblems(award.page, 'colleagues', 'nested')).toEqual([])
  await award.people.last().scrollIntoViewIfNeeded()
  for (const part of [award.message, award.button('awards.send', { count: 1, n: 1 })]) await expect(part).toBeInViewport({ ratio: 1 })
  await award.page.setViewportSize(PHONE)
}

const onFeed = async (page: Page, message: string) => {
  const list = new AwardList(page)
  await list.open('company')
  await expect(list.awards.first()).toBeVisible()
  return list.award(message)
}

const MESSAGE = 'بفضلك أصبحت الواجهة أوضح للجميع.'

test('أمير thanks Camille: on the feed until she takes it off, shared as a picture and a link, and revoked', async ({ visitor }) => {
  const from = await visitor({ locale: 'ar-EG' })
  await enter(from, 'amir@nova.example')
  await test.step('the giver writes it, for all colleagues to see', async () => {
    await give(from, 'Camille Durand', MESSAGE)
  })

  const to = await visitor({ locale: 'fr-FR', permissions: ['clipboard-read', 'clipboard-write'] })
  const received = new Award(to)
  const path = await test.step('the receiver finds it on the home page', async () => {
    await enter(to, 'camille@nova.example')
    const home = new Home(to)
    await home.open()
    await home.news.first().click()
    await to.waitForURL(/\/award\?id=/)
    await expect(received.type).toHaveText('Idée neuve')
    await expect(received.message).toHaveText(MESSAGE)
    const { pathname, search } = new URL(to.url())
    return pathname + search
  })

  const colleague = await visitor({ locale: 'de-DE' })
  const seen = new Award(colleague, 'de')
  await test.step('a colleague finds it on the feed', async () => {
    await enter(colleague, 'greta@nova.example')
    const home = new Home(colleague, 'de')
    await home.open()
    await expect(home.companyThanks.first()).toContainText('Camille Durand')
    await (await onFeed(colleague, MESSAGE)).click()
    await expect(seen.message).toHaveText(MESSAGE)
    await expect(seen.sharing).toHaveCount(0)
  })

  await sharePicture(received, path)
  await shareWithSystem(received)
  await test.step('the receiver takes it off the feed', async () => {
    await received.takeOffFeed()
    await expectToast(to, received.say('awards.one.hidden'))
    await expect(await onFeed(to, MESSAGE)).toHaveCount(0)
    await expect(await onFeed(colleague, MESSAGE)).toHaveCount(0)
    await colleague.goto(path)
    await expect(seen.failure).toBeVisible()
  })

  await test.step('within a day the giver revokes it: it is removed for the receiver', async () => {
    const given = new AwardList(from, 'ar')
    await given.awards.click()
    await from.waitForURL(/\/award\?id=/)
    const award = new Award(from, 'ar')
    await award.withdraw('Camille Durand')
    await from.waitForURL(/award-list\?box=given/)
    await expectToast(from, award.say('awards.one.withdrawn'))
    await expect(given.award(MESSAGE)).toHaveCount(0)
    const list = new AwardList(to)
    await list.open()
    await expect(list.awards.first()).toBeVisible()
    await expect(list.award(MESSAGE)).toHaveCount(0)
  })
})

/** A real picture of the right size, with and without the message; the link in the clipboard. */
async function sharePicture(award: Award, path: string) {
  const { page, picture } = award
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), award.share()])
    expect(download.suggestedFilename()).toBe('reflet-award.png')
    return readFile(await download.path())
  }
  await expect(picture).toBeVisible()
  const plain = await save()
  const { format, width, height } = await sharp(plain).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  const { dominant, entropy } = await sharp(plain).stats()
  expect(entropy, 'not one colour').toBeGreaterThan(1)
  expect(dominant.r, 'light').toBeGreaterThan(200)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href)
  const before = await picture.getAttribute('src')
  await award.showMessageOnPicture()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  expect(Buffer.compare(await save(), plain), 'the message is on it now').not.toBe(0)
  // One for each picture, also while the one before is still shown: the second is taken below.
  await expectToast(page, award.say('awards.share.saved'))
}

/** Where the system can share files, its share sheet gets the picture, the text and the link. */
async function shareWithSystem(award: Award) {
  const { page } = award
  await page.evaluate(() => {
    const taken: unknown[] = []
    Object.assign(window, { taken })
    navigator.canShare = ({ files }: ShareData = {}) => files?.length === 1
    navigator.share = async ({ files, text, url }: ShareData = {}) => {
      taken.push({ name: files?.[0]?.name, type: files?.[0]?.type, text, url })
    }
  })
  // That of the pictures before; from here on there is none.
  await expectToast(page, award.say('awards.share.saved'))
  await expectNoToast(page)
  await forgetToasts(page)
  await award.share()
  await expect.poll(() => page.evaluate(() => (window as unknown as { taken: unknown[] }).taken)).toHaveLength(1)
  const [taken] = await page.evaluate(() => (window as unknown as { taken: { text: string }[] }).taken)
  expect(taken).toMatchObject({ name: 'reflet-award.png', type: 'image/png', url: page.url() })
  expect(taken?.text).toContain('Camille Durand')
  expect(await page.evaluate(() => (window as unknown as { toasts: string[] }).toasts)).toEqual([])
}
