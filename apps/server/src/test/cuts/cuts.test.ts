import { people } from '@reflet/contract/people'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { openSession } from '../factories.ts'
import { type Cutter, contents, installCutter, transactionSites } from './cutter.ts'
import { NOWHERE } from './people-scenarios.ts'
import { type Act, scenarios } from './scenarios.ts'
import { type Scene, setScene } from './scene.ts'

/** The connection to the database is cut before every statement of every transaction, as by a failover. */

let app: TestApp
let cutter: Cutter
let watcher: Scene

beforeAll(async () => {
  app = await buildTestApp({ push: { webPushAt: [NOWHERE] } })
  cutter = installCutter(app)
  watcher = await setScene(app)
})
afterAll(() => app.close())

/** What came of a call: `done`, the code of a refusal, or `failed` for what no call asked for. */
async function outcome(act: Act): Promise<string> {
  try {
    const reply = await act()
    if (typeof reply !== 'object' || reply.status === 200) return 'done'
    return `${reply.status} ${reply.body.code}`
  } catch {
    return 'failed'
  }
}

/** The next call of somebody else succeeds at once. */
async function nextCallWorks() {
  const token = await openSession(app, watcher.company.id, watcher.me.id)
  const { status } = await app.call({ token }, people.getUser, { params: { userId: '1' } })
  await app.database.db.execute(sql`delete from sessions where user_id = ${watcher.me.id}`)
  expect(status).toBe(200)
}

describe.each(scenarios)('%s: %s', (file, _what, arrange) => {
  test('a cut changes nothing, is said, and the same again succeeds', async () => {
    // Nothing is left for the outbox to do meanwhile; a call that is made often comes under no limit.
    await app.mails()
    const scene = await setScene(app)
    const act = await arrange(scene)
    if (!file.startsWith('features/notifications/')) await app.mails()
    const cuts: string[] = []
    for (let statement = 1; ; statement++) {
      app.advance(61_000)
      const before = await contents(app)
      cutter.before(file, statement)
      const came = await outcome(act)
      const cut = cutter.taken()
      if (cut === null) {
        expect(came).toBe('done')
        break
      }
      cuts.push(cut)
      expect(came, `cut before ${cut}`).toBe(isJob(file) ? 'failed' : '503 unavailable')
      expect(await contents(app), `nothing is half written by a cut before ${cut}`).toEqual(before)
      await nextCallWorks()
    }
    expect(cuts[0]).toBe('begin')
    expect(cuts.at(-1)).toBe('commit')
    expect(cuts.length).toBeGreaterThan(2)
  })
})

const isJob = (file: string) => /schedules|rounds|notifications\/(notifications|pushes)/.test(file)

test('every transaction of the product is among them', () => {
  const missing = transactionSites().filter((site) => !cutter.seen.has(site))
  expect(missing, 'say in scenarios.ts how to bring this transaction about').toEqual([])
})
