import { type Video, videos as videoCalls } from '@reflet/contract/videos'
import { Menu } from '../navigation/menu.ts'
import { apiOf } from '../support/api.ts'
import { expect, PHONE, shown, test } from '../support/journey.ts'
import { enter } from '../support/session.ts'
import { uploadFilm } from './company-film.ts'

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
  const lines = shown(page).getByTestId('transcript').locator('li')
  const speed = shown(page).getByLabel('Vitesse')
  const captions = shown(page).getByLabel('Sous-titres')
  await expect(lines).toHaveCount(8)
  await expect(lines.first()).toContainText('Reflet vous montre')
  const state = () =>
    video.evaluate((film: HTMLVideoElement) => ({
      time: film.currentTime,
      paused: film.paused,
      rate: film.playbackRate,
      showing: [...film.textTracks].filter(({ mode }) => mode === 'showing').map(({ language }) => language),
    }))
  const becomes = (part: Partial<Awaited<ReturnType<typeof state>>>) => expect.poll(state).toMatchObject(part)
  const press = async (key: string, part: Parameters<typeof becomes>[0]) => {
    await page.keyboard.press(key)
    await becomes(part)
  }
  const seconds = () => video.evaluate((film: HTMLVideoElement) => film.duration || 0)
  await becomes({ showing: ['fr'] })
  await expect.poll(seconds).toBeGreaterThan(50)

  await video.focus()
  // The browser's own controls handle the space bar, too: one press must not count twice.
  await page.keyboard.press('Space')
  await expect.poll(async () => (await state()).time, { message: 'it runs' }).toBeGreaterThan(0.5)
  await press('Space', { paused: true })
  await press('k', { paused: false })
  await press('k', { paused: true })
  const before = (await state()).time
  await page.keyboard.press('l')
  await expect.poll(async () => (await state()).time).toBeGreaterThan(before + 4)
  await press('>', { rate: 1.25 })
  await expect(speed).toHaveValue('1.25')
  await press('c', { showing: [] })
  await expect(captions).toHaveValue('off')
  await expect(lines, 'the words stay').toHaveCount(8)
  await captions.selectOption('de')
  await becomes({ showing: ['de'] })
  await expect(lines.first()).toContainText('Reflet zeigt Ihnen')

  // As the browser's own menu does, and WebKit where the system shows no captions.
  await video.evaluate((film: HTMLVideoElement) => {
    for (const track of film.textTracks) track.mode = 'disabled'
  })
  await expect(captions).toHaveValue('off')
  await expect(lines.first(), 'the words stay').toContainText('Reflet zeigt Ihnen')

  await lines.nth(5).getByRole('button').click()
  await expect.poll(async () => (await state()).time, { message: 'a line leads to its moment' }).toBeGreaterThanOrEqual(31)
  await page.reload()
  await expect(speed, 'the speed is remembered').toHaveValue('1.25')

  await test.step('a company’s own file is opened by the session, and the browser keeps it under one address', async () => {
    const id = await uploadFilm(server)
    const opened: string[] = []
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      if (/^\/video-(files|captions)/.test(pathname))
        opened.push(`${response.status()} ${pathname.replace(/[0-9a-f-]{36}/, 'id')}${search}`)
    })
    for (const time of ['first', 'second']) {
      opened.length = 0
      await page.goto(`/video-player?id=${id}`)
      await expect(shown(page).getByRole('heading', { name: 'Notre maison' })).toBeVisible()
      await expect.poll(seconds, { message: 'its length is read' }).toBeGreaterThan(50)
      await expect(lines).toHaveCount(8)
      await becomes({ showing: ['fr'], rate: 1.25 })
      expect([...new Set(opened)].toSorted(), time).toEqual(['200 /video-captions/id.vtt', '206 /video-files/id'])
    }
  })

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
    await expect.poll(seconds, { message: 'its length is read' }).toBeGreaterThan(50)
  })
})
