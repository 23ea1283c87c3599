import { type Queryable, rows, sql, t } from '../../db/index.ts'
import { nameKey, wordsOf } from './search-words.ts'

interface Findable {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly job_title?: string
}

/** Updates the search index of a person; call it in the transaction that adds them or changes a name, the address or the job. */
export async function indexPerson(tx: Queryable, companyId: string, id: string): Promise<void> {
  const [row] = await rows(
    tx,
    { id: t.uuid, first_name: t.text, last_name: t.text, email: t.text, job_title: t.text },
    sql`select id, first_name, last_name, email, job_title from users where company_id = ${companyId} and id = ${id}`,
  )
  if (row) await indexAgain(tx, companyId, [row])
}

/** The same for many people. */
export async function indexAgain(tx: Queryable, companyId: string, people: readonly Findable[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await tx.execute(sql`delete from user_words where company_id = ${companyId} and user_id = any(${ids}::uuid[])`)
  await indexPeople(tx, companyId, people)
}

/**
 * Prefix index of people who are not in it: every prefix of every word of name, e-mail and job, and the empty one. The people of a prefix
 * are sorted by name, so that finding the first ones costs the same in a company of any size. The database makes the prefixes, some fifty
 * rows a person; a word's letters are code points on both sides.
 */
export async function indexPeople(tx: Queryable, companyId: string, people: readonly Findable[]): Promise<void> {
  const words = people.flatMap((person) => {
    const name = nameKey(person.last_name, person.first_name)
    const found = wordsOf(person.first_name, person.last_name, person.email.split('@')[0] ?? '', person.job_title ?? '')
    return ['', ...found].map((word) => ({ word, name, id: person.id }))
  })
  await tx.execute(sql`insert into user_words (company_id, word, name, user_id)
    select distinct ${companyId}::uuid, left(x.word, n), x.name, x.id
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ name }) => name)}::text[],
      ${words.map(({ id }) => id)}::uuid[]) as x (word, name, id),
      generate_series(least(1, char_length(x.word)), char_length(x.word)) as n
    on conflict do nothing`)
}
