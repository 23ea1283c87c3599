import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { builtInAwardTypes } from '../apps/server/src/features/awards/types.queries.ts'
import { CATALOGUE } from '../apps/server/src/features/skills/skills.queries.ts'
import { builtInVideos } from '../apps/server/src/features/videos/videos.queries.ts'
import { openVault, type Vault } from '../apps/server/src/platform/crypto.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { sealAnswered, sealAsked, sealsOf } from './sealed.ts'

export const COMPANIES = 200
export const PEOPLE = 500
/** In each company this many first people have full pages: 3 pending groups, unread answers, news, and half of all history. */
export const BUSY = 5
/** The company in which colleagues are searched. */
export const BIG_COMPANY = COMPANIES + 1
export const BIG_PEOPLE = 50_000

const DAY = 86_400_000
/** Rows of `feedbacks` that every size has: what the busy people's pages show. */
const ALWAYS = COMPANIES * BUSY * (3 * 2 + 2)

export const masterKey = randomBytes(32).toString('base64')

/** The bearer token of a person, numbered from 1 across companies. */
export const tokenOf = (person: number) => `bench-${person}`
export const personNumber = (company: number, nth: number) => (company - 1) * PEOPLE + nth

const FIRST =
  'Ada Alba Amir Anna Bruno Camille Carla Chen Clara Dario David Diego Elena Elif Emil Emma Eva Farid Felix Fiona Greta Hana Hugo Ines Ivan Jana Joel Julia Kai Karim Lea Leon Lina Luc Luis Mara Marco Maria Marie Martin Mehdi Mia Milan Mina Nadia Nils Nina Noah Nora Oliver Omar Paul Petra Rania Remi Rosa Sami Sara Sofia Tom Vera Yara Yves Zoe'
const LAST_BEGIN =
  'Al Ba Be Bo Bra Ca Cha Co Da De Do Du Fa Fe Fi Ga Ge Go Gra Ha He Ja Ka Ke Ko La Le Lo Ma Mar Me Mi Mo Na No Pa Pe Po Ra Re Ri Ro Sa Schu Se Si So Ta Te To Va Ve Vi Wa We Za'
const LAST_END =
  'bert card dini ferro gano kowski lanc lemi mann mino nard netti nier quez rand reau rez ric rossi sson tier tini vert witz'
const JOB =
  'Accountant|Analyst|Buyer|Consultant|Data engineer|Designer|Developer|Head of sales|Lawyer|Nurse|Office manager|Product manager|Project manager|Quality engineer|Recruiter|Sales manager|Senior developer|Support engineer|Team lead|Technician'

const now = Date.now()

/** Ids sort by time as UUIDv7 do, and a person's id follows from the number, so that rows are made without looking others up. */
const HELPERS = `
  create schema bench;
  create table bench.company (no int primary key, id uuid not null);
  create function bench.id(ms bigint, n bigint) returns uuid language sql immutable as
    $$ select (lpad(to_hex(ms), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid $$;
  create function bench.instant(ms bigint) returns timestamptz language sql immutable as $$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;
  create function bench.person(company int, nth bigint) returns uuid language sql immutable as
    $$ select bench.id(${now - 730 * DAY}, (company - 1) * ${PEOPLE} + nth) $$;
  create function bench.skill(company int, nth bigint) returns uuid language sql immutable as
    $$ select bench.id(${now - 730 * DAY}, company * 100 + nth % ${CATALOGUE.length}) $$`

/** Opens one connection as the loader: foreign keys are not checked row by row, the rows are right by how they are made. */
export async function loader(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query("set session_replication_role = replica; set work_mem = '256MB'; set max_parallel_workers_per_gather = 0")
  return client
}

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
  // Cleaning up happens between the measurements, not in the middle of one.
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

