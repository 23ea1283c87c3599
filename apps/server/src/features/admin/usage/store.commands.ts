import { insert, type Queryable, upsert } from '../../../db/index.ts'
import { dateOf, type Part } from './acts.queries.ts'
import { type Counted, type Kept, kept } from './usage.policy.ts'

/** No figure of a month but how many people there are: too few made it. */
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

export async function storeMonth(db: Queryable, { companyId, month, until }: Part, people: number, whole: Omit<Figures, 'people'>) {
  const { active, asked, answered, received, received_answered, days, quality_sum, quality_count } = whole
  const figures = { active, asked, answered, received, received_answered, days, quality_sum, quality_count }
  const row = { company_id: companyId, month: dateOf(month), counted_until: until, people, ...figures }
  await db.execute(upsert('usage_months', ['company_id', 'month'], row))
}

/** Stores a month that has ended, once: the caller holds the lock of the company. */
export async function storeEnded(db: Queryable, part: Part, named: readonly Counted[], confidential?: Counted): Promise<void> {
  const { people, whole, departments } = kept(named, confidential)
  await storeMonth(db, part, people, whole ?? LEFT_OUT)
  const key = { company_id: part.companyId, month: dateOf(part.month) }
  if (departments.length > 0)
    await insert(
      db,
      'usage_departments',
      departments.map((one) => ({ ...key, ...one })),
    )
}
