import { adminPeople } from '@reflet/contract/admin-people'
import { adminScim } from '@reflet/contract/admin-scim'
import { DAY_MS, HOUR_MS } from '@reflet/contract/durations'
import { people } from '@reflet/contract/people'
import Fastify from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../../db/index.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { createCompany, createUser, createUsers, signIn } from '../../../test/factories.ts'
import { codeOf, readOwn } from '../../../test/logins.ts'
import { ask } from '../../../test/requests.ts'
import { callScim, type Directory, directoryOf, ENTERPRISE, newUserName, PATCH_OP, USER } from '../../../test/scim.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { suspendCompany } from '../../companies/companies.commands.ts'
import { eraseDeleted } from './deletion.commands.ts'
import { limiter } from './limit.ts'
import { scimRoutes } from './scim.routes.ts'

const app = useTestApp()
const { company, anne, camille } = useCompanyPerTest(app, { anne: { role: 'admin' }, camille: {} })
let entra: Directory
beforeEach(async () => {
  entra = await directoryOf(app, anne)
})

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const NOBODY = '019a0000-0000-7000-8000-000000000000'
const audit = async (companyId = company.id) =>
  rows(
    app.database.db,
    {
      action: t.text,
      actor_kind: t.text,
      actor_id: nullable(t.uuid),
      target_id: nullable(t.uuid),
      network: nullable(t.text),
      details: t.json<object>(),
    },
    sql`select action, actor_kind, actor_id, target_id, network, details from audit_log where company_id = ${companyId} order by at, id`,
  )
const actionsOf = async (id: string) => (await audit()).filter(({ target_id }) => target_id === id).map(({ action }) => action)

/** The user of the documentation of Entra, with all that is mapped by default. */
const fullUser = (userName: string) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `id-of-${userName}`,
  userName,
  active: true,
  displayName: 'Nadia Bensaïd',
  name: { formatted: 'Nadia Bensaïd', familyName: 'Bensaïd', givenName: 'Nadia' },
  title: 'Engineer',
  preferredLanguage: 'fr-FR',
  emails: [{ primary: true, type: 'work', value: userName }],
  addresses: [{ type: 'work', locality: 'Lyon', primary: false }],
  phoneNumbers: [{ type: 'mobile', value: '+33 6 00 00 00 00' }],
  [ENTERPRISE]: { employeeNumber: `N-${userName}`, department: 'Research', costCenter: '4711' },
})

const create = async (changes: object = {}) => (await entra.post('/Users', { ...fullUser(newUserName()), ...changes })).body
const set = (id: string, path: string, value: unknown) => entra.patch(`/Users/${id}`, [{ op: 'replace', path, value }])

