import { type ContactInput, contacts, MAX_CONTACTS } from '@reflet/contract/contacts'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contacts as contactsTable, hierarchyMembers } from '../../db/schema/contacts.ts'
import { users } from '../../db/schema/people.ts'
import { newId } from '../../platform/ids.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { aKey, createCompany, createUser, createUsers, type TestCompany, type TestUser } from '../../test/factories.ts'

let app: TestApp
let company: TestCompany

beforeAll(async () => {
  app = await buildTestApp()
  company = await createCompany(app)
})
afterAll(() => app.close())

const me = { userId: '1' }
const add = (who: TestUser, ...inputs: ContactInput[]) => app.call(who, contacts.addContacts, { params: me, body: { contacts: inputs } })
const list = async (who: TestUser, query: { query?: string; cursor?: string } = {}) =>
  (await app.call(who, contacts.listContacts, { params: me, query })).body
const change = (who: TestUser, id: string, body: object) => app.call(who, contacts.updateContact, { params: { ...me, id }, body })
const remove = (who: TestUser, id: string) => app.call(who, contacts.deleteContact, { params: { ...me, id } })
const rowsOf = async (who: TestUser) =>
  (await app.database.pool.query('select contact_user_id, email, relation from contacts where user_id = $1 order by id', [who.id])).rows
const place = (owner: TestUser, member: { user?: TestUser; email?: string }, relation: 'superior' | 'equal' | 'outside') =>
  app.database.db.insert(hierarchyMembers).values({
    company_id: owner.company.id,
    id: newId(app.now()),
    user_id: owner.id,
    member_user_id: member.user?.id ?? null,
    email: member.email ?? null,
    relation,
    position: 0,
    created_at: app.now(),
  })
const NOBODY = '0199aaaa-0000-7000-8000-000000000000'

