import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { storeAnswers } from '../test/answers.ts'
import { buildAppForThisTest } from '../test/build-test-app.ts'
import { createCompany, createUser } from '../test/factories.ts'
import { countClosed, sealAgain } from './company-keys.ts'
import { openVault, SEALED_COLUMNS } from './crypto.ts'

/** Values and keys in the encryption format without context binding. */
function sealedBefore(key: Buffer, plain: Buffer, companyId: string) {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(companyId))
  return Buffer.concat([Buffer.of(1), iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

test('values in the old format are encrypted again with their context, once, also by two concurrent processes', async () => {
  const app = await buildAppForThisTest()
  const { db } = app.database
  const master = randomBytes(32)
  const vault = openVault(master)
  const company = await createCompany(app)
  const me = await createUser(app, company)
  const [older, newer] = (await storeAnswers(app, me, [
    { at: app.now(), skillId: company.skillIds[0] as string, rating: 4 },
    { at: app.now(), skillId: company.skillIds[0] as string, rating: 4 },
  ])) as [string, string]
  const data = randomBytes(32)
  const wrapping = Buffer.from(hkdfSync('sha256', master, '', 'reflet wrap company keys', 32))
  const wrapped = sealedBefore(wrapping, data, company.id)
  await db.execute(sql`update companies set wrapped_key = ${wrapped}, sealed_domoscio_token = ${sealedBefore(data, Buffer.from('token'), company.id)}
    where company_id = ${company.id}`)
  await db.execute(sql`update feedbacks set sealed_keep = ${sealedBefore(data, Buffer.from('before'), company.id)} where id = ${older}`)
  const seal = vault.sealOf(company.id, wrapped)
  await db.execute(sql`update feedbacks set sealed_keep = ${seal.seal('since', 'feedbacks.sealed_keep', newer)} where id = ${newer}`)

  const done = await Promise.all([sealAgain(db, vault), sealAgain(db, vault)])
  expect(Math.max(...done)).toBeGreaterThanOrEqual(2)
  expect(await sealAgain(db, vault)).toBe(0)

  const [stored] = await rows(
    db,
    { wrapped_key: t.bytes, token: t.bytes },
    sql`select wrapped_key, sealed_domoscio_token as token from companies where company_id = ${company.id}`,
  )
  const since = openVault(master).sealOf(company.id, stored?.wrapped_key as Buffer)
  expect(since.open(stored?.token as Buffer, 'companies.sealed_domoscio_token', company.id)).toBe('token')
  const kept = await rows(
    db,
    { id: t.uuid, keep: t.bytes },
    sql`select id, sealed_keep as keep from feedbacks where receiver_id = ${me.id}`,
  )
  expect(new Map(kept.map(({ id, keep }) => [id, since.open(keep, 'feedbacks.sealed_keep', id)]))).toEqual(
    new Map([
      [older, 'before'],
      [newer, 'since'],
    ]),
  )
  // A value in the old format is refused now.
  expect(() => since.open(sealedBefore(data, Buffer.from('before'), company.id), 'feedbacks.sealed_keep', older)).toThrow(
    'sealed with an unknown version',
  )
})

test('a master key that does not unwrap every company’s key is detected, however many there are', async () => {
  const app = await buildAppForThisTest()
  const { db } = app.database
  expect(await countClosed(db, app.vault)).toEqual({ companies: 0, closed: 0 })
  await createCompany(app)
  await db.execute(sql`insert into companies (company_id, code, name, wrapped_key, created_at)
    select gen_random_uuid(), 'many-' || n, 'Many', '\\x02'::bytea, now() from generate_series(1, 2500) n`)
  expect(await countClosed(db, app.vault)).toEqual({ companies: 2501, closed: 2500 })
})

test('every encrypted column is in the list', async () => {
  const app = await buildAppForThisTest()
  const found = await rows(
    app.database.db,
    { name: t.text },
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and column_name like 'sealed%'`,
  )
  expect(found.map(({ name }) => name).sort()).toEqual([...SEALED_COLUMNS].sort())
})