describe('tokens', () => {
  test('are shown once, stored as a hash, listed with their use, and revoked; a company has 20', async () => {
    const made = await app.call(anne, adminScim.createScimToken, { body: { name: ' Okta ', invite: true } })
    expect(made.body).toMatchObject({ name: 'Okta', invite: true, token: expect.stringMatching(/^reflet_scim_[\w-]{43}$/) })
    const { id, token } = made.body
    expect(
      JSON.stringify(
        await rows(
          app.database.db,
          {
            company_id: t.uuid,
            id: t.uuid,
            name: t.text,
            token_hash: t.bytes,
            invite: t.bool,
            created_by: t.uuid,
            created_at: t.time,
            used_at: nullable(t.time),
          },
          sql`select * from scim_tokens`,
        ),
      ),
    ).not.toContain(token)

    const listed = await app.call(anne, adminScim.listScimTokens)
    expect(listed.body.base_url).toBe(`${app.url}/scim/v2`)
    expect(listed.body.tokens.map(({ name, invite, used_at }) => ({ name, invite, used_at }))).toEqual([
      { name: 'Entra', invite: false, used_at: null },
      { name: 'Okta', invite: true, used_at: null },
    ])
    expect(JSON.stringify(listed.body)).not.toContain(token)

    expect((await callScim(app, token, 'GET', '/Users')).status).toBe(200)
    expect((await app.call(anne, adminScim.deleteScimToken, { params: { id } })).status).toBe(200)
    expect((await callScim(app, token, 'GET', '/Users')).status).toBe(401)
    expectProblem(await app.call(anne, adminScim.deleteScimToken, { params: { id } }), 404, 'not_found')

    for (let n = 1; n < 20; n++) await directoryOf(app, anne)
    expectProblem(await app.call(anne, adminScim.createScimToken, { body: { name: 'x' } }), 422, 'limit_reached')
  })

  test('store their use at most once an hour', async () => {
    const usedAt = async () => (await app.call(anne, adminScim.listScimTokens)).body.tokens[0]?.used_at
    await entra.get('/Users')
    const first = await usedAt()
    expect(first).not.toBeNull()
    app.advance(HOUR_MS / 2)
    await entra.get('/Users')
    expect(await usedAt()).toBe(first)
    app.advance(HOUR_MS)
    await entra.get('/Users')
    expect(await usedAt()).not.toBe(first)
  })

  test('are needed: what is no valid one is refused with a challenge', async () => {
    const suspended = await createCompany(app)
    const { token } = await directoryOf(app, await createUser(app, suspended, { role: 'admin' }))
    await suspendCompany(app.platform, { company_id: suspended.id, code: await codeOf(app, suspended) })
    for (const [what, authorization] of [
      ['no token', ''],
      ['an unknown token', `Bearer reflet_scim_${'x'.repeat(43)}`],
      ['another scheme', 'Basic dXNlcjpwYXNz'],
      ['a token that is too long', `Bearer ${'x'.repeat(500)}`],
      ['a session of an administrator', `Bearer ${anne.token}`],
      ['a token of a suspended company', `Bearer ${token}`],
    ] as const)
      for (const path of ['/Users', '/ServiceProviderConfig', '/Groups/1']) {
        const { status, headers, body } = await callScim(app, null, 'GET', path, undefined, authorization ? { authorization } : {})
        expect([status, headers.get('www-authenticate')], what).toEqual([401, 'Bearer'])
        expect(body, what).toEqual({ schemas: [ERROR], status: '401', detail: 'The token is not valid' })
      }
    expectProblem(await app.call({ token: entra.token }, adminScim.listScimTokens), 401, 'unauthenticated')
  })

  test('have a rate of calls', async () => {
    let now = 0
    const { waitOf, spend } = limiter({ perSecond: 2, burst: 3 }, () => new Date(now))
    expect([waitOf('a'), waitOf('a'), waitOf('a'), waitOf('a'), waitOf('b')]).toEqual([0, 0, 0, 1, 0])
    now += 1_000
    expect([waitOf('a'), waitOf('a'), waitOf('a')]).toEqual([0, 0, 1])
    spend('b', 9)
    expect([waitOf('b'), waitOf('a')], 'a large call counts as many').toEqual([4, 1])

    const http = Fastify()
    scimRoutes(http, app.platform, [], { perSecond: 0.1, burst: 1 })
    const call = () => http.inject({ url: '/scim/v2/Users', headers: { authorization: `Bearer ${entra.token}` } })
    expect((await call()).statusCode).toBe(200)
    const refused = await call()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json()).toMatchObject({ schemas: [ERROR], status: '429' })
    await http.close()
  })

  test.each([
    ['the operations of a PATCH', { schemas: [PATCH_OP], Operations: Array(50).fill({ op: 'add', path: 'title', value: 'x' }) }],
    ['the size of a body', { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'title', value: 'x'.repeat(50 * 1024) }] }],
  ])('%s counts as calls', async (_what, body) => {
    const http = Fastify()
    scimRoutes(http, app.platform, [], { perSecond: 1, burst: 50 })
    const authorization = `Bearer ${entra.token}`
    await http.inject({ method: 'PATCH', url: `/scim/v2/Users/${NOBODY}`, headers: { authorization }, payload: body })
    const next = await http.inject({ url: '/scim/v2/Users', headers: { authorization } })
    expect(next.statusCode).toBe(429)
    await http.close()
  })
})

describe('discovery', () => {
  test('says what is supported', async () => {
    const { body, headers } = await entra.get('/ServiceProviderConfig')
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, filter: { supported: true, maxResults: 200 } })
  })

  test.each(['ResourceTypes', 'Schemas'])('lists %s, and each of them', async (name) => {
    const { body } = await entra.get(`/${name}`)
    expect(body.totalResults).toBe(body.Resources.length)
    for (const resource of body.Resources) {
      expect(resource.meta.location).toBe(`${app.url}/scim/v2/${name}/${resource.id}`)
      expect((await entra.get(`/${name}/${resource.id}`)).body).toEqual(resource)
    }
    expect((await entra.get(`/${name}/Unknown`)).status).toBe(404)
    expect((await entra.get(`/${name}?filter=id%20pr`)).status).toBe(403)
  })

  test('the schemas describe every attribute that a user and a group have', async () => {
    const { body } = await entra.get('/Schemas')
    const names = (id: string) =>
      body.Resources.find((one: { id: string }) => one.id === id).attributes.map(({ name }: { name: string }) => name)
    const made = await create({ [ENTERPRISE]: { manager: { value: camille.id }, department: 'D', employeeNumber: '7' } })
    const { schemas: _, id: _id, meta: _meta, [ENTERPRISE]: extension, ...attributes } = made
    expect(names(USER)).toEqual(expect.arrayContaining(Object.keys(attributes)))
    expect(names(ENTERPRISE).sort()).toEqual(Object.keys(extension).sort())
    const group = await entra.post('/Groups', { displayName: 'All', externalId: 'all', members: [{ value: made.id }] })
    const { schemas: _s, id: _i, meta: _m, ...ofGroup } = group.body
    expect(names('urn:ietf:params:scim:schemas:core:2.0:Group').sort()).toEqual(Object.keys(ofGroup).sort())
  })
})

