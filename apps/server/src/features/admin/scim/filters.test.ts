import { beforeAll, describe, expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { type Directory, directoryOf, ENTERPRISE, USER } from '../../../test/scim.ts'
import { useCompany } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'

const app = useTestApp()
const { company, boss } = useCompany(app, { boss: { role: 'admin', email: 'boss@filter.example', first_name: 'Bo', last_name: 'Ss' } })
let entra: Directory
const ids: Record<string, string> = {}
let noon = ''

const PEOPLE = [
  ['ada', 'Ada', 'Lovelace', 'Engineer', 'fr', { department: 'Research', employeeNumber: '10' }],
  ['bob', 'Bob', "O'Neil", 'Head of "Sales"', 'fr', { department: 'Sales', employeeNumber: '20' }],
  ['cy', 'Cy', 'Élan', '100%_\\', 'de', {}],
] as const

beforeAll(async () => {
  entra = await directoryOf(app, boss)
  for (const [name, givenName, familyName, title, preferredLanguage, enterprise] of PEOPLE) {
    const { status, body } = await entra.post('/Users', {
      schemas: [USER, ENTERPRISE],
      userName: `${name}@filter.example`,
      externalId: `Ext-${name}`,
      name: { givenName, familyName },
      title,
      active: name !== 'cy',
      preferredLanguage,
      [ENTERPRISE]: { ...enterprise, ...(name === 'bob' && { manager: { value: ids.ada } }) },
    })
    expect(status).toBe(201)
    ids[name] = body.id
  }
  noon = (await entra.get(`/Users/${ids.bob}`)).body.meta.created
  app.advance(60_000)
  await entra.patch(`/Users/${ids.ada}`, [{ op: 'replace', path: 'title', value: 'Lead Engineer' }])
})

describe('a filter', () => {
  test.each([
    // Every operator.
    ['userName eq "ada@filter.example"', 'ada'],
    ['userName ne "ada@filter.example"', 'boss bob cy'],
    ['userName co "O"', 'boss bob'],
    ['userName sw "B"', 'boss bob'],
    ['userName ew "FILTER.example"', 'boss ada bob cy'],
    ['name.givenName gt "bo"', 'bob cy'],
    ['name.givenName ge "bo"', 'boss bob cy'],
    ['name.givenName lt "bo"', 'ada'],
    ['name.givenName le "bo"', 'boss ada'],
    ['title pr', 'ada bob cy'],
    // Names, operators and values ignore case; schemas may be written.
    ['USERNAME EQ "ADA@Filter.Example"', 'ada'],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@filter.example"', 'ada'],
    ['externalId eq "Ext-ada"', 'ada'],
    ['externalId eq "ext-ada"', ''],
    ['externalId pr', 'ada bob cy'],
    ['externalId eq null', 'boss'],
    ['externalId ne "Ext-ada"', 'boss bob cy'],
    ['externalId ne null', 'ada bob cy'],
    ['displayName eq "ADA lovelace"', 'ada'],
    ['name.formatted co "a l"', 'ada'],
    ['name pr', 'boss ada bob cy'],
    ['emails.value eq "cy@filter.example"', 'cy'],
    ['emails eq "cy@filter.example"', 'cy'],
    ['emails[type eq "work" and value eq "ada@filter.example"]', 'ada'],
    ['emails[type eq "home" and value eq "ada@filter.example"]', ''],
    ['emails[type eq "work"].value eq "ada@filter.example"', 'ada'],
    ['emails[type eq "home"].value eq "ada@filter.example"', ''],
    ['emails[type eq "work"].value sw "b" and active eq true', 'boss bob'],
    ['emails[type eq "work"].value pr and userName sw "cy"', 'cy'],
    ['id eq {bob} and manager eq {ada}', 'bob'],
    ['id eq {ada} and manager eq {ada}', ''],
    ['manager.value eq "{ada}"', 'bob'],
    ['emails[primary eq true and not (value co "a")]', ''],
    ['emails[value sw "c" or value sw "a"]', 'ada cy'],
    ['name[givenName eq "ada"]', 'ada'],
    ['active eq true', 'boss ada bob'],
    ['active eq false', 'cy'],
    ['active eq "False"', 'cy'],
    ['active ne true', 'cy'],
    ['preferredLanguage eq "fr"', 'ada bob'],
    ['locale eq "DE"', 'cy'],
    [`${ENTERPRISE}:employeeNumber eq "20"`, 'bob'],
    [`${ENTERPRISE}:employeeNumber eq "٢٠"`, 'bob'],
    [`${ENTERPRISE}:department eq "sales"`, 'bob'],
    [`${ENTERPRISE}:department pr`, 'ada bob'],
    [`not (${ENTERPRISE}:department pr)`, 'boss cy'],
    [`${ENTERPRISE}:manager pr`, 'bob'],
    [`${ENTERPRISE}:manager.value eq "{ada}"`, 'bob'],
    [`${ENTERPRISE}:manager eq "{ada}"`, 'bob'],
    [`${ENTERPRISE}:manager[value eq "{ada}"]`, 'bob'],
    [`${ENTERPRISE}:manager.displayName co "love"`, 'bob'],
    ['id eq "{ADA}"', 'ada'],
    ['id eq "no-id"', ''],
    ['id ne "no-id"', 'boss ada bob cy'],
    ['id sw "{ada}"', 'ada'],
    ['meta.resourceType eq "User"', 'boss ada bob cy'],
    ['meta.lastModified gt "{noon}"', 'ada bob cy'],
    ['meta.lastModified le "{noon}"', 'boss'],
    ['meta.created le "{noon}"', 'boss ada bob'],
    ['meta.created eq "{noon}"', 'bob'],
    ['meta.lastModified pr', 'boss ada bob cy'],
    // `and` binds more than `or`, `not` more than both.
    ['userName sw "ada" or userName sw "bob" and active eq false', 'ada'],
    ['(userName sw "ada" or userName sw "cy") and active eq false', 'cy'],
    ['active eq false and userName sw "bob" or userName sw "ada"', 'ada'],
    ['not (userName sw "a") and active eq true', 'boss bob'],
    ['not (userName sw "a" or userName sw "b")', 'cy'],
    ['NOT (NOT (userName sw "a"))', 'ada'],
    ['not(title co "engineer")', 'boss bob cy'],
    // An attribute without a value matches nothing, and `not` that matches.
    [`not (${ENTERPRISE}:employeeNumber eq "10")`, 'boss bob cy'],
    [`not (${ENTERPRISE}:employeeNumber eq "10" and active eq true)`, 'boss bob cy'],
    // Text is text: quotes, wildcards, escapes.
    ['name.familyName eq "O\'Neil"', 'bob'],
    ['title eq "Head of \\"Sales\\""', 'bob'],
    ['title co "%_"', 'cy'],
    ['title co "%"', 'cy'],
    ['title ew "\\\\"', 'cy'],
    ['title eq "Lead\\u0020Engineer"', 'ada'],
    ['name.familyName eq "Élan"', 'cy'],
    ['title eq ""', 'boss'],
    ['userName co ""', 'boss ada bob cy'],
    [`userName eq "x' or '1'='1"`, ''],
    ['userName eq "x\\"; drop table users; --"', ''],
    ['   userName   eq   "ada@filter.example"   ', 'ada'],
    ['(((userName eq "ada@filter.example")))', 'ada'],
    ['userName eq "ada@filter.example"and active eq true', 'ada'],
  ])('%s finds: %s', async (filter, wanted) => {
    const asked = filter
      .replaceAll('{ada}', ids.ada ?? '')
      .replace('{bob}', ids.bob ?? '')
      .replace('{ADA}', (ids.ada ?? '').toUpperCase())
      .replace('{noon}', noon)
    expect(await entra.find(asked)).toEqual(wanted.split(' ').filter(Boolean))
  })

  test.each([
    'userName',
    'userName eq',
    'userName eq ada',
    "userName eq 'ada'",
    'userName eq "ada',
    'userName eq "a" and',
    'and userName eq "a"',
    'userName eq "a" userName eq "b"',
    '(userName eq "a"',
    'userName eq "a")',
    'emails[type eq "work"',
    'emails[type eq "work"].value',
    'emails[type eq "work"].colour eq "x"',
    'id eq 019a0000-0000-7000-8000-00000000000',
    'not userName eq "a"',
    'not',
    '()',
    'userName like "a"',
    'userName eq "a" xor active eq true',
    'unknown eq "a"',
    'department eq "a"',
    'password eq "a"',
    'password_hash pr',
    'u.email pr',
    'emails[password eq "a"]',
    'userName eq 5',
    'userName eq true',
    'userName gt null',
    'active gt true',
    'active eq "maybe"',
    'active eq 1',
    'active co "t"',
    'meta.created eq "yesterday"',
    'meta.created eq "9999999-01-01"',
    'meta.created co "2026"',
    'meta.created gt "2026-13-45T00:00:00Z"',
    'userName eq "a\\u0000b"',
    'userName eq "a\\ud800b"',
    'userName eq "\\x"',
    'userName; drop table users',
    'userName eq "a" -- and active eq true',
    '__proto__ pr',
    'constructor eq "a"',
    'name.constructor eq "a"',
    '😀 eq "a"',
  ])('%s is refused', async (filter) => {
    const { status, body } = await entra.get(`/Users?filter=${encodeURIComponent(filter)}`)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
    expect(body.detail).not.toMatch(/sql|postgres|column|syntax error/i)
  })

  test('given twice is refused', async () => {
    expect((await entra.get('/Users?filter=a&filter=b')).body.scimType).toBe('invalidFilter')
  })

  test.each([
    ['long', `userName eq "${'x'.repeat(4_000)}"`],
    ['deep', `${'('.repeat(30)}userName eq "a"${')'.repeat(30)}`],
    ['nested by not', `${'not ('.repeat(30)}userName eq "a"${')'.repeat(30)}`],
    ['broad', Array.from({ length: 51 }, () => 'active eq true').join(' or ')],
  ])('that is too %s is refused; one of the largest size works', async (_what, filter) => {
    expect((await entra.post('/Users/.search', { filter })).body).toMatchObject({ status: '400', scimType: 'tooMany' })
    const largest = Array.from({ length: 50 }, () => 'active eq true').join(' or ')
    expect(await entra.find(`${'('.repeat(19)}${largest}${')'.repeat(19)}`)).toHaveLength(3)
  })
})

describe('a list', () => {
  const list = (query: string) => entra.get(`/Users?${query}`)
  const names = (body: { Resources: { userName: string }[] }) => body.Resources.map(({ userName }) => userName.split('@')[0]).join(' ')

  test.each([
    ['', 1, 'boss ada bob cy'],
    ['count=2', 1, 'boss ada'],
    ['count=2&startIndex=3', 3, 'bob cy'],
    ['count=2&startIndex=4', 4, 'cy'],
    ['startIndex=5', 5, ''],
    ['startIndex=99', 99, ''],
    ['startIndex=0&count=1', 1, 'boss'],
    ['startIndex=-7&count=1', 1, 'boss'],
    ['count=0', 1, ''],
    ['count=-5', 1, ''],
    ['startIndex=999999999999999', 1_000_000_000, ''],
  ])('of "%s" begins at %d and has: %s', async (query, startIndex, wanted) => {
    const { body } = await list(query)
    const found = wanted.split(' ').filter(Boolean)
    expect(body).toMatchObject({ totalResults: 4, startIndex, itemsPerPage: found.length })
    expect(names(body)).toBe(wanted)
  })

  test.each(['count=x', 'count=1.5', 'startIndex=1e3', 'count=1&count=2', 'attributes=a b', 'attributes=%00', 'excludedAttributes=,,'])(
    'of "%s" is refused',
    async (query) => {
      expect((await list(query)).body).toMatchObject({ status: '400', scimType: 'invalidValue' })
    },
  )

  test.each([
    ['sortBy=userName', 'ada bob boss cy'],
    ['sortBy=userName&sortOrder=descending', 'cy boss bob ada'],
    ['sortBy=name.familyName&count=3', 'ada bob boss'],
    [`sortBy=${ENTERPRISE}:employeeNumber&count=2`, 'ada bob'],
    ['sortBy=active&sortOrder=ascending&count=1', 'cy'],
    ['sortBy=emails.primary', 'boss ada bob cy'],
    ['sortBy=meta.resourceType', 'boss ada bob cy'],
    ['sortBy=emails.type', 'boss ada bob cy'],
    ['sortOrder=descending', 'cy bob ada boss'],
  ])('of "%s" is in the order: %s', async (query, wanted) => {
    expect(names((await list(query)).body)).toBe(wanted)
  })

  test('in the order of an unknown attribute is refused', async () => {
    expect((await list('sortBy=password')).body).toMatchObject({ status: '400', scimType: 'invalidPath' })
  })

  test('of many people has at most 200, and finds one by an index', async () => {
    expect((await list('count=100000')).body.itemsPerPage).toBe(4)
    await app.database.db.execute(sql`insert into users (company_id, id, email, first_name, last_name, locale, created_at, external_id)
      select ${company.id}, gen_random_uuid(), 'many-' || n || '@filter.example', 'M', 'N', 'en', ${app.now()}, 'many-' || n
      from generate_series(1, 3000) as n`)
    expect((await list('count=100000')).body).toMatchObject({ totalResults: 3004, itemsPerPage: 200 })
    expect((await list('')).body.itemsPerPage).toBe(100)
    await app.database.db.execute(sql`analyze users`)
    const plan = async (condition: string) => {
      const found = await rows(
        app.database.db,
        { 'QUERY PLAN': t.text },
        sql`explain select u.id from users u left join users manager on manager.company_id = u.company_id and manager.id = u.manager_id
          where u.company_id = ${company.id} and u.scim_deleted_at is null and ${sql.raw(condition)} order by u.id offset 0 limit 100`,
      )
      return found.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await plan(`u.external_id = 'many-7'::text`)).toContain('users_by_external_id')
    expect(await plan(`u.email = lower('many-7@filter.example'::text)`)).toContain('users_email_key')
    expect(await entra.find('externalId eq "many-7"')).toEqual(['many-7'])
    await app.database.db.execute(sql`delete from users where email like 'many-%'`)
  })
})

describe('attributes', () => {
  const one = async (query: string) => (await entra.get(`/Users/${ids.bob}?${query}`)).body

  test.each([
    ['attributes=userName', { userName: 'bob@filter.example' }],
    ['attributes=USERNAME, externalId', { userName: 'bob@filter.example', externalId: 'Ext-bob' }],
    ['attributes=name.familyName', { name: { familyName: "O'Neil" } }],
    ['attributes=emails.value', { emails: [{ value: 'bob@filter.example' }] }],
    [`attributes=${ENTERPRISE}:department`, { [ENTERPRISE]: { department: 'Sales' } }],
    [`attributes=${ENTERPRISE}:manager.displayName`, { [ENTERPRISE]: { manager: { displayName: 'Ada Lovelace' } } }],
    [
      `attributes=${ENTERPRISE}:employeeNumber,urn:ietf:params:scim:schemas:core:2.0:User:title`,
      { [ENTERPRISE]: { employeeNumber: '20' }, title: 'Head of "Sales"' },
    ],
    ['attributes=nickName', {}],
    ['attributes=userName&excludedAttributes=userName', {}],
  ])('of "%s" are sent', async (query, wanted) => {
    expect(await one(query)).toEqual({ schemas: [USER, ENTERPRISE], id: ids.bob, ...wanted })
  })

  test('are sent as a whole schema; those that are excluded are not, the id always', async () => {
    const { [ENTERPRISE]: extension, ...others } = await one(`attributes=${ENTERPRISE}`)
    expect(others).toEqual({ schemas: [USER, ENTERPRISE], id: ids.bob })
    expect(Object.keys(extension).sort()).toEqual(['department', 'employeeNumber', 'manager'])
    const body = await one(`excludedAttributes=id,schemas,meta,name.familyName,emails,${ENTERPRISE}:manager`)
    expect(body).toMatchObject({ id: ids.bob, schemas: [USER, ENTERPRISE], userName: 'bob@filter.example' })
    for (const excluded of ['meta', 'emails']) expect(body).not.toHaveProperty(excluded)
    expect(body.name).toEqual({ formatted: "Bob O'Neil", givenName: 'Bob' })
    expect(body[ENTERPRISE]).toEqual({ employeeNumber: '20', department: 'Sales' })
  })

  test('are chosen in lists, in searches, and in the answer of a creation', async () => {
    const listed = await entra.get('/Users?attributes=userName&count=1')
    expect(listed.body.Resources).toEqual([{ schemas: [USER, ENTERPRISE], id: boss.id, userName: 'boss@filter.example' }])
    const searched = await entra.post('/Users/.search', { attributes: ['displayName'], filter: 'userName sw "ada"' })
    expect(searched.body.Resources).toEqual([{ schemas: [USER, ENTERPRISE], id: ids.ada, displayName: 'Ada Lovelace' }])
    const made = await entra.post('/Users?attributes=userName', { userName: 'temporary@filter.example' })
    expect(Object.keys(made.body).sort()).toEqual(['id', 'schemas', 'userName'])
    await entra.delete(`/Users/${made.body.id}`)
  })
})

describe('a search', () => {
  beforeAll(async () => {
    for (const displayName of ['Engineers', 'Readers']) await entra.post('/Groups', { displayName, externalId: `Ext-${displayName}` })
  })
  const search = async (body: object) => (await entra.post('/.search', body)).body
  const namesOf = ({ Resources }: { Resources: { displayName: string }[] }) => Resources.map(({ displayName }) => displayName)

  test('of everything has users and groups, page by page', async () => {
    const all = await search({ schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'] })
    const types = all.Resources.map(({ meta }: { meta: { resourceType: string } }) => meta.resourceType)
    expect(types).toEqual(['User', 'User', 'User', 'User', 'Group', 'Group'])
    const page = await search({ startIndex: 4, count: 2 })
    expect(page).toMatchObject({ totalResults: 6, startIndex: 4, itemsPerPage: 2 })
    expect(namesOf(page)).toEqual(['Cy Élan', 'Engineers'])
    expect(namesOf(await search({ startIndex: 6, count: 2 }))).toEqual(['Readers'])
  })

  test.each([
    ['displayName co "e"', ['Ada Lovelace', "Bob O'Neil", 'Engineers', 'Readers']],
    ['externalId sw "Ext-e"', []],
    ['externalId sw "Ext-E"', ['Engineers']],
    ['userName sw "ada"', ['Ada Lovelace']],
    ['meta.resourceType eq "Group"', ['Engineers', 'Readers']],
    ['members pr', []],
  ])('of everything by %s finds %j', async (filter, wanted) => {
    expect(namesOf(await search({ filter }))).toEqual(wanted)
  })

  test('by an attribute that nothing has is refused', async () => {
    for (const filter of ['nothing pr', 7]) expect(await search({ filter })).toMatchObject({ status: '400', scimType: 'invalidFilter' })
    expect((await entra.post('/Groups/.search', { filter: 'userName pr' })).body).toMatchObject({ scimType: 'invalidFilter' })
  })
})
