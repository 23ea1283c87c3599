import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Locale } from '@reflet/contract/common'
import sharp from 'sharp'
import { Home } from '../home/home.ts'
import { Waiting } from '../outbox/waiting.ts'
import { expect, inGate, test } from '../support/journey.ts'
import type { RunningServer } from '../support/server.ts'
import { enter } from '../support/session.ts'
import { expectNoToast, expectToast } from '../support/toasts.ts'
import { Award, AwardList, GiveAward } from './award.ts'

interface Mail {
  to: { address: string }[]
  subject: string
  html: string
  text: string
}

/** The link to the award in a person's newest mail. */
async function mailedAward(server: RunningServer, address: string, not: readonly string[]) {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const reply = (await (await fetch(`${server.inboxUrl}/api/email`)).json()) as Mail[] | { emails?: Mail[] }
        const mails = Array.isArray(reply) ? reply : (reply.emails ?? [])
        found = mails.filter(({ to, text }) => to.some((one) => one.address === address) && text.includes('/award?id=')).at(-1)
        return found?.subject
      },
      { timeout: 90_000 },
    )
    .toBeTruthy()
  for (const words of not) expect(`${found?.subject}${found?.text}${found?.html}`).not.toContain(words)
  return /\/award\?id=[\w-]+/.exec(found?.text ?? '')?.[0] as string
}

/** From the start page to the confirmation: type, people, message, visibility. */
async function give(page: Page, locale: Locale, to: string, message: string, onFeed: boolean) {
  const award = new GiveAward(page, locale)
  await award.open()
  await award.chooseType(2)
  await award.search.fill(to)
  await award.person(to).click()
  await expect(award.chosen).toHaveText([to])
  await award.toWords()
  await award.message.fill(message)
  if (onFeed) await award.showOnFeed()
  // The selection and the text are restored after a reload.
  await page.reload()
  await expect(award.message).toHaveValue(message)
  await expect(award.onFeed).toBeChecked({ checked: onFeed })
  await award.send()
  await page.waitForURL(/award-confirmation/)
  await expect(new AwardList(page, locale).awards).toHaveCount(1)
}

const onFeed = async (page: Page, message: string) => {
  const list = new AwardList(page)
  await list.open('company')
  await expect(list.awards.first()).toBeVisible()
  return list.award(message)
}

const PAIRS = [
  {
    name: 'Camille thanks أمير, in French',
    giver: { email: 'camille@nova.example', locale: 'fr-FR', lang: 'fr' },
    receiver: { email: 'amir@nova.example', locale: 'ar-EG', lang: 'ar', name: 'أمير حداد' },
    message: 'Grâce à vous, la démonstration de jeudi a tenu.',
    type: 'فكرة مبتكرة',
  },
  {
    name: 'أمير thanks Camille, in Arabic',
    giver: { email: 'amir@nova.example', locale: 'ar-EG', lang: 'ar' },
    receiver: { email: 'camille@nova.example', locale: 'fr-FR', lang: 'fr', name: 'Camille Durand' },
    message: 'بفضلك أصبحت الواجهة أوضح للجميع.',
    type: 'Idée neuve',
  },
] as const

for (const { name, giver, receiver, message, type } of PAIRS) {
  test(
    `${name}: on the feed until the receiver takes it off, and shared as a picture and a link`,
    inGate(giver.lang === 'ar'),
    async ({ server, visitor }) => {
      const from = await visitor({ locale: giver.locale })
      await enter(from, giver.email)
      await test.step('the giver writes it, for all colleagues to see', async () => {
        await give(from, giver.lang, receiver.name, message, true)
        await expect(from.locator('html')).toHaveAttribute('lang', giver.lang)
      })

      const path = await mailedAward(server, receiver.email, [message])
      const to = await visitor({ locale: receiver.locale, permissions: ['clipboard-read', 'clipboard-write'] })
      const received = new Award(to, receiver.lang)
      await test.step('the receiver is notified by mail and on the home page', async () => {
        await enter(to, receiver.email)
        const home = new Home(to, receiver.lang)
        await home.open()
        await expect(to.locator('html')).toHaveAttribute('lang', receiver.lang)
        await home.news.first().click()
        await to.waitForURL((url) => url.pathname + url.search === path)
        await expect(received.type).toHaveText(type)
        await expect(received.message).toHaveText(message)
      })

      const colleague = await visitor({ locale: 'de-DE' })
      const seen = new Award(colleague, 'de')
      await test.step('a colleague finds it on the feed', async () => {
        await enter(colleague, 'greta@nova.example')
        const home = new Home(colleague, 'de')
        await home.open()
        await expect(home.companyThanks.first()).toContainText(receiver.name)
        await (await onFeed(colleague, message)).click()
        await expect(seen.message).toHaveText(message)
        await expect(seen.sharing).toHaveCount(0)
      })

      await sharePicture(received, path)
      await test.step('the receiver takes it off the feed', async () => {
        await received.takeOffFeed()
        await expectToast(to, received.say('awards.one.hidden'))
        await expect(await onFeed(to, message)).toHaveCount(0)
        await expect(await onFeed(colleague, message)).toHaveCount(0)
        await colleague.goto(path)
        await expect(seen.failure).toBeVisible()
      })
    },
  )
}

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
}