describe('a user', () => {
  test('is created, read, replaced and deleted', async () => {
    const userName = newUserName()
    const made = await entra.post('/Users', fullUser(userName.toUpperCase()))
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      schemas: [USER, ENTERPRISE],
      id: expect.any(String),
      externalId: `id-of-${userName.toUpperCase()}`,
      userName,
      name: { formatted: 'Nadia Bensaïd', familyName: 'Bensaïd', givenName: 'Nadia' },
      displayName: 'Nadia Bensaïd',
      title: 'Engineer',
      active: true,
      emails: [{ value: userName, type: 'work', primary: true }],
      preferredLanguage: 'fr',
      locale: 'fr',
      [ENTERPRISE]: { employeeNumber: `N-${userName.toUpperCase()}`, department: 'Research' },
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${app.url}/scim/v2/Users/${made.body.id}`,
        version: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      },
    })
    expect(made.headers.get('location')).toBe(made.body.meta.location)
    expect(made.headers.get('etag')).toBe(made.body.meta.version)
    const { id } = made.body
    expect((await entra.get(`/Users/${id}`)).body).toEqual(made.body)
    expect((await app.call(anne, adminPeople.getPerson, { params: { id } })).body).toMatchObject({
      email: userName,
      first_name: 'Nadia',
      last_name: 'Bensaïd',
      job_title: 'Engineer',
      department: 'Research',
      locale: 'fr',
      role: 'employee',
      status: 'invited',
      invited_at: null,
    })

    const replaced = await entra.put(`/Users/${id}`, { schemas: [USER], userName, name: { givenName: 'Nora', familyName: 'B' } })
    expect(replaced.body).toMatchObject({ id, displayName: 'Nora B', active: true, preferredLanguage: 'fr' })
    expect(replaced.body).not.toHaveProperty('title')
    expect(replaced.body).not.toHaveProperty('externalId')
    expect(replaced.body[ENTERPRISE]).toEqual({})
    expect(replaced.body.meta.version).not.toBe(made.body.meta.version)
    expect(replaced.body.meta.created).toBe(made.body.meta.created)

    const gone = await entra.delete(`/Users/${id}`)
    expect([gone.status, gone.body]).toEqual([204, null])
    expect(await actionsOf(id)).toEqual(['person_created', 'person_updated', 'person_deactivated', 'person_deleted'])
  })

  test('is found in the directory of the app at once, and so is a new name', async () => {
    const { id } = await create({ name: { givenName: 'Zoraya', familyName: 'Qx' } })
    const search = async (query: string) =>
      (await app.call(camille, people.searchColleagues, { query: { query } })).body.colleagues.map((person) => person.user_id)
    expect(await search('zoraya')).toEqual([id])
    await set(id, 'name.givenName', 'Wilma')
    expect(await search('zoraya')).toEqual([])
    expect(await search('wilma')).toEqual([id])
  })

  test('every change is recorded with the token and the network, and a call that changes nothing is not', async () => {
    const { id } = await create()
    const { version } = (await set(id, 'title', 'Lead')).body.meta
    expect((await set(id, 'title', 'Lead')).body.meta.version).toBe(version)
    const entries = (await audit()).filter(({ target_id }) => target_id === id)
    expect(entries).toEqual([
      {
        action: 'person_created',
        actor_kind: 'scim',
        actor_id: entra.tokenId,
        target_id: id,
        network: '127.0.0.0/24',
        details: { invited: false, role: 'employee' },
      },
      expect.objectContaining({ action: 'person_updated', actor_kind: 'scim', details: { fields: ['job_title'] } }),
    ])
  })

  test('is invited only where the token says so', async () => {
    await create()
    const inviting = await directoryOf(app, anne, { invite: true })
    const address = newUserName('invited')
    await inviting.post('/Users', fullUser(address))
    await inviting.post('/Users', { ...fullUser(newUserName('inactive')), active: false })
    expect((await app.mails()).map(({ to }) => [to].flat()[0]?.text)).toEqual([address])

    // A new address before the first sign-in: the invitation follows it.
    const [found] = (await inviting.get(`/Users?filter=${encodeURIComponent(`userName eq "${address}"`)}`)).body.Resources
    const next = newUserName('moved')
    await set(found.id, 'userName', next)
    expect((await app.mails()).map(({ to }) => [to].flat()[0]?.text)).toEqual([next])
  })

  test.each([
    ['neither name nor display name', { userName: 'jean.le-grand@directory.example' }, { displayName: 'jean le grand' }],
    ['a display name only', { displayName: 'Ada King Lovelace' }, { displayName: 'Ada King Lovelace' }],
    ['a formatted name only', { name: { formatted: 'Ada Lovelace' }, displayName: 'x' }, { displayName: 'Ada Lovelace' }],
    ['one name', { name: { givenName: 'Ada' }, displayName: 'Another Name' }, { displayName: 'Ada' }],
    ['a region', { preferredLanguage: 'en-GB' }, { preferredLanguage: 'en', locale: 'en' }],
    ['capitals', { preferredLanguage: 'AR' }, { preferredLanguage: 'ar', locale: 'ar' }],
    ['several languages', { preferredLanguage: 'pt-BR, de;q=0.5' }, { preferredLanguage: 'de', locale: 'de' }],
    ['a language that there is not', { preferredLanguage: 'ja' }, { preferredLanguage: 'en', locale: 'en' }],
    ['no language', { preferredLanguage: '' }, { preferredLanguage: 'en', locale: 'en' }],
  ])('with %s has a name and a language', async (_what, given, wanted) => {
    const { body, status } = await entra.post('/Users', { userName: newUserName(), ...given })
    expect(status).toBe(201)
    expect(body).toMatchObject(wanted)
  })

  test('keeps its language when a change names none', async () => {
    const { id, userName } = (await entra.post('/Users', { userName: newUserName(), locale: 'es_ES' })).body
    expect((await entra.put(`/Users/${id}`, { userName })).body.locale).toBe('es')
    expect((await entra.patch(`/Users/${id}`, [{ op: 'add', path: 'preferredLanguage', value: '' }])).body.locale).toBe('es')
    expect((await entra.patch(`/Users/${id}`, [{ op: 'add', path: 'preferredLanguage', value: 'zz' }])).body.locale).toBe('en')
  })

  test.each([
    ['no userName', { displayName: 'X' }, 'invalidValue'],
    ['an empty userName', { userName: '' }, 'mutability'],
    ['a userName that is no address', { userName: 'CORP\\nadia' }, 'invalidValue'],
    ['an address that is too long', { userName: `${'x'.repeat(250)}@a.example` }, 'invalidValue'],
    ['a web address as a name', { userName: 'a@b.example', name: { givenName: 'https://evil.example' } }, 'invalidValue'],
    ['NUL', { userName: 'a@b.example', title: 'a\u0000b' }, 'invalidValue'],
    ['NUL in an external id', { userName: 'a@b.example', externalId: 'a\u0000b' }, 'invalidValue'],
    ['a lone surrogate', { userName: 'a@b.example', title: 'a\ud800b' }, 'invalidValue'],
    ['a long title', { userName: 'a@b.example', title: 'x'.repeat(121) }, 'invalidValue'],
    ['a long external id', { userName: 'a@b.example', externalId: 'x'.repeat(257) }, 'invalidValue'],
    ['an object as a title', { userName: 'a@b.example', title: { a: 1 } }, 'invalidValue'],
    ['a text as active', { userName: 'a@b.example', active: 'maybe' }, 'invalidValue'],
    ['a text as name', { userName: 'a@b.example', name: 'Nadia' }, 'invalidValue'],
    ['an unknown manager', { userName: 'a@b.example', [ENTERPRISE]: { manager: { value: NOBODY } } }, 'invalidValue'],
    ['a manager without an id', { userName: 'a@b.example', [ENTERPRISE]: { manager: 'boss' } }, 'invalidValue'],
    ['a list', [], 'invalidSyntax'],
    ['a text', '"x"', 'invalidSyntax'],
    ['broken JSON', '{"userName": ', 'invalidSyntax'],
    ['no UTF-8', Buffer.from('{"userName": "\xff"}', 'latin1'), 'invalidSyntax'],
  ])('is refused with %s', async (_what, body, scimType) => {
    const before = await audit()
    const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
    const headers = { authorization: `Bearer ${entra.token}`, 'content-type': 'application/scim+json' }
    const refused = await fetch(`${app.url}/scim/v2/Users`, { method: 'POST', headers, body: content })
    expect([refused.status, await refused.json()]).toEqual([400, { schemas: [ERROR], status: '400', scimType, detail: expect.any(String) }])
    expect(await audit()).toEqual(before)
  })

  test('a name or a number that exists in this company is refused', async () => {
    const other = await createCompany(app)
    await createUser(app, other, { registration_number: 'S-1' })
    const refused = async (call: ReturnType<Directory['post']>) => {
      const { body } = await call
      expect(body).toMatchObject({ schemas: [ERROR], status: '409', scimType: 'uniqueness' })
    }
    await refused(entra.post('/Users', { userName: camille.email.toUpperCase() }))
    const number = { [ENTERPRISE]: { employeeNumber: 'S-1' } }
    const { id } = await create(number)
    expect(id, 'a number of another company is free').toEqual(expect.any(String))
    await refused(entra.post('/Users', { userName: newUserName(), ...number }))
    await refused(entra.post('/Users', { userName: newUserName(), [ENTERPRISE]: { employeeNumber: 's-١' } }))
    await refused(set(id, 'userName', camille.email))
    const userName = newUserName()
    const replies = await Promise.all(Array.from({ length: 4 }, () => entra.post('/Users', { userName })))
    expect(replies.map(({ status }) => status).sort(), 'at once').toEqual([201, 409, 409, 409])
  })

  test('a version that is not the current one is refused, and one that the caller has is not sent', async () => {
    const { id, meta } = await create()
    const path = `/Users/${id}`
    const known = await entra.get(path, { 'if-none-match': meta.version })
    expect([known.status, known.body]).toEqual([304, null])
    const change = (attribute: string, value: unknown) =>
      entra.patch(path, [{ op: 'replace', path: attribute, value }], { 'if-match': meta.version })
    const changed = await change('title', 'A')
    expect(changed.status).toBe(200)
    expect((await change('title', 'B')).body).toMatchObject({ status: '412' })
    expect((await change('active', false)).status).toBe(412)
    expect((await entra.delete(path, { 'if-match': meta.version })).status).toBe(412)
    expect((await entra.get(path)).body).toMatchObject({ title: 'A', active: true })
    expect((await entra.delete(path, { 'if-match': changed.body.meta.version })).status).toBe(204)
  })

  test('what the directory sees is a new version when the app changes it; another write is none', async () => {
    const { id } = await create()
    const read = async () => (await entra.get(`/Users/${id}`)).body
    const { meta } = await read()
    await app.database.db.execute(sql`update users set department = department, platform = 'mobile' where id = ${id}`)
    expect((await read()).meta).toEqual(meta)
    await app.call(anne, adminPeople.updatePerson, { params: { id }, body: { department: 'Sales' } })
    const after = await read()
    expect(after[ENTERPRISE].department).toBe('Sales')
    expect(after.meta.version).not.toBe(meta.version)
    expect(after.meta.lastModified).not.toBe(meta.lastModified)
  })

  test('a changed userName is the new address at once', async () => {
    await app.call(anne, adminPeople.updatePerson, { params: { id: camille.id }, body: { email: newUserName('asked') } })
    const userName = newUserName('changed')
    const { body } = await set(camille.id, 'userName', userName)
    expect(body).toMatchObject({ userName, emails: [{ value: userName }] })
    const person = await app.call(anne, adminPeople.getPerson, { params: { id: camille.id } })
    expect(person.body).toMatchObject({ email: userName, new_email: null })
    expect(await actionsOf(camille.id)).toEqual(['address_change_asked', 'person_updated', 'address_changed'])
  })
})

describe('the manager', () => {
  const at = `${ENTERPRISE}:manager`
  test.each([
    ['an object', (id: string) => [{ op: 'Add', path: at, value: { value: id } }]],
    ['a plain string, as Entra sends it', (id: string) => [{ op: 'Add', path: at, value: id }]],
    ['a list with a reference', (id: string) => [{ op: 'Add', path: at, value: [{ $ref: `../Users/${id}`, value: id }] }]],
    ['its value', (id: string) => [{ op: 'Replace', path: `${at}.value`, value: id.toUpperCase() }]],
    ['its older path', (id: string) => [{ op: 'Add', path: 'manager', value: [{ $ref: `https://x.example/Users/${id}`, value: id }] }]],
    ['the extension', (id: string) => [{ op: 'replace', value: { [ENTERPRISE]: { manager: { value: id } } } }]],
    ['a dotted name', (id: string) => [{ op: 'replace', value: { [`${at}`]: id } }]],
  ])('is set by %s', async (_what, operations) => {
    const { body, status } = await entra.patch(`/Users/${camille.id}`, operations(anne.id))
    expect(status).toBe(200)
    expect(body[ENTERPRISE].manager).toEqual({
      value: anne.id,
      $ref: `${app.url}/scim/v2/Users/${anne.id}`,
      displayName: expect.stringContaining('Anne'),
    })
    const contacts = await rows(app.database.db, { relation: t.text }, sql`select relation from contacts where user_id = ${camille.id}`)
    expect(contacts).toEqual([{ relation: 'superior' }])
  })

  test.each([
    ['remove', [{ op: 'Remove', path: at }]],
    ['an empty text', [{ op: 'Replace', path: at, value: '' }]],
    ['null', [{ op: 'Replace', path: at, value: null }]],
    ['an empty object', [{ op: 'replace', path: at, value: {} }]],
    ['an empty value', [{ op: 'replace', path: at, value: { value: '' } }]],
    ['remove of its value', [{ op: 'remove', path: `${at}.value` }]],
    ['remove of the extension', [{ op: 'remove', path: ENTERPRISE }]],
  ])('is removed by %s', async (_what, operations) => {
    await entra.patch(`/Users/${camille.id}`, [{ op: 'add', path: at, value: anne.id }])
    const { body, status } = await entra.patch(`/Users/${camille.id}`, operations)
    expect(status).toBe(200)
    expect(body[ENTERPRISE]).not.toHaveProperty('manager')
  })

  test('is an active user of the company, not oneself, and does not report to the user', async () => {
    const stranger = await createUser(app, await createCompany(app))
    await set(anne.id, at, camille.id)
    for (const id of [stranger.id, camille.id, anne.id])
      expect((await set(camille.id, at, id)).body, id).toMatchObject({ status: '400', scimType: 'invalidValue' })
  })

  test('of people who are changed at once in circles ends without a failure of the server', async () => {
    const people = await createUsers(app, company, 6)
    const calls = people.flatMap(({ id }, n) => [1, 2, 3].map((step) => set(id, at, people[(n + step) % 6]?.id)))
    for (const { status } of await Promise.all(calls)) expect([200, 400, 503]).toContain(status)
    const circles = await rows(
      app.database.db,
      { one: t.int },
      sql`with recursive above (id, top) as (
          select id, manager_id from users where company_id = ${company.id} and manager_id is not null
          union select above.id, u.manager_id from above join users u on u.company_id = ${company.id} and u.id = above.top
            where u.manager_id is not null
        ) select 1 as one from above where id = top`,
    )
    expect(circles).toEqual([])
  })

  test('who has left stays where a replacement names them again', async () => {
    const boss = await createUser(app, company)
    const body = { userName: camille.email, [ENTERPRISE]: { manager: { value: boss.id } } }
    await entra.put(`/Users/${camille.id}`, body)
    await set(boss.id, 'active', false)
    const again = await entra.put(`/Users/${camille.id}`, body)
    expect([again.status, again.body[ENTERPRISE].manager.value]).toEqual([200, boss.id])
  })
})

