import { type ContactInput, contacts, MAX_CONTACTS } from '@reflet/contract/contacts'
import type { ErrorCode } from '@reflet/contract/errors'
import { describe, expect, test } from 'vitest'
import { insert, sql } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { contactCalls, placeInHierarchy } from '../../test/contacts.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createCompany, createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { add, list, change, remove, rowsOf } = contactCalls(app)
const me = { userId: '1' }
const UNKNOWN_ID = '0199aaaa-0000-7000-8000-000000000000'

describe('adding contacts', () => {
  test('accepts colleagues by id and by address, and external people, with their relation', async () => {
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

  test('merges duplicates in the list and with existing contacts: the last value counts, nothing is lost', async () => {
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

  test('keeps the relation and the place of a person who is in a list', async () => {
    const [owner, boss, left] = (await createUsers(app, company, 3)) as [TestUser, TestUser, TestUser]
    await placeInHierarchy(app, owner, { user: boss }, 'superior')
    await placeInHierarchy(app, owner, { email: 'mentor@out.example' }, 'equal')
    await placeInHierarchy(app, owner, { email: left.email }, 'outside')
    const reply = await add(owner, { email: boss.email }, { email: 'mentor@out.example' }, { user_id: left.id })
    expect(reply.body).toMatchObject({ added: 0, merged: 3 })
    expect(reply.body.contacts.map(({ relation }) => relation)).toEqual(['superior', 'equal', 'coworker'])
    expect((await rowsOf(owner)).map(({ relation }) => relation)).toEqual(['superior', 'equal', 'outside'])
    const said = await add(owner, { user_id: boss.id, relation: 'equal' })
    expect(said.body.contacts[0]?.relation).toBe('equal')
  })

  test('refuses with the reason, and then stores nothing', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const gone = await createUser(app, company, { deactivated: true })
    const foreign = await createUser(app, await createCompany(app))
    const good = { email: 'good@out.example' }
    const tries: [ContactInput[], number, ErrorCode][] = [
      [[good, { user_id: owner.id }], 422, 'cannot_add_yourself'],
      [[good, { email: owner.email }], 422, 'cannot_add_yourself'],
      [[good, { user_id: UNKNOWN_ID }], 404, 'not_found'],
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
      expectProblem(reply, status, code, { because: JSON.stringify(inputs) })
    }
    expect((await add(owner, good, { user_id: colleague.id, relation: 'outside' })).body.fields).toEqual({
      'contacts.1.relation': 'colleague',
    })
    expect(await rowsOf(owner)).toEqual([])
  })

  test('an address of another company is external and reveals nothing', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const foreign = await createUser(app, await createCompany(app), { first_name: 'Secret' })
    const reply = await add(owner, { email: foreign.email })
    expect(reply.body.contacts).toMatchObject([{ user_id: null, first_name: '', relation: 'outside' }])
  })

  test('the address of a deactivated colleague is external', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const gone = await createUser(app, company, { deactivated: true, first_name: 'Gone' })
    await add(owner, { email: gone.email, first_name: 'Kept' })
    expect((await list(owner)).contacts).toMatchObject([{ user_id: null, email: gone.email, first_name: 'Kept', relation: 'outside' }])
  })

  test('stops at the limit, and then stores nothing; existing contacts can still be updated', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    await app.database.db.execute(sql`insert into contacts (company_id, id, user_id, email, relation, created_at)
      select ${company.id}, gen_random_uuid(), ${owner.id}, 'n' || n || '@out.example', 'outside', now() from generate_series(1, ${MAX_CONTACTS - 1}) n`)
    const tooMany = await add(
      owner,
      { user_id: colleague.id },
      { email: 'new@out.example' },
      { email: `n${MAX_CONTACTS - 1}@out.example`, first_name: 'Changed' },
    )
    expectProblem(tooMany, 422, 'too_many_contacts')
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

  test('two concurrent calls add a person once', async () => {
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

  test('200 contacts in one call are returned in the order given', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const reply = await add(owner, ...Array.from({ length: 200 }, (_, n) => ({ email: `many${n}@out.example` })))
    expect(reply.body.added).toBe(200)
    expect(reply.body.contacts.map(({ email }) => email)).toEqual(Array.from({ length: 200 }, (_, n) => `many${n}@out.example`))
  })
})

describe('an external contact who becomes a colleague', () => {
  const join = (email: string) => createUser(app, company, { email, first_name: 'Joined', last_name: 'Since' })

  test('is shown as that colleague, inside the company', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    const kept = await add(owner, { email: 'later@soon.example', first_name: 'Old', last_name: 'Name' })
    const joined = await join('later@soon.example')
    const { contacts: shown } = await list(owner)
    expect(shown).toMatchObject([{ id: kept.body.contacts[0]?.id, user_id: joined.id, first_name: 'Joined', relation: 'coworker' }])
    const named = await change(owner, shown[0]?.id as string, { first_name: 'Mine' })
    expectProblem(named, 422, 'contact_is_colleague')
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
    const outsider = (await add(owner, { email: 'both@soon.example' })).body.contacts[0]?.id as string
    const joined = await join('both@soon.example')
    const beside = async () => {
      const id = newId(app.now())
      const row = {
        company_id: company.id,
        id,
        user_id: owner.id,
        contact_user_id: joined.id,
        relation: 'lower',
        created_at: app.now(),
      }
      await insert(app.database.db, 'contacts', row)
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

  test('the viewer’s own address is no contact', async () => {
    const [owner] = (await createUsers(app, company, 1)) as [TestUser]
    await add(owner, { email: 'mine@soon.example' })
    await app.database.db.execute(sql`update users set email = 'mine@soon.example' where id = ${owner.id}`)
    expect(await list(owner)).toMatchObject({ total: 0, contacts: [] })
  })
})