test('where the system can share files, its share sheet gets the picture, the text and the link', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await page.addInitScript(() => {
    const taken: unknown[] = []
    Object.assign(window, { taken })
    navigator.canShare = ({ files }: ShareData = {}) => files?.length === 1
    navigator.share = async ({ files, text, url }: ShareData = {}) => {
      taken.push({ name: files?.[0]?.name, type: files?.[0]?.type, text, url })
    }
  })
  await enter(page, 'sofia@nova.example')
  const list = new AwardList(page, 'es')
  await list.open()
  await list.awards.first().click()
  await page.waitForURL(/\/award\?id=/)
  const award = new Award(page, 'es')
  await expect(award.picture).toBeVisible()
  await award.share()
  await expect.poll(() => page.evaluate(() => (window as unknown as { taken: unknown[] }).taken)).toHaveLength(1)
  const [taken] = await page.evaluate(() => (window as unknown as { taken: { text: string }[] }).taken)
  expect(taken).toMatchObject({ name: 'reflet-award.png', type: 'image/png', url: page.url() })
  expect(taken?.text).toContain('Sofía Romero')
  await expectNoToast(page)
})

test('an award is revoked within a day, and is removed for the receiver', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'elodie@nova.example')
  await give(page, 'fr', 'Théo Lambert', 'À reprendre aussitôt.', false)
  const receiver = await visitor({ locale: 'fr-FR' })
  await enter(receiver, 'theo@nova.example')
  const got = async () => {
    const list = new AwardList(receiver)
    await list.open()
    await expect(list.awards.or(list.empty).first()).toBeVisible()
    return list.award('À reprendre')
  }
  await expect(await got()).toHaveCount(1)

  const given = new AwardList(page)
  await given.awards.click()
  await page.waitForURL(/\/award\?id=/)
  const award = new Award(page)
  await award.withdraw('Théo Lambert')
  await page.waitForURL(/award-list\?box=given/)
  await expectToast(page, award.say('awards.one.withdrawn'))
  await expect(given.award('À reprendre')).toHaveCount(0)
  await expect(await got()).toHaveCount(0)
})

test('a colleague is selected although the search ends during the press', async ({ visitor }) => {
  const camille = await visitor({ locale: 'fr-FR', viewport: { width: 1280, height: 1600 } })
  await enter(camille, 'camille@nova.example')
  const award = new GiveAward(camille)
  await award.open()
  await award.chooseType(2)
  const théo = award.person('Théo Lambert').first()
  await expect(théo).toBeVisible()
  const search = Promise.withResolvers<void>()
  await camille.route(/\/api\/colleagues\?.*Th/, async (route) => {
    await search.promise
    await route.continue()
  })
  // From the request on, the rows of the earlier search are one list.
  const asked = camille.waitForRequest(/\/api\/colleagues\?.*Th/)
  await award.search.fill('Théo')
  await asked
  await théo.hover()
  await camille.mouse.down()
  const found = camille.waitForResponse(/\/api\/colleagues\?.*Th/)
  search.resolve()
  await (await found).finished()
  await camille.mouse.up()
  await expect(award.chosen).toHaveText(['Théo Lambert'])
})

test('an award whose response is lost waits with what is to be sent, and is given once', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await enter(page, 'aicha@nova.example')
  const award = new GiveAward(page)
  await award.openTypes()
  await award.chooseType(0)
  await award.people.first().click()
  await award.toWords()
  await award.message.fill('Écrit sans réseau.')
  // It reaches the server; the response is lost.
  await page.route('**/api/awards', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await award.send()
  const waiting = new Waiting(page)
  await expect(waiting.entries).toContainText('Écrit sans réseau.')
  await page.unroute('**/api/awards')
  await waiting.sendNow()
  await expect(waiting.entries).toHaveCount(0)
  const list = new AwardList(page)
  await list.open('given')
  await expect(list.award('Écrit sans réseau.')).toHaveCount(1)
})
