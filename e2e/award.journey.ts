import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectToast, login, problemsOf, shown, test } from './support/journey.ts'
import type { RunningServer } from './support/server.ts'

interface Mail {
  to: { address: string }[]
  subject: string
  html: string
  text: string
}

/** The award that the newest mail to somebody leads to. */
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

const next = (page: Page) => shown(page).locator('ion-footer ion-button')

/** From the hub to the confirmation: what for, whom, which words, who sees it. */
async function give(page: Page, to: string, message: string, onFeed: boolean) {
  await page.goto('/award')
  await next(page).click()
  await shown(page).locator('.award-type').nth(2).click()
  await next(page).click()
  await shown(page).locator('ion-searchbar input').fill(to)
  await shown(page).locator('label.option', { hasText: to }).click()
  await expect(shown(page).locator('.person-chip')).toHaveText([to])
  await next(page).click()
  await page.locator('#award-message').fill(message)
  if (onFeed) await shown(page).locator('input[name="award-visibility"]').last().check()
  // What was chosen and typed is there again after a reload.
  await page.reload()
  await expect(page.locator('#award-message')).toHaveValue(message)
  await expect(shown(page).locator('input[name="award-visibility"]').last()).toBeChecked({ checked: onFeed })
  await next(page).click()
  await page.waitForURL(/award-confirmation/)
  await expect(shown(page).locator('.award-items ion-item')).toHaveCount(1)
}

const onFeed = async (page: Page, message: string) => {
  await page.goto('/award-list?box=company')
  await expect(shown(page).locator('.award-items ion-item').first()).toBeVisible()
  return shown(page).locator('.award-items ion-item', { hasText: message })
}

async function problems(page: Page, what: string) {
  expect(await problemsOf(page, what)).toEqual([])
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
  test(`${name}: on the feed until the receiver takes it off, and shared as a picture and a link`, async ({ server, visitor }) => {
    const from = await visitor({ locale: giver.locale })
    await login(from, giver.email)
    await expect(from.locator('html')).toHaveAttribute('lang', giver.lang)
    await give(from, receiver.name, message, true)
    await problems(from, 'award-confirmation')

    const path = await mailedAward(server, receiver.email, [message])
    const to = await visitor({ locale: receiver.locale, permissions: ['clipboard-read', 'clipboard-write'] })
    await login(to, receiver.email)
    await expect(to.locator('html')).toHaveAttribute('lang', receiver.lang)
    await shown(to).locator('.newsfeed ion-item').first().click()
    await to.waitForURL((url) => url.pathname + url.search === path)
    await expect(shown(to).locator('.award-card h2')).toHaveText(type)
    await expect(shown(to).locator('.award-message')).toHaveText(message)

    const colleague = await visitor({ locale: 'de-DE' })
    await login(colleague, 'greta@nova.example')
    await expect(shown(colleague).locator('.company-thanks ion-item').first()).toContainText(receiver.name)
    await (await onFeed(colleague, message)).click()
    await expect(shown(colleague).locator('.award-message')).toHaveText(message)
    await expect(shown(colleague).locator('.award-share')).toHaveCount(0)

    await sharePicture(to, path)
    await shown(to)
      .locator('ion-button', { hasText: receiver.lang === 'fr' ? 'Retirer du fil' : 'إزالتها من صفحة' })
      .click()
    await expectToast(to, receiver.lang === 'fr' ? 'n’est plus sur le fil' : 'لم تعد هذه البطاقة')
    await expect(await onFeed(to, message)).toHaveCount(0)
    await expect(await onFeed(colleague, message)).toHaveCount(0)
    await colleague.goto(path)
    await expect(shown(colleague).locator('.notice')).toBeVisible()
  })
}

