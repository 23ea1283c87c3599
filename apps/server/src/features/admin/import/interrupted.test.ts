import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '../../../db/index.ts'
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
const upload = () => {
  const lines = Array.from({ length: LINES }, (_, n) => `p${n}@${company.id}.example,P${n},X\n`)
  return uploadImport(app.platform, by(), Buffer.from(`email,first_name,last_name\n${lines.join('')}`))
}
const get = (id: string) => getImport(app.platform.db, company.id, id)
const count = async (what: ReturnType<typeof sql>) => (await rows<{ n: number }>(app.database.db, what))[0]?.n

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
  const id = await upload()
  await workForABatch()
  expect(await get(id)).toMatchObject({ status: 'checking', done_lines: 250 })
  await app.runImports()
  expect(await get(id)).toMatchObject({ status: 'checked', created: LINES, errors_count: 0 })
})

test('and after a batch of the import; another one goes on after it at once, and no one is created twice', async () => {
  const id = await upload()
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