describe('adding', () => {
  test('takes colleagues by id and by address, and outsiders; each as they stand', async () => {
    const [owner, one] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const two = await createUser(app, company, { first_name: 'Élise', last_name: 'Roy', job_title: 'Buyer' })
    const reply = await add(
      owner,
      { user_id: one.id.toUpperCase(), relation: 'equal' },
      { email: two.email.toUpperCase(), first_name: 'Lise' },
      { email: 'Ana@Partner.example', first_name: ' Ana ', last_name: 'Gil' },
    )
    expect(reply.body).toMatchObject({
      added: 3,
      merged: 0,
      contacts: [
        { user_id: one.id, email: one.email, relation: 'equal' },
        { user_id: two.id, first_name: 'Élise', last_name: 'Roy', job_title: 'Buyer', relation: 'coworker' },
        { user_id: null, email: 'ana@partner.example', first_name: 'Ana', last_name: 'Gil', relation: 'outside', open_requests: 0 },
      ],
    })
    expect((await list(owner)).contacts).toHaveLength(3)
  })

  test('merges doubles in the list and with what is there: what was said last counts, nothing is lost', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const first = await add(
      owner,
      { user_id: colleague.id },
      { email: colleague.email, relation: 'lower' },
      { email: 'x@out.example', first_name: 'Xavi', relation: 'superior' },
      { email: 'X@out.example', last_name: 'Puig' },
    )
    expect(first.body).toMatchObject({ added: 2, merged: 2 })
    expect(first.body.contacts).toMatchObject([{ relation: 'lower' }, { first_name: 'Xavi', last_name: 'Puig', relation: 'superior' }])
    const second = await add(
      owner,
      { email: 'x@out.example', first_name: 'Xavier', last_name: '' },
      { user_id: colleague.id },
      { email: 'y@out.example' },
    )
    expect(second.body).toMatchObject({ added: 1, merged: 2 })
    expect(second.body.contacts).toMatchObject([
      { id: first.body.contacts[1]?.id, first_name: 'Xavier', last_name: 'Puig', relation: 'superior' },
      { id: first.body.contacts[0]?.id, relation: 'lower' },
      { email: 'y@out.example' },
    ])
    expect((await list(owner)).total).toBe(3)
  })

  test('begins with what the hierarchy says', async () => {
    const [owner, boss, left] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await place(owner, { user: boss }, 'superior')
    await place(owner, { email: 'mentor@out.example' }, 'equal')
    await place(owner, { email: left.email }, 'outside')
    const reply = await add(owner, { email: boss.email }, { email: 'mentor@out.example' }, { user_id: left.id })
    expect(reply.body.contacts.map(({ relation }) => relation)).toEqual(['superior', 'equal', 'coworker'])
    expect((await rowsOf(owner)).map(({ relation }) => relation)).toEqual(['superior', 'equal', 'coworker'])
    const said = await add(owner, { user_id: boss.id, relation: 'equal' })
    expect(said.body.contacts[0]?.relation).toBe('equal')
  })

  test('refuses by name, and then nothing is written', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const gone = await createUser(app, company, { deactivated: true })
    const foreign = await createUser(app, await createCompany(app))
    const good = { email: 'good@out.example' }
    const tries: [ContactInput[], number, string][] = [
      [[good, { user_id: owner.id }], 422, 'cannot_add_yourself'],
      [[good, { email: owner.email }], 422, 'cannot_add_yourself'],
      [[good, { user_id: NOBODY }], 404, 'not_found'],
      [[good, { user_id: foreign.id }], 404, 'not_found'],
      [[good, { user_id: gone.id }], 404, 'not_found'],
      [[good, { user_id: colleague.id, relation: 'outside' }], 400, 'invalid_input'],
      [[good, { email: colleague.email, relation: 'outside' }], 400, 'invalid_input'],
      [[], 400, 'invalid_input'],
      [Array.from({ length: 201 }, (_, n) => ({ email: `p${n}@out.example` })), 400, 'invalid_input'],
      [[{ email: 'no address' }], 400, 'invalid_input'],
    ]
    for (const [inputs, status, code] of tries) {
      const reply = await add(owner, ...inputs)
      expect([reply.status, reply.body.code], JSON.stringify(inputs)).toEqual([status, code])
    }
    expect((await add(owner, good, { user_id: colleague.id, relation: 'outside' })).body.fields).toEqual({
      'contacts.1.relation': 'colleague',
    })
    expect(await rowsOf(owner)).toEqual([])
  })

  test('an address of another company stays an outsider’s and tells nothing', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const foreign = await createUser(app, await createCompany(app), { first_name: 'Secret' })
    const reply = await add(owner, { email: foreign.email })
    expect(reply.body.contacts).toMatchObject([{ user_id: null, first_name: '', relation: 'outside' }])
  })

  test('the address of a colleague who was deactivated is an outsider’s', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const gone = await createUser(app, company, { deactivated: true, first_name: 'Gone' })
    await add(owner, { email: gone.email, first_name: 'Kept' })
    expect((await list(owner)).contacts).toMatchObject([{ user_id: null, email: gone.email, first_name: 'Kept', relation: 'outside' }])
  })

  test('stops at the limit, and then writes nothing; saying more about those who are there goes on', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await app.database.db.execute(
      sql`insert into contacts (company_id, id, user_id, email, relation, created_at)
        select ${company.id}, gen_random_uuid(), ${owner.id}, 'n' || n || '@out.example', 'outside', now() from generate_series(1, ${MAX_CONTACTS - 1}) n`,
    )
    const tooMany = await add(
      owner,
      { user_id: colleague.id },
      { email: 'new@out.example' },
      { email: `n${MAX_CONTACTS - 1}@out.example`, first_name: 'Changed' },
    )
    expect([tooMany.status, tooMany.body.code]).toEqual([422, 'too_many_contacts'])
    const { contacts: untouched, total } = await list(owner, { query: `n${MAX_CONTACTS - 1}` })
    expect([untouched[0]?.first_name, total]).toEqual(['', 1])
    expect(
      (await add(owner, { user_id: colleague.id }, { email: `n${MAX_CONTACTS - 1}@out.example`, first_name: 'Changed' })).body,
    ).toMatchObject({
      added: 1,
      merged: 1,
    })
    expect((await list(owner)).total).toBe(MAX_CONTACTS)
    expect((await add(owner, { email: 'new@out.example' })).status).toBe(422)
  })

  test('two at once add a person once', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        add(owner, n % 2 ? { user_id: colleague.id } : { email: colleague.email }, { email: 'twice@out.example' }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(replies.reduce((sum, { body }) => sum + body.added, 0)).toBe(2)
    expect(await rowsOf(owner)).toHaveLength(2)
  })

  test('200 at once are answered in the order given', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const reply = await add(owner, ...Array.from({ length: 200 }, (_, n) => ({ email: `many${n}@out.example` })))
    expect(reply.body.added).toBe(200)
    expect(reply.body.contacts.map(({ email }) => email)).toEqual(Array.from({ length: 200 }, (_, n) => `many${n}@out.example`))
  })
})

