import { beforeEach, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { type Directory, directoryOf, ENTERPRISE, newUserName, PATCH_OP, USER } from '../../../test/scim.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, boss } = useCompany(app, { boss: { role: 'admin' } })
let directory: Directory
let user: { id: string; userName: string; meta: { version: string } }
let path = ''
beforeEach(async () => {
  directory ??= await directoryOf(app, boss)
  const made = await directory.post('/Users', {
    schemas: [USER, ENTERPRISE],
    userName: newUserName(),
    externalId: 'first',
    name: { givenName: 'Nadia', familyName: 'Bensaïd' },
    title: 'Engineer',
    [ENTERPRISE]: { department: 'Research' },
  })
  user = made.body
  path = `/Users/${user.id}`
})

const entries = () => rows(app.database.db, { one: t.int }, sql`select 1 as one from audit_log where company_id = ${company.id}`)

/** As the documentation of Entra shows them, "Tutorial: Develop and plan provisioning for a SCIM endpoint". */
describe('Entra', () => {
  test('updates a multi-valued property and a single one', async () => {
    const userName = newUserName('5b50642d')
    const { status, body } = await directory.patch(path, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: userName },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: { givenName: 'Nadia', familyName: 'updatedFamilyName' }, userName: user.userName })
    // The address is the userName.
    expect(body.emails).toEqual([{ value: user.userName, type: 'work', primary: true }])
  })

  test.each([
    ['a boolean', { op: 'Replace', path: 'active', value: false }, false],
    ['a text', { op: 'Replace', path: 'active', value: 'False' }, false],
    ['a text in a list', { op: 'Add', path: 'active', value: [{ value: 'True' }] }, true],
    ['the value of Okta', { op: 'replace', value: { active: false } }, false],
  ])('disables a user and enables them again with %s', async (_what, operation, active) => {
    await directory.patch(path, [{ op: 'Replace', path: 'active', value: !active }])
    expect((await directory.patch(path, [operation])).body.active).toBe(active)
  })

  test('updates everything that it maps by default', async () => {
    const number = `N-${user.id}`
    const { status, body } = await directory.patch(path, [
      { op: 'Add', path: 'displayName', value: 'Nadia B.' },
      { op: 'Add', path: 'title', value: 'Lead' },
      { op: 'Add', path: 'preferredLanguage', value: 'de-DE' },
      { op: 'Add', path: 'name.formatted', value: 'Nadia B.' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Rue 1, Lyon' },
      { op: 'Add', path: 'addresses[type eq "work"].streetAddress', value: 'Rue 1' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+33 6' },
      { op: 'Add', path: 'phoneNumbers[type eq "fax"].value', value: '+33 1' },
      { op: 'Add', path: 'nickName', value: 'Nad' },
      { op: 'Add', path: 'externalId', value: 'second' },
      { op: 'Add', path: 'roles', value: [{ value: 'User', primary: 'True' }] },
      { op: 'Add', path: `${ENTERPRISE}:employeeNumber`, value: number },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Sales' },
      { op: 'Add', path: `${ENTERPRISE}:costCenter`, value: '4711' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: boss.id },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User:tag', value: 'x' },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      externalId: 'second',
      displayName: 'Nadia Bensaïd',
      title: 'Lead',
      preferredLanguage: 'de',
      [ENTERPRISE]: { employeeNumber: number, department: 'Sales', manager: { value: boss.id } },
    })
    expect(body).not.toHaveProperty('nickName')
  })

  test('updates without a path, with dotted names and names of a schema', async () => {
    const { status, body } = await directory.patch(path, [
      {
        op: 'Replace',
        value: {
          'name.givenName': 'Nora',
          title: 'Lead',
          active: 'False',
          [`${ENTERPRISE}:department`]: 'Sales',
          [`${ENTERPRISE}:manager`]: boss.id,
          'emails[type eq "work"].value': 'x@y.example',
          'addresses[type eq "work"].country': 'FR',
        },
      },
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: { givenName: 'Nora', familyName: 'Bensaïd' },
      title: 'Lead',
      active: false,
      userName: user.userName,
      [ENTERPRISE]: { department: 'Sales', manager: { value: boss.id } },
    })
  })
})

/** As the documentation of Okta shows them, "SCIM 2.0 Protocol". */
describe('Okta', () => {
  test('replaces a user that it has read', async () => {
    const { body: read } = await directory.get(path)
    const { status, body } = await directory.put(path, {
      ...read,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: user.userName, type: 'work', display: user.userName }],
      password: 'never stored',
      groups: [],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: user.id, externalId: 'first', displayName: 'Another User', title: 'Engineer', active: true })
    expect(body).not.toHaveProperty('password')
  })

  test('sends the id in the value', async () => {
    const { status, body } = await directory.patch(path, [{ op: 'replace', value: { id: 'another', schemas: [USER], title: 'Lead' } }])
    expect([status, body.id, body.title]).toEqual([200, user.id, 'Lead'])
  })
})

