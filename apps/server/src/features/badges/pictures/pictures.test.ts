import { badgeSvg, fontsOf } from '@reflet/contract/badge-picture'
import { LOCALES } from '@reflet/contract/common'
import { SKILL_CATEGORIES } from '@reflet/contract/skills'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { unbakedPng, unbakedSvg } from '../../../test/verifier.ts'
import { bakedPng, bakedSvg } from './baking.ts'
import { openGraphSvg } from './open-graph.ts'
import { asPng } from './render.ts'

const at = new Date('2026-11-25T12:00:00Z')
const badge = { category: 'leadership', company: 'Atelier Nova', year: 2026, title: 'Leading a team' }
const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer()

describe('a badge', () => {
  test('has a drawing of its own for every category, and one for a category of a newer server', async () => {
    const drawings = new Set<string>()
    for (const category of [...SKILL_CATEGORIES, 'other', 'from the future']) {
      const png = await asPng(badgeSvg({ ...badge, category }), 64)
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 64, height: 64, hasAlpha: true })
      drawings.add((await pixels(png)).toString('base64'))
    }
    expect(drawings.size).toBe(SKILL_CATEGORIES.length + (SKILL_CATEGORIES.some((one) => `${one}` === 'other') ? 0 : 1))
  })

  test('is transparent around the medal, and white at its edge, on a dark page as well', async () => {
    const { data, info } = await sharp(await asPng(badgeSvg(badge), 512))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
    expect(pixel(2, 2)[3]).toBe(0)
    expect(pixel(256, 12)).toEqual([255, 255, 255, 255])
  })
})

const SCRIPTS = {
  Latin: ['Écouter activement', 'Zoë Müller-Łukasik', 'Atelier Nová & Söhne'],
  Arabic: ['الإصغاء الفعّال', 'أمل بن يوسف', 'ورشة نوفا'],
  Greek: ['Ενεργητική ακρόαση', 'Ελένη Παπαδοπούλου', 'Εργαστήριο Νόβα'],
  Cyrillic: ['Активное слушание', 'Юлия Щербакова', 'Мастерская «Нова»'],
  Devanagari: ['सक्रिय श्रवण', 'प्रिया शर्मा', 'नोवा कार्यशाला'],
} as const

describe('the picture for a link', () => {
  const glyph = async (letter: string) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><text x="8" y="28" font-size="20" font-family="${fontsOf(letter)}">${letter}</text></svg>`
    return (await pixels(await asPng(svg, 40))).toString('base64')
  }

  test.each(Object.entries(SCRIPTS))('%s: every letter has a drawing', async (_script, texts) => {
    // What no font has is drawn as an empty box, if at all: no letter is assigned to U+0378.
    const nothing = new Set([await glyph('\u0378'), await glyph(' ')])
    expect(nothing.has(await glyph('中')), 'a script without a font is recognised').toBe(true)
    for (const letter of new Set(texts.join('').match(/\p{L}/gu)))
      expect([letter, nothing.has(await glyph(letter))]).toEqual([letter, false])
    const [title, name, company] = texts
    for (const locale of LOCALES) {
      const drawn = await asPng(openGraphSvg({ locale, category: 'learning', title, name, company, issuedAt: at }), 1200)
      expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    }
  })

  test('a title, a name and a company of any length stay inside their area', async () => {
    const long = 'Wertschätzende Zusammenarbeit mit Mitarbeiterinnen und Mitarbeitern '.repeat(4)
    for (const locale of LOCALES) {
      const svg = openGraphSvg({ locale, category: 'learning', title: long, name: long, company: long, issuedAt: at })
      const { data, info } = await sharp(await asPng(svg, 1200))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const isPaper = (x: number, y: number) => data[(y * info.width + x) * 3] === 0xfb
      // The margins beside the text and beside the medal are empty, below the coloured edge.
      for (let y = 20; y < info.height; y += 3)
        for (const x of [4, 40, 76, 1124, 1160, 1196]) expect([locale, x, y, isPaper(x, y)]).toEqual([locale, x, y, true])
    }
  })
})

describe('baking', () => {
  const credential = JSON.stringify({ name: 'الإصغاء', text: ']]> <script> & "é"' })

  test('PNG and SVG carry the credential, and are still the same picture', async () => {
    const png = await asPng(badgeSvg(badge), 64)
    const baked = bakedPng(png, credential)
    expect(JSON.parse(unbakedPng(baked))).toEqual(JSON.parse(credential))
    expect((await pixels(baked)).equals(await pixels(png))).toBe(true)
    const svg = bakedSvg(badge, credential)
    expect(JSON.parse(unbakedSvg(svg))).toEqual(JSON.parse(credential))
    expect((await pixels(await asPng(svg, 64))).equals(await pixels(await asPng(badgeSvg(badge), 64)))).toBe(true)
  })
})
