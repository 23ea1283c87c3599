import { DAY_MS } from '@reflet/contract/durations'
import { addRequests, addTotals } from './requests-data.ts'
import { loader, PEOPLE, personNumber } from './sizes.ts'

/** The measured people: of one company, with so many answers, five to each request, over ten years. */
export const RECEIVERS = {
  ten: { first: 300, requests: 2 },
  thousand: { first: 310, requests: 200 },
  /** The smallest history whose pages of one skill are full: 21 confidential requests for each skill that has any. */
  fullPages: { first: 330, requests: 840 },
  many: { first: 320, requests: 2000 },
} as const
export type Receiver = keyof typeof RECEIVERS

export const COMPANY = 7
export const EACH = 3
const RECIPIENTS = 5
const SKILLS = 8
const now = Date.now()

export const answersOf = (receiver: Receiver) => RECEIVERS[receiver].requests * RECIPIENTS

/** The `n`th of them, in turn. */
export const numberOf = (receiver: Receiver, n: number) => personNumber(COMPANY, RECEIVERS[receiver].first + (n % EACH))

const added = new Map<string, Promise<string[]>>()
/** The same eight skills for everyone, chosen and self-evaluated; each tenth request is confidential. Returns their ids. */
export function addReceivers(url: string): Promise<string[]> {
  const skillIds = added.get(url) ?? insertReceivers(url)
  added.set(url, skillIds)
  return skillIds
}

async function insertReceivers(url: string): Promise<string[]> {
  const client = await loader(url)
  const people = `unnest(array[${Object.values(RECEIVERS).map(({ first }) => first)}]) first, generate_series(0, ${EACH - 1}) n`
  await client.query(
    `insert into user_skills (company_id, user_id, skill_id, position, chosen_at)
      select c.id, bench.person(c.no, first + n), bench.skill(c.no, k), k, c.at
      from (select *, now() - interval '10 years' as at from bench.company) c, ${people}, generate_series(1, ${SKILLS}) k where c.no = $1 on conflict do nothing`,
    [COMPANY],
  )
  await client.query(
    `insert into self_evaluations (company_id, id, user_id, skill_id, rating, created_at)
      select c.id, gen_random_uuid(), bench.person(c.no, first + n), bench.skill(c.no, k), 1 + k % 5, now() - q * interval '3 months'
      from bench.company c, ${people}, generate_series(1, ${SKILLS}) k, generate_series(1, 4) q where c.no = $1`,
    [COMPANY],
  )
  for (const [place, { first, requests }] of Object.values(RECEIVERS).entries()) {
    await addRequests(client, {
      requests: requests * EACH,
      at: (q) => `${now - 2 * DAY_MS} - (${q} - 1) / ${EACH} * ${(3648 * DAY_MS) / requests}::bigint`,
      company: () => String(COMPANY),
      requester: (q) => `${first} + ${q} % ${EACH}`,
      recipient: (q, n) => `1 + (${q} * 17 + ${n} * 97) % ${PEOPLE}`,
      recipients: RECIPIENTS,
      skills: 1,
      skill: (q) => `1 + ${q} / ${EACH} % ${SKILLS}`,
      status: () => `'answered'`,
      base: 500_000_000_000 + place * 1_000_000_000,
    })
  }
  await addTotals(client)
  await client.query('vacuum (analyze)')
  const { rows } = await client.query<{ id: string }>('select bench.skill($1, k) as id from generate_series(1, $2::int) k', [
    COMPANY,
    SKILLS,
  ])
  await client.end()
  return rows.map(({ id }) => id)
}