describe('RFC 7644', () => {
  test.each([
    ['add', 'title', 'Lead', { title: 'Lead' }],
    ['replace', 'TITLE', 'Lead', { title: 'Lead' }],
    ['replace', 'title', '', { title: undefined }],
    ['replace', 'title', null, { title: undefined }],
    ['remove', 'title', undefined, { title: undefined }],
    ['remove', 'externalId', undefined, { externalId: undefined }],
    ['add', 'externalId', 'Mixed Case ', { externalId: 'Mixed Case ' }],
    ['replace', `${USER}:title`, 'Lead', { title: 'Lead' }],
    ['replace', 'name', { givenName: 'Nora' }, { name: { formatted: 'Nora Bensaïd', givenName: 'Nora', familyName: 'Bensaïd' } }],
    ['add', 'name', { familyName: 'B' }, { name: { formatted: 'Nadia B', givenName: 'Nadia', familyName: 'B' } }],
    ['remove', 'name.familyName', undefined, { name: { formatted: 'Nadia', givenName: 'Nadia' } }],
    ['replace', ENTERPRISE, { department: 'Sales' }, { [ENTERPRISE]: { department: 'Sales' } }],
    ['remove', `${ENTERPRISE}:department`, undefined, { [ENTERPRISE]: {} }],
    ['remove', ENTERPRISE, undefined, { [ENTERPRISE]: {} }],
    ['remove', 'emails', undefined, {}],
    ['remove', 'emails[type eq "home"]', undefined, {}],
    ['add', 'emails', [{ value: 'second@directory.example', type: 'home' }], {}],
    ['replace', 'title', 7, { title: '7' }],
    ['replace', 'title', ['Lead'], { title: 'Lead' }],
  ])('%s of %s', async (op, target, value, wanted) => {
    const { status, body } = await directory.patch(path, [{ op, path: target, value }])
    expect(status, JSON.stringify(body)).toBe(200)
    const { meta: _, ...content } = (await directory.get(path)).body
    const { meta: _m, ...before } = user
    expect(content).toEqual(
      JSON.parse(JSON.stringify({ ...before, ...wanted, ...('name' in wanted && { displayName: wanted.name.formatted }) })),
    )
  })

  const good = { op: 'replace', path: 'title', value: 'Changed' }
  test.each([
    ['an unknown attribute', { op: 'add', path: 'favouriteColour', value: 'x' }, 'invalidPath'],
    ['an unknown part', { op: 'add', path: 'name.colour', value: 'x' }, 'invalidPath'],
    ['a part of a text', { op: 'add', path: 'title.part', value: 'x' }, 'invalidPath'],
    ['a filter of one value', { op: 'add', path: 'title[value eq "x"]', value: 'x' }, 'invalidPath'],
    ['a broken path', { op: 'add', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    ['a path with a rest', { op: 'add', path: 'title or', value: 'x' }, 'invalidPath'],
    ['a path of SQL', { op: 'add', path: "title'; drop table users", value: 'x' }, 'invalidPath'],
    ['a path of a prototype', { op: 'add', path: '__proto__', value: {} }, 'invalidPath'],
    ['a path of a constructor', { op: 'add', path: 'constructor', value: {} }, 'invalidPath'],
    ['a path that is a number', { op: 'add', path: 7, value: {} }, 'invalidPath'],
    ['a path that is too long', { op: 'add', path: 'x'.repeat(5_000), value: {} }, 'tooMany'],
    ['the id', { op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    ['the metadata', { op: 'replace', path: 'meta.created', value: 'x' }, 'mutability'],
    ['the groups', { op: 'add', path: 'groups', value: [] }, 'mutability'],
    ['no userName', { op: 'remove', path: 'userName' }, 'mutability'],
    ['an empty userName', { op: 'replace', path: 'userName', value: '' }, 'mutability'],
    ['a userName that is no address', { op: 'replace', path: 'userName', value: 'nadia' }, 'invalidValue'],
    ['a text that is an object', { op: 'replace', path: 'title', value: { text: 'x' } }, 'invalidValue'],
    ['two values of one', { op: 'replace', path: 'title', value: ['a', 'b'] }, 'invalidValue'],
    ['a boolean as a text', { op: 'replace', path: 'title', value: true }, 'invalidValue'],
    ['NUL', { op: 'replace', path: 'title', value: 'a\u0000' }, 'invalidValue'],
    ['a lone surrogate', { op: 'replace', path: 'externalId', value: '\udc00' }, 'invalidValue'],
    ['a text as active', { op: 'replace', path: 'active', value: 'yes' }, 'invalidValue'],
    ['no active', { op: 'remove', path: 'active' }, 'invalidValue'],
    ['an unknown manager', { op: 'add', path: `${ENTERPRISE}:manager`, value: '019a0000-0000-7000-8000-000000000000' }, 'invalidValue'],
    ['no value', { op: 'replace', path: 'title' }, 'invalidValue'],
    ['no path and no object', { op: 'replace', value: 'x' }, 'invalidValue'],
    ['no path and a list', { op: 'add', value: [{ title: 'x' }] }, 'invalidValue'],
    ['a removal without a path', { op: 'remove', value: { title: 'x' } }, 'noTarget'],
    ['a removal with an empty path', { op: 'remove', path: ' ' }, 'noTarget'],
    ['an unknown operation', { op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    ['no operation', { path: 'title', value: 'x' }, 'invalidSyntax'],
    ['a text as an operation', 'replace', 'invalidSyntax'],
    ['null as an operation', null, 'invalidSyntax'],
  ])('of three operations one with %s leaves nothing', async (_what, operation, scimType) => {
    const before = await entries()
    const { status, body } = await directory.patch(path, [good, operation, { ...good, path: 'name.givenName' }])
    expect({ status, type: body.scimType }).toEqual({ status: 400, type: scimType })
    expect((await directory.get(path)).body).toEqual(user)
    expect(await entries()).toEqual(before)
  })

  test('a conflict leaves nothing', async () => {
    expect((await directory.patch(path, [good, { op: 'replace', path: 'userName', value: boss.email }])).status).toBe(409)
    expect((await directory.get(path)).body).toEqual(user)
  })

  test.each([{ schemas: [PATCH_OP] }, { schemas: [PATCH_OP], Operations: [] }, { schemas: [PATCH_OP], Operations: {} }, []])(
    'without a list of operations it is refused: %j',
    async (body) => {
      expect((await directory.send('PATCH', path, body)).body).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    },
  )

  test('1,000 operations are carried out in their order, 10,000 are refused', async () => {
    const many = (length: number) => Array.from({ length }, (_, n) => ({ op: 'add', path: 'title', value: `T${n}` }))
    const removed = [...many(998), { op: 'remove', path: 'title' }, { op: 'add', value: { title: 'Last' } }]
    expect((await directory.patch(path, removed)).body.title).toBe('Last')
    expect((await directory.patch(path, many(10_000))).body).toMatchObject({ status: '413' })
    expect((await directory.get(path)).body.title).toBe('Last')
  })

  test('of two changes at once both are kept', async () => {
    await Promise.all([
      directory.patch(path, [{ op: 'replace', path: 'title', value: 'Lead' }]),
      directory.patch(path, [{ op: 'replace', path: 'name.givenName', value: 'Nora' }]),
    ])
    expect((await directory.get(path)).body).toMatchObject({ title: 'Lead', name: { givenName: 'Nora' } })
  })
})