/** A real picture of the right size, with and without the message; the link on the clipboard. */
async function sharePicture(page: Page, path: string) {
  const share = shown(page).locator('.award-share ion-button').first()
  const save = async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), share.click()])
    expect(download.suggestedFilename()).toBe('reflet-award.png')
    return readFile(await download.path())
  }
  await expect(shown(page).locator('img.award-picture')).toBeVisible()
  const plain = await save()
  const { format, width, height } = await sharp(plain).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  const { dominant, entropy } = await sharp(plain).stats()
  expect(entropy, 'not one colour').toBeGreaterThan(1)
  expect(dominant.r, 'light').toBeGreaterThan(200)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href)
  const before = await shown(page).locator('img.award-picture').getAttribute('src')
  await shown(page).locator('.award-share label.option').click()
  await expect(shown(page).locator('img.award-picture')).not.toHaveAttribute('src', before ?? '')
  expect(Buffer.compare(await save(), plain), 'the message stands on it now').not.toBe(0)
}

test('where the system can share files, its sheet gets the picture, the words and the link', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await page.addInitScript(() => {
    const taken: unknown[] = []
    Object.assign(window, { taken })
    navigator.canShare = ({ files }: ShareData = {}) => files?.length === 1
    navigator.share = async ({ files, text, url }: ShareData = {}) => {
      taken.push({ name: files?.[0]?.name, type: files?.[0]?.type, text, url })
    }
  })
  await login(page, 'sofia@nova.example')
  await page.goto('/award-list')
  await shown(page).locator('.award-items ion-item').first().click()
  await page.waitForURL(/\/award\?id=/)
  await expect(shown(page).locator('img.award-picture')).toBeVisible()
  await shown(page).locator('.award-share ion-button').first().click()
  await expect.poll(() => page.evaluate(() => (window as unknown as { taken: unknown[] }).taken)).toHaveLength(1)
  const [taken] = await page.evaluate(() => (window as unknown as { taken: { text: string }[] }).taken)
  expect(taken).toMatchObject({ name: 'reflet-award.png', type: 'image/png', url: page.url() })
  expect(taken?.text).toContain('Sofía Romero')
  await expect(page.locator('ion-toast')).toHaveCount(0)
})

test('what was given is taken back within a day, and is gone for the receiver', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'elodie@nova.example')
  await give(page, 'Théo Lambert', 'À reprendre aussitôt.', false)
  const receiver = await visitor({ locale: 'fr-FR' })
  await login(receiver, 'theo@nova.example')
  const got = async () => {
    await receiver.goto('/award-list')
    await expect(shown(receiver).locator('.award-items, .empty').first()).toBeVisible()
    return shown(receiver).locator('.award-items ion-item', { hasText: 'À reprendre' })
  }
  await expect(await got()).toHaveCount(1)
  await shown(page).locator('.award-items ion-item').click()
  await shown(page).locator('ion-button[color="danger"]').click()
  await expect(page.locator('ion-alert')).toContainText('Théo Lambert')
  await page.locator('ion-alert button').last().click()
  await page.waitForURL(/award-list\?box=given/)
  await expectToast(page, 'La récompense a été reprise')
  await expect(shown(page).locator('.award-items ion-item', { hasText: 'À reprendre' })).toHaveCount(0)
  await expect(await got()).toHaveCount(0)
})

test('without a network the thanks stay written, and are sent once by Retry', async ({ visitor }) => {
  const page = await visitor({ locale: 'fr-FR' })
  await login(page, 'aicha@nova.example')
  await page.goto('/award-select')
  await shown(page).locator('.award-type').first().click()
  await next(page).click()
  await shown(page).locator('label.option').first().click()
  await next(page).click()
  await page.locator('#award-message').fill('Écrit sans réseau.')
  // It reaches the server; the answer is lost.
  await page.route('**/api/awards', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await next(page).click()
  await expect(shown(page).locator('.notice[role="alert"]')).toBeVisible()
  await expect(page.locator('#award-message')).toHaveValue('Écrit sans réseau.')
  await page.unroute('**/api/awards')
  await shown(page).locator('.notice button').click()
  await page.waitForURL(/award-confirmation/)
  await page.goto('/award-list?box=given')
  await expect(shown(page).locator('.award-items ion-item', { hasText: 'Écrit sans réseau.' })).toHaveCount(1)
})
