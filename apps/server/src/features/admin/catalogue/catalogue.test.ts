import { adminAudit } from '@reflet/contract/admin-audit'
import { adminCatalogue } from '@reflet/contract/admin-catalogue'
import { awards } from '@reflet/contract/awards'
import { skills } from '@reflet/contract/skills'
import { videos } from '@reflet/contract/videos'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../../test/expect-problem.ts'
import { aKey } from '../../../test/factories.ts'
import { aVideo, sendFile } from '../../../test/files.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: { locale: 'de' } })

describe('skills', () => {
  const create = (names: object, category = 'other') =>
    app.call(anne, adminCatalogue.createSkill, { body: { names, category: category as 'other' } })
  const seen = async () => (await app.call(camille, skills.listSkills)).body.skills

  test('of the company are offered to its people, in their language or the one that there is', async () => {
    const { body } = await create({ en: 'Juggling', de: 'Jonglieren' })
    expect(body).toMatchObject({ names: { en: 'Juggling' }, built_in: false, retired: false, used: false })
    expect((await seen())[0]).toMatchObject({ id: body.id, name: 'Jonglieren', custom: true })
    await app.call(anne, adminCatalogue.updateSkill, { params: { id: body.id }, body: { names: { fr: 'Jonglage' } } })
    expect((await seen())[0]?.name).toBe('Jonglage')
    const { entries } = (await app.call(anne, adminAudit.listAudit)).body
    expect(entries.map(({ action }) => action)).toEqual(['skill_changed', 'skill_created'])
  })

  test('need a name, and one that no other has; those of the catalogue keep theirs', async () => {
    expectProblem(await create({}), 400, 'invalid_input')
    expectProblem(await create({ en: '  ' }), 400, 'invalid_input')
    await create({ en: 'Juggling' })
    expectProblem(await create({ en: 'jugglíng' }), 409, 'name_taken')
    const [built] = (await app.call(anne, adminCatalogue.listSkills, { query: { query: 'listening' } })).body.skills
    expect(built).toMatchObject({ built_in: true })
    expectProblem(await create({ en: built?.names.en ?? '' }), 409, 'name_taken')
    const params = { id: built?.id ?? '' }
    expectProblem(await app.call(anne, adminCatalogue.updateSkill, { params, body: { names: { en: 'Mine' } } }), 409, 'built_in')
    expect((await app.call(anne, adminCatalogue.updateSkill, { params, body: { retired: true } })).body).toMatchObject({ retired: true })
    expect((await seen()).some(({ id }) => id === built?.id)).toBe(false)
  })

  test('that are used are retired instead of deleted', async () => {
    const one = (await create({ en: 'Juggling' })).body.id
    const two = (await create({ en: 'Whistling' })).body.id
    await app.call(camille, skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids: [one] } })
    const remove = async (id: string) => (await app.call(anne, adminCatalogue.deleteSkill, { params: { id } })).body.result
    expect([await remove(one), await remove(two)]).toEqual(['retired', 'deleted'])
    expect((await app.call(anne, adminCatalogue.listSkills, { query: { query: 'juggl' } })).body.skills).toMatchObject([
      { id: one, retired: true, used: true },
    ])
  })

  test('are paged', async () => {
    const first = (await app.call(anne, adminCatalogue.listSkills)).body
    expect(first.skills.length).toBe(company.skillIds.length)
    for (let i = 0; i < 60; i++) await create({ en: `Own skill ${i}` })
    const page = (await app.call(anne, adminCatalogue.listSkills)).body
    const rest = (await app.call(anne, adminCatalogue.listSkills, { query: { cursor: page.next_cursor ?? '' } })).body
    expect([page.skills.length, rest.skills.length, rest.next_cursor]).toEqual([100, company.skillIds.length - 40, null])
  })
})

test('award types of the company can be given; the last one stays', async () => {
  const { body } = await app.call(anne, adminCatalogue.createAwardType, { body: { names: { en: 'Best cake' }, icon: 'heart' } })
  const given = await app.call(camille, awards.giveAwards, {
    body: { type_id: body.id, user_ids: [anne.id], idempotency_key: aKey() },
  })
  expect(given.body.awards).toMatchObject([{ type: { name: 'Best cake', icon: 'heart' } }])
  expect((await app.call(anne, adminCatalogue.deleteAwardType, { params: { id: body.id } })).body).toEqual({ result: 'retired' })
  for (const id of company.awardTypeIds.slice(1)) await app.call(anne, adminCatalogue.deleteAwardType, { params: { id } })
  const last = { params: { id: company.awardTypeIds[0] as string } }
  expectProblem(await app.call(anne, adminCatalogue.deleteAwardType, last), 409, 'last_award_type')
  expectProblem(await app.call(anne, adminCatalogue.updateAwardType, { ...last, body: { retired: true } }), 409, 'last_award_type')
  expect((await app.call(camille, awards.listAwardTypes)).body.types).toHaveLength(1)
})

describe('videos', () => {
  const create = async () => (await app.call(anne, adminCatalogue.createVideo, { body: { names: { en: 'Our tour' }, seconds: 90 } })).body
  const seen = async () => (await app.call(camille, videos.listVideos)).body.videos.find(({ title }) => title === 'Our tour')

  test('are played from this server, whole or in ranges, with captions', async () => {
    const { id, ready } = await create()
    expect(ready).toBe(false)
    expect(await seen(), 'not before there is a file').toBeUndefined()
    const file = aVideo(2_500_000)
    expect((await sendFile(app, anne, `/api/admin/videos/${id}/file`, file)).body).toMatchObject({ ready: true, bytes: file.length })
    const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nWillkommen\n')
    expect((await sendFile(app, anne, `/api/admin/videos/${id}/captions/de`, captions)).body).toMatchObject({ captions: ['de'] })
    const video = await seen()
    expect(video).toMatchObject({ seconds: 90, sources: [{ type: 'video/mp4' }], captions: [{ locale: 'de' }] })
    const url = `${app.url}${video?.sources[0]?.src}`
    const whole = await fetch(url)
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
    const part = await fetch(url, { headers: { range: 'bytes=1048570-1048600' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1048570-1048600/${file.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(1048570, 1048601))).toBe(true)
    const end = await fetch(url, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await end.arrayBuffer()).equals(file.subarray(-5))).toBe(true)
    const text = await fetch(`${app.url}${video?.captions[0]?.src}`)
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/vtt; charset=utf-8', captions.toString()])

    await sendFile(app, anne, `/api/admin/videos/${id}/file`, aVideo())
    const opened = await fetch(url, { headers: { authorization: `Bearer ${camille.token}` } })
    expect(opened.status, 'a replaced file has another address').toBe(404)
    await app.call(anne, adminCatalogue.deleteVideo, { params: { id } })
    expect(await seen()).toBeUndefined()
  })

  test('must be what they say they are', async () => {
    const { id } = await create()
    const send = (path: string, file: Buffer) => sendFile(app, anne, `/api/admin/videos/${id}/${path}`, file)
    expect((await send('file', Buffer.from('<svg onload=alert(1)>'))).body.code).toBe('video_unreadable')
    expect((await send('file', Buffer.alloc(0))).body.code).toBe('video_unreadable')
    expect((await send('captions/de', Buffer.from('<script>'))).body.code).toBe('captions_unreadable')
    expect(await seen()).toBeUndefined()
    const [built] = (await app.call(anne, adminCatalogue.listVideos)).body.videos
    expect((await sendFile(app, anne, `/api/admin/videos/${built?.id}/file`, aVideo())).body.code).toBe('built_in')
  })
})