describe('leaving', () => {
  const activate = (id: string, active: boolean) => set(id, 'active', active)
  const later = async (days: number) => {
    app.advance(days * DAY_MS + HOUR_MS)
    return app.erasePeople()
  }

  test('deactivation ends the sessions at once, and reactivation lets in again', async () => {
    expect((await activate(camille.id, false)).body.active).toBe(false)
    expectProblem(await readOwn(app, camille), 401, 'unauthenticated')
    expect((await activate(camille.id, false)).status).toBe(200)
    expect((await activate(camille.id, true)).body.active).toBe(true)
    expect((await readOwn(app, await signIn(app, camille))).status).toBe(200)
    expect(await actionsOf(camille.id)).toEqual(['person_deactivated', 'person_reactivated'])
  })

  test('the last administrator cannot be deactivated, by no call, and not with another one at once', async () => {
    const replies = [
      await activate(anne.id, false),
      await entra.put(`/Users/${anne.id}`, { userName: anne.email, active: false }),
      await entra.delete(`/Users/${anne.id}`),
    ]
    const detail = expect.stringContaining('administrator')
    for (const { status, body } of replies)
      expect([status, body]).toEqual([400, { schemas: [ERROR], status: '400', scimType: 'mutability', detail }])
    expect((await readOwn(app, anne)).status).toBe(200)
    const second = await createUser(app, company, { role: 'admin' })
    const both = await Promise.all([anne.id, second.id].map((id) => activate(id, false)))
    expect(both.map(({ status }) => status).sort(), 'at once').toEqual([200, 400])
  })

  test('what waits for a deleted user is cancelled', async () => {
    const sent = await ask(app, await createUser(app, company), [camille])
    expect((await entra.delete(`/Users/${camille.id}`)).status).toBe(204)
    const waiting = await rows(
      app.database.db,
      { status: t.text },
      sql`select status from feedbacks where company_id = ${company.id} and request_id = ${sent.id}`,
    )
    expect(waiting).toEqual([{ status: 'cancelled' }])
  })

  test('a deleted user is unlisted and unknown, and revived by a creation of the same name', async () => {
    const userName = newUserName()
    const { id, meta } = (await entra.post('/Users', fullUser(userName))).body
    const group = (await entra.post('/Groups', { displayName: 'Team', members: [{ value: id }] })).body
    await entra.delete(`/Users/${id}`)
    expect((await entra.get(`/Groups/${group.id}`)).body.members).toEqual([])
    const at = `/Users/${id}`
    for (const call of [entra.get(at), activate(id, true), entra.put(at, { userName }), entra.delete(at)])
      expect((await call).status).toBe(404)
    expect(await entra.find(`userName eq "${userName}"`)).toEqual([])
    expect((await entra.post('/Groups', { displayName: 'Other', members: [{ value: id }] })).status).toBe(400)
    const person = await app.call(anne, adminPeople.getPerson, { params: { id } })
    expect(person.body.status).toBe('deactivated')

    await later(29)
    const revived = await entra.post('/Users', { ...fullUser(userName), title: 'Back' })
    expect(revived.status).toBe(201)
    expect(revived.body).toMatchObject({ id, userName, active: true, title: 'Back', meta: { created: meta.created } })
    await later(29)
    expect((await entra.get(at)).status).toBe(200)
  })

  test('a user is erased 30 days after the deletion as by their own deletion, and the name is free', async () => {
    const userName = newUserName()
    const { id } = (await entra.post('/Users', fullUser(userName))).body
    const kept = (await create()).id
    await activate(kept, false)
    await entra.delete(`/Users/${id}`)
    expect(await later(30)).toBe(1)
    expect(await rows(app.database.db, { id: t.uuid }, sql`select id from users where id in (${id}, ${kept})`)).toEqual([{ id: kept }])
    expect((await audit()).at(-1)).toMatchObject({ action: 'account_deleted', actor_kind: 'system' })
    const again = await entra.post('/Users', fullUser(userName))
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(id)
    expect(await app.erasePeople()).toBe(0)
  })

  test('who was deleted is kept when an administrator lets them in again, and when they are created again, active or not', async () => {
    const userName = newUserName()
    const [one, other] = [await create(), (await entra.post('/Users', fullUser(userName))).body]
    for (const { id } of [one, other]) await entra.delete(`/Users/${id}`)
    await app.call(anne, adminPeople.reactivatePerson, { params: { id: one.id } })
    const revived = await entra.post('/Users', { ...fullUser(userName), active: false })
    expect([revived.status, revived.body.id, revived.body.active]).toEqual([201, other.id, false])
    expect(await later(31)).toBe(0)
    expect((await entra.get(`/Users/${one.id}`)).body.active).toBe(true)
  })

  test('who is revived during the deletion of the account keeps it, and a failure concerns one account', async () => {
    const people = [await create(), await create(), await create()] as const
    const made: string[] = people.map(({ id }) => id)
    for (const id of made) await entra.delete(`/Users/${id}`)
    app.advance(31 * DAY_MS)
    const tried: string[] = []
    const erased = await eraseDeleted(app.platform, async ({ companyId, userId }, last) => {
      tried.push(userId)
      if (userId === made[0]) throw new Error('unforeseen')
      if (userId === made[1]) await entra.post('/Users', fullUser(people[1].userName))
      await app.platform.db.transaction(async (tx) => {
        await last(tx, { companyId, userId, email: '', badgesToDelete: [] })
        await tx.execute(sql`delete from users where company_id = ${companyId} and id = ${userId}`)
      })
    })
    expect([tried, erased]).toEqual([made, 1])
    const left = await rows(app.database.db, { id: t.uuid }, sql`select id from users where id = any(${made}::uuid[]) order by id`)
    expect(left).toEqual(made.slice(0, 2).map((id) => ({ id })))
    expect((await entra.get(`/Users/${made[1]}`)).body.active).toBe(true)
    expect(await app.erasePeople()).toBe(1)
  })
})

