import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { buildAppForThisTest } from '../test/build-test-app.ts'
import { embeddedDatabase } from './index.ts'
import { MigrationWaits, migrate } from './migrate.ts'
import { openInMemory } from './pglite/index.ts'

const DIRECTORY = join(import.meta.dirname, 'migrations')

/** A database as it was before this migration. */
async function openBefore(next: string): Promise<Pool> {
  const embedded = await openInMemory()
  const database = embeddedDatabase(embedded)
  onTestFinished(() => database.close())
  await database.pool.query('create table schema_migrations (name text primary key, applied_at timestamptz not null default now())')
  for (const name of readdirSync(DIRECTORY).sort()) {
    if (name >= next) break
    await database.pool.query(readFileSync(join(DIRECTORY, name), 'utf8'))
    await database.pool.query('insert into schema_migrations (name) values ($1)', [name])
  }
  return database.pool
}

const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const [COMPANY, USER, SKILL, REQUEST, EVENT] = [1, 2, 3, 4, 5].map(id)

/** A company with one person, and their request on one skill. */
const insertRequest = (pool: Pool, kind: string) =>
  pool.query(`
    insert into companies (company_id, code, name, wrapped_key, created_at) values ('${COMPANY}', 'old', 'Old', '', now());
    insert into users (company_id, id, email, first_name, last_name, locale, created_at) values ('${COMPANY}', '${USER}', 'one@old.example', 'One', 'Old', 'en', now());
    insert into skills (company_id, id, catalogue_key, category, created_at) values ('${COMPANY}', '${SKILL}', 'listening', 'communication', now());
    insert into requests (company_id, id, requester_id, confidential, kind, sealed_context, expires_at, idempotency_key, content_hash, created_at)
      values ('${COMPANY}', '${REQUEST}', '${USER}', false, '${kind}', 'sealed', now(), 'key', '', now());`)
const insertRecipient = (pool: Pool, recipient: string) =>
  pool.query(`insert into recipients (company_id, id, request_id, relation, created_at)
    values ('${COMPANY}', '${recipient}', '${REQUEST}', 'coworker', now())`)

/** Answers by their counted words, and whether they have a comment. */
const ANSWERS = [
  { id: id(10), counted: false, words: true, kept: null },
  { id: id(11), counted: false, words: false, kept: false },
  { id: id(12), counted: true, words: true, kept: true },
]

test('0006 deletes titles in clear text, and does not rate comments as poor whose words were never counted', async () => {
  const pool = await openBefore('0006')
  const title = 'zxq-in-clear'
  await insertRequest(pool, 'event')
  await pool.query(`insert into events
      (company_id, id, organiser_id, request_id, title, takes_place_on, ends_at, token_hash, idempotency_key, content_hash, created_at)
      values ('${COMPANY}', '${EVENT}', '${USER}', '${REQUEST}', '${title}', now(), now(), '', 'key', '', now());`)
  for (const answer of ANSWERS) {
    await insertRecipient(pool, answer.id)
    await pool.query(
      `insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, skill_id, confidential, relation, status, sealed_keep, has_keep,
          answered_at, created_at)
        values ($1, $2, $3, $2, $4, $5, false, 'coworker', 'answered', $6, $7, now(), now())`,
      [COMPANY, answer.id, REQUEST, USER, SKILL, answer.words ? 'sealed' : null, answer.counted],
    )
  }
  const bytes = async () => {
    await pool.query('checkpoint')
    const { rows } = await pool.query<{ bytes: Buffer }>(`select pg_read_binary_file(pg_relation_filepath('events')) as bytes`)
    return rows[0]?.bytes ?? Buffer.alloc(0)
  }
  expect((await bytes()).includes(title)).toBe(true)

  expect(await migrate(pool)).toBeGreaterThan(0)
  expect((await bytes()).includes(title)).toBe(false)
  expect((await pool.query('select id from events')).rows).toEqual([{ id: EVENT }])
  const { rows } = await pool.query('select id, has_keep from feedbacks order by id')
  expect(rows).toEqual(ANSWERS.map(({ id, kept }) => ({ id, has_keep: kept })))
})

