import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES, type Locale } from '@reflet/contract/common'
import { people } from '@reflet/contract/people'
import { statistics } from '@reflet/contract/statistics'
import { apiOf } from './support/api.ts'
import { expect, PHONE, shown, test } from './support/journey.ts'
import { enter } from './support/session.ts'
import captions from './tutorial.json' with { type: 'json' }

/**
 * `npm run tutorial` records the app itself, once per language, into the app's assets. Needs `ffmpeg`. Every scene takes the same time in
 * every language, so that all videos share their captions.
 */
const FOLDER = 'apps/app/public/assets/videos'
const WHO: Record<Locale, string> = { fr: 'camille', en: 'oliver', ar: 'amir', es: 'sofia', de: 'greta' }
const WORDS: Record<Locale, string> = {
  fr: 'À la réunion de mardi, tu as résumé chaque avis avant de décider.',
  en: 'In Tuesday’s meeting you summed up every view before deciding.',
  ar: 'في اجتماع الثلاثاء لخّصت كل رأي قبل اتخاذ القرار.',
  es: 'En la reunión del martes resumiste cada opinión antes de decidir.',
  de: 'Im Treffen am Dienstag hast du jede Meinung zusammengefasst, bevor du entschieden hast.',
}
const FPS = 15

/** A touch is shown as a dot. */
const showTouches = () =>
  window.addEventListener(
    'pointerdown',
    ({ clientX, clientY }) => {
      const dot = document.createElement('div')
      dot.style.cssText = `position:fixed;z-index:99999;pointer-events:none;inset-inline-start:auto;left:${clientX - 22}px;top:${clientY - 22}px;
        width:44px;height:44px;border-radius:50%;background:#4338ca66;transition:opacity .6s,scale .6s`
      document.body.append(dot)
      requestAnimationFrame(() => Object.assign(dot.style, { opacity: '0', scale: '1.6' }))
      setTimeout(() => dot.remove(), 700)
    },
    true,
  )

const pause = (page: Page, seconds: number) => page.waitForTimeout(seconds * 1000)

async function glide(page: Page, distance: number, steps = 24) {
  await page.mouse.move(195, 500)
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, distance / steps)
    await page.waitForTimeout(40)
  }
}

interface Scene {
  readonly seconds: number
  readonly play: (page: Page, locale: Locale) => Promise<void>
}

const next = (page: Page) => shown(page).locator('ion-footer ion-button').first().click()

const SCENES: readonly Scene[] = [
  { seconds: 5, play: (page) => pause(page, 1.5).then(() => glide(page, 260)) },
  {
    seconds: 6,
    play: async (page) => {
      await page.goto('/my-skills')
      await shown(page).locator('label.option').first().waitFor()
      await pause(page, 1.2)
      await shown(page).locator('label.option').nth(1).click()
      await pause(page, 1)
      await next(page)
    },
  },
  {
    seconds: 6,
    play: async (page) => {
      const options = shown(page).locator('.option-list label.option')
      await options.first().waitFor()
      await pause(page, 0.8)
      await options.nth(0).click()
      await pause(page, 0.6)
      await options.nth(2).click()
      await pause(page, 0.8)
      await next(page)
    },
  },
  {
    seconds: 7,
    play: async (page) => {
      await pause(page, 0.8)
      await glide(page, 240, 16)
      await pause(page, 0.8)
      await next(page)
      await page.waitForURL(/request-confirmation/)
    },
  },
  {
    seconds: 7,
    play: async (page) => {
      await page.goto('/answer')
      await shown(page).locator('ion-item').first().click()
      const form = shown(page).getByTestId('answer-form')
      await form.waitFor()
      await pause(page, 1)
      await form.getByTestId('rating').scrollIntoViewIfNeeded()
      await pause(page, 0.6)
      await form.getByTestId('rating-choice').nth(3).click()
    },
  },
  {
    seconds: 9,
    play: async (page, locale) => {
      const words = shown(page).getByTestId('answer-form').locator('textarea').first()
      await words.scrollIntoViewIfNeeded()
      await words.click()
      await words.pressSequentially(WORDS[locale], { delay: 55 })
    },
  },
  {
    seconds: 7,
    play: async (page) => {
      await page.goto('/dashboard')
      await shown(page).getByTestId('skill-card').or(shown(page).locator('.radar')).first().waitFor()
      await pause(page, 1.6)
      await glide(page, 420)
    },
  },
  {
    seconds: 7,
    play: async (page) => {
      const { skills } = await apiOf(page).call(statistics.getStatistics, { params: { userId: '1' } })
      const best = skills.reduce((most, one) => (one.n > most.n ? one : most))
      await page.goto(`/skill-statistics/${best.skill.id}`)
      await shown(page).getByTestId('answer-card').first().waitFor()
      await pause(page, 1)
      await glide(page, 900, 40)
    },
  },
]