describe('another company', () => {
  test('is not there', async () => {
    const other = await createCompany(app)
    const admin = await createUser(app, other, { role: 'admin' })
    const theirs = await directoryOf(app, admin)
    const { id } = (await theirs.post('/Users', { ...fullUser(newUserName()), externalId: 'shared' })).body
    const group = (await theirs.post('/Groups', { displayName: 'Theirs', members: [{ value: id }] })).body
    const before = [await theirs.get(`/Users/${id}`), await theirs.get(`/Groups/${group.id}`)].map(({ body }) => body)

    const replies = [
      await entra.get(`/Users/${id}`),
      await entra.put(`/Users/${id}`, { userName: newUserName() }),
      await set(id, 'title', 'Stolen'),
      await set(id, 'active', false),
      await entra.delete(`/Users/${id}`),
      await entra.get(`/Groups/${group.id}`),
      await entra.put(`/Groups/${group.id}`, { displayName: 'Stolen' }),
      await entra.patch(`/Groups/${group.id}`, [{ op: 'remove', path: 'members' }]),
      await entra.delete(`/Groups/${group.id}`),
    ]
    const unknown = (await entra.get(`/Users/${NOBODY}`)).body
    for (const { status, body } of replies) expect([status, body]).toEqual([404, unknown])
    expect(await entra.find('externalId eq "shared"')).toEqual([])
    expect(await entra.find(`id eq "${id}"`)).toEqual([])
    expect(await entra.find('not (userName eq "x")')).toHaveLength(2)
    expect((await entra.get('/Groups')).body.totalResults).toBe(0)
    expect((await entra.post('/.search', {})).body.totalResults).toBe(2)
    const taken = await entra.post('/Groups', { displayName: 'Mixed', members: [{ value: id }] })
    expect([taken.status, taken.body.scimType]).toEqual([400, 'invalidValue'])
    expect([await theirs.get(`/Users/${id}`), await theirs.get(`/Groups/${group.id}`)].map(({ body }) => body)).toEqual(before)
    expect((await audit(other.id)).every(({ actor_id }) => [theirs.tokenId, admin.id].includes(actor_id ?? ''))).toBe(true)
  })
})

