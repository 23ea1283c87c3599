import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/index.ts'
import { users } from '../../db/schema/people.ts'
import { type Findable, searchWords } from './search-words.ts'

/** Updates the search index of a person; call it in the transaction that adds them or changes a name, the address or the job. */
export async function indexPerson(tx: Queryable, companyId: string, id: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.company_id, companyId), eq(users.id, id)))
  if (row) await indexPeople(tx, companyId, [row])
}

/** The same for many people of a company, in two statements: as parallel arrays, because there are some fifty rows a person. */
export async function indexPeople(tx: Queryable, companyId: string, people: readonly Omit<Findable, 'company_id'>[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await tx.execute(sql`delete from user_words where company_id = ${companyId} and user_id = any(${sql.param(ids)}::uuid[])`)
  const words = people.flatMap((person) => searchWords({ ...person, company_id: companyId }))
  await tx.execute(
    sql`insert into user_words (company_id, word, name, user_id)
      select ${companyId}, x.word, x.name, x.user_id
      from unnest(${sql.param(words.map(({ word }) => word))}::text[],
        ${sql.param(words.map(({ name }) => name))}::text[],
        ${sql.param(words.map(({ user_id }) => user_id))}::uuid[]) as x (word, name, user_id)
      on conflict do nothing`,
  )
}