async function addCompanies(client: pg.Client, vault: Vault, from: number, to: number) {
  const start = new Date(now - 730 * DAY)
  for (let no = from; no <= to; no++) {
    const id = newId(start)
    const wrapped = vault.newWrappedKey(id)
    await client.query(
      `with known as (insert into bench.company values ($1, $2))
       insert into companies (company_id, code, name, wrapped_key, created_at) values ($2, $3, $4, $5, $6)`,
      [no, id, `company-${no}`, `Company ${no}`, wrapped, start],
    )
  }
  await client.query(
    `insert into skills (company_id, id, catalogue_key, category, created_at)
      select c.id, bench.skill(c.no, k.n - 1), k.key, k.category, $3
      from bench.company c, unnest($1::text[], $2::text[]) with ordinality as k (key, category, n) where c.no between $4 and $5`,
    [CATALOGUE.map(({ key }) => key), CATALOGUE.map(({ category }) => category), start, from, to],
  )
  const types = builtInAwardTypes('', start, () => '')
  await client.query(
    `insert into award_types (company_id, id, catalogue_key, icon, position, created_at)
      select c.id, gen_random_uuid(), t.key, t.icon, t.place, $3
      from bench.company c, unnest($1::text[], $2::text[]) with ordinality as t (key, icon, place) where c.no between $4 and $5`,
    [types.map(({ catalogue_key }) => catalogue_key), types.map(({ icon }) => icon), start, from, to],
  )
  await client.query(
    `insert into videos (company_id, id, catalogue_key, position, created_at)
      select c.id, gen_random_uuid(), v.key, v.place, $2
      from bench.company c, unnest($1::text[]) with ordinality as v (key, place) where c.no between $3 and $4`,
    [builtInVideos('', start, () => '').map(({ catalogue_key }) => catalogue_key), start, from, to],
  )
}

/** Departments of about 50 people in a company of 500, of 500 in a company of 50,000. */
const departmentsOf = (people: number) => Math.round(Math.sqrt(people / 5))

/** Everybody has a session whose token is `tokenOf` the number. */
async function addPeople(client: pg.Client, from: number, to: number, people: number) {
  const start = new Date(now - 730 * DAY)
  await client.query(
    `insert into users (company_id, id, email, first_name, last_name, job_title, department, locale, is_onboarding_finished, created_at)
      select c.id, bench.person(c.no, n), lower(first || '.' || last) || '.' || n || '@company-' || c.no || '.example', first, last, job, 'Department ' || n % $10::int,
        ($6::text[])[1 + n % 5], true, $1
      from bench.company c cross join generate_series(1, $2::int) n,
        lateral (select ($3::text[])[1 + (n * 7 + c.no) % cardinality($3::text[])] as first,
          ($4::text[])[1 + (n * 13 + c.no) % cardinality($4::text[])] || ($5::text[])[1 + (n * 31 + n / 100) % cardinality($5::text[])] as last,
          ($7::text[])[1 + n * 11 % cardinality($7::text[])] as job) as made
      where c.no between $8 and $9`,
    [
      start,
      people,
      FIRST.split(' '),
      LAST_BEGIN.split(' '),
      LAST_END.split(' '),
      ['fr', 'en', 'ar', 'es', 'de'],
      JOB.split('|'),
      from,
      to,
      departmentsOf(people),
    ],
  )
  await client.query(
    `insert into user_words (company_id, word, name, user_id)
      select distinct u.company_id, part, lower(u.last_name) || E'\\t' || lower(u.first_name), u.id
      from users u join bench.company c on c.id = u.company_id and c.no between $1 and $2,
        lateral regexp_split_to_table(lower(u.first_name || ' ' || u.last_name || ' ' || split_part(u.email, '@', 1) || ' ' || u.job_title), '[^a-z0-9]+') as word,
        lateral (select left(word, n) as part from generate_series(0, length(word)) n) parts
      order by 1, 2, 3, 4`,
    [from, to],
  )
  await client.query(
    `insert into sessions (company_id, id, user_id, token_hash, created_at, used_at)
      select c.id, bench.id($1, (c.no - 1) * ${PEOPLE} + n), bench.person(c.no, n), sha256(convert_to('bench-' || ((c.no - 1) * ${PEOPLE} + n), 'utf8')), $2, $2
      from bench.company c, generate_series(1, $3::bigint) n where c.no between $4 and $5`,
    [now, new Date(now), people, from, to],
  )
}

