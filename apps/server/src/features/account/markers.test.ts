import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account } from '@reflet/contract/account'
import { badges } from '@reflet/contract/badges'
import { feedback } from '@reflet/contract/feedback'
import { people } from '@reflet/contract/people'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../db/index.ts'
import { migrate } from '../../db/migrate.ts'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { openSession, type TestUser } from '../../test/factories.ts'
import { NEVER, plant } from '../../test/markers/plant.ts'
import { inFiles, inLog, inTables, listen } from '../../test/markers/search.ts'
import { NOWHERE } from '../../test/push-services.ts'

/**
 * A person stores unique markers wherever the product allows it, then deletes their account. Every table, every file and the log are then
 * searched for the markers.
 */

const mine = { params: { userId: '1' } } as const

async function goes(app: TestApp, leaver: TestUser) {
  // The planner's statistics include everything, and jobs have run.
  await app.database.pool.query('analyze')
  await app.startSchedules()
  const elsewhere = await openSession(app, leaver.company.id, leaver.id)
  // A badge that stays shows its owner's name: this person keeps none.
  const published = (await app.call(leaver, badges.listBadges)).body.badges.flatMap(({ id }) => id ?? [])
  expect(published.length).toBe(1)
  expect((await app.call(leaver, account.deleteUser, { query: { delete_badges: published.join(',') } })).status).toBe(200)
  expect((await app.call({ token: elsewhere }, people.getUser, mine)).status).toBe(401)
  await app.mails()
}

test('after a person has left, no table and no line of the log contains a trace of them', async () => {
  const { log, lines } = listen()
  const app = await buildTestApp({ log, push: { webPushAt: [NOWHERE] } })
  onTestFinished(() => app.close())
  const { leaver, stored, witness } = await plant(app)
  const all = { ...stored, ...NEVER }
  expect(Object.keys(await inTables(app, all)).sort(), 'the search finds each before').toEqual(Object.keys(stored).sort())

  await goes(app, leaver)
  const { id: places = [], ...found } = await inTables(app, { ...all, id: leaver.id })
  expect(found).toEqual({})
  // The bare id of a deleted row may remain in the planner's statistics for a while, and stays in the company's audit log.
  expect(places.filter((name) => name !== 'pg_catalog.pg_statistic')).toEqual(['public.audit_log'])
  expect(lines.length).toBeGreaterThan(30)
  expect(inLog(lines, all)).toEqual({})
  expect((await app.call(witness, feedback.listAnswers)).body.answers, 'what they said stays').toMatchObject([{ keep: 'zxqanswer' }])
})

test('after a person has left, no file of the data directory does, with the server running or stopped', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflet-markers-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, poolSize: 1 })
  await migrate(database.pool)
  const app = await buildTestApp({ database, push: { webPushAt: [NOWHERE] } })
  const { leaver, stored } = await plant(app)
  await database.pool.query('checkpoint')
  expect(Object.keys(inFiles(dataDir, stored)).sort(), 'the search finds each before').toEqual(Object.keys(stored).sort())

  await goes(app, leaver)
  const all = { ...stored, ...NEVER }
  expect(inFiles(dataDir, all)).toEqual({})
  await app.close()
  expect(inFiles(dataDir, all)).toEqual({})
})
