import { contacts } from '@reflet/contract/contacts'
import { people } from '@reflet/contract/people'
import { describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { contactCalls } from '../../test/contacts.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { createUser, createUsers, type TestUser } from '../../test/factories.ts'
import { ask } from '../../test/requests.ts'
import { useCompany } from '../../test/use-company.ts'
import { useTestApp } from '../../test/use-test-app.ts'

const app = useTestApp()
const { company } = useCompany(app)
const { add, list, change, remove } = contactCalls(app)
const me = { userId: '1' }
const UNKNOWN_ID = '0199aaaa-0000-7000-8000-000000000000'

describe('the list of contacts', () => {
  test('is sorted by name, ignoring accents and case, page by page', async () => {
    const owner = await createUser(app, company)
    const names = ['Zola', 'de la Peña', 'Émile', 'Eco', 'Ézan', 'dumas', 'Ålund', 'حداد', 'أمين']
    await add(owner, ...names.map((last_name, n) => ({ email: `sorted${n}@out.example`, last_name, first_name: 'A' })), {
      email: 'm@out.example',
    })
    const sorted = (await list(owner)).contacts.map(({ last_name, email }) => last_name || email)
    expect(sorted).toEqual(['Ålund', 'de la Peña', 'dumas', 'Eco', 'Émile', 'Ézan', 'm@out.example', 'Zola', 'أمين', 'حداد'])
  })

  test('has pages without gaps or duplicates, also for equal names and for names that fill the cursor', async () => {
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
      // The last item of a page is deleted before the next page is read.
      await remove(owner, page.contacts.at(-1)?.id as string)
    } while (cursor)
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test('finds by word prefixes of name and address', async () => {
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

  test('leaves out deactivated people, and shows them again when reactivated', async () => {
    const [owner, colleague] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const id = (await add(owner, { user_id: colleague.id })).body.contacts[0]?.id as string
    await app.call(owner, contacts.createGroup, { params: me, body: { name: 'Team', contact_ids: [id] } })
    const deactivate = (at: Date | null) => app.database.db.execute(sql`update users set deactivated_at = ${at} where id = ${colleague.id}`)
    await deactivate(app.now())
    expect(await list(owner)).toMatchObject({ total: 0, contacts: [] })
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups).toMatchObject([{ name: 'Team', contacts: [] }])
    expect((await change(owner, id, { relation: 'equal' })).status).toBe(404)
    await deactivate(null)
    expect((await list(owner)).total).toBe(1)
  })

  test.each([['no text'], [['x'.repeat(30), 'zzz']], [['a\u0000', UNKNOWN_ID]], [[UNKNOWN_ID]], [[1, UNKNOWN_ID]]])(
    'refuses the cursor %j',
    async (key) => {
      const owner = await createUser(app, company)
      const reply = await app.call(owner, contacts.listContacts, {
        params: me,
        query: { cursor: Buffer.from(JSON.stringify(key)).toString('base64url') },
      })
      expectProblem(reply, 400, 'invalid_input')
    },
  )

  test('counts the pending requests of each, and confidential ones of every requester', async () => {
    const [owner, other, ...givers] = (await createUsers(app, company, 5)) as [TestUser, TestUser, ...TestUser[]]
    await add(owner, ...givers.map(({ id }) => ({ user_id: id })))
    const askAll = (who: TestUser, confidential: boolean) =>
      ask(app, who, givers, { skill_ids: company.skillIds.slice(0, 2), confidential })
    const loads = async () => (await list(owner)).contacts.map(({ open_requests }) => open_requests)
    await askAll(owner, true)
    expect(await loads()).toEqual([1, 1, 1])
    await askAll(owner, false)
    await askAll(other, true)
    expect(await loads()).toEqual([3, 3, 3])
    const found = await app.call(owner, people.searchColleagues, { query: { query: givers[0]?.email.split('@')[0] as string } })
    expect(found.body.colleagues[0]?.open_requests).toBe(3)
  })
})

describe('a contact', () => {
  test('can change its relation, and an external contact’s names', async () => {
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
    expectProblem(named, 422, 'contact_is_colleague')
    const left = await change(owner, inside?.id as string, { relation: 'outside' })
    expect([left.status, left.body.fields]).toEqual([400, { relation: 'colleague' }])
  })

  test('can be removed, from groups too, and only by its owner', async () => {
    const [owner, stranger] = (await createUsers(app, company, 2)) as [TestUser, TestUser]
    const id = (await add(owner, { email: 'r@out.example' })).body.contacts[0]?.id as string
    await app.call(owner, contacts.createGroup, { params: me, body: { name: 'G', contact_ids: [id] } })
    for (const reply of [await remove(stranger, id), await change(stranger, id, { relation: 'equal' }), await remove(owner, UNKNOWN_ID)])
      expectProblem(reply, 404, 'not_found')
    expect((await remove(owner, id)).status).toBe(200)
    expect((await app.call(owner, contacts.listGroups, { params: me })).body.groups).toMatchObject([{ name: 'G', contacts: [] }])
    expect((await remove(owner, id)).status).toBe(404)
  })
})