/** What the busy people see on their first screen; the same at every size. */
async function addBusyPages(client: pg.Client) {
  // 3 requests a company, each to its busy people about 2 skills.
  await addRequests(client, {
    requests: COMPANIES * 3,
    at: (q) => `${now - 2 * DAY} + ${q}`,
    company: (q) => `1 + (${q} - 1) % ${COMPANIES}`,
    requester: (q) => `100 + (${q} - 1) / ${COMPANIES}`,
    recipient: (_q, n) => n,
    recipients: BUSY,
    skills: 2,
    status: () => `'pending'`,
    base: 10_000_000_000,
  })
  // Each busy person asked two others about a skill, who answered and were not read yet.
  await addRequests(client, {
    requests: COMPANIES * BUSY,
    at: (q) => `${now - 3 * DAY} + ${q}`,
    company: (q) => `1 + (${q} - 1) % ${COMPANIES}`,
    requester: (q) => `1 + (${q} - 1) / ${COMPANIES}`,
    recipient: (_q, n) => `200 + ${n}`,
    recipients: 2,
    skills: 1,
    status: () => `'answered'`,
    base: 20_000_000_000,
  })
  await client.query(`insert into newsfeed (company_id, id, user_id, kind, actor_id, skill_id, created_at)
    select c.id, bench.id(${now - DAY} + n, 30000000000 + (c.no * ${BUSY} + p) * 100 + n), bench.person(c.no, p),
      case n % 3 when 0 then 'request_received' when 1 then 'confidential_ready' else 'answer_received' end,
      case n % 3 when 1 then null else bench.person(c.no, 200 + n) end, bench.skill(c.no, n), bench.instant(${now - DAY} + n)
    from bench.company c, generate_series(1, ${BUSY}) p, generate_series(1, 25) n`)
}

