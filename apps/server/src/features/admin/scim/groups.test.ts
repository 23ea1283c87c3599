import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { createCompany, createUser } from '../../../test/factories.ts'
import { type Directory, directoryOf, newUserName } from '../../../test/scim.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { MAX_MEMBERS } from './groups.queries.ts'

const app = useTestApp()
const { company, boss, ada, bob, cy } = useCompanyPerTest(app, {
  boss: { role: 'admin' },
  ada: { first_name: 'Ada', last_name: 'Lovelace' },
  bob: {},
  cy: {},
})
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
let directory: Directory
let path = ''
let id = ''
beforeEach(async () => {
  directory = await directoryOf(app, boss)
  const members = [{ value: ada.id }]
  id = (await directory.post('/Groups', { schemas: [GROUP], displayName: 'Readers', externalId: 'g-1', members })).body.id
  path = `/Groups/${id}`
})

/** People of the company, by one statement. */
const addPeople = (count: number) =>
  app.database.db.execute(sql`insert into users (company_id, id, email, first_name, last_name, locale, created_at)
    select ${company.id}, gen_random_uuid(), gen_random_uuid() || '@many.example', 'Many', 'People', 'en', ${app.now()}
    from generate_series(1, ${count}::int)`)

const put = (op: 'add' | 'replace', ...people: { id: string }[]) => [
  { op, path: 'members', value: people.map((one) => ({ value: one.id })) },
]
const members = async () => {
  const { body } = await directory.get(path)
  const names = new Map([ada, bob, cy, boss].map((one) => [one.id, one.email.split('-')[0]]))
  return body.members.map(({ value }: { value: string }) => names.get(value)).sort()
}

