import { DAY_MS } from '@reflet/contract/durations'
import type pg from 'pg'
import { sealAnswered, sealAsked, sealsOf } from './sealed.ts'
import { masterKey, now } from './sizes.ts'

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
  /** The skill's position in the catalogue, over `q` and `k`, the skill's number within the request; spread over all by default. */
  skill?(q: string, k: string): string
  /** Offsets of the numbers in the ids. */
  base: number
}

/** Batch size of encrypting and storing. */
const BLOCK = 2_000

/** Requests with their recipients, feedbacks and news items, in the order of time. News of what is pending is unread and of the request. */
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
      q % 10 = 0 and at < ${now - 30 * DAY_MS} as confidential
    from (select q, (${plan.at('q')})::bigint as at, (${plan.company('q')})::int as company, (${plan.requester('q')})::bigint as requester
      from generate_series(${first}::bigint, ${last}) q) x join bench.company c on c.no = x.company order by q`)
  await sealAsked(client, seals, 'requests', 'asked', 'select company_id, request_id as id from made')
  await client.query(`insert into requests (company_id, id, requester_id, confidential, sealed_context, sealed_message, expires_at, idempotency_key, content_hash, created_at)
    select company_id, request_id, requester_id, confidential, s.context, s.message, bench.instant(at + ${30 * DAY_MS}), 'bench-${base}-' || q, sha256(int8send(q)), bench.instant(at)
    from made m join asked s on s.id = m.request_id order by q`)
  await client.query(`insert into recipients (company_id, id, request_id, user_id, relation, created_at)
    select company_id, bench.id(at, ${base} + q * 10 + n), request_id, bench.person(company, ${plan.recipient('q', 'n')}), 'coworker', bench.instant(at)
    from made, generate_series(1, ${recipients}) n order by q`)
  await client.query(`create temp table given on commit preserve rows as
    select m.*, n, k, bench.id(at, (${base} + q * 10 + n) * 10 + k) as id, status, status = 'answered' as answered, bench.instant(at + n * ${DAY_MS / 2}) as answered_at
    from made m, generate_series(1, ${recipients}) n, generate_series(1, ${skills}) k, lateral (select ${plan.status('q', 'n')} as status) st`)
  await sealAnswered(client, seals, 'answers', 'select company_id, id from given where answered')
  await client.query(`insert into feedbacks (company_id, id, request_id, recipient_id, receiver_id, giver_id, skill_id, confidential, relation, status, rating,
      sealed_situation, sealed_keep, sealed_improve, has_situation, has_keep, has_improve, answered_at, released_at, read_at, seen_at, created_at,
      counts_for_badges)
    select company_id, g.id, request_id, bench.id(at, ${base} + q * 10 + n), requester_id,
      bench.person(company, ${plan.recipient('q', 'n')}), bench.skill(company, ${skill('q', 'k')}), confidential, 'coworker', status,
      case when answered then 1 + (q + n) % 5 end, s.situation, s.keep, s.improve,
      answered, answered, answered,
      case when answered then answered_at end, case when answered then answered_at end, case when answered and at < ${now - 30 * DAY_MS} then answered_at end,
      case when answered and at < ${now - 30 * DAY_MS} then answered_at end, bench.instant(at), confidential and answered
    from given g left join answers s on s.id = g.id order by q`)
  await client.query(`insert into newsfeed (company_id, id, user_id, kind, actor_id, skill_id, request_id, created_at, read_at)
    select company_id, bench.id(at, ${base} + q * 10 + n), case side when 1 then giver else requester_id end, case side when 1 then 'request_received' else 'answer_received' end,
      case side when 1 then requester_id else giver end, case side when 2 then bench.skill(company, ${skill('q', '1')}) end, request_id, bench.instant(at), case when not pending then bench.instant(at) end
    from (select *, bench.person(company, ${plan.recipient('q', 'n')}) as giver, case when pending then 1 else 1 + n % 2 end as side
      from made, generate_series(1, ${recipients}) n, lateral (select ${plan.status('q', 'n')} = 'pending' as pending) st) x order by q`)
  await client.query('drop table made, asked, given, answers')
}

/** What the database's triggers would have computed, had they run for the loader: totals and groups of released answers. */
export async function addTotals(client: pg.Client): Promise<void> {
  await client.query('truncate skill_totals, confidential_releases')
  await client.query(`insert into skill_totals (company_id, user_id, skill_id, month, voice, rated_1, rated_2, rated_3, rated_4, rated_5, not_observed,
      badge_1, badge_2, badge_3, badge_4, badge_5)
    select company_id, receiver_id, skill_id, utc_month(released_at), case when confidential then 'confidential' else relation end,
      count(*) filter (where rating = 1), count(*) filter (where rating = 2), count(*) filter (where rating = 3),
      count(*) filter (where rating = 4), count(*) filter (where rating = 5), count(*) filter (where not_observed),
      count(*) filter (where badge and rating = 1), count(*) filter (where badge and rating = 2), count(*) filter (where badge and rating = 3),
      count(*) filter (where badge and rating = 4), count(*) filter (where badge and rating = 5)
    from (select f.*, counts_for_badges(f) as badge from feedbacks f) f where released_at is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`)
  await client.query(`insert into confidential_releases (company_id, id, request_id, skill_id, receiver_id, month)
    select company_id, gen_random_uuid(), request_id, skill_id, receiver_id, max(utc_month(released_at))
    from feedbacks where released_at is not null and confidential group by company_id, request_id, skill_id, receiver_id`)
}
