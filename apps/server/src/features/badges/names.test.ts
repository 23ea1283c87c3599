import { account } from '@reflet/contract/account'
import { adminAudit } from '@reflet/contract/admin-audit'
import { adminPeople } from '@reflet/contract/admin-people'
import { badges } from '@reflet/contract/badges'
import { DAY_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { earn, publish, publishOne } from '../../test/badges.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import type { TestUser } from '../../test/factories.ts'
import { importCalls } from '../../test/imports.ts'
import { meanwhile } from '../../test/meanwhile.ts'
import { type Directory, directoryOf } from '../../test/scim.ts'
import { passTime, useCompanyPerTest } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { forgetFormerNames } from '../people/people.commands.ts'

const app = useTestApp()
const { company, camille, anne } = useCompanyPerTest(app, { camille: {}, anne: { role: 'admin' } }, { badges_active: true })
const imports = importCalls(app)
const skill = (place = 0) => company.skillIds[place] as string

/** The name with which these tests begin is Camille Martin, and is confirmed. */
beforeEach(() => earn(app, camille, skill()))

type Name = { first_name?: string; last_name?: string }
const MARIE = { first_name: 'Marie', last_name: 'Curie' }
const CAMILLE = { first_name: 'Camille', last_name: 'Martin' }

const rename = async (name: Name, who = camille) =>
  expect((await app.call(who, people.updateUser, { params: { userId: '1' }, body: name })).status).toBe(200)
const administer = async (body: Name, who: TestUser = camille, by = anne) =>
  expect((await app.call(by, adminPeople.updatePerson, { params: { id: who.id }, body })).status).toBe(200)
const importing = async (columns: string, cells: string, by = anne) => {
  const { id } = await imports.check(by, `email,${columns}\n${camille.email},${cells}\n`)
  await imports.confirm(by, id)
}
const tryToPublish = (who = camille) => app.call(who, badges.publishBadges, { body: { badges: [skill()] } })
const confirmedFrom = async (who = camille) => (await app.call(who, badges.listBadges)).body.name_confirmed_from
const isConfirmed = async (who = camille) => (await confirmedFrom(who)) === undefined
const published = async () => (await publish(app, camille, [skill()]))[0]
const shownName = async () => (await app.call(camille, badges.listBadges)).body.badges[0]?.shown_name
const later = (days: number) => passTime(app, days * DAY_MS, camille, anne)

describe('a name that a person gave themself', () => {
  test('is not signed, and changing back afterwards signs the confirmed one', async () => {
    expect(await confirmedFrom()).toBeUndefined()
    const before = app.now()
    await rename(MARIE)
    for (const shown_name of ['full', 'initial', 'first'] as const)
      expectProblem(await app.call(camille, badges.publishBadges, { body: { badges: [skill()], shown_name } }), 409, 'name_not_confirmed')
    const from = new Date((await confirmedFrom()) as string).getTime()
    expect(from).toBeGreaterThanOrEqual(before.getTime() + 30 * DAY_MS)
    expect(from).toBeLessThanOrEqual(app.now().getTime() + 30 * DAY_MS)
    await rename(CAMILLE)
    expect(await isConfirmed()).toBe(true)
    await published()
    expect(await shownName()).toBe('Camille Martin')
  })

  test('is not signed in place of a badge that was deleted', async () => {
    const badge = await published()
    await rename({ first_name: 'Marie' })
    expect(await shownName(), 'the badge keeps the name that is signed').toBe('Camille Martin')
    const page = await (await fetch(badge?.page_url as string)).text()
    expect(page).toContain('Camille Martin')
    expect(page).not.toContain('Marie')
    await app.call(camille, badges.deleteBadge, { params: { id: badge?.id as string } })
    expectProblem(await tryToPublish(), 409, 'name_not_confirmed')
  })

  test('is confirmed when it was borne for 30 days without another change, also with another case, accent or space', async () => {
    await rename({ first_name: 'Çamille' })
    await later(29)
    expectProblem(await tryToPublish(), 409, 'name_not_confirmed')
    await rename({ last_name: 'MARTIN' })
    await later(29)
    expectProblem(await tryToPublish(), 409, 'name_not_confirmed')
    await later(1.1)
    await rename({ first_name: 'Çamille', last_name: 'MARTIN' })
    expect(await isConfirmed(), 'the same name is no change').toBe(true)
    await rename(CAMILLE)
    expect(await isConfirmed(), 'the name before is another one now').toBe(false)
    await rename({ first_name: 'Çamille', last_name: 'MARTIN' })
    expect(await isConfirmed()).toBe(true)
  })

  test('is forgotten as the former one when the new one is confirmed, not before', async () => {
    const kept = () =>
      rows(
        app.database.db,
        { first: nullable(t.text), last: nullable(t.text), changed: t.bool },
        sql`select confirmed_first_name as first, confirmed_last_name as last, name_changed_at is not null as changed
          from users where id = ${camille.id}`,
      )
    await rename(MARIE)
    await forgetFormerNames(app.database.db, app.now())
    expect(await kept()).toEqual([{ first: 'Camille', last: 'Martin', changed: true }])
    await later(31)
    await forgetFormerNames(app.database.db, app.now())
    expect(await kept()).toEqual([{ first: null, last: null, changed: false }])
    await published()
    expect(await shownName()).toBe('Marie Curie')
  })
})

describe('a name that someone else gives a person is confirmed', () => {
  let entra: Directory
  beforeEach(async () => {
    entra = await directoryOf(app, anne)
    await rename(MARIE)
    expect(await isConfirmed()).toBe(false)
  })

  const given: [string, () => Promise<unknown>, string][] = [
    ['another one, by an administrator', () => administer({ first_name: 'Cam', last_name: 'Petit' }), 'Cam Petit'],
    ['the same one, by an administrator', () => administer(MARIE), 'Marie Curie'],
    ['the same one, by an import', () => importing('first_name,last_name', 'Marie,Curie'), 'Marie Curie'],
    ['another one, by an import', () => importing('first_name,last_name', 'Cam,Petit'), 'Cam Petit'],
    [
      'the same one, by a directory’s PUT',
      () => entra.put(`/Users/${camille.id}`, { userName: camille.email, name: { givenName: 'Marie', familyName: 'Curie' } }),
      'Marie Curie',
    ],
    [
      'another one, by a directory’s PATCH',
      () => entra.patch(`/Users/${camille.id}`, [{ op: 'replace', path: 'name', value: { givenName: 'Cam', familyName: 'Petit' } }]),
      'Cam Petit',
    ],
  ]
  test.each(given)('%s', async (_, give, name) => {
    await give()
    expect(await isConfirmed()).toBe(true)
    await published()
    expect(await shownName()).toBe(name)
  })

  const parts: [string, () => Promise<unknown>][] = [
    ['an administrator', () => administer({ first_name: 'Marie' })],
    ['an import', () => importing('first_name', 'Marie')],
    ['a directory', () => entra.patch(`/Users/${camille.id}`, [{ op: 'replace', path: 'name.givenName', value: 'Maria' }])],
    ['a directory that names another attribute', () => entra.patch(`/Users/${camille.id}`, [{ op: 'replace', path: 'title', value: 'X' }])],
  ]
  test.each(parts)('but one part by %s confirms no invented other part', async (_, give) => {
    await give()
    expectProblem(await tryToPublish(), 409, 'name_not_confirmed')
  })
})

describe('an administrator’s own name is a change of their own', () => {
  beforeEach(() => earn(app, anne, skill()))

  test('on the page of people', async () => {
    await administer(MARIE, anne)
    expectProblem(await tryToPublish(anne), 409, 'name_not_confirmed')
    await administer(MARIE, anne)
    expect(await isConfirmed(anne), 'once more').toBe(false)
  })

  test('in a file that they import', async () => {
    const file = () => imports.check(anne, `email,first_name,last_name\n${anne.email},Marie,Curie\n`)
    await imports.confirm(anne, (await file()).id)
    expectProblem(await tryToPublish(anne), 409, 'name_not_confirmed')
    expect(await file(), 'the same once more').toMatchObject({ updated: 0, unchanged: 1 })
  })
})

test('administrators see since when, and what the name was', async () => {
  const person = async () => (await app.call(anne, adminPeople.getPerson, { params: { id: camille.id } })).body
  expect(await person()).not.toHaveProperty('confirmed_name')
  await rename({ last_name: 'Curie' })
  expect(await person()).toMatchObject({
    last_name: 'Curie',
    name_confirmed_from: await confirmedFrom(),
    confirmed_name: { first_name: 'Camille', last_name: 'Martin' },
  })
})

test('a change of one’s own name is in the audit log, by its fields; the same name is none', async () => {
  const entries = async () => (await app.call(anne, adminAudit.listAudit, { query: { action: 'name_changed' } })).body.entries
  await rename(CAMILLE)
  expect(await entries()).toEqual([])
  await rename({ ...CAMILLE, last_name: 'Zxqcurie' })
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    actor: { kind: 'person', id: camille.id },
    target: { kind: 'person', id: camille.id },
    network: '127.0.0.0/24',
    details: { fields: ['last_name'] },
  })
  await app.call(camille, account.deleteUser)
  expect(JSON.stringify(await entries())).not.toMatch(/Zxqcurie|Martin/)
})

describe('a name that changes while badges are signed', () => {
  const during = (change: string) =>
    meanwhile(
      app,
      (client) => client.query(`update users set ${change}, name_changed_at = $2 where id = $1`, [camille.id, app.now()]),
      () => tryToPublish(),
      async () => {},
    )

  test('by the person is refused', async () => {
    const refused = await during("first_name = 'Marie', confirmed_first_name = first_name")
    expectProblem(refused, 409, 'name_not_confirmed')
  })

  test('by an administrator is the one that is signed', async () => {
    expect((await during("first_name = 'Cam'")).status).toBe(200)
    expect(await shownName()).toBe('Cam Martin')
  })
})

test('a batch is refused as a whole, and what was published before is untouched', async () => {
  const badge = await publishOne(app, camille, 1)
  await earn(app, camille, skill(2))
  await rename(MARIE)
  const refused = await app.call(camille, badges.publishBadges, { body: { badges: [skill(0), skill(2)] } })
  expectProblem(refused, 409, 'name_not_confirmed')
  const list = (await app.call(camille, badges.listBadges)).body.badges
  expect(list.filter(({ status }) => status === 'published').map(({ id }) => id)).toEqual([badge.id])
})