describe('messages', () => {
  test.each([
    ['application/json', 201],
    ['application/scim+json', 201],
    ['application/scim+json; charset=utf-8', 201],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('of %s: %d', async (type, status) => {
    const reply = await entra.send('POST', '/Users', { userName: newUserName() }, { 'content-type': type })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/scim+json; charset=utf-8'])
    if (status === 415) expect(reply.body).toMatchObject({ schemas: [ERROR], status: '415' })
  })

  test('a DELETE with a content type and no body is read', async () => {
    const { id } = await create()
    expect((await entra.send('DELETE', `/Users/${id}`, '', { 'content-type': 'application/scim+json' })).status).toBe(204)
  })

  test('that are too large or too deep are refused', async () => {
    const large = await entra.post('/Users', { userName: newUserName(), title: 'x'.repeat(1024 * 1024) })
    expect(large.body).toMatchObject({ schemas: [ERROR], status: '413' })
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    expect([201, 400]).toContain((await entra.post('/Users', `{"userName":"${newUserName()}","b":${deep}}`)).status)
    const list = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await entra.post('/Users', `{"userName":"${newUserName()}","title":${list}}`)).status).toBe(400)
  })

  test('a prototype in a body has no effect', async () => {
    const body = `{"userName":"${newUserName()}","__proto__":{"active":false},"constructor":{"prototype":{"active":false}},"toString":1,"name":{"__proto__":{"a":1}}}`
    const made = await entra.post('/Users', body)
    expect([made.status, made.body.active]).toEqual([201, true])
  })

  test.each([
    ['GET', '/Nowhere'],
    ['POST', '/Nowhere'],
    ['GET', '/Users/not-an-id'],
    ['GET', `/Users/${'x'.repeat(300)}`],
    ['GET', '/Users/%00'],
    ['GET', '/Users/%E0%A4%A'],
    ['GET', '/Groups/1%27%20or%20%271%27=%271'],
    ['POST', `/Users/${NOBODY}`],
    ['PUT', '/Users'],
  ])('%s %s is not found', async (method, path) => {
    const { status, body } = await entra.send(method, path, method === 'GET' ? undefined : {})
    expect([400, 404]).toContain(status)
    expect(JSON.stringify(body)).not.toMatch(/postgres|select|stack|node_modules/i)
  })

  test('an unknown path needs no token to be unknown', async () => {
    expect((await callScim(app, null, 'GET', '/Nowhere')).body).toMatchObject({ status: '404' })
  })

  test.each(['Me', 'Bulk'])('%s is not supported', async (name) => {
    expect((await entra.send('POST', `/${name}`, {})).body).toMatchObject({ schemas: [ERROR], status: '501' })
  })
})
