import { people } from '@reflet/contract/people'
import { skills } from '@reflet/contract/skills'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company, me } = useCompany(app, { me: { first_name: 'Camille', last_name: 'Durand', locale: 'fr', job_title: 'Designer' } })

beforeAll(async () => {
  for (const [first_name, last_name, job_title] of [
    ['Élodie', 'Lefèvre-Martin', 'Développeuse'],
    ['أحمد', 'حداد', 'مهندس'],
    ['Jürgen', 'Groß', 'Buchhalter'],
    ['María José', 'de la Peña', 'Contadora'],
    ['Sean', "O'Connor", 'Clerk'],
  ] as const)
    await createUser(app, company, { first_name, last_name, job_title })
  await createUser(app, company, { first_name: 'Élodie', last_name: 'Gone', deactivated: true })
  const other = await createCompany(app)
  await createUser(app, other, { first_name: 'Élodie', last_name: 'Elsewhere' })
})

const search = async (query: string) => {
  const reply = await app.call(me, people.searchColleagues, { query: { query } })
  return reply.body.colleagues.map((colleague) => colleague.last_name)
}

describe('the directory', () => {
  test.each([
    ['elod', ['Lefèvre-Martin']],
    ['ÉLODIE', ['Lefèvre-Martin']],
    ['mart elo', ['Lefèvre-Martin']],
    ['احمد', ['حداد']],
    ['gross', ['Groß']],
    ['jurg', ['Groß']],
    ['pena', ['de la Peña']],
    ["o'con", ["O'Connor"]],
    ['connor', ["O'Connor"]],
    ['developpeuse', ['Lefèvre-Martin']],
    ['l', ['Lefèvre-Martin', 'de la Peña']],
    ['le', ['Lefèvre-Martin']],
    ['lefe', ['Lefèvre-Martin']],
    ['lefev', ['Lefèvre-Martin']],
    ['lefevre martin developpeuse', ['Lefèvre-Martin']],
    ['lefevre contadora', []],
    ['e l m d', ['Lefèvre-Martin']],
    ['lodie', []],
    ['elodie gross', []],
    ['%', ['de la Peña', 'Groß', 'Lefèvre-Martin', "O'Connor", 'حداد']],
  ])('"%s" finds %j', async (query, expected) => {
    expect((await search(query)).sort()).toEqual([...expected].sort())
  })

  test('never shows the viewer', async () => {
    expect(await search('camille')).toEqual([])
  })

  test('is sorted by name, ignoring accents and case', async () => {
    const all = ['de la Peña', 'Groß', 'Lefèvre-Martin', "O'Connor", 'حداد']
    expect(await search('')).toEqual(all)
    expect(await search('  ')).toEqual(all)
    const three = await app.call(me, people.searchColleagues, { query: { query: '', limit: 3 } })
    expect(three.body.colleagues.map((colleague) => colleague.last_name)).toEqual(all.slice(0, 3))
  })

  test('follows a change of name', async () => {
    const user = await createUser(app, company, { first_name: 'Before', last_name: 'Change' })
    await app.call(user, people.updateUser, { params: { userId: '1' }, body: { first_name: 'Zoé' } })
    for (const gone of ['b', 'bef', 'before']) expect(await search(`${gone} change`)).toEqual([])
    for (const now of ['z', 'zo', 'zoe']) expect(await search(now)).toEqual(['Change'])
    await app.call(user, people.updateUser, { params: { userId: '1' }, body: { last_name: 'Abel' } })
    expect((await search('')).slice(0, 2)).toEqual(['Abel', 'de la Peña'])
  })
})

describe('my record', () => {
  test('accepts names of any letters and length', async () => {
    const body = { first_name: `${'a'.repeat(63)}\u{20000}`, last_name: `${'a'.repeat(63)}\u{21000}` }
    const user = await createUser(app, company)
    expect((await app.call(user, people.updateUser, { params: { userId: '1' }, body })).status).toBe(200)
  })

  test('is updated by field, and returned in the new language at once', async () => {
    const changed = await app.call(me, people.updateUser, { params: { userId: me.id }, body: { locale: 'de', time_zone: 'Africa/Cairo' } })
    expect(changed.body.user).toMatchObject({ locale: 'de', time_zone: 'Africa/Cairo', first_name: 'Camille' })
    const german = await app.call(me, skills.listSkills)
    await app.call(me, people.updateUser, { params: { userId: '1' }, body: { locale: 'ar' } })
    const arabic = await app.call(me, skills.listSkills)
    expect(german.body.skills).toHaveLength(60)
    expect(arabic.body.skills.every((skill) => /\p{Script=Arabic}/u.test(skill.name))).toBe(true)
  })

  test.each([
    { locale: 'it' },
    { time_zone: 'Moon/Base' },
    { first_name: '  ' },
    { first_name: '\u200b' },
    { email: 'x@y.example' },
    { role: 'admin' },
  ])('refuses %j', async (body) => {
    const reply = await app.call(me, people.updateUser, { params: { userId: '1' }, body: body as never })
    expectProblem(reply, 400, 'invalid_input')
  })

  test('stores the platform', async () => {
    expect((await app.call(me, people.platformUsed, { body: { platform: 'mobile' } })).body).toEqual({ platform: 'mobile' })
    const stored = await app.database.pool.query('select platform from users where id = $1', [me.id])
    expect(stored.rows).toEqual([{ platform: 'mobile' }])
  })
})

describe('my skills', () => {
  test('are replaced as a whole, in the order given', async () => {
    const [a, b, c] = company.skillIds as [string, string, string]
    const choose = (skill_ids: string[]) => app.call(me, skills.chooseSkills, { params: { userId: '1' }, body: { skill_ids } })
    const chosen = async () =>
      (await app.database.pool.query('select skill_id from user_skills where user_id = $1 order by position', [me.id])).rows.map(
        (row) => row.skill_id,
      )
    expect((await choose([b, a])).body.user.id).toBe(me.id)
    expect(await chosen()).toEqual([b, a])
    await choose([c, b])
    expect(await chosen()).toEqual([c, b])
    const foreign = (await createCompany(app)).skillIds[0] as string
    expect((await choose([a, foreign])).status).toBe(404)
    expect(await chosen(), 'all or nothing').toEqual([c, b])
  })

  test('list a company’s own skill first, in a language that it has', async () => {
    await app.database.db.execute(sql`insert into skills (company_id, id, category, names, descriptions, created_at)
      values (${company.id}, gen_random_uuid(), 'other', '{"fr":"Savoir-faire maison"}', '{}', now())`)
    const list = await app.call(me, skills.listSkills)
    expect(list.body.skills[0]).toMatchObject({ name: 'Savoir-faire maison', custom: true })
    await app.database.db.execute(sql`delete from skills where company_id = ${company.id} and category = 'other'`)
  })
})