test('0011 and 0013 take what was read as seen, and ask no one about what they noted before', async () => {
  const pool = await openBefore('0011')
  await insertRequest(pool, 'asked')
  const [unread, read, noted] = [30, 31, 32].map(id) as [string, string, string]
  const answers = [
    { answer: unread, readAt: null, words: null },
    { answer: read, readAt: '2026-01-02T00:00:00Z', words: null },
    { answer: noted, readAt: '2026-01-02T00:00:00Z', words: 'sealed' },
  ]
  for (const { answer, readAt, words } of answers) {
    await insertRecipient(pool, answer)
    await pool.query(
      `insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, skill_id, confidential, relation, status, answered_at,
          released_at, read_at, sealed_will_try, stars, rated_at, created_at)
        values ($1, $2, $3, $2, $4, $5, false, 'coworker', 'answered', '2026-01-01Z', '2026-01-01Z', $6, $7::bytea,
          case when $7::bytea is not null then 4 end, case when $7::bytea is not null then '2026-01-03Z'::timestamptz end, '2026-01-01Z')`,
      [COMPANY, answer, REQUEST, USER, SKILL, readAt, words],
    )
  }
  await migrate(pool)
  const { rows } = await pool.query(
    'select id, seen_at is null as new, seen_at is not distinct from read_at as kept from feedbacks order by id',
  )
  expect(rows).toEqual([
    { id: unread, new: true, kept: true },
    { id: read, new: false, kept: true },
    { id: noted, new: false, kept: true },
  ])
  const tries = () => pool.query('select feedback_id, user_id, status, since = asked_at as asked from tries').then(({ rows }) => rows)
  expect(await tries()).toEqual([{ feedback_id: noted, user_id: USER, status: 'trying', asked: true }])
  await pool.query('update feedbacks set sealed_will_try = null where id = $1', [noted])
  expect(await tries(), 'a try goes with its words').toEqual([])
})

test('0014 makes one row of a contact and of the same person in the lists', async () => {
  const pool = await openBefore('0014')
  const people = ['me', 'named', 'typed', 'both', 'boss', 'equal'] as const
  const [me, named, typed, both, boss, equal] = people.map((_, n) => id(20 + n)) as [string, string, string, string, string, string]
  const values = (rows: (string | number | null)[][]) =>
    rows
      .map((row) => `('${COMPANY}', gen_random_uuid(), '${me}', ${row.map((x) => (x === null ? 'null' : `'${x}'`)).join(', ')}, now())`)
      .join(', ')
  await pool.query(`
    insert into companies (company_id, code, name, wrapped_key, created_at) values ('${COMPANY}', 'old', 'Old', '', now());
    insert into users (company_id, id, email, first_name, last_name, locale, created_at) values
      ${people.map((name, n) => `('${COMPANY}', '${id(20 + n)}', '${name}@old.example', '', '', 'en', now())`).join(', ')};
    update users set manager_id = '${boss}' where id = '${me}';
    insert into contacts (company_id, id, user_id, contact_user_id, email, first_name, relation, created_at) values ${values([
      [named, null, '', 'equal'],
      [both, null, '', 'coworker'],
      [null, 'out@partner.example', 'Kept', 'outside'],
      [null, 'peer@partner.example', 'Peer', 'lower'],
      [equal, null, '', 'equal'],
    ])};
    insert into hierarchy_members (company_id, id, user_id, member_user_id, email, first_name, relation, position, created_at) values ${values(
      [
        [named, null, '', 'superior', 0],
        [typed, 'typed@old.example', 'Ty', 'lower', 0],
        [both, 'both@old.example', 'Bo', 'equal', 0],
        [null, 'out@partner.example', '', 'outside', 1],
        [null, 'new@partner.example', 'New', 'outside', 0],
      ],
    )};`)
  await migrate(pool)
  const { rows } = await pool.query(
    `select coalesce(u.email, '-') as colleague, ct.email, ct.first_name, ct.relation, ct.position, ct.origin
      from contacts ct left join users u on u.id = ct.contact_user_id order by colleague, ct.email`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['-', 'new@partner.example', 'New', 'outside', 0, 'address'],
    ['-', 'out@partner.example', 'Kept', 'outside', 1, 'address'],
    ['-', 'peer@partner.example', 'Peer', 'lower', 1, 'address'],
    ['boss@old.example', null, '', 'superior', null, 'named'],
    ['both@old.example', 'both@old.example', 'Bo', 'equal', 0, 'named'],
    ['equal@old.example', null, '', 'equal', 1, 'named'],
    ['named@old.example', null, '', 'superior', 0, 'named'],
    ['typed@old.example', 'typed@old.example', 'Ty', 'lower', 0, 'manager'],
  ])
  expect((await pool.query("select to_regclass('hierarchy_members') as gone")).rows).toEqual([{ gone: null }])
})