describe('an outsider who becomes a colleague', () => {
  const join = (email: string) => createUser(app, company, { email, first_name: 'Joined', last_name: 'Since' })

  test('is shown as that colleague, inside', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const kept = await add(owner, { email: 'later@soon.example', first_name: 'Old', last_name: 'Name' })
    const joined = await join('later@soon.example')
    const { contacts: shown } = await list(owner)
    expect(shown).toMatchObject([{ id: kept.body.contacts[0]?.id, user_id: joined.id, first_name: 'Joined', relation: 'coworker' }])
    const named = await change(owner, shown[0]?.id as string, { first_name: 'Mine' })
    expect([named.status, named.body.code]).toEqual([422, 'contact_is_colleague'])
  })

  test('is one contact with the colleague who was added again', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const kept = await add(owner, { email: 'again@soon.example' })
    const joined = await join('again@soon.example')
    const again = await add(owner, { user_id: joined.id, relation: 'superior' })
    expect(again.body).toMatchObject({ added: 0, merged: 1, contacts: [{ id: kept.body.contacts[0]?.id, user_id: joined.id }] })
    expect(await rowsOf(owner)).toEqual([{ contact_user_id: joined.id, email: null, relation: 'superior' }])
  })

  test('is one entry where both rows exist, changed and removed as one', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const outsider = (await add(owner, { email: 'both@soon.example', relation: 'equal' })).body.contacts[0]?.id as string
    const joined = await join('both@soon.example')
    const beside = async () => {
      const id = newId(app.now())
      const row = {
        company_id: company.id,
        id,
        user_id: owner.id,
        contact_user_id: joined.id,
        relation: 'lower' as const,
        created_at: app.now(),
      }
      await app.database.db.insert(contactsTable).values(row)
      return id
    }
    const colleague = await beside()
    expect(await list(owner)).toMatchObject({ total: 1, contacts: [{ id: colleague, relation: 'lower' }] })
    const group = await app.call(owner, contacts.createGroup, { params: me, body: { name: 'Both', contact_ids: [outsider, colleague] } })
    expect(group.body.contacts.map(({ id }) => id)).toEqual([colleague])
    expect((await change(owner, outsider, { relation: 'superior' })).body).toMatchObject({ id: colleague, relation: 'superior' })

    await app.database.db.execute(sql`update contact_group_members set contact_id = ${outsider} where contact_id = ${colleague}`)
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups[0]?.contacts).toMatchObject([{ id: colleague }])
    expect((await add(owner, { email: joined.email })).body).toMatchObject({
      added: 0,
      merged: 1,
      contacts: [{ id: colleague, relation: 'superior' }],
    })
    expect(await rowsOf(owner)).toHaveLength(1)
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups[0]?.contacts).toMatchObject([{ id: colleague }])

    await app.database.db.execute(
      sql`insert into contacts (company_id, id, user_id, email, relation, created_at) values (${company.id}, ${outsider}, ${owner.id}, ${joined.email}, 'outside', now())`,
    )
    expect((await remove(owner, colleague)).status).toBe(200)
    expect(await rowsOf(owner)).toEqual([])
  })

  test('who turns out to be me is no contact of mine', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    await add(owner, { email: 'mine@soon.example' })
    await app.database.db.execute(sql`update users set email = 'mine@soon.example' where id = ${owner.id}`)
    expect(await list(owner)).toMatchObject({ total: 0, contacts: [] })
  })
})

