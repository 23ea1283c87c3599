import { DAY_MS } from '@reflet/contract/durations'
import pg from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { CATALOGUE } from '../apps/server/src/features/catalogue/catalogue.queries.ts'
import { openVault } from '../apps/server/src/platform/crypto.ts'
import { addCompanies, addPeople } from './people-data.ts'
import { addRequests, addTotals } from './requests-data.ts'
import { BIG_COMPANY, BIG_PEOPLE, BUSY, COMPANIES, loader, masterKey, now, PEOPLE } from './sizes.ts'

/** Rows of `feedbacks` in every size: those on the busy people's pages. */
const ALWAYS = COMPANIES * BUSY * (3 * 2 + 2)

/** Ids sort by time like UUIDv7, and a person's id is computed from the number, so that rows are created without lookups. */
const HELPERS = `
  create schema bench;
  create table bench.company (no int primary key, id uuid not null);
  create function bench.id(ms bigint, n bigint) returns uuid language sql immutable as
    $$ select (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid $$;
  create function bench.instant(ms bigint) returns timestamptz language sql immutable as $$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;
  create function bench.person(company int, nth bigint) returns uuid language sql immutable as
    $$ select bench.id(${now - 730 * DAY_MS}, (company - 1) * ${PEOPLE} + nth) $$;
  create function bench.skill(company int, nth bigint) returns uuid language sql immutable as
    $$ select bench.id(${now - 730 * DAY_MS}, company * 100 + nth % ${CATALOGUE.length}) $$`

/** Creates the database `name` on the server of `url`, migrated and filled with `rows` feedbacks; returns its URL. */
export async function createDatabase(url: string, name: string, rows: number): Promise<string> {
  const server = new pg.Client(url)
  await server.connect()
  await server.query(`drop database if exists ${name} with (force)`)
  await server.query(`create database ${name}`)
  await server.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: own.href, max: 1 })
  await migrate(pool)
  await pool.end()

  const client = await loader(own.href)
  await client.query(HELPERS)
  // Vacuum runs between the measurements, not during one.
  await client.query(`do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = 'public' loop execute format('alter table %I set (autovacuum_enabled = false)', t); end loop; end $$`)
  const vault = openVault(Buffer.from(masterKey, 'base64'))
  await addCompanies(client, vault, 1, COMPANIES)
  await addPeople(client, 1, COMPANIES, PEOPLE)
  await addBusyPages(client)
  await addHistory(client, rows - ALWAYS)
  await addGuestsAndMails(client)
  await addTotals(client)
  await client.query('vacuum (analyze)')
  await client.end()
  return own.href
}

/** Adds the company of 50,000 people. */
export async function addBigCompany(url: string): Promise<void> {
  const client = await loader(url)
  await addCompanies(client, openVault(Buffer.from(masterKey, 'base64')), BIG_COMPANY, BIG_COMPANY)
  await addPeople(client, BIG_COMPANY, BIG_COMPANY, BIG_PEOPLE)
  await client.query('vacuum (analyze)')
  await client.end()
}

/** The data of the busy people's first screen; the same in every size. */
async function addBusyPages(client: pg.Client) {
  // 3 requests a company, each to its busy people about 2 skills.
  await addRequests(client, {
    requests: COMPANIES * 3,
    at: (q) => `${now - 2 * DAY_MS} + ${q}`,
    company: (q) => `1 + (${q} - 1) % ${COMPANIES}`,
    requester: (q) => `100 + (${q} - 1) / ${COMPANIES}`,
    recipient: (_q, n) => n,
    recipients: BUSY,
    skills: 2,
    status: () => `'pending'`,
    base: 10_000_000_000,
  })
  // Each busy person asked two others about a skill; the answers are unread.
  await addRequests(client, {
    requests: COMPANIES * BUSY,
    at: (q) => `${now - 3 * DAY_MS} + ${q}`,
    company: (q) => `1 + (${q} - 1) % ${COMPANIES}`,
    requester: (q) => `1 + (${q} - 1) / ${COMPANIES}`,
    recipient: (_q, n) => `200 + ${n}`,
    recipients: 2,
    skills: 1,
    status: () => `'answered'`,
    base: 20_000_000_000,
  })
  await client.query(`insert into newsfeed (company_id, id, user_id, kind, actor_id, skill_id, created_at)
    select c.id, bench.id(${now - DAY_MS} + n, 30000000000 + (c.no * ${BUSY} + p) * 100 + n), bench.person(c.no, p),
      case n % 3 when 0 then 'request_received' when 1 then 'confidential_ready' else 'answer_received' end,
      case n % 3 when 1 then null else bench.person(c.no, 200 + n) end, bench.skill(c.no, n), bench.instant(${now - DAY_MS} + n)
    from bench.company c, generate_series(1, ${BUSY}) p, generate_series(1, 25) n`)
}

