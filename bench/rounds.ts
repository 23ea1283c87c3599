import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '@reflet/contract/durations'
import type pg from 'pg'
import { atRest, besideTable, holdMails, jobsOf, loaded, strike } from './beside.ts'
import { type Loader, postmasterOf, startServer } from './processes.ts'
import { number, table, verdict } from './report.ts'
import { sealAsked, sealsOf } from './sealed.ts'
import { BIG_COMPANY, BIG_PEOPLE, loader, masterKey } from './sizes.ts'

const POOL = 6
const PER_ROUND = 2
const TARGET_SECONDS = 60
const GIVE_UP_MS = 300_000
const now = Date.now()

/** Everyone in the big company asks two of six colleagues about one skill, due a minute ago; no mail is sent meanwhile. */
async function addRecurrences(client: pg.Client): Promise<void> {
  const key = 'c.id, bench.id($2, n * 10)'
  const wanted = `select c.id as company_id, bench.id(${now - DAY_MS}, n * 10) as id from bench.company c, generate_series(1::bigint, ${BIG_PEOPLE}) n where c.no = ${BIG_COMPANY}`
  await sealAsked(client, await sealsOf(client, masterKey), 'recurrences', 'regular', wanted)
  await client.query(
    `insert into recurrences (company_id, id, owner_id, confidential, sealed_context, sealed_message, every_count, every_unit, per_round, starts_on,
        max_rounds, next_at, idempotency_key, content_hash, created_at)
      select ${key}, bench.person(c.no, n), false, s.context, s.message, 1, 'month', ${PER_ROUND}, current_date - 1, 60, now() - interval '1 minute',
        'bench-round', '', bench.instant($2)
      from bench.company c, generate_series(1::bigint, ${BIG_PEOPLE}) n join regular s on s.id = bench.id($2, n * 10) where c.no = $1`,
    [BIG_COMPANY, now - DAY_MS],
  )
  await client.query(
    `insert into recurrence_skills (company_id, recurrence_id, skill_id, position)
      select ${key}, bench.skill(c.no, n), 0 from bench.company c, generate_series(1::bigint, ${BIG_PEOPLE}) n where c.no = $1`,
    [BIG_COMPANY, now - DAY_MS],
  )
  await client.query(
    `insert into recurrence_members (company_id, id, recurrence_id, user_id, position)
      select c.id, bench.id($2, n * 10 + k), bench.id($2, n * 10), bench.person(c.no, 1 + (n + k * 7919) % ${BIG_PEOPLE}), k
      from bench.company c, generate_series(1::bigint, ${BIG_PEOPLE}) n, generate_series(1, ${POOL}) k where c.no = $1`,
    [BIG_COMPANY, now - DAY_MS],
  )
  await holdMails(client)
  await client.query('vacuum (analyze) recurrences, recurrence_skills, recurrence_members')
}

/** Waits until this many recurrences are no longer due. */
async function wait(client: pg.Client, sent: number): Promise<void> {
  const until = Date.now() + GIVE_UP_MS
  while (Date.now() < until) {
    const { rows } = await client.query<{ done: boolean }>(
      'select count(*) >= $1 as done from (select from recurrences where rounds_sent > 0 limit $1) as x',
      [sent],
    )
    if (rows[0]?.done) return
    await sleep(500)
  }
  throw new Error(`after ${GIVE_UP_MS / 1000} s not all rounds were sent`)
}

/** A round of everyone in a company of 50,000, sent by the server's own job while others open the app. */
export async function measureRounds(url: string, load: Loader): Promise<string> {
  const client = await loader(url)
  await addRecurrences(client)
  await client.query('set session_replication_role = origin')
  const running = await startServer(url)
  const postmaster = await postmasterOf(url)
  try {
    await jobsOf(client, 'rounds')
    const rest = await atRest(running, load, postmaster)
    await strike(client, 'rounds')
    await wait(client, 1)
    const busy = await loaded(running, load, postmaster, () => wait(client, BIG_PEOPLE))
    const { rows } = await client.query<{ seconds: number; requests: number; recipients: number }>(
      `select extract(epoch from max(created_at) - min(created_at))::float as seconds, count(*)::int as requests,
        (select count(*)::int from recipients p join requests q on q.company_id = p.company_id and q.id = p.request_id where q.kind = 'recurring') as recipients
       from requests where kind = 'recurring'`,
    )
    const { seconds = Number.NaN, requests = 0, recipients = 0 } = rows[0] ?? {}
    if (requests !== BIG_PEOPLE || recipients !== BIG_PEOPLE * PER_ROUND) throw new Error(`${requests} rounds asked ${recipients} people`)
    return [
      besideTable(rest, busy),
      '',
      table(
        [`a round of ${number(BIG_PEOPLE)} people`, '', 'target'],
        [
          ['from the first to the last (s)', number(seconds, 1), verdict(seconds <= TARGET_SECONDS, `≤ ${TARGET_SECONDS}`)],
          ['rounds a second', number(requests / seconds), ''],
          [
            'CPU a round, server and PostgreSQL, without the calls (ms)',
            number((busy.cpu - (rest.cpu / rest.sent) * busy.sent) / requests, 2),
            '',
          ],
        ],
      ),
    ].join('\n')
  } finally {
    await running.stop()
    await client.end()
  }
}