const SECONDS = SCENES.reduce((sum, { seconds }) => sum + seconds, 0)

interface Frame {
  readonly file: string
  readonly at: number
}

/** Records every frame that the browser paints, with its time. */
async function film(page: Page, folder: string) {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, '0')}.jpg`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ file, at: metadata.timestamp ?? Date.now() / 1000 })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92 })
  return { frames, stop: () => session.send('Page.stopScreencast') }
}

const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args])

/** One video of frames that are each shown until the next one. */
function cut(frames: readonly Frame[], start: number, folder: string, locale: Locale) {
  const shownFrames = frames.filter(({ at }) => at >= start - 1)
  const lines = shownFrames.flatMap(({ file, at }, place) => {
    const from = Math.max(at, start)
    const until = Math.min(shownFrames[place + 1]?.at ?? start + SECONDS, start + SECONDS)
    return until > from ? [`file '${file}'`, `duration ${(until - from).toFixed(3)}`] : []
  })
  const list = join(folder, 'frames.txt')
  writeFileSync(list, `${lines.join('\n')}\n`)
  const film = join(FOLDER, `first-steps.${locale}.mp4`)
  const encoding = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-pix_fmt', 'yuv420p', '-movflags', '+faststart']
  const look = `fps=${FPS},scale=540:-2:flags=lanczos`
  ffmpeg('-f', 'concat', '-safe', '0', '-i', list, '-t', String(SECONDS), '-vf', look, ...encoding, film)
  ffmpeg('-ss', String(SECONDS - 10), '-i', film, '-frames:v', '1', '-q:v', '5', join(FOLDER, `first-steps.${locale}.jpg`))
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23)

function writeCaptions(locale: Locale) {
  let at = 0
  const cues = SCENES.map(({ seconds }, place) => {
    const cue = `${clock(at)} --> ${clock(at + seconds)}\n${captions[locale][place]}`
    at += seconds
    return cue
  })
  writeFileSync(join(FOLDER, `first-steps.${locale}.vtt`), `WEBVTT\n\n${cues.join('\n\n')}\n`)
}

test.beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
  ffmpeg('-version')
})

for (const locale of LOCALES) {
  test(`the tutorial in ${locale}`, async ({ visitor }) => {
    test.setTimeout(240_000)
    expect(captions[locale]).toHaveLength(SCENES.length)
    const folder = mkdtempSync(join(tmpdir(), 'reflet-tutorial-'))
    const page = await visitor({ locale, viewport: PHONE, deviceScaleFactor: 2, reducedMotion: 'no-preference' })
    await page.addInitScript(showTouches)
    await enter(page, `${WHO[locale]}@nova.example`)
    await apiOf(page).call(people.updateUser, { params: { userId: '1' }, body: { locale } })
    await apiOf(page).call(people.onboardingDashboardFinished)
    await apiOf(page).call(people.onboardingAnswerFinished)
    await page.goto('/home')
    await shown(page).getByTestId('next-action').first().waitFor()
    const { frames, stop } = await film(page, folder)
    const start = Date.now() / 1000
    let planned = 0
    for (const { seconds, play } of SCENES) {
      await play(page, locale)
      planned += seconds
      const left = start + planned - Date.now() / 1000
      expect(left, 'the scene has room for what happens in it').toBeGreaterThan(0)
      await pause(page, left)
    }
    await stop()
    cut(frames, start, folder, locale)
    writeCaptions(locale)
    rmSync(folder, { recursive: true })
  })
}
