import { readdirSync, readFileSync } from 'node:fs'
import { MINUTE_MS } from '@reflet/contract/durations'
import { expect, test } from 'vitest'
import { nullable, rows, sql, t } from '../../db/index.ts'
import { newId } from '../../platform/ids.ts'
import { createCompany, createUsers } from '../../test/factories.ts'
import { useTestApp } from '../../test/use-test-app.ts'
import { type Bundle, messageFrom, newsFrom, notify } from './notify.ts'

const app = useTestApp()

async function createReader() {
  const company = await createCompany(app)
  const [user] = await createUsers(app, company, 1)
  if (!user) throw new Error('no user')
  return { company_id: company.id, user_id: user.id }
}
type Reader = Awaited<ReturnType<typeof createReader>>

const START = new Date('2026-11-16T09:00:00Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS)

/** One message as a row, or as a part of a statement. */
const ways = {
  row: ({ company_id, user_id }: Reader, key: string | null, send_after: Date, bundle: Bundle) =>
    notify(app.database.db, app.now(), { messages: [{ company_id, kind: 'thanks', user_id, bundle_key: key, send_after }], bundle }),
  statement: async ({ company_id, user_id }: Reader, key: string | null, send_after: Date, bundle: Bundle) => {
    const message = messageFrom(
      sql`users u where u.company_id = ${company_id} and u.id = ${user_id}`,
      {
        company_id: sql`u.company_id`,
        id: sql`${newId(app.now())}::uuid`,
        kind: 'thanks',
        user_id: sql`u.id`,
        bundle_key: sql`${key}::text`,
        send_after: sql`${send_after}::timestamptz`,
        created_at: sql`${app.now()}::timestamptz`,
      },
      bundle,
    )
    await app.database.db.execute(message)
  },
}

async function waiting({ company_id }: Reader): Promise<Date[]> {
  const found = await rows(
    app.database.db,
    { send_after: t.time },
    sql`select send_after from outbox where company_id = ${company_id} order by send_after`,
  )
  return found.map(({ send_after }) => new Date(send_after))
}

for (const [name, write] of Object.entries(ways)) {
  test.each([
    ['keep', later(2)],
    ['postpone', later(5)],
  ] as const)(`of a pending bundled message and a later one, one is sent (${name}, %s)`, async (bundle, sent) => {
    const reader = await createReader()
    for (const minutes of [2, 5]) await write(reader, 'a', later(minutes), bundle)
    expect(await waiting(reader)).toEqual([sent])
  })

  test(`messages of other bundles, or of none, are separate (${name})`, async () => {
    const reader = await createReader()
    const keys = ['a', 'b', null, null]
    for (const [place, key] of keys.entries()) await write(reader, key, later(place), 'keep')
    expect(await waiting(reader)).toHaveLength(keys.length)
  })
}

test('news items and messages of one call', async () => {
  const reader = await createReader()
  const { company_id, user_id } = reader
  await notify(app.database.db, app.now(), {
    news: [
      { company_id, user_id, kind: 'answer_received' },
      { company_id, user_id, kind: 'event_guest_answered', guest_first_name: 'Ada' },
    ],
    messages: [{ company_id, kind: 'answered', user_id, send_after: later(2) }],
  })
  await app.database.db.execute(
    newsFrom(sql`users u where u.company_id = ${company_id}`, {
      company_id: sql`u.company_id`,
      id: sql`${newId(app.now())}::uuid`,
      user_id: sql`u.id`,
      kind: 'confidential_ready',
      created_at: sql`${app.now()}::timestamptz`,
    }),
  )
  const news = await rows(
    app.database.db,
    { kind: t.text, guest_first_name: nullable(t.text) },
    sql`select kind, guest_first_name from newsfeed where company_id = ${company_id} order by id`,
  )
  expect(news).toEqual([
    { kind: 'answer_received', guest_first_name: null },
    { kind: 'event_guest_answered', guest_first_name: 'Ada' },
    { kind: 'confidential_ready', guest_first_name: null },
  ])
  expect(await waiting(reader)).toEqual([later(2)])
})

test('no other code inserts into the outbox or the newsfeed', () => {
  const source = new URL('../../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const code = files.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('test/'))
  const inserting = code.filter((path) =>
    /insert\s+into\s+(outbox|newsfeed)|insertInto\('(outbox|newsfeed)'/.test(readFileSync(new URL(path, source), 'utf8')),
  )
  expect(inserting).toEqual(['features/messages/notify.ts'])
})