describe('the list', () => {
  test('is in the order of names, whatever their accents and capitals, page by page', async () => {
    const owner = await createUser(app, company)
    const names = ['Zola', 'de la Peña', 'Émile', 'Eco', 'Ézan', 'dumas', 'Ålund', 'حداد', 'أمين']
    await add(owner, ...names.map((last_name, n) => ({ email: `sorted${n}@out.example`, last_name, first_name: 'A' })), {
      email: 'm@out.example',
    })
    const sorted = (await list(owner)).contacts.map(({ last_name, email }) => last_name || email)
    expect(sorted).toEqual(['Ålund', 'de la Peña', 'dumas', 'Eco', 'Émile', 'Ézan', 'm@out.example', 'Zola', 'أمين', 'حداد'])
  })

  test('pages without a gap or a double, also of one name and of names that fill the cursor', async () => {
    const owner = await createUser(app, company)
    const long = '𠀀'.repeat(50)
    const inputs = Array.from({ length: 120 }, (_, n) => ({
      email: `page${n}@out.example`,
      last_name: n % 3 ? 'Same' : long,
      first_name: n % 3 ? '' : long,
    }))
    await add(owner, ...inputs)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(owner, cursor ? { cursor } : {})
      seen.push(...page.contacts.map(({ email }) => email))
      cursor = page.next_cursor
      // The last one of a page is gone before the next is read.
      await remove(owner, page.contacts.at(-1)?.id as string)
    } while (cursor)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test('finds by the beginnings of words of name and address', async () => {
    const owner = await createUser(app, company)
    const colleague = await createUser(app, company, { first_name: 'Élodie', last_name: 'Lefèvre-Martin', job_title: 'Nurse' })
    await add(owner, { user_id: colleague.id }, { email: 'bruno@atelier-sud.example', first_name: 'أحمد' })
    const found = async (query: string) => {
      const page = await list(owner, { query })
      expect(page.total).toBe(page.contacts.length)
      return page.contacts.map(({ email }) => email)
    }
    expect(await found('elo mart')).toEqual([colleague.email])
    expect(await found('احمد')).toEqual(['bruno@atelier-sud.example'])
    expect(await found('SUD bru')).toEqual(['bruno@atelier-sud.example'])
    expect(await found('lodie')).toEqual([])
    expect(await found('%')).toHaveLength(2)
  })

  test('leaves out who was deactivated, and shows them again when they are back', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const id = (await add(owner, { user_id: colleague.id })).body.contacts[0]?.id as string
    await app.call(owner, contacts.createGroup, { params: me, body: { name: 'Team', contact_ids: [id] } })
    const deactivate = (at: Date | null) => app.database.db.update(users).set({ deactivated_at: at }).where(sql`id = ${colleague.id}`)
    await deactivate(app.now())
    expect(await list(owner)).toMatchObject({ total: 0, contacts: [] })
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups).toMatchObject([{ name: 'Team', contacts: [] }])
    expect((await change(owner, id, { relation: 'equal' })).status).toBe(404)
    await deactivate(null)
    expect((await list(owner)).total).toBe(1)
  })

  test.each([['no text'], [['x'.repeat(30), 'zzz']], [['a\u0000', NOBODY]], [[NOBODY]], [[1, NOBODY]]])(
    'refuses the cursor %j',
    async (key) => {
      const owner = await createUser(app, company)
      const reply = await app.call(owner, contacts.listContacts, {
        params: me,
        query: { cursor: Buffer.from(JSON.stringify(key)).toString('base64url') },
      })
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('counts what waits for each, and what was asked confidentially whoever asked', async () => {
    const [owner, other, ...givers] = (await createUsers(app, company, 5)) as [TestUser, TestUser, ...TestUser[]]
    await add(owner, ...givers.map(({ id }) => ({ user_id: id })))
    const ask = (who: TestUser, confidential: boolean) =>
      app.call(who, feedback.createRequest, {
        body: {
          skill_ids: company.skillIds.slice(0, 2),
          recipients: givers.map(({ id }) => ({ user_id: id })),
          confidential,
          idempotency_key: aKey(),
        },
      })
    const loads = async () => (await list(owner)).contacts.map(({ open_requests }) => open_requests)
    await ask(owner, true)
    expect(await loads()).toEqual([1, 1, 1])
    await ask(owner, false)
    await ask(other, true)
    expect(await loads()).toEqual([3, 3, 3])
    const found = await app.call(owner, people.searchColleagues, { query: { query: givers[0]?.email.split('@')[0] as string } })
    expect(found.body.colleagues[0]?.open_requests).toBe(3)
  })
})

describe('a contact', () => {
  test('changes its relation, and an outsider’s names', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const [inside, outside] = (await add(owner, { user_id: colleague.id }, { email: 'o@out.example', first_name: 'O' })).body.contacts
    expect((await change(owner, outside?.id as string, { first_name: '', last_name: 'Neu', relation: 'equal' })).body).toMatchObject({
      first_name: '',
      last_name: 'Neu',
      relation: 'equal',
    })
    expect((await change(owner, outside?.id as string, {})).body).toMatchObject({ last_name: 'Neu', relation: 'equal' })
    expect((await change(owner, inside?.id as string, { relation: 'lower' })).body.relation).toBe('lower')
    const named = await change(owner, inside?.id as string, { last_name: 'Mine' })
    expect([named.status, named.body.code]).toEqual([422, 'contact_is_colleague'])
    const left = await change(owner, inside?.id as string, { relation: 'outside' })
    expect([left.status, left.body.fields]).toEqual([400, { relation: 'colleague' }])
  })

  test('is removed, from groups too, and only by its owner', async () => {
    const [owner, stranger] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const id = (await add(owner, { email: 'r@out.example' })).body.contacts[0]?.id as string
    await app.call(owner, contacts.createGroup, { params: me, body: { name: 'G', contact_ids: [id] } })
    for (const reply of [await remove(stranger, id), await change(stranger, id, { relation: 'equal' }), await remove(owner, NOBODY)])
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    expect((await remove(owner, id)).status).toBe(200)
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups).toMatchObject([{ name: 'G', contacts: [] }])
    expect((await remove(owner, id)).status).toBe(404)
  })
})