describe('a group', () => {
  test('is created, read, replaced and deleted, and each is recorded', async () => {
    const made = await directory.post('/Groups', {
      schemas: [GROUP],
      displayName: 'Writers',
      members: [{ value: ada.id.toUpperCase(), display: 'x', type: 'User' }, { value: ada.id }, bob.id],
    })
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(made.body.meta.location)
    expect(made.body).toEqual({
      schemas: [GROUP],
      id: expect.any(String),
      displayName: 'Writers',
      members: [
        { value: ada.id, display: 'Ada Lovelace', type: 'User', $ref: `${app.url}/scim/v2/Users/${ada.id}` },
        expect.objectContaining({ value: bob.id }),
      ],
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${app.url}/scim/v2/Groups/${made.body.id}`,
        version: expect.stringMatching(/^W\//),
      },
    })
    const at = `/Groups/${made.body.id}`
    expect((await directory.get(at)).body).toEqual(made.body)
    const replaced = await directory.put(at, { displayName: 'Authors', externalId: 'g-2', members: [{ value: cy.id }] })
    expect(replaced.body).toMatchObject({ displayName: 'Authors', externalId: 'g-2', members: [{ value: cy.id }] })
    expect(replaced.body.meta.version).not.toBe(made.body.meta.version)
    expect((await directory.put(at, { displayName: 'Authors' })).body).toMatchObject({ members: [] })
    expect((await directory.delete(at)).status).toBe(204)
    for (const call of [directory.get(at), directory.delete(at), directory.put(at, { displayName: 'x' })])
      expect((await call).status).toBe(404)
    const log = await rows(
      app.database.db,
      { action: t.text, actor_kind: t.text, details: t.json<unknown>() },
      sql`select action, actor_kind, details from audit_log where target_id = ${made.body.id} order by at, id`,
    )
    expect(log).toEqual([
      { action: 'scim_group_created', actor_kind: 'scim', details: { members: 2 } },
      { action: 'scim_group_changed', actor_kind: 'scim', details: { renamed: 2, added: 1, removed: 2 } },
      { action: 'scim_group_changed', actor_kind: 'scim', details: { renamed: 1, added: 0, removed: 1 } },
      { action: 'scim_group_deleted', actor_kind: 'scim', details: {} },
    ])
  })

  test('has a name of its own in the company', async () => {
    const refused = await directory.post('/Groups', { displayName: 'READERS' })
    expect(refused.body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    const other = (await directory.post('/Groups', { displayName: 'Other' })).body
    expect((await directory.patch(`/Groups/${other.id}`, [{ op: 'replace', path: 'displayName', value: 'readers' }])).status).toBe(409)
    expect((await directory.put(path, { displayName: 'readers' })).body.displayName).toBe('readers')
    const made = await Promise.all([1, 2, 3].map(() => directory.post('/Groups', { displayName: 'Same' })))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test.each([
    ['no name', {}, 'invalidValue'],
    ['an empty name', { displayName: '' }, 'invalidValue'],
    ['null', { displayName: null }, 'mutability'],
    ['a long name', { displayName: 'x'.repeat(257) }, 'invalidValue'],
    ['NUL', { displayName: 'a\u0000' }, 'invalidValue'],
    ['an unknown member', { displayName: 'N', members: [{ value: '019a0000-0000-7000-8000-000000000000' }] }, 'invalidValue'],
    ['a member without an id', { displayName: 'N', members: [{ display: 'x' }] }, 'invalidValue'],
    ['a text as members', { displayName: 'N', members: 'everyone' }, 'invalidValue'],
    ['a list', [], 'invalidSyntax'],
  ])('with %s is refused', async (_what, body, scimType) => {
    expect((await directory.post('/Groups', body)).body).toMatchObject({ status: '400', scimType })
    expect((await directory.get('/Groups')).body.totalResults).toBe(1)
  })

  test('is read without its members', async () => {
    expect((await directory.get(`${path}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    expect((await directory.get(`${path}?attributes=displayName`)).body).toEqual({ schemas: [GROUP], id, displayName: 'Readers' })
    const listed = await directory.get(`/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "readers"')}`)
    expect(listed.body.Resources).toHaveLength(1)
    expect(listed.body.Resources[0]).not.toHaveProperty('members')
  })

  test('is listed page by page, and a page ends early where it would have very many members', async () => {
    for (let n = 0; n < 3; n++) await directory.post('/Groups', { displayName: `G${n}`, members: [{ value: bob.id }] })
    expect((await directory.get('/Groups')).body).toMatchObject({ totalResults: 4, itemsPerPage: 4 })
    expect((await directory.get('/Groups?count=0')).body).toMatchObject({ totalResults: 4, itemsPerPage: 0 })
    await addPeople(MAX_MEMBERS)
    await app.database.db.execute(sql`insert into scim_group_members (company_id, group_id, user_id)
      select company_id, ${id}, id from users where company_id = ${company.id} and first_name = 'Many'`)
    const { body } = await directory.get('/Groups')
    expect(body).toMatchObject({ totalResults: 4, startIndex: 1, itemsPerPage: 1 })
    expect(body.Resources[0].members).toHaveLength(MAX_MEMBERS + 1)
    const next = await directory.get('/Groups?startIndex=2')
    expect(next.body.Resources.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['G0', 'G1', 'G2'])
    expect(next.body.Resources[0].members).toMatchObject([{ value: bob.id }])
    expect((await directory.get('/Groups?excludedAttributes=members')).body.itemsPerPage).toBe(4)
  })

  test.each([
    ['displayName eq "readers"', 1],
    ['externalId eq "g-1"', 1],
    ['members eq "{ada}"', 1],
    ['members.value eq "{ada}"', 1],
    ['members[value eq "{ada}"]', 1],
    ['members[value eq "{ada}" and display co "love"]', 1],
    ['members[value eq "{ada}" and display co "bob"]', 0],
    ['members.value eq "{bob}"', 0],
    ['not (members pr)', 0],
    ['members pr and id eq "{id}"', 1],
    ['members.type eq "User"', 1],
  ])('is found by %s: %d', async (filter, found) => {
    const asked = filter.replace('{ada}', ada.id).replace('{bob}', bob.id).replace('{id}', id)
    const { body } = await directory.get(`/Groups?filter=${encodeURIComponent(asked)}`)
    expect(body.totalResults).toBe(found)
  })

  test('of another version is refused', async () => {
    const { version } = (await directory.get(path)).body.meta
    const changed = await directory.patch(path, put('add', bob), { 'if-match': version })
    expect(changed.status).toBe(204)
    expect(changed.headers.get('etag')).not.toBe(version)
    expect((await directory.patch(path, put('add', cy), { 'if-match': version })).status).toBe(412)
    expect((await directory.delete(path, { 'if-match': version })).status).toBe(412)
    expect(await members()).toEqual(['ada', 'bob'])
  })
})

describe('members', () => {
  test.each([
    // Entra.
    ['Add a member', (m: M) => [{ op: 'Add', path: 'members', value: [{ $ref: null, value: m.bob }] }], ['ada', 'bob']],
    ['Remove by a list', (m: M) => [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: m.ada }] }], []],
    ['Remove a stranger to the group', (m: M) => [{ op: 'Remove', path: 'members', value: [{ value: m.cy }] }], ['ada']],
    ['Remove all', () => [{ op: 'Remove', path: 'members' }], []],
    // Okta.
    ['remove by a filter', (m: M) => [{ op: 'remove', path: `members[value eq "${m.ada}"]` }], []],
    ['remove by a filter that finds no one', (m: M) => [{ op: 'remove', path: `members[value eq "${m.cy}"]` }], ['ada']],
    [
      'remove and add at once',
      (m: M) => [
        { op: 'remove', path: `members[value eq "${m.ada}"]` },
        { op: 'add', path: 'members', value: [{ value: m.cy, display: 'cy' }] },
      ],
      ['cy'],
    ],
    ['replace all', (m: M) => [{ op: 'replace', path: 'members', value: [{ value: m.bob }, { value: m.cy }] }], ['bob', 'cy']],
    ['replace in a value', (m: M) => [{ op: 'replace', value: { id: 'x', displayName: 'Readers', members: [{ value: m.cy }] } }], ['cy']],
    ['add in a value', (m: M) => [{ op: 'add', value: { members: [{ value: m.cy }] } }], ['ada', 'cy']],
    ['add one twice', (m: M) => [{ op: 'add', path: 'members', value: [{ value: m.ada }, { value: m.ada.toUpperCase() }] }], ['ada']],
    ['add one object', (m: M) => [{ op: 'add', path: 'members', value: { value: m.bob } }], ['ada', 'bob']],
    ['remove by a name', () => [{ op: 'remove', path: 'members[display sw "ada" or value eq "x"]' }], []],
    [
      'in their order',
      (m: M) => [
        { op: 'replace', path: 'members', value: [] },
        { op: 'add', path: 'members', value: [{ value: m.bob }] },
      ],
      ['bob'],
    ],
  ])('%s', async (_what, operations, wanted) => {
    const reply = await directory.patch(path, operations({ ada: ada.id, bob: bob.id, cy: cy.id }))
    expect([reply.status, reply.body]).toEqual([204, null])
    expect(await members()).toEqual(wanted)
  })
  type M = { ada: string; bob: string; cy: string }

  test('rename and change the external id', async () => {
    await directory.patch(path, [{ op: 'Replace', path: 'displayName', value: 'New name' }])
    await directory.patch(path, [{ op: 'replace', value: { id, displayName: 'Newer name', externalId: 'g-9' } }])
    expect((await directory.get(path)).body).toMatchObject({ displayName: 'Newer name', externalId: 'g-9' })
    await directory.patch(path, [{ op: 'remove', path: 'externalId' }])
    expect((await directory.get(path)).body).not.toHaveProperty('externalId')
  })

  test.each([
    ['a stranger', { op: 'add', path: 'members', value: [{ value: 'stranger' }] }, 'invalidValue'],
    ['no id', { op: 'add', path: 'members', value: [{ value: 7 }] }, 'invalidValue'],
    ['an unknown attribute', { op: 'add', path: 'colour', value: 'x' }, 'invalidPath'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['no name', { op: 'remove', path: 'displayName' }, 'mutability'],
    ['a part of a member', { op: 'replace', path: 'members[value eq "x"].display', value: 'x' }, 'mutability'],
    ['a member in place of another', { op: 'replace', path: 'members[value eq "x"]', value: { value: 'y' } }, 'mutability'],
    ['a filter by nothing', { op: 'remove', path: 'members[colour eq "x"]' }, 'invalidFilter'],
    ['a broken filter', { op: 'remove', path: 'members[value eq "x"' }, 'invalidPath'],
    ['no path', { op: 'remove' }, 'noTarget'],
  ])('of three operations one with %s leaves nothing', async (_what, operation, scimType) => {
    const other = await createUser(app, await createCompany(app))
    const given = JSON.parse(JSON.stringify(operation).replace('stranger', other.id))
    const before = (await directory.get(path)).body
    const { status, body } = await directory.patch(path, [
      ...put('add', bob),
      given,
      { op: 'replace', path: 'displayName', value: 'Changed' },
    ])
    expect([status, body.scimType]).toEqual([400, scimType])
    expect((await directory.get(path)).body).toEqual(before)
  })

  test('1,000 removals by a filter of one member are one change, others are few', async () => {
    const byId = Array.from({ length: 998 }, (_, n) => ({ op: 'remove', path: `members[value eq "${n ? cy.id : ada.id}"]` }))
    expect((await directory.patch(path, [...byId, ...put('add', bob)])).status).toBe(204)
    expect(await members()).toEqual(['bob'])
    const byName = Array.from({ length: 21 }, (_, n) => ({ op: 'remove', path: `members[display eq "${n}"]` }))
    expect((await directory.patch(path, byName)).body).toMatchObject({ status: '400', scimType: 'tooMany' })
  })

  test('the conditions of all operations are bounded', async () => {
    const conditions = Array.from({ length: 40 }, (_, n) => `display eq "${n}"`).join(' or ')
    const operations = Array.from({ length: 1_000 }, () => ({ op: 'remove', path: `members[${conditions}]` }))
    expect((await directory.patch(path, operations)).body).toMatchObject({ status: '400', scimType: 'tooMany' })
  })

  test('a change that changes nothing is no new version', async () => {
    const before = (await directory.get(path)).body
    await directory.patch(path, put('add', ada))
    expect((await directory.get(path)).body).toEqual(before)
  })

  test('groups have no other effect, and go with neither their members nor the other way round', async () => {
    const { id: temporary } = (await directory.post('/Users', { userName: newUserName() })).body
    await directory.patch(path, put('add', { id: temporary }))
    await directory.delete(path)
    expect((await directory.get(`/Users/${temporary}`)).status).toBe(200)
    const again = await directory.post('/Groups', { displayName: 'Readers', members: [{ value: temporary }] })
    await app.database.db.execute(sql`delete from users where company_id = ${company.id} and id = ${temporary}`)
    expect((await directory.get(`/Groups/${again.body.id}`)).body.members).toEqual([])
  })

  test('5,000 members fit into one call', async () => {
    await addPeople(5_000)
    const many = sql`select id from users where company_id = ${company.id} and first_name = 'Many'`
    const people = await rows(app.database.db, { id: t.uuid }, many)
    expect((await directory.patch(path, put('replace', ...people))).status).toBe(204)
    expect((await directory.get(path)).body.members).toHaveLength(5_000)
  })
})
