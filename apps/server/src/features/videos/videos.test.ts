import { LOCALES } from '@reflet/contract/common'
import { videos as api } from '@reflet/contract/videos'
import { expect, test } from 'vitest'
import { insert, type Value } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { createCompany, createUser, type TestCompany } from '../../test/factories.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import catalogue from './catalogue.json' with { type: 'json' }

const app = useTestApp()

const listed = async (company: TestCompany, locale: (typeof LOCALES)[number] = 'en') =>
  (await app.call(await createUser(app, company, { locale }), api.listVideos)).body.videos

const add = (company: TestCompany, row: Record<string, Value | object>) =>
  insert(app.database.db, 'videos', {
    company_id: company.id,
    id: newId(app.now()),
    titles: { en: 'Our house', fr: 'Notre maison' },
    url: 'https://films.example/house.mp4?size=big',
    position: 5,
    created_at: app.now(),
    ...row,
  })

test('built-in ones have their texts in every language, and are listed when they are recorded', async () => {
  const company = await createCompany(app)
  for (const { title, description, recordings } of catalogue) {
    for (const locale of LOCALES) expect([title[locale].length, description[locale].length].every((length) => length > 3)).toBe(true)
    const recorded = Object.values(recordings as Record<string, { sources: unknown[] }>).some(({ sources }) => sources.length > 0)
    expect((await listed(company, 'de')).some((video) => video.title === title.de)).toBe(recorded)
  }
})

test('the company’s own are in its order, in the viewer’s language, whose captions come first', async () => {
  const company = await createCompany(app)
  const captions = { ar: '/films/house.ar.vtt', en: '/films/house.en.vtt', fr: '/films/house.fr.vtt' }
  await add(company, { captions, seconds: 90, descriptions: { fr: 'Une visite' } })
  await add(company, { titles: { de: 'Zuerst' }, url: 'https://films.example/first.webm', position: 4 })
  await add(company, { titles: { en: 'Old' }, retired_at: app.now(), position: 3 })
  const own = (await listed(company, 'fr')).filter(({ sources }) => sources[0]?.src.startsWith('https:'))
  expect(own).toMatchObject([
    { title: 'Zuerst', description: '', seconds: 0, sources: [{ type: 'video/webm' }], captions: [], poster: null },
    {
      title: 'Notre maison',
      description: 'Une visite',
      seconds: 90,
      sources: [{ src: 'https://films.example/house.mp4?size=big', type: 'video/mp4' }],
      captions: [{ locale: 'fr', src: captions.fr }, { locale: 'en' }, { locale: 'ar' }],
    },
  ])
  expect((await listed(company, 'es')).map(({ title }) => title)).toContain('Our house')
})

test('another company’s are not visible', async () => {
  const [one, other] = [await createCompany(app), await createCompany(app)]
  await add(one, {})
  expect((await listed(one)).map(({ title }) => title)).toContain('Our house')
  expect((await listed(other)).map(({ title }) => title)).not.toContain('Our house')
})
