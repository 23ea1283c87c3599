import { type Video, videos as videoCalls } from '@reflet/contract/videos'
import { Menu } from '../navigation/menu.ts'
import { apiOf } from '../support/api.ts'
import { expect, PHONE, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'

test('the tutorial plays with captions, at another speed, by keyboard, and is read as text; a company’s own plays from another host @whole', async ({
  visitor,
  server,
}) => {
  const page = await visitor({ locale: 'fr-FR', viewport: PHONE })
  await enter(page, 'camille@nova.example', 'fr')
  await page.goto('/profile')
  const menu = new Menu(page)
  await menu.open()
  await menu.go('videos')
  const video = shown(page).locator('video')
  await expect(shown(page).getByTestId('transcript').locator('li')).toHaveCount(8)
  await expect(shown(page).getByTestId('transcript').locator('li').first()).toContainText('Reflet vous montre')
  const state = () =>
    video.evaluate((film: HTMLVideoElement) => ({
      time: film.currentTime,
      paused: film.paused,
      rate: film.playbackRate,
      showing: [...film.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language),
    }))
  await expect.poll(async () => (await state()).showing).toEqual(['fr'])
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.duration || 0)).toBeGreaterThan(50)

  await video.focus()
  // The browser's own controls handle the space bar, too: one press must not count twice.
  await page.keyboard.press('Space')
  await expect.poll(async () => (await state()).time, { message: 'it runs' }).toBeGreaterThan(0.5)
  await page.keyboard.press('Space')
  await expect.poll(async () => (await state()).paused).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(async () => (await state()).paused).toBe(false)
  await page.keyboard.press('k')
  await expect.poll(async () => (await state()).paused).toBe(true)
  const before = (await state()).time
  await page.keyboard.press('l')
  await expect.poll(async () => (await state()).time).toBeGreaterThan(before + 4)
  await page.keyboard.press('>')
  await expect.poll(async () => (await state()).rate).toBe(1.25)
  await expect(shown(page).getByLabel('Vitesse')).toHaveValue('1.25')
  await page.keyboard.press('c')
  await expect.poll(async () => (await state()).showing).toEqual([])
  await expect(shown(page).getByLabel('Sous-titres')).toHaveValue('off')
  await expect(shown(page).getByTestId('transcript').locator('li'), 'the words stay').toHaveCount(8)
  await shown(page).getByLabel('Sous-titres').selectOption('de')
  await expect.poll(async () => (await state()).showing).toEqual(['de'])
  await expect(shown(page).getByTestId('transcript').locator('li').first()).toContainText('Reflet zeigt Ihnen')
  await expect(shown(page).getByLabel('Sous-titres')).toContainText('Sans sous-titres')

  await shown(page).getByTestId('transcript').locator('button').nth(5).click()
  await expect.poll(async () => (await state()).time, { message: 'a line leads to its moment' }).toBeGreaterThanOrEqual(31)
  await page.reload()
  await expect(shown(page).getByLabel('Vitesse'), 'the speed is remembered').toHaveValue('1.25')

  await test.step('a company’s own video plays from another host', async () => {
    const { videos } = await apiOf(page).call(videoCalls.listVideos)
    const [first] = videos
    const [source] = first?.sources ?? []
    if (!first || !source) throw new Error('the demo has no video')
    const film = Buffer.from(await (await fetch(new URL(source.src, server.url))).arrayBuffer())
    const src = 'https://films.example/house'
    await page.route(src, (route) => route.fulfill({ body: film, contentType: source.type }))
    const own: Video = { ...first, poster: null, captions: [], sources: [{ src, type: source.type }] }
    await page.route('**/api/videos', (route) => route.fulfill({ json: { videos: [own] } }))
    await page.goto('/video-player')
    const seconds = () => video.evaluate((video: HTMLVideoElement) => video.duration || 0)
    await expect.poll(seconds, { message: 'its length is read' }).toBeGreaterThan(50)
  })
})
