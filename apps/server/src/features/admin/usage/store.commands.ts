import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../db/index.ts'
import { dateOf, type Part } from './acts.queries.ts'
import { type Counted, type Kept, kept } from './usage.policy.ts'

export const LEFT_OUT = {
  active: null,
  asked: null,
  answered: null,
  received: null,
  received_answered: null,
  days: null,
  quality_sum: null,
  quality_count: null,
}

type Figures = { readonly [Figure in keyof Kept]: Kept[Figure] | null }

const daysOf = (days: readonly number[] | null) => (days ? sql`${`{${days.join(',')}}`}::int[]` : sql`null::int[]`)
const figuresIn = (one: Figures) =>
  sql`${one.people}, ${one.active}, ${one.asked}, ${one.answered}, ${one.received}, ${one.received_answered},
    ${daysOf(one.days)},
    ${one.quality_sum}, ${one.quality_count}`

export async function storeMonth(db: Queryable, { companyId, month, until }: Part, people: number, whole: Omit<Figures, 'people'>) {
  await db.execute(
    sql`insert into usage_months (company_id, month, counted_until, people, active, asked, answered, received,
      received_answered, days,
        quality_sum, quality_count)
      values (${companyId}, ${dateOf(month)}::date, ${until}, ${figuresIn({ ...whole, people })})
      on conflict (company_id, month) do update set counted_until = excluded.counted_until, people = excluded.people,
        active = excluded.active, asked = excluded.asked, answered = excluded.answered, received = excluded.received,
        received_answered = excluded.received_answered, days = excluded.days, quality_sum = excluded.quality_sum,
        quality_count = excluded.quality_count`,
  )
}

/** Stores a month that has ended, for good. */
export async function storeEnded(db: Queryable, part: Part, named: readonly Counted[], confidential?: Counted): Promise<void> {
  const { people, whole, departments } = kept(named, confidential)
  await storeMonth(db, part, people, whole ?? LEFT_OUT)
  for (const one of departments)
    await db.execute(
      sql`insert into usage_departments (company_id, month, department, people, active, asked, answered,
        received, received_answered, days,
          quality_sum, quality_count)
        values (${part.companyId}, ${dateOf(part.month)}::date, ${one.department}, ${figuresIn(one)})`,
    )
}
