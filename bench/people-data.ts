import { DAY_MS } from '@reflet/contract/durations'
import type pg from 'pg'
import { builtInAwardTypes } from '../apps/server/src/features/awards/types.queries.ts'
import { CATALOGUE } from '../apps/server/src/features/catalogue/catalogue.queries.ts'
import { builtInVideos } from '../apps/server/src/features/videos/videos.queries.ts'
import type { Vault } from '../apps/server/src/platform/crypto.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { now, PEOPLE } from './sizes.ts'

const FIRST =
  'Ada Alba Amir Anna Bruno Camille Carla Chen Clara Dario David Diego Elena Elif Emil Emma Eva Farid Felix Fiona Greta Hana Hugo Ines Ivan Jana Joel Julia Kai Karim Lea Leon Lina Luc Luis Mara Marco Maria Marie Martin Mehdi Mia Milan Mina Nadia Nils Nina Noah Nora Oliver Omar Paul Petra Rania Remi Rosa Sami Sara Sofia Tom Vera Yara Yves Zoe'
const LAST_BEGIN =
  'Al Ba Be Bo Bra Ca Cha Co Da De Do Du Fa Fe Fi Ga Ge Go Gra Ha He Ja Ka Ke Ko La Le Lo Ma Mar Me Mi Mo Na No Pa Pe Po Ra Re Ri Ro Sa Schu Se Si So Ta Te To Va Ve Vi Wa We Za'
const LAST_END =
  'bert card dini ferro gano kowski lanc lemi mann mino nard netti nier quez rand reau rez ric rossi sson tier tini vert witz'
const JOB =
  'Accountant|Analyst|Buyer|Consultant|Data engineer|Designer|Developer|Head of sales|Lawyer|Nurse|Office manager|Product manager|Project manager|Quality engineer|Recruiter|Sales manager|Senior developer|Support engineer|Team lead|Technician'

/** Companies with their skills, badges and videos, numbered. */
export async function addCompanies(client: pg.Client, vault: Vault, from: number, to: number) {
  const start = new Date(now - 730 * DAY_MS)
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

/** Everyone has a session whose token is `tokenOf` the number. */
export async function addPeople(client: pg.Client, from: number, to: number, people: number) {
  const start = new Date(now - 730 * DAY_MS)
  await client.query(
    `insert into users (company_id, id, email, first_name, last_name, job_title, department, locale, is_onboarding_finished, created_at, activated_at)
      select c.id, bench.person(c.no, n), lower(first || '.' || last) || '.' || n || '@company-' || c.no || '.example', first, last, job, 'Department ' || n % $10::int,
        ($6::text[])[1 + n % 5], true, $1, $1
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
