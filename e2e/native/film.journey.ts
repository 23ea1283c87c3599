import { shown } from '../support/journey.ts'
import { uploadFilm } from '../videos/company-film.ts'
import { expect, test } from './app.ts'

test('android: a company’s film goes on where it was when its signed address has expired, and so do its captions', async ({
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
  // Each response is a part of the film, so that the player asks again for the next one.
  await app.context.route('**/video-files/**', async (route) => {
    const url = new URL(route.request().url())
    opened.add(url.search)
    if (expired.has(url.search)) url.searchParams.set('expires', '1')
    const [, from = '0'] = /bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? []
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
  await expect(lines).toHaveCount(8)
  await shown(page).getByLabel('Vitesse').selectOption('1.25')
  await video.focus()
  await page.keyboard.press('k')
  await expect.poll(async () => (await state()).time, { message: 'it plays' }).toBeGreaterThan(0.5)
  expect(opened.size, 'one signed address').toBe(1)

  for (const search of opened) expired.add(search)
  await page.clock.fastForward('11:00')
  await lines.nth(6).getByRole('button').click()
  await expect.poll(() => opened.size, { message: 'a new address' }).toBe(2)
  await expect.poll(async () => (await state()).time, { message: 'it plays on from there' }).toBeGreaterThan(40)
  expect(await state()).toMatchObject({ paused: false, rate: 1.25, error: undefined })
  await expect(lines).toHaveCount(8)

  await test.step('it fails without a connection: pressing play when it is back goes on, too', async () => {
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/videos'))
    // First, because the film that plays may ask for its next part at any time.
    await app.context.route('**/api/videos', (route) => route.abort())
    for (const search of opened) expired.add(search)
    await page.clock.fastForward('11:00')
    await lines.nth(2).getByRole('button').click()
    await refused
    await expect.poll(state).toMatchObject({ paused: true, error: 2 })
    // It may have played a little of what it had.
    const { time } = await state()
    await app.context.unroute('**/api/videos')
    await video.focus()
    await page.keyboard.press('k')
    await expect.poll(state).toMatchObject({ paused: false, error: undefined })
    await expect.poll(async () => (await state()).time, { message: 'it plays on from there' }).toBeGreaterThan(time)
    expect((await state()).time).toBeLessThan(40)
  })
})