/** Answered, declined and expired feedback of two years: half of it of the busy people, as givers and as receivers. */
const addHistory = (client: pg.Client, rows: number) =>
  addRequests(client, {
    requests: Math.floor(rows / 5),
    at: (q) => `${now - 730 * DAY_MS} + (${q} * ${(700 * DAY_MS) / Math.max(1, rows / 5)})::bigint`,
    company: (q) => `1 + ${q} * 7919 % ${COMPANIES}`,
    requester: (q) => `case ${q} % 2 when 0 then 1 + ${q} / 2 % ${BUSY} else 1 + ${q} * 31 % ${PEOPLE} end`,
    recipient: (q, n) => `1 + (case ${n} when 1 then ${q} / 10 % ${BUSY} else ${BUSY} + (${q} * 17 + ${n} * 97) % ${PEOPLE - BUSY} end)`,
    recipients: 5,
    skills: 1,
    status: (q, n) =>
      `case when (${q} * 3 + ${n}) % 20 < 16 then 'answered' when (${q} * 3 + ${n}) % 20 = 16 then 'declined' else 'expired' end`,
    base: 40_000_000_000,
  })

/** Guests of other requests, and the mails of a month, all sent. */
async function addGuestsAndMails(client: pg.Client) {
  await client.query(`insert into guests (company_id, id, email, first_name, last_name, locale, created_at)
    select id, bench.id(${now - 90 * DAY_MS}, no * 100 + n), 'guest-' || n || '@company-' || no || '.example', 'Guest', 'Number ' || n, 'en', bench.instant(${now - 90 * DAY_MS})
    from bench.company, generate_series(1, 20) n`)
  await client.query(`insert into outbox (company_id, id, kind, user_id, recipient_id, send_after, attempts, sent_at, created_at)
    select company_id, id, 'request', user_id, id, created_at, 1, created_at, created_at from recipients order by id desc limit 20000`)
}

/** Cleanup after a round: mails that would be due during the next one, and dead rows. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('delete from outbox where sent_at is null')
  await client.query('vacuum outbox')
}

/** A pending feedback and who may answer it. */
export interface Pending {
  readonly id: string
  readonly token: string
}

let batches = 0

/** Sends requests to people other than the busy ones for `count` further feedbacks, so that each measured answer has its own. */
export async function addPending(url: string, count: number): Promise<Pending[]> {
  const client = await loader(url)
  const base = 100_000_000_000 + batches++ * 1_000_000_000
  await addRequests(client, {
    requests: Math.ceil(count / 5),
    at: (q) => `${now} + ${q}`,
    company: (q) => `1 + ${q} * 7919 % ${COMPANIES}`,
    requester: (q) => `${BUSY + 1} + ${q} * 31 % ${PEOPLE - BUSY}`,
    recipient: (q, n) => `${BUSY + 1} + (${q} * 17 + ${n} * 97) % ${PEOPLE - BUSY}`,
    recipients: 5,
    skills: 1,
    status: () => `'pending'`,
    base,
  })
  const { rows } = await client.query<Pending>(
    `select f.id, 'bench-' || ('x' || right(f.giver_id::text, 12))::bit(48)::bigint as token
      from requests r join feedbacks f on f.company_id = r.company_id and f.request_id = r.id
      where r.idempotency_key like $1 order by sha256(uuid_send(f.id))`,
    [`bench-${base}-%`],
  )
  await client.query('analyze requests, recipients, feedbacks, newsfeed')
  await client.end()
  return rows.slice(0, count)
}

/** The ids of a colleague and a skill for a request. */
export async function companyIds(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ no: number; skills: string[] }>(
    `select no, array(select bench.skill(no, k) from generate_series(0, ${CATALOGUE.length - 1}) k) as skills from bench.company order by no`,
  )
  const people = await client.query<{ ids: string[] }>(
    `select array_agg(bench.person(c.no, n) order by n) as ids from bench.company c, generate_series(1, ${PEOPLE}) n where c.no <= ${COMPANIES} group by c.no order by c.no`,
  )
  await client.end()
  return people.rows.map(({ ids }, index) => ({ people: ids, skills: rows[index]?.skills ?? [] }))
}
