import { DAY_MS } from '@reflet/contract/durations'
import type pg from 'pg'
import { addRequests, addTotals } from './requests-data.ts'
import { BIG_COMPANY, BIG_PEOPLE, COMPANIES, loader, PEOPLE } from './sizes.ts'

/** The two companies that are compared: their people have the same amount of data. */
export const LIVES = {
  small: { company: COMPANIES, people: PEOPLE },
  big: { company: BIG_COMPANY, people: BIG_PEOPLE },
} as const
export type Life = (typeof LIVES)[keyof typeof LIVES]

/** The people whose calls are measured, after the first few, who have full pages in every small company. */
export const MEASURED_FROM = 11
export const MEASURED = 100
const COLLEAGUES = 180
const OUTSIDERS = 20
const now = Date.now()

/** The `k`th acquaintance of a person, spread over the whole company. */
const acquaintance = ({ people }: Life, of: string, k: string) => `1 + ((${of}) + (${k}) * ${Math.floor(people / 250)}) % ${people}`

/** Contacts, groups, hierarchy, chosen skills and requests for everyone; many of them for the measured people. */
export async function addLives(url: string): Promise<void> {
  const client = await loader(url)
  for (const life of Object.values(LIVES)) {
    await addContacts(client, life)
    await addHierarchy(client, life)
    await addSkills(client, life)
    await addAsking(client, life)
  }
  await addTotals(client)
  await client.query('vacuum (analyze)')
  await client.end()
}

const measured = `generate_series(${MEASURED_FROM}, ${MEASURED_FROM + MEASURED - 1})`
const isMeasured = `n between ${MEASURED_FROM} and ${MEASURED_FROM + MEASURED - 1}`
const started = `bench.instant(${now - 300 * DAY_MS})`

async function addContacts(client: pg.Client, life: Life) {
  const { company, people } = life
  await client.query(
    `insert into contacts (company_id, id, user_id, contact_user_id, relation, created_at)
      select c.id, bench.id(${now - 300 * DAY_MS}, n * 1000 + k), bench.person(c.no, n), bench.person(c.no, ${acquaintance(life, 'n', 'k')}), 'coworker', ${started}
      from bench.company c, generate_series(1::bigint, ${people}) n, lateral generate_series(1, case when ${isMeasured} then ${COLLEAGUES} else 10 end) k where c.no = $1`,
    [company],
  )
  await client.query(
    `insert into contacts (company_id, id, user_id, email, first_name, last_name, relation, origin, created_at)
      select c.id, bench.id(${now - 300 * DAY_MS}, n * 1000 + ${COLLEAGUES} + k), bench.person(c.no, n), 'outsider-' || k || '@partner-' || n || '.example', 'Outsider', 'Number ' || k, 'outside', 'address', ${started}
      from bench.company c, ${measured} n, generate_series(1, ${OUTSIDERS}) k where c.no = $1`,
    [company],
  )
  await client.query(
    `insert into contact_groups (company_id, id, user_id, name, created_at)
      select c.id, bench.id(${now - 200 * DAY_MS}, n * 1000 + g), bench.person(c.no, n), 'Group ' || g, ${started} from bench.company c, ${measured} n, generate_series(1, 5) g where c.no = $1`,
    [company],
  )
  await client.query(
    `insert into contact_group_members (company_id, group_id, contact_id)
      select c.id, bench.id(${now - 200 * DAY_MS}, n * 1000 + g), bench.id(${now - 300 * DAY_MS}, n * 1000 + g * 20 + k)
      from bench.company c, ${measured} n, generate_series(1, 5) g, generate_series(1, 20) k where c.no = $1`,
    [company],
  )
}

/** One superior, three equals and four below. */
const addHierarchy = (client: pg.Client, { company, people }: Life) =>
  client.query(
    `insert into contacts (company_id, id, user_id, contact_user_id, relation, position, created_at)
      select c.id, bench.id(${now - 250 * DAY_MS}, n * 10 + k), bench.person(c.no, n), bench.person(c.no, 1 + (n + k * 11) % ${people}),
        case when k = 1 then 'superior' when k < 5 then 'equal' else 'lower' end, case when k = 1 then 0 when k < 5 then k - 2 else k - 5 end, ${started}
      from bench.company c, generate_series(1::bigint, ${people}) n, generate_series(1, 8) k where c.no = $1
      on conflict (company_id, user_id, contact_user_id) do update set relation = excluded.relation, position = excluded.position`,
    [company],
  )

async function addSkills(client: pg.Client, { company }: Life) {
  await client.query(
    `insert into user_skills (company_id, user_id, skill_id, position, chosen_at)
      select c.id, bench.person(c.no, n), bench.skill(c.no, n + k), k, ${started} from bench.company c, ${measured} n, generate_series(1, 8) k where c.no = $1`,
    [company],
  )
  await client.query(
    `insert into self_evaluations (company_id, id, user_id, skill_id, rating, created_at)
      select c.id, bench.id(${now - 100 * DAY_MS}, n * 100 + k), bench.person(c.no, n), bench.skill(c.no, n + k), 1 + k % 5, ${started}
      from bench.company c, ${measured} n, generate_series(1, 8) k where c.no = $1`,
    [company],
  )
}

async function addAsking(client: pg.Client, life: Life) {
  const { company, people } = life
  const shared = { company: () => String(company), skills: 1 }
  const settled = (q: string, n: string) => `case when (${q} + ${n}) % 5 = 0 then 'expired' else 'answered' end`
  const base = 1_000_000_000_000 + company * 100_000_000_000
  // Everyone asked twice.
  const anybody = (q: string) => `1 + (${q} - 1) % ${people}`
  await addRequests(client, {
    ...shared,
    requests: people * 2,
    at: (q) => `${now - 300 * DAY_MS} + (${q} * ${(250 * DAY_MS) / (people * 2)})::bigint`,
    requester: anybody,
    recipient: (q, n) => acquaintance(life, anybody(q), `${n} * 3`),
    recipients: 3,
    status: settled,
    base,
  })
  // The measured people asked twenty times, at last two weeks ago, and those requests are pending.
  const one = (q: string, each: number) => `${MEASURED_FROM} + (${q} - 1) / ${each}`
  const time = (q: string, each: number) => `(${q} - 1) % ${each}`
  await addRequests(client, {
    ...shared,
    requests: MEASURED * 20,
    at: (q) => `${now - 14 * DAY_MS} - ${time(q, 20)} * ${17 * DAY_MS} + ${q}`,
    requester: (q) => one(q, 20),
    recipient: (q, n) => acquaintance(life, one(q, 20), `${time(q, 20)} * 5 + ${n}`),
    recipients: 5,
    status: (q, n) => `case when ${time(q, 20)} = 0 then 'pending' else ${settled(q, n)} end`,
    base: base + 30_000_000_000,
  })
  // Ten others asked each of them in the last two months; three requests are still pending.
  await addRequests(client, {
    ...shared,
    requests: MEASURED * 10,
    at: (q) => `${now - DAY_MS} - ${time(q, 10)} * ${6 * DAY_MS} + ${q}`,
    requester: (q) => acquaintance(life, one(q, 10), `200 + ${time(q, 10)}`),
    recipient: (q) => one(q, 10),
    recipients: 1,
    status: (q, n) => `case when ${time(q, 10)} < 3 then 'pending' else ${settled(q, n)} end`,
    base: base + 60_000_000_000,
  })
}
