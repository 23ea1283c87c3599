import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rows, sql, t } from '../db/index.ts'
import { insertCompany } from '../features/companies/creation.commands.ts'
import { useTestApp } from '../test/use-test-app.ts'
import { countClosed } from './company-keys.ts'
import { openVault, type Vault } from './crypto.ts'
import { newId } from './ids.ts'
import { loadServerKeys, rotateKeys, ServerKeysClosed } from './server-keys.ts'

const app = useTestApp()
const now = new Date('2026-11-24T12:00:00Z')
const code = () => `keys-${randomBytes(4).toString('hex')}`
const linkOf = (vault: Vault) => [
  vault.deriveToken('guest', 'x'),
  vault.csrfToken('x'),
  vault.fingerprint('x').toString('hex'),
  vault.webPushKeys().publicKey,
]

test('keys of the server are random in a new database; the master key is rotated without changing what depends on them', async () => {
  const { db } = app.database
  await db.execute(sql`delete from server_keys`)
  const [old, fresh, wrong] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const first = { current: old, previous: undefined }
  const serverKeys = await loadServerKeys(db, first, now)
  const before = openVault(old, { serverKeys })
  expect(linkOf(before)).not.toEqual(linkOf(openVault(old)))
  expect(linkOf(openVault(old, { serverKeys: await loadServerKeys(db, first, now) })), 'the next start').toEqual(linkOf(before))
  const made = await insertCompany(db, before, { code: code(), name: 'Keys' }, now, () => newId(now))
  const sealed = before.sealOf(made.company_id, made.wrapped_key).seal('secret', 'companies.sealed_domoscio_token', made.company_id)

  await expect(loadServerKeys(db, { current: wrong, previous: undefined }, now)).rejects.toThrow(ServerKeysClosed)
  const both = { current: fresh, previous: old }
  const during = openVault(fresh, { previous: old, serverKeys: await loadServerKeys(db, both, now) })
  expect(await countClosed(db, during)).toMatchObject({ closed: 0 })
  const added = await insertCompany(db, during, { code: code(), name: 'Meanwhile' }, now, () => newId(now))
  expect([await rotateKeys(db, during, both), await rotateKeys(db, during, both)]).toEqual([
    { companies: 1, server: 4 },
    { companies: 0, server: 0 },
  ])

  const after = openVault(fresh, { serverKeys: await loadServerKeys(db, { current: fresh, previous: undefined }, now) })
  expect(linkOf(after)).toEqual(linkOf(before))
  const [row] = await rows(db, { wrapped_key: t.bytes }, sql`select wrapped_key from companies where company_id = ${made.company_id}`)
  const seal = after.sealOf(made.company_id, row?.wrapped_key as Buffer)
  expect(seal.open(sealed, 'companies.sealed_domoscio_token', made.company_id)).toBe('secret')
  expect(after.opens(added.company_id, added.wrapped_key)).toBe(true)
  await expect(loadServerKeys(db, first, now), 'the old key opens nothing any more').rejects.toThrow(ServerKeysClosed)
})

test('a database of the release before keeps its links', async () => {
  const { db } = app.database
  await db.execute(sql`delete from server_keys`)
  const master = randomBytes(32)
  const serverKeys = await loadServerKeys(db, { current: master, previous: undefined }, now)
  expect(linkOf(openVault(master, { serverKeys }))).toEqual(linkOf(openVault(master)))
})