/** Answered, declined and expired feedback of two years: half of it of the busy people, as givers and as receivers. */
const addHistory = (client: pg.Client, rows: number) =>
  addRequests(client, {
    requests: Math.floor(rows / 5),
    at: (q) => `${now - 730 * DAY} + (${q} * ${(700 * DAY) / Math.max(1, rows / 5)})::bigint`,
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
    select id, bench.id(${now - 90 * DAY}, no * 100 + n), 'guest-' || n || '@company-' || no || '.example', 'Guest', 'Number ' || n, 'en', bench.instant(${now - 90 * DAY})
    from bench.company, generate_series(1, 20) n`)
  await client.query(`insert into outbox (company_id, id, kind, user_id, recipient_id, send_after, attempts, sent_at, created_at)
    select company_id, id, 'request', user_id, id, created_at, 1, created_at, created_at from recipients order by id desc limit 20000`)
}

/** What a round must not leave to the next: mails that would fall due in it, and dead rows. */
export async function settle(client: pg.Client): Promise<void> {
  await client.query('delete from outbox where sent_at is null')
  await client.query('vacuum outbox')
}

export interface Plan {
  requests: number
  /** SQL expressions over `q`, the request's number from 1, and `n`, the recipient's within it. */
  at(q: string): string
  company(q: string): string
  requester(q: string): string
  recipient(q: string, n: string): string
  status(q: string, n: string): string
  recipients: number
  skills: number
  /** Which of the catalogue, over `q` and `k`, the skill's number within the request; spread over all unless said. */
  skill?(q: string, k: string): string
  /** Where the numbers in the ids begin. */
  base: number
}

/** As many as are sealed and stored together. */
const BLOCK = 2_000

/** Requests with their recipients, feedbacks and news, in the order of time. History is read; what came last is not. */
export async function addRequests(client: pg.Client, plan: Plan) {
  const seals = await sealsOf(client, masterKey)
  for (let first = 1; first <= plan.requests; first += BLOCK) {
    await addBlock(client, plan, seals, first, Math.min(plan.requests, first + BLOCK - 1))
  }
}

async function addBlock(client: pg.Client, plan: Plan, seals: Awaited<ReturnType<typeof sealsOf>>, first: number, last: number) {
  const { base, recipients, skills, skill = (q, k) => `${q} * 7 + ${k}` } = plan
  await client.query(`create temp table made on commit preserve rows as
    select q, at, c.no as company, c.id as company_id, bench.id(at, ${base} + q * 10) as request_id, bench.person(c.no, requester) as requester_id,
      q % 10 = 0 and at < ${now - 30 * DAY} as confidential
    from (select q, (${plan.at('q')})::bigint as at, (${plan.company('q')})::int as company, (${plan.requester('q')})::bigint as requester
      from generate_series(${first}::bigint, ${last}) q) x join bench.company c on c.no = x.company order by q`)
  await sealAsked(client, seals, 'requests', 'asked', 'select company_id, request_id as id from made')
  await client.query(`insert into requests (company_id, id, requester_id, confidential, sealed_context, sealed_message, expires_at, idempotency_key, content_hash, created_at)
    select company_id, request_id, requester_id, confidential, s.context, s.message, bench.instant(at + ${30 * DAY}), 'bench-${base}-' || q, sha256(int8send(q)), bench.instant(at)
    from made m join asked s on s.id = m.request_id order by q`)
  await client.query(`insert into recipients (company_id, id, request_id, user_id, relation, created_at)
    select company_id, bench.id(at, ${base} + q * 10 + n), request_id, bench.person(company, ${plan.recipient('q', 'n')}), 'coworker', bench.instant(at)
    from made, generate_series(1, ${recipients}) n order by q`)
  await client.query(`create temp table given on commit preserve rows as
    select m.*, n, k, bench.id(at, (${base} + q * 10 + n) * 10 + k) as id, status, status = 'answered' as answered, bench.instant(at + n * ${DAY / 2}) as answered_at
    from made m, generate_series(1, ${recipients}) n, generate_series(1, ${skills}) k, lateral (select ${plan.status('q', 'n')} as status) st`)
  await sealAnswered(client, seals, 'answers', 'select company_id, id from given where answered')
  await client.query(`insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, rating,
      sealed_situation, sealed_keep, sealed_improve, has_situation, has_keep, has_improve, answered_at, released_at, read_at, created_at)
    select company_id, g.id, request_id, bench.id(at, ${base} + q * 10 + n), requester_id,
      bench.person(company, ${plan.recipient('q', 'n')}), bench.skill(company, ${skill('q', 'k')}), confidential, 'coworker', status,
      case when answered then 1 + (q + n) % 5 end, s.situation, s.keep, s.improve,
      answered, answered, answered,
      case when answered then answered_at end, case when answered then answered_at end, case when answered and at < ${now - 30 * DAY} then answered_at end, bench.instant(at)
    from given g left join answers s on s.id = g.id order by q`)
  await client.query(`insert into newsfeed (company_id, id, user_id, kind, actor_id, skill_id, request_id, created_at, read_at)
    select company_id, bench.id(at, ${base} + q * 10 + n), case side when 1 then giver else requester_id end, case side when 1 then 'request_received' else 'answer_received' end,
      case side when 1 then requester_id else giver end, case side when 2 then bench.skill(company, ${skill('q', '1')}) end, request_id, bench.instant(at), bench.instant(at)
    from (select *, bench.person(company, ${plan.recipient('q', 'n')}) as giver, 1 + n % 2 as side from made, generate_series(1, ${recipients}) n) x order by q`)
  await client.query('drop table made, asked, given, answers')
}

/** What the database's triggers would have kept, had they run for the loader: totals and groups of released answers. */
export async function addTotals(client: pg.Client): Promise<void> {
  await client.query('truncate skill_totals, confidential_releases')
  await client.query(`insert into skill_totals (company_id, user_id, skill_id, month, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed)
    select company_id, receiver_id, skill_id, utc_month(released_at), case when confidential then 'confidential' else relation end,
      count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5), count(*) filter (where not_observed)
    from feedbacks where released_at is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)
  await client.query(`insert into confidential_releases (company_id, id, request_id, skill_id, receiver_id, month)
    select company_id, gen_random_uuid(), request_id, skill_id, receiver_id, max(utc_month(released_at))
    from feedbacks where released_at is not null and confidential group by company_id, request_id, skill_id, receiver_id`)
}

/** A pending feedback and who may answer it. */
export interface Pending {
  readonly id: string
  readonly token: string
}

let batches = 0

/** Asks people beyond the busy ones for `count` further feedbacks, so that each measured answer finds its own. */
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
  await client.query('analyze requests, recipients, feedbacks')
  await client.end()
  return rows.slice(0, count)
}

/** A colleague's id and a skill's, to ask for. */
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
