import type { Locale } from '@reflet/contract/common'
import { type Queryable, violates } from '../../db/index.ts'
import { awardTypes } from '../../db/schema/awards.ts'
import { companies } from '../../db/schema/people.ts'
import { skills } from '../../db/schema/skills.ts'
import { videos } from '../../db/schema/videos.ts'
import type { Vault } from '../../platform/crypto.ts'
import { Problem } from '../../platform/errors.ts'
import { builtInAwardTypes } from '../awards/types.queries.ts'
import { CATALOGUE } from '../catalogue/catalogue.queries.ts'
import { builtInVideos } from '../videos/videos.queries.ts'

type NewCompany = Omit<typeof companies.$inferInsert, 'company_id' | 'wrapped_key' | 'created_at'> & { readonly locale?: Locale }

/**
 * Inserts a company with a data key of its own, the skills of the catalogue, the built-in award types and videos. It has no people yet.
 * @param newId makes the ids; the demo's are reproducible
 * @throws name_taken when another company has this code
 */
export async function insertCompany(db: Queryable, vault: Vault, company: NewCompany, created_at: Date, newId: () => string) {
  const company_id = newId()
  const wrapped_key = vault.newWrappedKey(company_id)
  try {
    await db.insert(companies).values({ company_id, ...company, wrapped_key, created_at })
  } catch (error) {
    if (violates(error, 'companies_code_key')) throw new Problem('name_taken', { fields: { code: 'taken' } })
    throw error
  }
  const skillRows = CATALOGUE.map(({ key, category }) => ({ company_id, id: newId(), catalogue_key: key, category, created_at }))
  const types = builtInAwardTypes(company_id, created_at, newId)
  await db.insert(skills).values(skillRows)
  await db.insert(awardTypes).values(types)
  await db.insert(videos).values(builtInVideos(company_id, created_at, newId))
  return { company_id, wrapped_key, skills: skillRows, types }
}