test('0021 keeps numbers that two people have in different forms, and refuses another one', async () => {
  const pool = await openBefore('0021')
  const add = (n: number, number: string) =>
    pool.query(
      `insert into users (company_id, id, email, first_name, last_name, locale, registration_number, created_at)
        values ('${COMPANY}', '${id(n)}', 'n${n}@old.example', '', '', 'en', $1, now())`,
      [number],
    )
  await pool.query(`insert into companies (company_id, code, name, wrapped_key, created_at) values ('${COMPANY}', 'old', 'Old', '', now())`)
  await add(20, 'N-1')
  await add(21, 'n-1')
  await migrate(pool)
  const { rows } = await pool.query('select registration_number as number from users order by id')
  expect(rows).toEqual([{ number: 'N-1' }, { number: 'n-1' }])
  await expect(add(22, 'n-١')).rejects.toMatchObject({ constraint: 'users_company_id_registration_number_key' })
  await pool.query("update users set registration_number = 'N-1', first_name = 'One' where first_name = '' and registration_number = 'N-1'")
  const { rows: keys } = await pool.query("select registration_key('Ｎr-٠۱२๓𑁦') as key")
  expect(keys).toEqual([{ key: 'nr-01230' }])
})

/** A release of migrations in a folder of its own. */
function release(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'reflet-migrations-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  return directory
}

const INDEX = 'create index concurrently if not exists later_words on user_words (company_id, name);'

test('a concurrent index is created once, and anything else in its file is refused', async () => {
  const { pool } = (await buildAppForThisTest()).database
  const directory = release({ '9001-index.concurrent.sql': INDEX })
  expect(await migrate(pool, { directory })).toBe(1)
  expect(await migrate(pool, { directory })).toBe(0)
  const { rows } = await pool.query("select indisvalid as valid from pg_index where indexrelid = 'later_words'::regclass")
  expect(rows).toEqual([{ valid: true }])
  const wrong = release({ '9002-wrong.concurrent.sql': 'create table wrong (id int);' })
  if (pool.options.max > 1) await expect(migrate(pool, { directory: wrong })).rejects.toThrow('a concurrent migration')
})

// The embedded database has one connection: no one else can hold a lock.
if ('url' in inject('template')) {
  test('a migration gives up waiting for its lock, so that calls pass; it says why when it never gets it, and goes on when it does', async () => {
    const { pool } = (await buildAppForThisTest()).database
    const other = await pool.connect()
    onTestFinished(() => other.release())
    await other.query('begin')
    await other.query('select from users limit 1')
    const directory = release({ '9003-locks.sql': 'alter table users add column later text;' })
    const waiting = migrate(pool, { directory, attempts: 1 })
    await expect(waiting).rejects.toThrow(MigrationWaits)
    const next = migrate(pool, { directory, attempts: 30 })
    await other.query('commit')
    expect(await next).toBe(1)
  })

  test('the index that an interrupted attempt left is built again', async () => {
    const { pool } = (await buildAppForThisTest()).database
    await pool.query(INDEX)
    await pool.query("update pg_index set indisvalid = false where indexrelid = 'later_words'::regclass")
    expect(await migrate(pool, { directory: release({ '9001-index.concurrent.sql': INDEX }) })).toBe(1)
    const { rows } = await pool.query("select indisvalid as valid from pg_index where indexrelid = 'later_words'::regclass")
    expect(rows).toEqual([{ valid: true }])
  })
}

test('0023 takes from the audit log since when accounts are as they are, and who was an administrator lately', async () => {
  const pool = await openBefore('0023')
  await insertRequest(pool, 'asked')
  const [one, admin, demoted, reset] = [USER, ...[40, 41, 42].map(id)] as [string, string, string, string]
  for (const [person, role] of [
    [admin, 'admin'],
    [demoted, 'employee'],
    [reset, 'employee'],
  ])
    await pool.query(
      `insert into users (company_id, id, email, first_name, last_name, locale, role, created_at) values ($1, $2, $2::uuid::text, 'A', 'B', 'en', $3, now())`,
      [COMPANY, person, role],
    )
  const entries: [string, string, object, number][] = [
    [one, 'person_reactivated', {}, 31],
    [reset, 'address_changed', {}, 20],
    [reset, 'factors_reset', {}, 10],
    [demoted, 'person_updated', { role: 'employee' }, 60],
    [demoted, 'person_updated', { fields: ['department'] }, 1],
    [admin, 'person_updated', { role: 'employee' }, 60],
    [one, 'person_updated', { role: 'employee' }, 91],
  ]
  for (const [person, action, details, days] of entries)
    await pool.query(
      `insert into audit_log (company_id, id, at, actor_kind, action, target_kind, target_id, details)
        values ($1, gen_random_uuid(), now() - $2::int * interval '1 day', 'system', $3, 'person', $4, $5)`,
      [COMPANY, days, action, person, details],
    )
  await migrate(pool)
  const { rows } = await pool.query(
    `select id, (now() - access_changed_at) > interval '9 days' and (now() - access_changed_at) < interval '11 days' as changed,
      (now() - administered_until) > interval '59 days' and (now() - administered_until) < interval '61 days' as administered
      from users order by id`,
  )
  expect(rows).toEqual([
    { id: one, changed: null, administered: null },
    { id: admin, changed: null, administered: null },
    { id: demoted, changed: null, administered: true },
    { id: reset, changed: true, administered: null },
  ])
})

