import { shown } from '../support/journey.ts'
import { uploadFilm } from '../videos/company-film.ts'
import { expect, test } from './app.ts'

test('android: a company’s film goes on where it was when its signed address has expired, and so do its captions @whole', async ({
  nativeApp,
  server,
}) => {
  const id = await uploadFilm(server)
  const app = await nativeApp({ system: 'android' })
  await app.know('camille@nova.example')
  const page = await app.open()
  await page.clock.install()

  const opened = new Set<string>()
  const expired = new Set<string>()
  // The film is in parts of 100 kB. Those that it is to read after the expiry are held until then, as a player reads ahead.
  let held = (from: number) => from > 150_000
  let expiry = Promise.withResolvers<void>()
  await app.context.route('**/video-files/**', async (route) => {
    const url = new URL(route.request().url())
    opened.add(url.search)
    const [, from = '0'] = /bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? []
    if (!expired.has(url.search) && held(Number(from))) await expiry.promise
    if (expired.has(url.search)) url.searchParams.set('expires', '1')
    const range = `bytes=${from}-${Number(from) + 99_999}`
    await route.continue({ url: url.href, headers: { ...route.request().headers(), range } })
  })
  await page.goto(`https://localhost/tabs/video-player?id=${id}`)
  const video = shown(page).locator('video')
  const lines = shown(page).getByTestId('transcript').locator('li')
  const state = () =>
    video.evaluate((film: HTMLVideoElement) => ({
      time: film.currentTime,
      paused: film.paused,
      rate: film.playbackRate,
      error: film.error?.code,
    }))
  // For more than a second, so that the next list has another address.
  const playsOn = async (time: number, message: string) =>
    await expect.poll(async () => (await state()).time, { message }).toBeGreaterThan(time + 1.5)
  // In this order: a list that is younger than a minute is not fetched again.
  const expire = async () => {
    await page.clock.fastForward('11:00')
    for (const search of opened) expired.add(search)
    expiry.resolve()
    expiry = Promise.withResolvers()
  }
  await expect(lines).toHaveCount(8)
  await shown(page).getByLabel('Vitesse').selectOption('1.25')
  await video.focus()
  await page.keyboard.press('k')
  await playsOn(0, 'it plays')
  expect(opened.size, 'one signed address').toBe(1)

  await expire()
  const list = Promise.withResolvers<void>()
  await app.context.route('**/api/videos', async (route) => {
    await list.promise
    await route.continue()
  })
  await lines.nth(4).getByRole('button').click()
  await expect.poll(state, { message: 'it fails, and a new list is on its way' }).toMatchObject({ paused: true, error: 2 })
  await lines.nth(6).getByRole('button').click()
  held = (from) => from > 0 && from < 300_000
  list.resolve()
  await expect.poll(() => opened.size, { message: 'a new address' }).toBe(2)
  await playsOn(40, 'it plays on from the place that was chosen last')
  expect(await state()).toMatchObject({ paused: false, rate: 1.25, error: undefined })
  await expect(lines).toHaveCount(8)

  await test.step('it fails without a connection: pressing play when it is back goes on, too', async () => {
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/videos'))
    // First, because the film that plays may ask for its next part at any time.
    await app.context.route('**/api/videos', (route) => route.abort())
    await expire()
    await lines.nth(2).getByRole('button').click()
    await refused
    await expect.poll(state).toMatchObject({ paused: true, error: 2 })
    const { time } = await state()
    await app.context.unroute('**/api/videos')
    held = () => false
    await video.focus()
    await page.keyboard.press('k')
    await expect.poll(state).toMatchObject({ paused: false, error: undefined })
    await playsOn(time, 'it plays on from there')
    expect((await state()).time).toBeLessThan(40)
  })
})
