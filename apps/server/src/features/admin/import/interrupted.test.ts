import { adminPeople } from '@reflet/contract/admin-people'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../../../db/index.ts'
import { createUser, signIn } from '../../../test/factories.ts'
import { useCompanyPerTest } from '../../../test/use-company.ts'
import { useTestApp } from '../../../test/use-test-app.ts'
import { OPERATOR } from '../../audit/audit.ts'
import { confirmImport, uploadImport } from './import.commands.ts'
import { getImport } from './import.queries.ts'
import { startImports } from './runner.ts'

const app = useTestApp()
const { company } = useCompanyPerTest(app, {})

const LINES = 1_200
const by = () => ({ companyId: company.id, actor: OPERATOR })
/** The commands themselves: a call would wake the app's own worker, too. */
const upload = (head: string, lines: readonly string[]) => uploadImport(app.platform, by(), Buffer.from([head, ...lines, ''].join('\n')))
const many = () =>
  upload(
    'email,first_name,last_name',
    Array.from({ length: LINES }, (_, n) => `p${n}@${company.id}.example,P${n},X`),
  )
const get = (id: string) => getImport(app.platform.db, company.id, id)
const count = async (what: ReturnType<typeof sql>) => (await rows(app.database.db, { n: t.int }, what))[0]?.n

/** Works like a process that is asked to end during its first batch. */
async function workForABatch() {
  let looked = 0
  const closing = {
    get aborted() {
      return looked++ > 0
    },
  } as AbortSignal
  await startImports(() => ({ ...app.platform, closing }), []).drain()
}

test('a process that ends stops after a batch of the check; another one begins the check again at once', async () => {
  const id = await many()
  await workForABatch()
  expect(await get(id)).toMatchObject({ status: 'checking', done_lines: 250 })
  await app.runImports()
  expect(await get(id)).toMatchObject({ status: 'checked', created: LINES, errors_count: 0 })
})

test('and after a batch of the import; another one goes on after it at once, and no one is created twice', async () => {
  const id = await many()
  await app.runImports()
  await confirmImport(app.platform, by(), id, { deactivate_missing: false, invite: true })
  await workForABatch()
  const stopped = await get(id)
  expect(stopped).toMatchObject({ status: 'importing', created: 50 })
  expect(await count(sql`select count(*)::int as n from users where company_id = ${company.id}`)).toBe(50)
  await app.runImports()
  expect(await get(id)).toMatchObject({ status: 'done', created: LINES, done_lines: LINES })
  expect(await count(sql`select count(*)::int as n from users where company_id = ${company.id}`)).toBe(LINES)
  const created = sql`select count(*)::int as n from audit_log where company_id = ${company.id} and action = 'person_created'`
  expect(await count(created)).toBe(LINES)
})

test('who changed since the check keeps it: another person at the address, another role, an account that is deactivated', async () => {
  const anne = await signIn(app, await createUser(app, company, { role: 'admin' }))
  const at = (name: string) => `${name}@${company.id}.example`
  const person = (name: string) => createUser(app, company, { email: at(name), first_name: 'A', activated_at: null })
  const [moved, other, promoted, ended] = await Promise.all([person('moved'), person('other'), person('promoted'), person('ended')])
  const id = await upload('email,first_name,role', [`${moved.email},B,admin`, `${promoted.email},B,employee`, `${ended.email},B,employee`])
  await app.runImports()
  expect(await get(id)).toMatchObject({ status: 'checked', updated: 3, errors_count: 0 })
  const change = (user: { id: string }, body: object) => app.call(anne, adminPeople.updatePerson, { params: { id: user.id }, body })
  await change(moved, { email: at('elsewhere') })
  await change(other, { email: moved.email })
  await change(promoted, { role: 'admin' })
  await confirmImport(app.platform, by(), id, { deactivate_missing: false, invite: false })
  await app.call(anne, adminPeople.deactivatePerson, { params: { id: ended.id } })
  await app.runImports()
  expect(await get(id)).toMatchObject({ status: 'done', updated: 2 })
  const people = await rows(
    app.database.db,
    { email: t.text, first_name: t.text, role: t.text, active: t.bool },
    sql`select email, first_name, role, deactivated_at is null as active from users
      where company_id = ${company.id} and id <> ${anne.id} order by email`,
  )
  expect(people).toEqual([
    { email: at('elsewhere'), first_name: 'A', role: 'employee', active: true },
    { email: at('ended'), first_name: 'B', role: 'employee', active: false },
    { email: at('moved'), first_name: 'A', role: 'employee', active: true },
    { email: at('promoted'), first_name: 'B', role: 'admin', active: true },
  ])
})