test('0027 counts for badges what colleagues gave: of earlier confidential groups the lowest ratings, of named answers those of accounts', async () => {
  const pool = await openBefore('0027')
  await insertRequest(pool, 'asked')
  const secret = id(6)
  await pool.query(
    `insert into requests (company_id, id, requester_id, confidential, kind, expires_at, idempotency_key, content_hash, asked_colleagues,
        asked_outsiders, created_at)
      values ('${COMPANY}', '${secret}', '${USER}', true, 'asked', now(), 'secret', '', 4, 2, now())`,
  )
  const ratings = [5, 4, 3, 2, 1]
  const answers = [
    ...ratings.map((rating, n) => ({ answer: id(40 + n), request: secret, rating, giver: null })),
    { answer: id(50), request: REQUEST, rating: 5, giver: USER },
    { answer: id(51), request: REQUEST, rating: 5, giver: null },
  ]
  for (const { answer, request, rating, giver } of answers) {
    await pool.query(
      `insert into recipients (company_id, id, request_id, relation, created_at) values ('${COMPANY}', $1, $2, 'coworker', now())`,
      [answer, request],
    )
    await pool.query(
      `insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, rating,
          answered_at, released_at, created_at)
        values ('${COMPANY}', $1, $2, $1, '${USER}', $3, '${SKILL}', $4, 'coworker', 'answered', $5, now(), date_trunc('day', now()), now())`,
      [answer, request, giver, request === secret, rating],
    )
  }
  await migrate(pool)
  const { rows } = await pool.query('select voice, badge_1, badge_2, badge_3, badge_4, badge_5 from skill_totals order by voice')
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['confidential', 1, 1, 1, 0, 0],
    ['coworker', 0, 0, 0, 0, 1],
  ])
  await pool.query(`update feedbacks set giver_id = null where id = '${id(50)}'`)
  const left = await pool.query('select id from feedbacks where giver_left')
  expect(left.rows, 'a colleague whose account is deleted is still one').toEqual([{ id: id(50) }])
})

test('0029 leaves one way back to a person, that of the first address whose mailbox has not confirmed, and takes the last reactivation', async () => {
  const pool = await openBefore('0029')
  await insertRequest(pool, 'asked')
  const changes: [string, number, boolean][] = [
    ['first@old.example', 5, true],
    ['second@old.example', 4, false],
    ['third@old.example', 3, false],
    ['fourth@old.example', 2, false],
  ]
  for (const [email, days, confirmed] of changes)
    await pool.query(
      `insert into former_addresses (company_id, id, user_id, email, new_email, token_hash, changed_at, confirmed_at, expires_at)
        select $1, gen_random_uuid(), $2, $3, 'next@old.example', convert_to($3, 'UTF8'), at, case when $5 then at end, at + interval '7 days'
        from (select now() - $4::int * interval '1 day' as at) changed`,
      [COMPANY, USER, email, days, confirmed],
    )
  for (const days of [8, 3, 5])
    await pool.query(
      `insert into audit_log (company_id, id, at, actor_kind, action, target_kind, target_id, details)
        values ($1, gen_random_uuid(), now() - $2::int * interval '1 day', 'system', 'person_reactivated', 'person', $3, '{}')`,
      [COMPANY, days, USER],
    )
  await migrate(pool)
  const { rows } = await pool.query(
    `select split_part(email, '@', 1) as address, token_hash is not null as link, confirmed_at is not null as confirmed, held,
      latest_at = changed_at as latest from former_addresses order by changed_at`,
  )
  expect(rows).toEqual([
    { address: 'first', link: true, confirmed: true, held: true, latest: true },
    { address: 'second', link: true, confirmed: false, held: true, latest: true },
    { address: 'third', link: false, confirmed: true, held: true, latest: true },
    { address: 'fourth', link: false, confirmed: true, held: true, latest: true },
  ])
  expect((await pool.query('select round(extract(epoch from now() - reactivated_at) / 86400)::int as days from users')).rows).toEqual([
    { days: 3 },
  ])
})
