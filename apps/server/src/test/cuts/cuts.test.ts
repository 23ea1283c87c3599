import { people } from '@reflet/contract/people'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../db/index.ts'
import { inWhole } from '../build-test-app.ts'
import { hashCheaply } from '../cheap-passwords.ts'
import { openSession } from '../factories.ts'
import { NOWHERE } from '../push-services.ts'
import { useTestApp } from '../use-test-app.ts'
import { type Contents, type Cutter, installCutter, openContents, transactionSites } from './cutter.ts'
import { IMPORT_STEPS, importAll, outcomeOf } from './import.ts'
import { type Act, scenarios } from './scenarios.ts'
import { type Scene, setScene } from './scene.ts'

/** Failover test: the connection to the database is closed before every statement of every transaction; in the gate before every commit. */

/** Which cut comes after so many; the last is the one that a transaction has no statement for. */
const cutAfter = (cuts: number) => inWhole<number | 'commit'>(cuts + 1, cuts === 0 ? 'commit' : Number.POSITIVE_INFINITY)

const app = useTestApp({ push: { webPushAt: [NOWHERE] } })
let contents: Contents
let cutter: Cutter
let watcher: Scene

hashCheaply()
beforeAll(async () => {
  // First: it sees the connections that are opened from now on.
  cutter = installCutter(app)
  contents = await openContents(app)
  watcher = await setScene(app)
  // Ends the session with which the watcher starts: it would count as a change.
  await nextCallWorks()
})
afterAll(() => contents.close())

/** The result of a call: `done`, the code of a refusal, or `failed` for an error outside any call. */
async function outcome(act: Act): Promise<string> {
  try {
    const reply = await act()
    if (typeof reply !== 'object' || reply.status === 200) return 'done'
    return `${reply.status} ${reply.body.code}`
  } catch {
    return 'failed'
  }
}

/** The next call of another person succeeds at once. */
async function nextCallWorks() {
  const token = await openSession(app, watcher.company.id, watcher.me.id)
  const { status } = await app.call({ token }, people.getUser, { params: { userId: '1' } })
  await app.database.db.execute(sql`delete from sessions where user_id = ${watcher.me.id}`)
  expect(status).toBe(200)
}

describe.each(scenarios)('%s: %s', (file, _what, arrange) => {
  test('a closed connection changes nothing, is reported, and a retry succeeds', async () => {
    // Neither the outbox nor an import that the scenario before has begun has anything to do meanwhile; a repeated call is not rate-limited.
    await app.runImports()
    await app.mails()
    const scene = await setScene(app)
    const act = await arrange(scene)
    if (!file.startsWith('features/notifications/')) await app.mails()
    const cuts: string[] = []
    const before = await contents.read()
    for (;;) {
      app.advance(61_000)
      cutter.before(file, cutAfter(cuts.length))
      const came = await outcome(act)
      const cut = cutter.taken()
      if (cut === null) {
        expect(came).toBe('done')
        break
      }
      cuts.push(cut)
      expect(came, `cut before ${cut}`).toBe(isJob(file) ? 'failed' : '503 unavailable')
      await nextCallWorks()
      expect(await contents.read(), `nothing is half written by a cut before ${cut}`).toEqual(before)
    }
    expect(cuts[0]).toMatch(inWhole(/^begin/, /^commit$/))
    expect(cuts.at(-1)).toBe('commit')
    expect(cuts.length).toBeGreaterThan(inWhole(2, 0))
  })
})

test.each(IMPORT_STEPS)('an import that is cut before any statement of %s ends as one that is not', async (file) => {
  const uncut = await setScene(app)
  await importAll(uncut)
  const wanted = await outcomeOf(uncut)
  expect(wanted).toContain('["done",1,2,2,0]')
  for (let cuts = 0; ; cuts++) {
    const scene = await setScene(app)
    cutter.before(file, cutAfter(cuts))
    await importAll(scene)
    const cut = cutter.taken()
    expect(await outcomeOf(scene), `cut before ${cut}`).toBe(wanted)
    if (cut === null) {
      expect(cuts, 'statements that were cut').toBeGreaterThan(inWhole(2, 0))
      break
    }
  }
})

const isJob = (file: string) => /schedules|rounds|companies|company-export|usage|notifications\/(notifications|pushes)/.test(file)

test('every transaction of the server is covered', () => {
  const missing = transactionSites().filter((site) => !cutter.seen.has(site))
  expect(missing, 'say in scenarios.ts how to bring this transaction about').toEqual([])
})
